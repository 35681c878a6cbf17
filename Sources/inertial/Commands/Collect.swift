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
      evaluate'; it is created if missing. Each stroke, each recording of motion and each touch in \
      raw samples is an example. With --at-rest each part between two stationary phases is one. \
      With --live each gesture is added when it ends: from touch to release where the source has a \
      touch column or key, otherwise between stationary phases. The end of the source, SIGINT or \
      SIGTERM ends the command.
      """,
    examples: "inertial collect hello.csv --dataset letters.csv --user me")

  @OptionGroup var source: LiveSource

  @Option(help: ArgumentHelp("The data set to append to.", valueName: "file"))
  var dataset: String

  @Option(
    help: ArgumentHelp(
      "The label, such as A (default: that of the recordings).", valueName: "label"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "The writer (default: that of the recordings).", valueName: "name"))
  var user: String?

  @Flag(help: "Cut recordings of motion at stationary phases.")
  var atRest = false

  @Flag(help: "Collect gestures from a live source.")
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
      throw ValidationError("--label: expected a label, such as A, got an empty one.")
    }
    guard dataset != "-" else {
      throw ValidationError("--dataset: expected a file, got standard output.")
    }
    guard live || !(source.replay || source.iio) else {
      throw ValidationError("--replay and --iio require --live.")
    }
    guard !live || label != nil else {
      throw ValidationError("--live requires a label: --label LABEL.")
    }
    guard minimumSamples > 0 else {
      throw ValidationError("--minimum-samples: expected 1 or more, got \(minimumSamples).")
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
          .badData, "\(input.name): expected a label, got none; set it with --label")
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
    // Written once at the end: an error leaves the data set unchanged.
    if added > 0 { try file.write() }
    return (added, rejected)
  }

  private func pieces(of samples: Gesture) -> [Gesture] {
    guard atRest, case .motion(let motions) = samples else { return [samples] }
    return MotionSegmenter(minimumSamples: minimumSamples, usesTouch: false)
      .gestures(in: motions).map { .motion($0) }
  }

  // MARK: - From a live source

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
