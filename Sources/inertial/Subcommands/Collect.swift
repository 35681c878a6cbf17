internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// `inertial collect`: labelled examples, added to a data set.
struct Collect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds labelled examples to a data set, from recordings or as samples come.",
    discussion: """
      The data set is a table of device motion or of strokes, which is made when it is not there; \
      'inertial train' and 'inertial evaluate' read it. Each stroke, each recording of motion and \
      each marked touch in raw samples is an example; with --at-rest what lies between two rests \
      is, and with --live every such gesture is added as soon as it is over, until the source \
      ends, or SIGINT or SIGTERM.
      """,
    examples: "inertial collect hello.csv --dataset letters.csv --user me")

  @OptionGroup var source: LiveSource

  @Option(help: ArgumentHelp("The file of examples to add to.", valueName: "file"))
  var dataset: String

  @Option(
    help: ArgumentHelp(
      "What was written, such as A. Without it the recordings must say so.", valueName: "label"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "Who wrote it. Without it, whom the recordings name.", valueName: "name"))
  var user: String?

  @Flag(help: "Cut recordings of motion at rests.")
  var atRest = false

  @Flag(help: "Take samples as they come, and cut them at rests.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "Refuse examples with fewer samples: 20 are 0.2 s at 100 Hz.", valueName: "count"))
  var minimumSamples = 20

  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var dataset: String
    var added: Int
    var refused: Int
    var total: Int
    var counts: [String: Int]
  }

  func validate() throws {
    guard label?.isEmpty != true else {
      throw ValidationError("--label is empty; expected what was written, such as A.")
    }
    guard dataset != "-" else {
      throw ValidationError("Name a file for the examples: --dataset FILE.")
    }
    guard live || !(source.replay || source.iio) else {
      throw ValidationError("--replay and --iio go with --live.")
    }
    guard !live || label != nil else {
      throw ValidationError("With --live say what is written: --label LABEL.")
    }
    guard minimumSamples > 0 else {
      throw ValidationError("--minimum-samples must be 1 or more.")
    }
  }

  func run() async throws {
    var file = try ExampleFile(dataset)
    let (added, refused) =
      live ? try await collectLive(into: &file) : try collectRecordings(into: &file)
    let counts = file.counts
    let summary = Answer(
      dataset: dataset, added: added, refused: refused, total: counts.values.reduce(0, +),
      counts: counts)
    try answer.show(summary) {
      let labels = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(counted(added, "example")) added to \(dataset)"
        + "\(refused > 0 ? ", \(refused) refused" : ""): \(summary.total) in all"
        + (labels.isEmpty ? "" : "\n" + labels.joined(separator: ", "))
    }
  }

  // MARK: - From recordings

  private func collectRecordings(
    into file: inout ExampleFile
  ) throws -> (added: Int, refused: Int) {
    let recordings = try source.reading.read(source.input, for: .motion)
    var added = 0
    var refused = 0
    for input in GestureInput.all(in: recordings, keepingStartup: source.keepStartup) {
      guard let label = label ?? input.truth, !label.isEmpty else {
        throw ToolError(
          .badData, "\(input.name) does not say what was written: name it with --label")
      }
      for samples in pieces(of: input.samples) {
        guard samples.count >= minimumSamples else {
          Console.warning(
            "\(input.name): \(counted(samples.count, "sample")); expected \(minimumSamples) or more"
          )
          refused += 1
          continue
        }
        try file.append(samples, label: label, user: user ?? input.user)
        added += 1
      }
    }
    // All or none: what fails halfway leaves the data set as it was.
    if added > 0 { try file.write() }
    return (added, refused)
  }

  private func pieces(of samples: GestureInput.Samples) -> [GestureInput.Samples] {
    guard atRest, case .motion(let motions) = samples else { return [samples] }
    var segmenter = RestSegmenter(minimumSamples: minimumSamples)
    var pieces = motions.compactMap { segmenter.update($0) }
    if let last = segmenter.finish() { pieces.append(last) }
    return pieces.map { .motion($0) }
  }

  // MARK: - As samples come

  private func collectLive(
    into file: inout ExampleFile
  ) async throws -> (added: Int, refused: Int) {
    let opened = try source.openSettled()
    let manager = MotionManager(source: opened, configuration: source.configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    var segmenter = RestSegmenter(minimumSamples: minimumSamples)
    var added = 0
    func add(_ gesture: [DeviceMotion]) throws {
      try file.append(.motion(gesture), label: label ?? "", user: user)
      try file.write()
      added += 1
      Console.note("\(label ?? ""): \(gesture.count) samples, \(added) added")
    }
    for try await motion in updates {
      if let gesture = segmenter.update(motion) { try add(gesture) }
    }
    if let gesture = segmenter.finish() { try add(gesture) }
    withExtendedLifetime(interruption) {}
    manager.warnOfFaults(in: opened)
    return (added, segmenter.overflows)
  }
}
