internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
internal import Platform

/// `inertial collect`: labelled examples, added to a data set.
struct Collect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add labelled examples to a data set, from recordings or from a live source.",
    discussion: """
      The data set is a table of device motion or strokes for 'inertial train' and 'inertial \
      evaluate'. The command creates it if it is missing. Each stroke, each recording of motion and \
      each touch in raw samples is an example. With --at-rest, each part between two stationary \
      phases is an example.

      With --live, each gesture is added when it ends: from touch to release if the source has a \
      touch column or key, otherwise between stationary phases. The command asks for --count \
      examples of each of the --labels; without labels it asks for one on the terminal. A terminal \
      shows each example; the keys u, n and q undo the last one, skip to the next label, and end \
      the command. The end of the source, SIGINT and SIGTERM also end it.

      With --series, the source can be any sensor. Its lines are numbers separated by commas: the \
      time in seconds, the components and, if the last column of the header is touch, 1 or 0. \
      Without touch, --segment cuts the series.
      """,
    examples: """
      inertial collect hello.csv --dataset letters.csv --user me
      inertial collect --live --replay hello.csv --labels H,E,L --count 1 --dataset own.csv
      """)

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
      "With --live: the labels to ask for, in this order.", valueName: "A,B,C"))
  var labels: String?

  @Option(
    help: ArgumentHelp(
      "With --live: the number of examples of each label (default: no limit).", valueName: "count"))
  var count: Int?

  @Flag(help: "With --live: the source is a series from any sensor.")
  var series = false

  @Option(
    help: ArgumentHelp(
      "With --series: the segmentation: \(SegmentationRule.grammar) (default: touch, if the last "
        + "column of the header is touch).", valueName: "rule"),
    transform: stage)
  var segment: SegmentationRule?

  @Option(
    help: ArgumentHelp(
      "Reject shorter examples, in seconds (default: 0.2 for motions).", valueName: "seconds"))
  var minimumDuration: Double?

  @Flag(help: "Also add examples that the data set already contains.")
  var keepDuplicates = false

  @OptionGroup var source: LiveSource
  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var dataset: String
    var added: Int
    var refused: Int
    /// Examples that the data set contains already.
    var duplicates: Int?
    var undone: Int?
    var total: Int
    var counts: [String: Int]
  }

  func validate() throws {
    guard label?.trimmed.isEmpty != true else {
      throw ValidationError("--label: expected a label, such as A, got an empty one.")
    }
    guard dataset != "-" else {
      throw ValidationError("--dataset: expected a file, got standard output.")
    }
    try OutputOptions.requireNoInput("--dataset", dataset, among: [source.input])
    if !live, let option = source.motionOption {
      throw ValidationError("\(option) requires --live.")
    }
    guard !live || label != nil || labels != nil || Console.messagesGoToTerminal else {
      throw ValidationError("--live requires a label: --label LABEL or --labels A,B,C.")
    }
    guard (0..<Double.infinity).contains(minimumDuration ?? 0) else {
      throw ValidationError(
        "--minimum-duration: expected 0 s or more, got \(minimumDuration ?? 0) s.")
    }
    try validateLive()
  }

  private func validateLive() throws {
    guard live || (labels == nil && count == nil && !series && segment == nil) else {
      throw ValidationError("--labels, --count, --series and --segment require --live.")
    }
    guard labels == nil || label == nil else {
      throw ValidationError("Expected --label or --labels, got both.")
    }
    let prompted = promptedLabels
    guard !prompted.contains(""), Set(prompted).count == prompted.count else {
      throw ValidationError(
        "--labels: expected different labels, such as A,B,C, got \(labels ?? "").")
    }
    if let count {
      guard count > 0 else { throw ValidationError("--count: expected 1 or more, got \(count).") }
      guard !prompted.isEmpty else {
        throw ValidationError("--count requires --labels or --label.")
      }
    }
    guard series || segment == nil else { throw ValidationError("--segment requires --series.") }
    if series, let option = source.motionOption {
      throw ValidationError("--series: expected lines of samples, got \(option).")
    }
    if let problem = segment?.validationError {
      throw ValidationError("--segment: \(problem).")
    }
  }

  /// The labels to ask for.
  private var promptedLabels: [String] {
    labels.map { list in
      list.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
    } ?? label.map { [$0] } ?? []
  }

  func run() async throws {
    let file = try ExampleFile(dataset)
    let result = live ? try await collectLive(into: file) : try collectRecordings(into: file)
    let counts = result.file.counts
    let summary = Answer(
      dataset: dataset, added: result.added, refused: result.rejected,
      duplicates: live ? nil : result.duplicates, undone: live ? result.undone : nil,
      total: counts.values.reduce(0, +), counts: counts)
    try answer.show(summary) {
      let labels = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(counted(result.added, "example")) added to \(dataset)"
        + (result.rejected > 0 ? ", \(result.rejected) rejected" : "")
        + (result.duplicates > 0
          ? ", \(counted(result.duplicates, "duplicate")) left out (--keep-duplicates adds them)"
          : "")
        + ": \(summary.total) in all"
        + (labels.isEmpty ? "" : "\n" + labels.joined(separator: ", "))
    }
  }

  // MARK: - From recordings

  private func collectRecordings(into file: ExampleFile) throws -> LiveCollection.Summary {
    var file = file
    let (examples, short, replaced) = try source.reading.read(source.input, for: .motion).examples(
      label: label, user: user, minimumDuration: minimumDuration, atRest: atRest,
      keepingStartup: source.keepStartup)
    for example in short {
      Console.warning("\(example.name): \(example.reason)")
    }
    if let label, !replaced.isEmpty {
      Console.warning(
        "--label \(label) replaces the labels of the recordings: \(replaced.joined(separator: ", "))"
      )
    }
    // Written once at the end: an error leaves the data set unchanged.
    let added =
      examples.isEmpty ? 0 : try file.add(examples, keepsDuplicates: keepDuplicates)
    return LiveCollection.Summary(
      file: file, added: added, rejected: short.count, duplicates: examples.count - added,
      undone: 0)
  }

  // MARK: - From a live source

  private func collectLive(into file: ExampleFile) async throws -> LiveCollection.Summary {
    let collection = LiveCollection(
      ExampleCollector(
        labels: promptedLabels, count: count, minimumDuration: minimumDuration, user: user),
      into: file)
    let usesKeys = !source.readsTerminal
    let overflows =
      series
      ? try collection.collectSeries(
        from: source.descriptor(), name: InputFile.displayName(source.input), rule: segment,
        usesKeys: usesKeys, skippingBadLines: source.reading.skipBadSamples)
      : try await collection.collect(
        from: source.openSettled(), configuration: source.configuration, usesKeys: usesKeys)
    var summary = try collection.summary()
    summary.rejected += overflows
    return summary
  }
}
