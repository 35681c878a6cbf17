internal import MotionFusion

/// Checks the times of the samples of one file, by recording.
///
/// Depending on the options, samples that go back in time are an error or are left out.
struct SampleTimes {
  private struct Entry {
    var count = 0
    var lastTime = -Double.infinity
    var gaps = GapCounter()
  }

  let file: String
  private let options: ReadingOptions
  private let timeColumn: String
  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  /// The entry of the last sample, because rows of one recording are usually adjacent.
  private var current: (key: String, index: Int)?
  private var nonFinite = Occurrences()
  private var backward = Occurrences()
  private var repeated = Occurrences()

  /// - Parameter timeColumn: The column of times in messages.
  init(file: String, options: ReadingOptions, timeColumn: String) {
    self.file = file
    self.options = options
    self.timeColumn = timeColumn
  }

  /// Takes the time of the next sample in seconds, and counts its faults.
  ///
  /// - Parameters:
  ///   - isFinite: Whether all numbers of the sample are finite.
  ///   - key: The recording in the file.
  ///   - pauses: Whether the source paused before this sample, so that the time in between is not a
  ///     gap.
  /// - Returns: The number of the recording, in the order of first samples; `nil` for a sample that
  ///   is left out.
  mutating func accept(
    _ time: Double, isFinite: Bool, line: Int, recording key: String = "",
    pauses: Bool = false
  ) throws(RecordingError) -> Int? {
    guard isFinite, time.isFinite else {
      nonFinite.count(line: line)
      return nil
    }
    let index = index(of: key)
    let previous = entries[index].lastTime
    if time == previous {
      repeated.count(line: line)
    } else if time < previous {
      guard options.damage == .skip else {
        throw RecordingError(
          file: file, line: line, column: timeColumn,
          problem: .backwardTime(seconds: time, previous: previous))
      }
      backward.count(line: line)
      return nil
    } else if entries[index].count > 0, !pauses {
      entries[index].gaps.add(time - previous, line: line)
    }
    entries[index].lastTime = time
    entries[index].count += 1
    return index
  }

  private mutating func index(of key: String) -> Int {
    if let current, current.key == key { return current.index }
    let index = indices[key] ?? entries.count
    if index == entries.count {
      indices[key] = index
      entries.append(Entry())
    }
    current = (key, index)
    return index
  }

  /// The warnings about all samples.
  var warnings: [RecordingWarning] {
    var gaps = Occurrences()
    for entry in entries { gaps.add(entry.gaps.occurrences) }
    let longest = entries.map(\.gaps.longest).max() ?? 0
    let counted: [(RecordingWarning.Kind, Occurrences)] = [
      (.nonFiniteSamples, nonFinite), (.backwardTimes, backward), (.repeatedTimes, repeated),
      (.gaps(seconds: longest), gaps),
    ]
    var warnings = counted.filter { $0.1.total > 0 }.map {
      RecordingWarning(file: file, line: $0.1.firstLine, kind: $0.0, count: $0.1.total)
    }
    if let lost = entries.compactMap(\.gaps.grid.lost).max(by: { $0.count < $1.count }) {
      warnings.append(
        RecordingWarning(file: file, kind: .lostSamples(share: lost.share), count: lost.count))
    }
    return warnings
  }
}

/// Gathers the samples of one file into recordings and checks their times.
///
/// Rows of one recording need not be adjacent, but must be in the order of time; ``SampleTimes``
/// checks it. The samples of a streamed file are passed on, and the recordings stay empty.
struct SampleCollector<Sample> {
  private var times: SampleTimes
  /// Receives each sample instead of storing it in the recordings.
  private let receive: ((Sample) throws(RecordingError) -> Void)?
  private(set) var recordings: [LabeledRecording<Sample>] = []
  /// The recording of the last first sample.
  var newest: LabeledRecording<Sample> {
    get { recordings[recordings.count - 1] }
    _modify { yield &recordings[recordings.count - 1] }
  }

  /// - Parameters:
  ///   - timeColumn: The column of times in messages.
  ///   - receive: Takes each sample; `nil` collects them.
  init(
    file: String, options: ReadingOptions, timeColumn: String = "",
    receive: ((Sample) throws(RecordingError) -> Void)? = nil
  ) {
    times = SampleTimes(file: file, options: options, timeColumn: timeColumn)
    self.receive = receive
  }

  /// Adds a sample to a recording of the file.
  ///
  /// - Parameters:
  ///   - sample: The sample, or `nil` for one that is not finite.
  ///   - time: The time in seconds.
  ///   - pauses: As for ``SampleTimes``.
  /// - Returns: Whether this is the first sample of the recording, which is ``newest``.
  @discardableResult
  mutating func add(
    _ sample: Sample?, time: Double, line: Int, recording key: String = "", pauses: Bool = false
  ) throws(RecordingError) -> Bool {
    let index = try times.accept(
      time, isFinite: sample != nil, line: line, recording: key, pauses: pauses)
    guard let index, let sample else { return false }
    let isFirst = index == recordings.count
    if isFirst { recordings.append(LabeledRecording(name: times.file, samples: [])) }
    if let receive {
      try receive(sample)
    } else {
      recordings[index].samples.append(sample)
    }
    return isFirst
  }

  var warnings: [RecordingWarning] { times.warnings }
}

extension SensorSample {
  /// Whether all numbers present are finite.
  var isFinite: Bool {
    timestamp.isFinite && rotationRate?.isFinite ?? true && acceleration?.isFinite ?? true
      && magneticField?.isFinite ?? true
  }
}

extension DeviceMotion {
  /// Whether timestamp, attitude, rotation rate and user acceleration are finite.
  var isFinite: Bool {
    timestamp.isFinite && attitude.quaternion.isFinite && rotationRate.isFinite
      && userAcceleration.isFinite
  }
}

extension ReferencePose {
  /// Whether all numbers present are finite.
  var isFinite: Bool {
    timestamp.isFinite && attitude?.quaternion.isFinite ?? true && position?.isFinite ?? true
  }
}

/// The contents of a recording's samples: the sensors with a reading, and touches.
package struct SampleKinds: Hashable, Sendable {
  package private(set) var hasRotationRate = false
  package private(set) var hasAcceleration = false
  package private(set) var hasMagneticField = false
  package private(set) var hasTouch = false

  init(_ samples: some Sequence<SensorSample> = []) {
    for sample in samples { add(sample) }
  }

  mutating func add(_ sample: SensorSample) {
    if sample.rotationRate != nil { hasRotationRate = true }
    if sample.acceleration != nil { hasAcceleration = true }
    if sample.magneticField != nil { hasMagneticField = true }
    if sample.isTouching != nil { hasTouch = true }
  }
}
