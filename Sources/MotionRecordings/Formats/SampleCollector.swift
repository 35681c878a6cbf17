internal import MotionFusion

/// Gathers the samples of one file into recordings and checks their time.
///
/// Samples of one recording need not stand together. Their order in the file is their order in
/// time; what goes back in time is refused or left out, as the options say.
struct SampleCollector<Sample> {
  private struct Entry {
    var key: String
    var recording: LabeledRecording<Sample>
    var times: [Double] = []
    var lines: [Int] = []
  }

  private let file: String
  private let options: ReadingOptions
  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  /// The entry of the last sample: rows of one recording mostly stand together.
  private var current: (key: String, index: Int)?
  private var nonFinite = Occurrences()
  private var backward = Occurrences()
  private var repeated = Occurrences()

  init(file: String, options: ReadingOptions) {
    self.file = file
    self.options = options
  }

  /// Adds a sample to the recording called `key`.
  ///
  /// - Parameters:
  ///   - sample: The sample, or `nil` when a number of it is not finite.
  ///   - describe: Makes the recording when this is its first sample.
  mutating func add(
    _ sample: Sample?, time: Double, recording key: String, line: Int, timeColumn: String,
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
  func finish(incompleteRows: Int) -> ([LabeledRecording<Sample>], [RecordingWarning]) {
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
    if let known = indices[key] {
      index = known
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
    var longest = 0.0
    for entry in entries where entry.times.count > 2 {
      let steps = zip(entry.times.dropFirst(), entry.times).map { $0 - $1 }
      guard let median = steps.median, median > 0 else { continue }
      for (step, line) in zip(steps, entry.lines.dropFirst()) where step > 5 * median {
        occurrences.count(line: line)
        longest = max(longest, step)
      }
    }
    return (occurrences, longest)
  }
}

/// How often something was met, and where first.
struct Occurrences {
  private(set) var total = 0
  private(set) var firstLine: Int?

  mutating func count(line: Int) {
    total += 1
    if firstLine == nil { firstLine = line }
  }
}
