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

  @Option(
    help: ArgumentHelp(
      "Add the examples to this model, made with nearest-templates, instead of starting anew.",
      valueName: "file"))
  var update: String?

  private struct Answer: Encodable {
    var output: String
    var labels: [String]
    var examples: Int
    var refused: Int
    var classifier: String
    var seed: UInt64
    /// How the random starts ended; absent where the classifier needs none.
    var perceptron: MulticlassPerceptron.Report?
    /// The share of the examples that the model itself reads right; absent where it keeps them.
    var trainingAccuracy: Double?
    /// The share of the examples that are read right by those of other people, or by all others.
    var crossValidatedAccuracy: Double?
    /// How many examples the model keeps; absent where it keeps none.
    var keptExamples: Int?
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
    guard update == nil || !synthetic && embedAs == nil else {
      throw ValidationError("--update goes with --dataset, and not with --embed-as.")
    }
    guard update == nil || classifier.classifier ?? .nearestTemplates == .nearestTemplates else {
      throw ValidationError("--update goes with --classifier nearest-templates.")
    }
    guard !(synthetic && classifier.classifier == .nearestTemplates && airTakes == 0) else {
      throw ValidationError("--classifier nearest-templates learns in the air: --air-takes 1.")
    }
  }

  func run() async throws {
    if synthetic {
      let examples = SyntheticExamples(
        writers: writers, takes: takes, airTakes: airTakes, seed: classifier.seed)
      guard classifier.classifier == .nearestTemplates else {
        return try await trainZones(on: examples.examples(for: classifier.zonePerceptron, air: air))
      }
      var templates = classifier.nearestTemplates
      // Of few examples that stand for many, the nearest alone counts.
      templates.matching.neighbors = 1
      let set = try examples.motionExamples(for: templates)
      var model = try await templates.train(set.examples)
      // Real gestures are farther from made-up ones than those are from each other.
      model.calibration.minimumFamiliarity = TemplateCalibration().minimumFamiliarity
      return try write(model, set: set)
    }
    let path = try data.path
    let recordings = try data.recordings(in: path)
    if update != nil
      || classifier.choice(
        forMotionOnly: DataSetOptions.isMotionOnly(recordings)) == .nearestTemplates
    {
      try await trainTemplates(on: recordings, at: path)
    } else {
      try await trainZones(
        on: data.examples(of: recordings, at: path, for: classifier.zonePerceptron, air: air))
    }
  }

  /// How paths are made: a model has one alignment, for strokes and for letters in the air.
  private var air: AirOptions {
    var air = classifier.air
    air.alignment = classifier.zonePerceptron.features.alignment
    return air
  }

  private func trainTemplates(on recordings: Recordings?, at path: String) async throws {
    var templates = classifier.nearestTemplates
    var known: TemplateModel?
    if let update {
      guard case .templates(let model) = try ModelOptions.load(update) else {
        throw ToolError(
          .badData, "\(InputFile.displayName(update)): the model keeps no examples to add to")
      }
      templates.normalizer = model.normalizer
      known = model
    }
    let set = try data.examples(of: recordings, at: path, for: templates)
    let model: TemplateModel
    if var known {
      for example in set.examples {
        try known.add(example.representation, label: example.label, name: example.name)
      }
      known.metadata["examples"] = "\(known.exampleCount)"
      model = known
    } else {
      model = try await templates.train(set.examples)
    }
    try write(model, set: set, isUpdate: known != nil)
  }

  /// Writes a model that keeps examples, and shows the answer.
  private func write(
    _ model: TemplateModel, set: ExampleSet<MotionSeries>, isUpdate: Bool = false
  ) throws {
    try writeFile(of: ModelFile.encode(model))
    let calibration = model.calibration
    try show(
      Answer(
        output: output, labels: model.labels, examples: set.examples.count,
        refused: set.refused.count, classifier: NearestTemplates.name, seed: classifier.seed,
        crossValidatedAccuracy: !isUpdate && calibration.gestures > 0
          ? Double(calibration.correct) / Double(calibration.gestures) : nil,
        keptExamples: model.exampleCount))
  }

  /// Writes a model file, or the Swift source that carries it.
  private func writeFile(of file: [UInt8]) throws {
    let contents =
      embedAs.map {
        Array(EmbeddedSource.model(file, name: $0, command: command($0)).utf8)
      } ?? file
    try OutputFile.write(contents, to: output)
  }

  private func trainZones(on set: ExampleSet<[Double]>) async throws {
    let model: LinearModel
    var report: MulticlassPerceptron.Report?
    if classifier.classifier == .zoneSoftmax {
      var softmax = classifier.zoneSoftmax
      // Made-up writers are alike: what suits the unseen ones fits real ones too closely.
      if synthetic { softmax.selection = nil }
      model = try await softmax.train(set.examples)
    } else {
      var perceptron = classifier.zonePerceptron
      perceptron.reportProgress("starts", total: classifier.starts)
      (model, report) = try await perceptron.trainWithReport(set.examples)
    }
    try writeFile(of: ModelFile.encode(model))
    let right = set.examples.count {
      (try? model.recognize($0.representation))?.label == $0.label
    }
    try show(
      Answer(
        output: output, labels: model.labels, examples: set.examples.count,
        refused: set.refused.count,
        classifier: report == nil ? ZoneSoftmax.name : ZonePerceptron.name, seed: classifier.seed,
        perceptron: report, trainingAccuracy: Double(right) / Double(set.examples.count)))
  }

  /// Shows the answer, unless the model itself went to standard output.
  private func show(_ summary: Answer) throws {
    guard output != "-" else { return }
    try answer.show(summary) {
      """
      \(summary.labels.count) labels from \(summary.examples) examples\
      \(summary.refused > 0 ? ", \(summary.refused) refused" : ""): \(output)
      \(summary.trainingAccuracy.map { percentage($0) + " of the examples are read right" } ?? "")\
      \(summary.crossValidatedAccuracy.map { percentage($0) + " are read right by the others" } ?? "")\
      \(summary.perceptron.map(Self.text) ?? "")\
      \(summary.keptExamples.map { "\(update == nil ? "\n" : "")\($0) examples are in the model" } ?? "")
      """
    }
  }

  private static func text(_ report: MulticlassPerceptron.Report) -> String {
    "\n\(report.converged) of \(report.starts) starts converged, "
      + "\(decimal(report.meanEpochs, places: 1)) epochs on average"
  }

  private func command(_ name: String) -> String {
    let source =
      data.dataset.map { "--dataset \($0)" }
      ?? "--synthetic --writers \(writers) --takes \(takes) --air-takes \(airTakes)"
    let learner =
      switch classifier.classifier ?? .zonePerceptron {
      case .nearestTemplates:
        "--classifier nearest-templates" + (classifier.templates.map { " --templates \($0)" } ?? "")
      case .zonePerceptron: "--starts \(classifier.starts)"
      case .zoneSoftmax: "--classifier zone-softmax"
      }
    return "inertial train \(source) \(learner) --seed \(classifier.seed) --embed-as \(name)"
  }
}
