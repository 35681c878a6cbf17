internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import MotionReports
internal import MotionSimulation

/// `inertial train`: a model file from a labelled data set.
struct Train: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Train a classifier on labelled recordings, and write a model file.",
    discussion: """
      The training set is a data set (--dataset) or written by synthetic writers (--synthetic). \
      Equal examples, options and seeds yield equal models on any machine. --weights creates a \
      model from finished weights instead.

      A pipeline for any sensor is trained on a table of series (columns series, label, time, and \
      one for each component), a data set file, a text file of the Gesture Recognition Toolkit, or \
      recordings of motion. 'inertial recognize' and 'inertial live' read its model.
      """,
    examples: """
      inertial collect hello.csv --dataset letters.csv --user me
      inertial train --dataset letters.csv --output letters.model
      inertial train --dataset letters.csv --preprocess moving-average=5 --output series.model
      """)

  @OptionGroup var data: DataSetOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The model file; - is standard output. Optional with --print.", valueName: "file"))
  var output: String?

  @Flag(help: "Train on synthetic writers instead of a data set.")
  var synthetic = false

  @Option(help: "The vocabulary of the synthetic writers.")
  var vocabulary = Vocabulary.letters

  @Option(help: ArgumentHelp("The number of synthetic writers.", valueName: "count"))
  var writers = 100

  @Option(
    help: ArgumentHelp(
      "Repetitions by each writer on a screen.", valueName: "count"))
  var takes = 1

  @Option(
    help: ArgumentHelp(
      "Repetitions by each writer in the air.",
      valueName: "count"))
  var airTakes = 0

  @Option(
    help: ArgumentHelp(
      "stroke-network: also reject the strokes of this file; may be repeated.", valueName: "file"))
  var reject: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the examples to this nearest-templates model.",
      valueName: "file"))
  var update: String?

  @Option(
    help: ArgumentHelp(
      "Create a model from these weights of zone features: a table, or source with the arrays 'weights' and 'labels'.",
      valueName: "file"))
  var weights: String?

  @Option(
    name: .customLong("print"),
    help: "Print the weights of a zone classifier.")
  var printed: WeightStyle?

  @Flag(
    help:
      "Write a pipeline file of the Gesture Recognition Toolkit, for pipelines that classify each sample."
  )
  var grt = false

  @OptionGroup var classifier: ClassifierOptions
  @OptionGroup var answer: OutputOptions

  /// The classifier; by default that of the synthetic writers' vocabulary.
  private var syntheticClassifier: ModelTrainer.Classifier {
    classifier.classifier ?? (vocabulary == .gestures ? .gaussianNaiveBayes : .strokeNetwork)
  }

  /// The form of printed weights.
  enum WeightStyle: String, ExplainedArgument {
    case swift
    case table

    var explanation: String {
      switch self {
      case .swift: "labels and weights as Swift source to paste"
      case .table: "a table with labels, for 'inertial score --weights'"
      }
    }
  }

  func validate() throws {
    guard [synthetic, data.dataset != nil, weights != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Expected one of --dataset PATH, --synthetic and --weights FILE.")
    }
    guard output != nil || printed != nil else {
      throw ValidationError("Expected a file for the model: --output FILE.")
    }
    guard printed == nil || (!answer.json && output != "-") else {
      throw ValidationError(
        "--print writes to standard output: expected neither --json nor --output -.")
    }
    guard weights == nil || classifier.classifier?.input ?? .zones == .zones else {
      throw ValidationError("--weights makes a model of zone features: expected no --classifier.")
    }
    guard writers > 0, takes >= 0, airTakes >= 0, takes > 0 || airTakes > 0 else {
      throw ValidationError("--writers and one of --takes or --air-takes must be positive.")
    }
    // All examples are held in memory.
    let most = 100_000
    guard takes <= most, airTakes <= most, writers <= most / (takes + airTakes) else {
      throw ValidationError(
        "--writers times --takes and --air-takes: expected at most \(most) alphabets.")
    }
    try answer.requireFiles(output: output, inputs: [data.dataset, update, weights] + reject)
    guard reject.isEmpty || update == nil && weights == nil else {
      throw ValidationError("--reject requires training: expected no --update and no --weights.")
    }
    guard reject.isEmpty || classifier.classifier ?? .strokeNetwork == .strokeNetwork else {
      throw ValidationError("--reject requires --classifier stroke-network.")
    }
    guard update == nil || !synthetic else {
      throw ValidationError("--update requires --dataset.")
    }
    guard update == nil || classifier.classifier ?? .nearestTemplates == .nearestTemplates else {
      throw ValidationError("--update requires --classifier nearest-templates.")
    }
    if update != nil { try classifier.requireNoTraining(by: "--update") }
    guard synthetic || vocabulary == .letters else {
      throw ValidationError("--vocabulary requires --synthetic.")
    }
    guard
      !synthetic || vocabulary == .gestures || syntheticClassifier.input != .series
    else {
      throw ValidationError("This --classifier requires a data set: --dataset PATH.")
    }
    if synthetic { try classifier.requireUse(by: syntheticClassifier, isSynthetic: true) }
    guard !(synthetic && vocabulary == .gestures && airTakes == 0) else {
      throw ValidationError("--vocabulary gestures requires --air-takes of 1 or more.")
    }
    guard !synthetic || !vocabulary.isPrintedOnly || syntheticClassifier == .strokeNetwork else {
      throw ValidationError(
        "--vocabulary \(vocabulary.rawValue) requires --classifier stroke-network.")
    }
    guard !(synthetic && syntheticClassifier == .strokeNetwork && takes == 0) else {
      throw ValidationError("--classifier stroke-network requires --takes of 1 or more.")
    }
    guard !(synthetic && classifier.classifier == .nearestTemplates && airTakes == 0) else {
      throw ValidationError("--classifier nearest-templates requires --air-takes of 1 or more.")
    }
  }

  func run() async throws {
    let trained: TrainedModel
    if let weights { trained = try model(of: weights) } else { trained = try await train() }
    var source: String?
    if let printed {
      guard case .features(let model) = trained.model, model.zoneWeights != nil else {
        throw ValidationError("--print: expected a zone classifier, got \(trained.classifier).")
      }
      source = printed == .swift ? model.swiftSource : model.table.csv
    }
    if let output {
      do {
        try OutputFile.write(grt ? trained.model.grtFile() : trained.model.file(), to: output)
      } catch let error as ModelError {
        throw ToolError(.badData, "\(output): \(error)")
      }
    }
    if let source { return try OutputFile.write(source, to: "-") }
    guard let output, output != "-" else { return }
    let summary = TrainAnswer(trained, output: output, seed: classifier.seed)
    try answer.show(summary) { summary.text }
  }

  /// A model of the weights in a file.
  private func model(of path: String) throws -> TrainedModel {
    let weights = try LabeledVectors.weights(
      InputFile.read(path), name: InputFile.displayName(path))
    do {
      return TrainedModel(weights: try classifier.trainer.model(of: weights))
    } catch {
      throw ToolError(.badData, "\(weights.file): \(error)")
    }
  }

  private func train() async throws -> TrainedModel {
    var trainer = classifier.trainer
    let name: String
    let content: DataSetContent
    if synthetic {
      trainer.classifier = syntheticClassifier
      trainer.isSynthetic = true
      name = "synthetic writers"
      let set = SyntheticTrainingSet(
        vocabulary, writers: writers, takes: takes, airTakes: airTakes, seed: classifier.seed)
      trainer.temperature = set.temperature
      let recordings =
        switch syntheticClassifier.input {
        case .motions: set.motion
        case .strokes: set.gestures
        case .zones: set.strokesAndSamples
        case .series: set.samples
        }
      switch trainer.classifier {
      case .nearestTemplates:
        trainer.streams = set.streams
        // Rejection by the ratio of acceleration to rotation suits writing only.
        if vocabulary != .gestures { trainer.otherMovements = set.otherMovements }
      case .strokeNetwork: trainer.otherStrokes = set.otherStrokes
      case .gaussianNaiveBayes: trainer.otherMovements = set.otherMovements
      default: break
      }
      content = .recordings(recordings)
    } else {
      name = try data.path
      content = try data.content(at: name, sampleRate: classifier.pipeline.sampleRate)
      trainer = try classifier.trainer(for: content, name: name)
    }
    for path in reject {
      guard case .recordings(let others) = try data.content(at: path), !others.strokes.isEmpty
      else {
        throw ToolError(.badData, "\(InputFile.displayName(path)): expected strokes to reject")
      }
      trainer.otherStrokes += others.strokes
    }
    guard reject.isEmpty || trainer.classifier(for: content) == .strokeNetwork else {
      throw ValidationError("--reject requires a data set of strokes.")
    }
    guard let update else {
      defer { Console.clearProgress() }
      return try await trainer.train(on: content, name: name) {
        Console.progress("training", done: $0, of: $1)
      }
    }
    guard case .templates(let model) = try ModelOptions.load(update) else {
      throw ToolError(
        .badData,
        "\(InputFile.displayName(update)): expected a nearest-templates model, which "
          + "contains its examples")
    }
    let trained = try trainer.update(model, with: content, name: name)
    let known = model.exampleCount + trained.exampleCount - (trained.keptExampleCount ?? 0)
    if known > 0 {
      Console.warning(
        "\(name): \(counted(known, "example")) that \(InputFile.displayName(update)) contains, "
          + "left out")
    }
    return trained
  }
}
