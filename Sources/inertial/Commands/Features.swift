internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial features`: labelled zone features of gestures.
struct Features: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Extract the zone features of strokes or motions, with their labels.",
    discussion: """
      Each gesture becomes a feature vector: the share of time and the net displacement in each \
      zone of its bounding box, and a constant 1. 'inertial train --dataset' and 'inertial score' \
      read the table and the log. Defaults are those of the lab: 3x3 zones, a smallest size of 100 \
      points or 1 cm, exponential damping of paths in the air at 2 /s.
      """,
    examples: """
      inertial features hello.csv --style log
      inertial features hello.csv --output vectors.csv
      inertial train --dataset vectors.csv --classifier lab --output hello.model
      """)

  /// The form of the output.
  enum Style: String, ExplainedArgument {
    case table
    case log
    case details

    var explanation: String {
      switch self {
      case .table: "a CSV table with a column for the label and one for each feature"
      case .log: "the lab's training log, ('A', [features, 1.0]), one tuple a line"
      case .details: "size, clipped size, rescaled samples and features of each gesture"
      }
    }
  }

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Option(help: "The form of the output.")
  var style = Style.table

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "-"

  @OptionGroup var zones: ZoneOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    try reading.requireFormat()
    guard !answer.json || output == "-" else {
      throw ValidationError("--json prints the features: expected no --output, got \(output).")
    }
    try OutputOptions.requireNoInput("--output", output, among: recordings)
  }

  func run() throws {
    var items: [FeatureExtraction.Item] = []
    var rejected = 0
    for path in recordings {
      for (name, features) in zones.extraction.items(of: try reading.read(path, for: .motion)) {
        switch features {
        case .success(let item): items.append(item)
        case .failure(let error):
          rejected += 1
          Console.warning("\(name): \(error)")
        }
      }
    }
    guard !items.isEmpty else {
      throw ToolError(
        .badData, "\(recordings.joined(separator: ", ")): expected a stroke or a motion, got none")
    }
    let table = items.table
    if answer.json {
      return try answer.show(FeatureAnswer(items, names: table.names, rejected: rejected)) { "" }
    }
    let text =
      switch style {
      case .table: table.csv
      case .log: table.tuples
      case .details: zip(items, table.rows).map(details).joined()
      }
    try OutputFile.write(text, to: output)
    guard output != "-" else { return }
    try Console.print("\(counted(items.count, "vector")): \(output)")
  }

  private func details(of item: FeatureExtraction.Item, features: String) -> String {
    let stroke = item.stroke
    let start = stroke.stroke.first?.timestamp ?? 0
    let points = stroke.stroke.map {
      "  \(decimal($0.timestamp - start, places: 3)) s  \(decimal($0.x, places: 5))  "
        + decimal($0.y, places: 5)
    }
    return """
      \(item.label ?? "?")  (\(item.name))
        size \(decimal(stroke.size, places: 5)), \
      clipped \(decimal(stroke.clippedSize, places: 5)), \
      \(counted(stroke.stroke.count, "rescaled sample")):
      \(points.joined(separator: "\n"))
        features: \(features)

      """
  }
}
