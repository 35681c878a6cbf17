internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

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

/// The state of a replay as the page shows it.
struct ReplayState: Encodable, Sendable {
  /// The recording; `nil` where motion is live.
  var recording: Int?
  var playing = false
  /// From 0 at the start to 1 at the end.
  var position = 0.0
  /// In seconds.
  var duration = 0.0
  var speed = 1.0

  private enum CodingKeys: String, CodingKey { case recording, playing, position, duration, speed }

  /// Encodes every field, `null` without a recording.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recording, forKey: .recording)
    try container.encode(playing, forKey: .playing)
    try container.encode(position, forKey: .position)
    try container.encode(duration, forKey: .duration)
    try container.encode(speed, forKey: .speed)
  }
}

/// A command of a page for the replay.
struct ReplayCommand: Decodable, Sendable {
  enum Action: String, Decodable, Sendable {
    case select, play, pause, seek, speed
  }

  var action: Action
  var recording: Int?
  var position: Double?
  var speed: Double?
}

/// A recording for replay, as device motion.
struct StudioRecording: Sendable {
  var id: Int
  var name: String
  var motions: [DeviceMotion]
  /// The time of the recording in seconds.
  var duration: Double { (motions.last?.timestamp ?? 0) - (motions.first?.timestamp ?? 0) }

  /// The recordings of motion in `recordings`, numbered from `first`.
  ///
  /// Raw samples pass through `MotionEstimator` as in `recognize`. Single gestures of device
  /// motion, as in data sets, follow each other in one recording with a rest between them.
  static func all(
    in recordings: Recordings, name: String, first: Int
  ) throws(RequestFailure) -> [StudioRecording] {
    var found: [StudioRecording] = []
    if !recordings.deviceMotion.isEmpty {
      found.append(
        StudioRecording(id: first, name: name, motions: joined(recordings.deviceMotion)))
    } else {
      for recording in recordings.sensorSamples {
        let isOnly = recordings.sensorSamples.count == 1
        found.append(
          StudioRecording(
            id: first + found.count, name: isOnly ? name : "\(name): \(recording.name)",
            motions: MotionEstimation(usesMagnetometer: false).estimate(recording.samples).motions))
      }
    }
    found.removeAll { $0.motions.count < 2 || $0.duration <= 0 }
    guard !found.isEmpty else {
      throw .unprocessable(
        recordings.strokes.isEmpty
          ? "\(name): expected samples of motion with a duration, got none"
          : "\(name) holds strokes: import it under Teach")
    }
    return found
  }

  /// Gestures one after another, one second apart, each touched from start to end.
  private static func joined(_ recordings: [LabeledRecording<DeviceMotion>]) -> [DeviceMotion] {
    guard recordings.count > 1 else { return recordings[0].samples }
    var motions: [DeviceMotion] = []
    for recording in recordings {
      guard let start = recording.samples.first?.timestamp else { continue }
      let shift = (motions.last.map { $0.timestamp + 1 } ?? 0) - start
      for var motion in recording.samples {
        motion.timestamp += shift
        motion.isTouching = motion.isTouching ?? true
        motions.append(motion)
      }
      if var release = motions.last {
        release.timestamp += 0.01
        release.isTouching = false
        motions.append(release)
      }
    }
    return motions
  }
}
