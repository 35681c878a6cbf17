internal import MotionFusion

/// The position in a recording that is replayed. The caller passes the time that went by.
struct Replay: Sendable {
  let recording: StudioRecording
  private(set) var isPlaying = false
  private(set) var speed = 1.0
  private var elapsed = 0.0
  private var next = 0

  init(_ recording: StudioRecording) { self.recording = recording }

  var state: ReplayState {
    ReplayState(
      recording: recording.id, playing: isPlaying,
      position: recording.duration > 0 ? elapsed / recording.duration : 0,
      duration: recording.duration, speed: speed)
  }

  /// Whether all samples were delivered.
  var isAtEnd: Bool { next == recording.motions.count }

  /// Starts, from the beginning if it is at the end.
  mutating func play() {
    if isAtEnd { seek(to: 0) }
    isPlaying = true
  }

  mutating func pause() { isPlaying = false }

  mutating func set(speed: Double) {
    if speed.isFinite { self.speed = min(max(speed, 0.05), 100) }
  }

  /// Moves to a share of the recording from 0 to 1.
  mutating func seek(to share: Double) {
    guard share.isFinite, let start = recording.motions.first?.timestamp else { return }
    elapsed = min(max(share, 0), 1) * recording.duration
    next =
      recording.motions.firstIndex { $0.timestamp - start >= elapsed } ?? recording.motions.count
  }

  /// The samples of the next `seconds` of the clock.
  mutating func advance(by seconds: Double) -> ArraySlice<DeviceMotion> {
    guard isPlaying, let start = recording.motions.first?.timestamp else { return [] }
    elapsed = min(elapsed + seconds * speed, recording.duration)
    let first = next
    while next < recording.motions.count, recording.motions[next].timestamp - start <= elapsed {
      next += 1
    }
    // Times that go back in a recording must not hold it up.
    if elapsed >= recording.duration { next = recording.motions.count }
    if isAtEnd { isPlaying = false }
    return recording.motions[first..<next]
  }
}
