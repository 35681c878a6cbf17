internal import MotionFusion

/// Gathers the samples of one file into recordings and checks their times.
///
/// Rows of one recording need not be adjacent, but must be in the order of time. Depending on the
/// options, samples that go back in time are an error or are left out. The samples of a streamed
/// file are passed on, and the recordings stay empty.
struct SampleCollector<Sample> {
  private struct Entry {
    var key: String
    var recording: LabeledRecording<Sample>
    var count = 0
    var lastTime = -Double.infinity
    /// The last sample, where pauses are not gaps.
    var last: Sample?
    var gaps = GapCounter()
  }

  private let file: String
  private let options: ReadingOptions
  private let timeColumn: String
  /// Whether the source pauses between two samples, so that the time in between is not a gap.
  private let isPause: ((Sample, Sample) -> Bool)?
  /// Receives each sample instead of storing it in the recordings.
  private let receive: ((Sample) throws(RecordingError) -> Void)?
  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  /// The entry of the last sample, because rows of one recording are usually adjacent.
  private var current: (key: String, index: Int)?
  private var nonFinite = Occurrences()
  private var backward = Occurrences()
  private var repeated = Occurrences()

  /// A collector without samples.
  ///
  /// - Parameters:
  ///   - file: The name of the file in messages.
  ///   - options: The treatment of damaged samples.
  ///   - timeColumn: The column of times in messages.
  ///   - receive: Takes each sample; `nil` collects them.
  ///   - isPause: Whether the source pauses between two samples; `nil` for never.
  init(
    file: String, options: ReadingOptions, timeColumn: String = "",
    receive: ((Sample) throws(RecordingError) -> Void)? = nil,
    isPause: ((Sample, Sample) -> Bool)? = nil
  ) {
    self.file = file
    self.options = options
    self.timeColumn = timeColumn
    self.receive = receive
    self.isPause = isPause
  }

  /// Adds a sample to the only recording of the file; `nil` is a sample that is not finite.
  mutating func add(_ sample: Sample?, time: Double, line: Int) throws(RecordingError) {
    let file = file
    try add(sample, time: time, line: line, recording: "") {
      LabeledRecording(name: file, samples: [])
    }
  }

  /// Adds a sample to a recording of the file.
  ///
  /// - Parameters:
  ///   - sample: The sample, or `nil` for one that is not finite.
  ///   - time: The time in seconds.
  ///   - line: The line of the file.
  ///   - describe: Makes the recording for its first sample.
  mutating func add(
    _ sample: Sample?, time: Double, line: Int, recording key: String,
    describe: () -> LabeledRecording<Sample>
  ) throws(RecordingError) {
    guard let sample, time.isFinite else { return nonFinite.count(line: line) }
    let index = index(of: key, describe: describe)
    let previous = entries[index].lastTime
    if time == previous {
      repeated.count(line: line)
    } else if time < previous {
      guard options.damage == .skip else {
        throw RecordingError(
          file: file, line: line, column: timeColumn,
          problem: .backwardTime(seconds: time, previous: previous))
      }
      return backward.count(line: line)
    }
    if entries[index].count > 0, time > previous {
      var pauses = false
      if let isPause, let last = entries[index].last { pauses = isPause(last, sample) }
      if !pauses { entries[index].gaps.add(time - previous, line: line) }
    }
    entries[index].lastTime = time
    if isPause != nil { entries[index].last = sample }
    entries[index].count += 1
    if let receive {
      try receive(sample)
    } else {
      entries[index].recording.samples.append(sample)
    }
  }

  /// The recordings, and warnings about their samples.
  ///
  /// - Parameter incompleteRows: The number of rows that the table left out.
  mutating func finish(
    incompleteRows: Int
  ) -> ([LabeledRecording<Sample>], [RecordingWarning]) {
    var warnings: [RecordingWarning] = []
    func warn(_ kind: RecordingWarning.Kind, _ occurrences: Occurrences) {
      guard occurrences.total > 0 else { return }
      warnings.append(
        RecordingWarning(
          file: file, line: occurrences.firstLine, kind: kind, count: occurrences.total))
    }
    warn(.nonFiniteSamples, nonFinite)
    warn(.backwardTimes, backward)
    warn(.repeatedTimes, repeated)
    let (gaps, longest) = gaps()
    warn(.gaps(seconds: longest), gaps)
    if let lost = entries.compactMap(\.gaps.grid.lost).max(by: { $0.count < $1.count }) {
      warnings.append(
        RecordingWarning(file: file, kind: .lostSamples(share: lost.share), count: lost.count))
    }
    if incompleteRows > 0 {
      warnings.append(RecordingWarning(file: file, kind: .incompleteRows, count: incompleteRows))
    }
    return (entries.map(\.recording), warnings)
  }

  private mutating func index(
    of key: String, describe: () -> LabeledRecording<Sample>
  ) -> Int {
    if let current, current.key == key { return current.index }
    let index: Int
    if let existing = indices[key] {
      index = existing
    } else {
      index = entries.count
      indices[key] = index
      entries.append(Entry(key: key, recording: describe()))
    }
    current = (key, index)
    return index
  }

  private func gaps() -> (Occurrences, longest: Double) {
    var occurrences = Occurrences()
    for entry in entries { occurrences.add(entry.gaps.occurrences) }
    return (occurrences, entries.map(\.gaps.longest).max() ?? 0)
  }
}

extension SampleCollector<SensorSample> {
  /// A collector of the raw samples of `file`, which hands them over if the file is streamed.
  init(of file: FileContents, options: ReadingOptions, timeColumn: String = "") {
    self.init(
      file: file.name, options: options, timeColumn: timeColumn,
      receive: file.pass?.receive)
  }
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
  /// Whether there is a reading of the gyroscope.
  package private(set) var hasRotationRate = false
  /// Whether there is a reading of the accelerometer.
  package private(set) var hasAcceleration = false
  /// Whether there is a reading of the magnetometer.
  package private(set) var hasMagneticField = false
  /// Whether the source has a touch.
  package private(set) var hasTouch = false

  /// The kinds of a sequence of samples.
  init(_ samples: some Sequence<SensorSample> = []) {
    for sample in samples { add(sample) }
  }

  /// Adds the contents of a sample.
  mutating func add(_ sample: SensorSample) {
    if sample.rotationRate != nil { hasRotationRate = true }
    if sample.acceleration != nil { hasAcceleration = true }
    if sample.magneticField != nil { hasMagneticField = true }
    if sample.isTouching != nil { hasTouch = true }
  }
}
