internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import MotionReports
internal import MotionSimulation

/// `inertial recognize`: the letters in recordings or strokes.
struct Recognize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recognise the letters in recordings of a phone, or in strokes on a screen.",
    discussion: """
      Raw sensor samples are cut into gestures at touch and release. A recording without touch that \
      is longer than one gesture is searched for gestures: nearest templates drop the movements \
      between them, other models recognise each movement. With --whole it is one gesture. If there \
      is no gesture, the command fails; with --json it first prints an empty list.

      A pipeline trained by 'inertial train' also accepts data sets of series, and processes each \
      series sample by sample.

      With --words, the letters of each input form one sequence, and the command also prints the \
      most probable words of the lexicon. A word outside the lexicon is kept if its letters are \
      certain.
      """,
    examples: #"""
      inertial recognize hello.csv --report letters.html
      printf 'HELLO\nWORLD\n' > words.txt
      inertial recognize hello.csv --words --lexicon words.txt
      """#)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp("Write an HTML page with the strokes and scores.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The size below which a stroke is not magnified, in the unit of the stroke.",
      valueName: "size"))
  var minSize = 0.0

  @Flag(help: "Treat each recording without touch as one gesture.")
  var whole = false

  @Option(
    help: ArgumentHelp(
      "The sample rate of series without times, such as GRT's.", valueName: "hertz"))
  var sampleRate: Double?

  @OptionGroup var words: WordOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard minSize >= 0, minSize.isFinite else {
      throw ValidationError("--min-size: expected 0 or more, got \(minSize).")
    }
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate: expected hertz, such as 100, got \(sampleRate).")
    }
    try reading.requireFormat(orSeries: true)
    try answer.requireFiles(report: report, inputs: recordings + [model.model, words.lexicon])
  }

  func run() throws {
    var recognizer = try model.recognizer()
    recognizer.minSize = minSize
    let decoder = try words.decoder(for: recognizer)
    var result = RecognitionReport(modelName: model.name)
    // A pipeline reads a folder of series as a whole.
    let isPipeline = recognizer.isPipeline
    let inputs = recordings.enumerated().flatMap { index, path in
      (isPipeline ? [path] : reading.inputs(at: [path])).map { (index, $0) }
    }
    // The letters of a folder are one sequence.
    var sequences = [[RecognizedGesture]](repeating: [], count: recordings.count)
    var empty: [String] = []
    try Batch.run(inputs) { index, file in
      let gestures = try recognized(at: file, by: recognizer)
      sequences[index] += gestures
      if gestures.isEmpty { empty.append(InputFile.displayName(file)) }
    } answer: {
      for gestures in sequences { result.append(gestures, decodedBy: decoder) }
      let gestures = result.answer.gestures
      guard !gestures.isEmpty else {
        if answer.json { try answer.show(result.answer) { "" } }
        throw ToolError(
          .badData,
          "\(recordings.joined(separator: ", ")): expected a gesture, got none: samples with touch "
            + "1, or movements that resemble the model's gestures; --whole takes a recording as one"
        )
      }
      if let first = gestures.first, !gestures.contains(where: { $0.best != nil }) {
        throw ToolError(.badData, "\(first.recording): \(first.reason ?? "")")
      }
      for file in empty { Console.warning("\(file): expected a gesture, got none") }
      for warning in result.warnings(limitsDuration: !isPipeline) { Console.warning(warning) }
      if let report { try result.write(to: report, title: recordings.joined(separator: ", ")) }
      if report != "-" { try answer.show(result.answer) { result.text } }
    }
  }

  private func recognized(
    at path: String, by recognizer: GestureRecognizer
  ) throws -> [RecognizedGesture] {
    if recognizer.isPipeline {
      switch try reading.content(at: path, sampleRate: sampleRate) {
      case .recordings(let recordings):
        return recognizer.recognize(recordings, isWhole: whole)
      case .series(let set):
        do {
          return try recognizer.recognize(set)
        } catch {
          throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
        }
      case .vectors:
        throw ToolError(.badData, "\(path): expected recordings or series, got feature vectors")
      }
    }
    let recordings = try reading.open(path, for: .motion)
    guard
      !recordings.others.strokes.isEmpty || !recordings.others.deviceMotion.isEmpty
        || !recordings.sensorSamples.isEmpty
    else {
      throw RecordingError(
        file: InputFile.displayName(path),
        problem: .malformed("expected strokes, device motion or sensor samples, got none"))
    }
    return try recognizer.recognize(recordings, isWhole: whole)
  }
}

/// `inertial demo`: the letters of a simulated recording.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recognise a word from simulated raw sensor samples.",
    discussion: """
      A synthetic writer outside the model's training set writes a word in the air. The command \
      converts raw gyroscope and accelerometer samples into orientation, path, strokes on a plane, \
      features and letters.
      """,
    examples: "inertial demo --report demo.html")

  private static let text = "AMAZING"
  private static let writer = Writer(seed: 9)

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp(
      "The HTML page to write, with the strokes and their scores.", valueName: "file"))
  var report = "inertial-demo.html"

  @OptionGroup var answer: OutputOptions

  func validate() throws { try answer.requireFiles(report: report, inputs: [model.model]) }

  func run() throws {
    let recordings = try SyntheticRecording(
      Self.text, kind: .sensors, writer: Self.writer, seed: 1
    ).recordings
    var result = RecognitionReport(
      try model.recognizer().recognize(recordings), modelName: model.name)
    // Without a writable folder, the answer is still shown.
    let written = Swift.Result {
      try result.write(to: report, title: "the word \(Self.text), written in the air")
    }
    guard report != "-" else { return try written.get() }
    let samples = recordings.sensorSamples.map(\.samples.count).reduce(0, +)
    try answer.show(result.answer) {
      """
      \(samples) raw sensor samples of a phone that writes \(Self.text) in the air:

      \(result.picture(width: 80))
      Read: \(result.answer.text)
      """ + (result.answer.report.map { "\nReport: \($0)" } ?? "")
    }
    try written.get()
  }
}

/// `inertial features`: labelled zone features of gestures.
struct Features: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Extract the zone features of strokes or motions, with their labels.",
    discussion: """
      Each gesture becomes a feature vector: the share of time and the net displacement in each \
      zone of its bounding box, and a constant 1. 'inertial train --dataset' and 'inertial score' \
      read the table and the log. The defaults are those of MIT 6.1820, lab 3: 3x3 zones, a \
      smallest size of 100 points or 1 cm, and exponential damping of paths in the air at 2 /s.
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
      case .table: "a CSV table with the label and one column per feature"
      case .log: "a training log with one tuple per line, ('A', [features, 1.0])"
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

/// `inertial score`: scores of feature vectors by a weight matrix.
struct Score: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Score feature vectors against the weights of each label.",
    discussion: """
      The files are tables with a column 'label' and one column per feature. Columns are matched by \
      name; for a model by order, unless the names are those of 'inertial features'. The vectors \
      may also be a training log of 'inertial features', and the weights the arrays in Swift \
      source. The assigned label has the largest dot product. For labelled vectors, the answer \
      contains the accuracy and the confusion matrix. Vectors with a non-finite number are rejected; \
      they count as errors and are not in the confusion matrix.
      """,
    examples: """
      inertial features hello.csv --output vectors.csv
      inertial train --dataset vectors.csv --classifier lab --print table > weights.csv
      inertial score vectors.csv --weights weights.csv
      """)

  @Option(
    help: ArgumentHelp(
      "The weights, one label per row (default: those of the model).", valueName: "file"))
  var weights: String?

  @OptionGroup var model: ModelOptions

  @Argument(help: "The vectors, one per row; - is standard input.")
  var vectors: String

  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard weights == nil || model.model == nil else {
      throw ValidationError("Expected --weights or --model, got both.")
    }
  }

  func run() throws {
    let weights = try weights.map(readWeights)
    let vectors = try read(self.vectors)
    if let line = vectors.firstNonFinite {
      Console.warning("\(vectors.file):\(line): a feature is not finite; the vector is rejected")
    }
    let assigned =
      if let weights {
        try AssignedLabels(of: vectors, weights: weights)
      } else {
        try AssignedLabels(of: vectors, model: try model.loadLinear())
      }
    let result = ScoreAnswer(assigned)
    try answer.show(result) { result.text }
  }

  private func readWeights(_ path: String) throws -> LabeledVectors {
    let weights = try LabeledVectors.weights(
      InputFile.read(path), name: InputFile.displayName(path))
    for warning in weights.warnings { Console.warning("\(warning)") }
    return weights
  }

  private func read(_ path: String) throws -> LabeledVectors {
    let vectors = try LabeledVectors.vectors(
      InputFile.read(path), name: InputFile.displayName(path))
    for warning in vectors.warnings { Console.warning("\(warning)") }
    return vectors
  }
}
