internal import MotionFusion

/// Gathers the samples of one file into recordings and checks their times.
///
/// Rows of one recording need not be adjacent, but are in order of time; samples that go back in
/// time are an error or left out, as the options say.
struct SampleCollector<Sample> {
  private struct Entry {
    var key: String
    var recording: LabeledRecording<Sample>
    var times: [Double] = []
    var lines: [Int] = []
  }

  private let file: String
  private let options: ReadingOptions
  private let timeColumn: String
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
  init(file: String, options: ReadingOptions, timeColumn: String = "") {
    self.file = file
    self.options = options
    self.timeColumn = timeColumn
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
  ///   - key: The key of the recording.
  ///   - describe: Makes the recording for its first sample.
  mutating func add(
    _ sample: Sample?, time: Double, line: Int, recording key: String,
    describe: () -> LabeledRecording<Sample>
  ) throws(RecordingError) {
    guard let sample, time.isFinite else { return nonFinite.count(line: line) }
    let index = index(of: key, describe: describe)
    if let previous = entries[index].times.last, time <= previous {
      if time == previous {
        repeated.count(line: line)
      } else {
        guard options.damage == .skip else {
          throw RecordingError(
            file: file, line: line, column: timeColumn,
            problem: .backwardTime(seconds: time, previous: previous))
        }
        return backward.count(line: line)
      }
    }
    entries[index].recording.samples.append(sample)
    entries[index].times.append(time)
    entries[index].lines.append(line)
  }

  /// The recordings, and warnings about their samples.
  ///
  /// - Parameters:
  ///   - incompleteRows: The number of rows that the table left out.
  ///   - isPause: Whether the source pauses between two samples, so that the time in between is not
  ///     a gap.
  func finish(
    incompleteRows: Int, isPause: (Sample, Sample) -> Bool = { _, _ in false }
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
    let (gaps, longest) = gaps(isPause)
    warn(.gaps(seconds: longest), gaps)
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

  /// Steps of over five times the recording's median.
  private func gaps(
    _ isPause: (Sample, Sample) -> Bool
  ) -> (Occurrences, longest: Double) {
    var occurrences = Occurrences()
    var longest = 0.0
    for entry in entries where entry.times.count > 2 {
      let steps = zip(entry.times.dropFirst(), entry.times).map { $0 - $1 }
      guard let median = steps.median, median > 0 else { continue }
      let samples = entry.recording.samples
      for (index, step) in steps.enumerated()
      where step > 5 * median && !isPause(samples[index], samples[index + 1]) {
        occurrences.count(line: entry.lines[index + 1])
        longest = max(longest, step)
      }
    }
    return (occurrences, longest)
  }
}
