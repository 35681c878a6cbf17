internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// `inertial collect`: labelled examples, added to a data set.
struct Collect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add labelled examples to a data set, from recordings or from a live source.",
    discussion: """
      The data set is a table of device motion or of strokes for 'inertial train' and 'inertial \
      evaluate'; it is created when it does not exist. Each stroke, each recording of motion and \
      each touch in raw samples is an example. With --at-rest each part between two stationary \
      phases is an example. With --live each gesture, from touch to release or between two \
      stationary phases, is added when it ends, until the source ends, or SIGINT or SIGTERM.
      """,
    examples: "inertial collect hello.csv --dataset letters.csv --user me")

  @OptionGroup var source: LiveSource

  @Option(help: ArgumentHelp("The file of examples to add to.", valueName: "file"))
  var dataset: String

  @Option(
    help: ArgumentHelp(
      "The label, such as A (default: that of the recordings).", valueName: "label"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "The person who made it (default: that of the recordings).", valueName: "name"))
  var user: String?

  @Flag(help: "Cut recordings of motion at stationary phases.")
  var atRest = false

  @Flag(help: "Take samples from a live source, and cut them into gestures.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "Reject examples with fewer samples; 20 are 0.2 s at 100 Hz.", valueName: "count"))
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
      throw ValidationError("--label is empty; expected a label, such as A.")
    }
    guard dataset != "-" else {
      throw ValidationError("Name a file for the examples: --dataset FILE.")
    }
    guard live || !(source.replay || source.iio) else {
      throw ValidationError("--replay and --iio go with --live.")
    }
    guard !live || label != nil else {
      throw ValidationError("With --live name the label: --label LABEL.")
    }
    guard minimumSamples > 0 else {
      throw ValidationError("--minimum-samples must be 1 or more.")
    }
  }

  func run() async throws {
    var file = try ExampleFile(dataset)
    let (added, rejected) =
      live ? try await collectLive(into: &file) : try collectRecordings(into: &file)
    let counts = file.counts
    let summary = Answer(
      dataset: dataset, added: added, refused: rejected, total: counts.values.reduce(0, +),
      counts: counts)
    try answer.show(summary) {
      let labels = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(counted(added, "example")) added to \(dataset)"
        + "\(rejected > 0 ? ", \(rejected) rejected" : ""): \(summary.total) in all"
        + (labels.isEmpty ? "" : "\n" + labels.joined(separator: ", "))
    }
  }

  // MARK: - From recordings

  private func collectRecordings(
    into file: inout ExampleFile
  ) throws -> (added: Int, rejected: Int) {
    let recordings = try source.reading.read(source.input, for: .motion)
    var added = 0
    var rejected = 0
    for input in recordings.gestures(keepingStartup: source.keepStartup) {
      guard let label = label ?? input.label, !label.isEmpty else {
        throw ToolError(
          .badData, "\(input.name) has no label: name it with --label")
      }
      for samples in pieces(of: input.samples) {
        guard samples.count >= minimumSamples else {
          Console.warning(
            "\(input.name): \(counted(samples.count, "sample")); expected \(minimumSamples) or more"
          )
          rejected += 1
          continue
        }
        try file.append(samples, label: label, user: user ?? input.user)
        added += 1
      }
    }
    // All or none: what fails halfway leaves the data set as it was.
    if added > 0 { try file.write() }
    return (added, rejected)
  }

  private func pieces(of samples: Gesture) -> [Gesture] {
    guard atRest, case .motion(let motions) = samples else { return [samples] }
    return MotionSegmenter(minimumSamples: minimumSamples, usesTouch: false)
      .gestures(in: motions).map { .motion($0) }
  }

  // MARK: - As samples come

  private func collectLive(
    into file: inout ExampleFile
  ) async throws -> (added: Int, rejected: Int) {
    let opened = try source.openSettled()
    let manager = MotionManager(source: opened, configuration: source.configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    var segmenter = MotionSegmenter(minimumSamples: minimumSamples)
    var (added, rejected) = (0, 0)
    func add(_ gesture: [DeviceMotion]) throws {
      guard gesture.count >= minimumSamples else {
        rejected += 1
        return Console.warning(
          "\(counted(gesture.count, "sample")); expected \(minimumSamples) or more")
      }
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
    return (added, rejected + segmenter.overflows)
  }
}
