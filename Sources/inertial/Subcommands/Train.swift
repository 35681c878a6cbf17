internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial train`: a labelled data set to a model file.
struct Train: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learns to read letters from labelled recordings, and writes a model file.",
    discussion: """
      Learns from a data set, or from strokes that made-up writers write (--synthetic). The same \
      examples, options and seed give the same model on any machine.
      """)

  @OptionGroup var data: DataSetOptions

  @Flag(help: "Learn from made-up writers instead of a data set.")
  var synthetic = false

  @Option(help: ArgumentHelp("How many made-up writers.", valueName: "count"))
  var writers = 100

  @Option(
    help: ArgumentHelp(
      "How often each of them writes each letter on a screen.", valueName: "count"))
  var takes = 1

  @Option(
    help: ArgumentHelp(
      "How often each of them writes each letter in the air.", valueName: "count"))
  var airTakes = 0

  @OptionGroup var classifier: ClassifierOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Write Swift source that declares the model as a string of this name, not a model file.",
      valueName: "name"))
  var embedAs: String?

  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var output: String
    var labels: [String]
    var examples: Int
    var refused: Int
    var seed: UInt64
    /// How the random starts ended; absent where the classifier needs none.
    var perceptron: MulticlassPerceptron.Report?
    /// The share of the examples that the model itself reads right.
    var trainingAccuracy: Double
  }

  func validate() throws {
    guard synthetic != (data.dataset != nil) else {
      throw ValidationError("Name either a data set with --dataset or --synthetic.")
    }
    guard writers > 0, takes >= 0, airTakes >= 0, takes + airTakes > 0 else {
      throw ValidationError("Somebody has to write something: raise --writers or --takes.")
    }
    guard !(answer.json && output == "-") else {
      throw ValidationError("With --json name a file for the model: --output FILE.")
    }
  }

  func run() async throws {
    var perceptron = classifier.zonePerceptron
    let set = try examples(for: perceptron)
    let model: LinearModel
    var report: MulticlassPerceptron.Report?
    switch classifier.classifier ?? .zonePerceptron {
    case .nearestTemplates:
      throw ValidationError("nearest-templates cannot be written to a file yet.")
    case .zonePerceptron:
      perceptron.reportProgress("starts", total: classifier.starts)
      (model, report) = try await perceptron.trainWithReport(set.examples)
    case .zoneSoftmax:
      var softmax = classifier.zoneSoftmax
      // Made-up writers are alike: what suits the unseen ones fits real ones too closely.
      if synthetic { softmax.selection = nil }
      model = try await softmax.train(set.examples)
    }
    let contents =
      if let embedAs {
        Array(try EmbeddedSource.model(model, name: embedAs, command: command(embedAs)).utf8)
      } else {
        try ModelFile.encode(model)
      }
    try OutputFile.write(contents, to: output)
    guard output != "-" else { return }
    let right = set.examples.count {
      (try? model.recognize($0.representation))?.label == $0.label
    }
    let summary = Answer(
      output: output, labels: model.labels, examples: set.examples.count,
      refused: set.refused.count, seed: classifier.seed, perceptron: report,
      trainingAccuracy: Double(right) / Double(set.examples.count))
    try answer.show(summary) {
      """
      \(summary.labels.count) labels from \(summary.examples) examples\
      \(summary.refused > 0 ? ", \(summary.refused) refused" : ""): \(output)
      \(percentage(summary.trainingAccuracy)) of the examples are read right\
      \(summary.perceptron.map(Self.text) ?? "")
      """
    }
  }

  private static func text(_ report: MulticlassPerceptron.Report) -> String {
    "\n\(report.converged) of \(report.starts) starts converged, "
      + "\(decimal(report.meanEpochs, places: 1)) epochs on average"
  }

  private func examples(for perceptron: ZonePerceptron) throws -> ExampleSet<[Double]> {
    // A model has one alignment, for strokes and for letters in the air.
    var air = classifier.air
    air.alignment = perceptron.features.alignment
    guard synthetic else {
      return try data.examples(in: data.path, for: perceptron, air: air)
    }
    return try SyntheticExamples(
      writers: writers, takes: takes, airTakes: airTakes, seed: classifier.seed
    ).examples(for: perceptron, air: air)
  }

  private func command(_ name: String) -> String {
    let source =
      data.dataset.map { "--dataset \($0)" }
      ?? "--synthetic --writers \(writers) --takes \(takes) --air-takes \(airTakes)"
    let learner =
      switch classifier.classifier ?? .zonePerceptron {
      case .nearestTemplates: "--classifier nearest-templates"
      case .zonePerceptron: "--starts \(classifier.starts)"
      case .zoneSoftmax: "--classifier zone-softmax"
      }
    return "inertial train \(source) \(learner) --seed \(classifier.seed) --embed-as \(name)"
  }
}
