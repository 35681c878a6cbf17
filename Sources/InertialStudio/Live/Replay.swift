internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
internal import StudioEngine

/// The position in a recording that a page replays. The caller passes the elapsed time.
struct Replay: Sendable {
  /// What a page asks for.
  enum Action: String {
    case select, play, pause, seek, speed, stop
  }

  let recording: StudioRecording
  /// What its motion writes.
  var writing: LiveWriting
  private(set) var isPlaying = false
  private(set) var speed = 1.0
  private var elapsed = 0.0
  private(set) var next = 0

  init(_ recording: StudioRecording, _ writing: LiveWriting) {
    (self.recording, self.writing) = (recording, writing)
  }

  /// From 0 at the start to 1 at the end.
  var position: Double { recording.duration > 0 ? elapsed / recording.duration : 0 }

  /// The event for the page: the recording, `null` if motion is live, its duration in seconds, and
  /// its samples a second.
  static func event(of replay: Replay?) -> LiveEvent {
    let recording = replay?.recording
    let duration = recording?.duration ?? 0
    let intervals = (recording?.motions.count ?? 1) - 1
    return .other(
      "replay",
      [
        "recording": JSON(recording) { JSON($0.id) }, "playing": JSON(replay?.isPlaying == true),
        "position": JSON(replay?.position ?? 0), "duration": JSON(duration),
        "speed": JSON(replay?.speed ?? 1), "rate": JSON(Double(intervals) / max(duration, 1e-9)),
      ])
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

/// The gestures that recognition finds in a whole recording.
struct RecordingContents: Sendable {
  /// A gesture of the recording.
  struct Mark: Sendable {
    /// The number under which its samples are kept.
    let id: Int
    /// Shares of the recording's time.
    let start: Double
    let end: Double
    let best: Recognition.Alternative?
    let isGesture: Bool
    let isSpotted: Bool
    let read: ReadGesture

    var json: JSON {
      [
        "id": JSON(id), "start": JSON(start), "end": JSON(end), "best": best?.json,
        "isGesture": JSON(isGesture), "isSpotted": JSON(isSpotted),
      ]
    }
  }

  var recording: Int
  var marks: [Mark] = []
  /// The path of the whole recording if it has no touch, with at most ``pathPoints`` points.
  var path: [PathAnswer.Point]?
  /// What was read beside the labels of the file; `nil` for a file without labels.
  var comparison: JSON?

  /// The maximum number of points in the path of a whole recording, and the longest recording that
  /// has one.
  private static let (pathPoints, longestPath) = (2000, 60_000)

  var json: JSON {
    [
      "recording": JSON(recording), "marks": JSON(marks) { $0.json },
      "path": path.map { JSON($0) { $0.json } }, "comparison": comparison,
    ]
  }

  /// Reads the gestures, as `recognize` does for the file.
  @concurrent
  static func of(
    _ recording: StudioRecording, by recognizer: GestureRecognizer, _ settings: StudioSettings
  ) async -> RecordingContents {
    var contents = RecordingContents(recording: recording.id)
    guard let first = recording.motions.first?.timestamp else { return contents }
    let reader = settings.recognizer(recognizer)
    var session = WritingSession(reader)
    var found: [RecognizedGesture] = []
    for motion in recording.motions { found += session.update(motion) }
    found += session.finish()
    for gesture in found {
      guard case .motion(let motions) = gesture.gesture.samples else { continue }
      let recognition = gesture.recognition
      func share(_ time: Double) -> Double {
        min(max((time - first) / recording.duration, 0), 1)
      }
      contents.marks.append(
        Mark(
          id: recording.id * StudioRecording.numbers + contents.marks.count + 1,
          start: share(gesture.start), end: share(gesture.end),
          best: recognition?.ranked.first, isGesture: recognition?.isGesture == true,
          isSpotted: gesture.isSpotted,
          read: ReadGesture(motions: motions, gesture: gesture, recognizer: reader)))
    }
    if !recording.truths.isEmpty {
      contents.compare(
        recording, labels: settings.recognizer(recognizer).motionModel.labels)
    }
    if recording.motions.allSatisfy({ $0.isTouching != true }),
      recording.motions.count <= longestPath
    {
      var settings = settings
      settings.method = .navigator
      let points = settings.estimation.estimate(recording.motions).points
      let step = max(1, points.count / pathPoints)
      contents.path = stride(from: 0, to: points.count, by: step).map { .init(points[$0]) }
    }
    return contents
  }

  private mutating func compare(_ recording: StudioRecording, labels: [String]) {
    let read = marks.filter(\.isGesture)
    let start = recording.motions.first?.timestamp ?? 0
    let compared = LabelComparison(
      of: read.map { mark in
        // A gesture without a touch may be found a little before its start.
        (mark.best?.label ?? "", start + (mark.start + mark.end) / 2 * recording.duration)
      }, with: recording.truths, names: Set(labels))
    comparison = [
      "letters": JSON(compared.letters) { letter in
        let mark = letter.gesture.map { read[$0] }
        return [
          "outcome": JSON(letter.outcome.rawValue), "truth": letter.truth.map { JSON($0) },
          "read": mark?.best.map { JSON($0.label) }, "gesture": mark.map { JSON($0.id) },
        ]
      }, "right": JSON(compared.count(.right)), "wrong": JSON(compared.count(.wrong)),
      "missed": JSON(compared.count(.missed)), "extra": JSON(compared.count(.extra)),
      // Of right letters among all, the extra ones included.
      "share": compared.rightShare.map { JSON($0) },
    ]
  }
}

/// A recording for replay, as device motion.
struct StudioRecording: Sendable {
  var id: Int
  var name: String
  var motions: [DeviceMotion]
  /// The labels of the file, each from a time on.
  var truths: [(label: String, start: Double)] = []
  /// The true poses, if the file has them.
  var reference: [ReferencePose] = []
  /// The time of the recording in seconds.
  var duration: Double { (motions.last?.timestamp ?? 0) - (motions.first?.timestamp ?? 0) }

  /// The numbers of gestures of a recording; those of live motion are lower.
  static let numbers = 1_000_000
  /// The maximum number of samples of a recording (an hour at 100 Hz) and of all stored recordings.
  static let longest = 360_000

  /// The recordings of motion in `recordings`, numbered from `first`, and what was left out.
  ///
  /// The motion of raw samples is estimated as in `recognize`. Single gestures of device
  /// motion, as in data sets, follow each other in one recording with a rest between them.
  static func all(
    in recordings: StreamedRecordings, name: String, first: Int
  ) throws -> (recordings: [StudioRecording], warnings: [String]) {
    var found: [StudioRecording] = []
    var warnings = recordings.others.warnings.map { "\($0)" }
    let references = recordings.others.references.samplesByName()
    if !recordings.others.deviceMotion.isEmpty {
      found.append(joined(recordings.others.deviceMotion, id: first, name: name))
    } else {
      for recording in recordings.sensorSamples.prefix(kept) {
        let isOnly = recordings.sensorSamples.count == 1
        var motions: [DeviceMotion] = []
        motions.reserveCapacity(min(recording.samples.count, longest))
        struct Full: Error {}
        do {
          _ = try MotionEstimation.ofGestures.estimate(recording.samples) { motion in
            guard motions.count < longest else { throw Full() }
            try Task.checkCancellation()
            motions.append(motion)
          }
        } catch is Full {
        } catch let error as CancellationError {
          throw error
        } catch {
          throw RequestFailure.unprocessable("\(error)")
        }
        found.append(
          StudioRecording(
            id: first + found.count, name: isOnly ? name : "\(name): \(recording.name)",
            motions: motions, truths: recording.label.map { [($0, -.infinity)] } ?? [],
            reference: (references[recording.name] ?? []).filter { [last = motions.last] in
              $0.timestamp <= last?.timestamp ?? 0
            }))
      }
    }
    found.removeAll { $0.motions.count < 2 || $0.duration <= 0 }
    guard !found.isEmpty else {
      throw RequestFailure.unprocessable(
        recordings.others.strokes.isEmpty
          ? "\(name): expected samples of motion with a duration, got none"
          : "\(name) holds strokes: import it under Teach")
    }
    let counts =
      recordings.sensorSamples.map(\.samples.count) + [
        recordings.others.deviceMotion.reduce(0) { $0 + $1.samples.count }
      ]
    if let most = counts.max(), most > longest {
      warnings.append(
        "\(name): the first \(longest) of \(most) samples are replayed, an hour at 100 Hz")
    }
    return (found, warnings)
  }

  /// The most recordings that are kept.
  static let kept = 8

  /// Gestures one after another, one second apart, each touched from start to end.
  private static func joined(
    _ recordings: [LabeledRecording<DeviceMotion>], id: Int, name: String
  ) -> StudioRecording {
    var joined = StudioRecording(id: id, name: name, motions: [])
    for recording in recordings {
      guard let start = recording.samples.first?.timestamp else { continue }
      let shift =
        recordings.count == 1 ? 0 : (joined.motions.last.map { $0.timestamp + 1 } ?? 0) - start
      guard joined.motions.count + recording.samples.count <= longest else {
        if joined.motions.isEmpty { joined.motions = Array(recording.samples.prefix(longest)) }
        break
      }
      if let label = recording.label { joined.truths.append((label, start + shift)) }
      guard recordings.count > 1 else {
        joined.motions = recording.samples
        break
      }
      for var motion in recording.samples {
        motion.timestamp += shift
        motion.isTouching = motion.isTouching ?? true
        joined.motions.append(motion)
      }
      if var release = joined.motions.last {
        release.timestamp += 0.01
        release.isTouching = false
        joined.motions.append(release)
      }
    }
    return joined
  }
}
