internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings
internal import MotionSimulation

/// `inertial train`: a model file from a labelled data set.
struct Train: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Train a classifier on labelled recordings, and write a model file.",
    discussion: """
      The training set is a data set, or synthetic writers (--synthetic). Equal examples, options \
      and seed yield the same model on any machine.

      A pipeline for any sensor is trained on a table of series (columns series, label, time, and \
      one for each component), a data set file, a text file of the Gesture Recognition Toolkit, or \
      on recordings of motion:

        inertial train --dataset poses.grt --classifier gaussian-naive-bayes \\
          --preprocess moving-average=5 --postprocess label-filter=5/10 \\
          --output poses.model
        inertial recognize --model poses.model more.csv
        some-sensor | inertial live --model poses.model
      """,
    examples: "inertial train --dataset letters.csv --output letters.model")

  @OptionGroup var data: DataSetOptions

  @Flag(help: "Train on synthetic writers instead of a data set.")
  var synthetic = false

  @Option(help: ArgumentHelp("The number of synthetic writers.", valueName: "count"))
  var writers = 100

  @Option(
    help: ArgumentHelp(
      "The number of takes of each letter on a screen by each writer.", valueName: "count"))
  var takes = 1

  @Option(
    help: ArgumentHelp(
      "The number of takes of each letter in the air by each writer.", valueName: "count"))
  var airTakes = 0

  @OptionGroup var classifier: ClassifierOptions

  @Option(
    help: ArgumentHelp(
      "Add the examples to this nearest-templates model.",
      valueName: "file"))
  var update: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output: String

  @OptionGroup var answer: OutputOptions

  /// The classifiers that --synthetic supports.
  private static let synthetic: [ModelTrainer.Classifier] = [
    .nearestTemplates, .zonePerceptron, .zoneSoftmax, .lab,
  ]

  func validate() throws {
    guard synthetic != (data.dataset != nil) else {
      throw ValidationError("Expected one of --dataset PATH and --synthetic.")
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
    try answer.requireFiles(output: output, inputs: [data.dataset, update])
    guard update == nil || !synthetic else {
      throw ValidationError("--update requires --dataset.")
    }
    guard update == nil || classifier.classifier ?? .nearestTemplates == .nearestTemplates else {
      throw ValidationError("--update requires --classifier nearest-templates.")
    }
    guard !synthetic || Self.synthetic.contains(classifier.classifier ?? .zonePerceptron) else {
      throw ValidationError("This --classifier requires a data set: --dataset PATH.")
    }
    guard !(synthetic && classifier.classifier == .nearestTemplates && airTakes == 0) else {
      throw ValidationError("--classifier nearest-templates requires --air-takes of 1 or more.")
    }
  }

  func run() async throws {
    var trainer = classifier.trainer
    let name: String
    let content: DataSetContent
    if synthetic {
      trainer.classifier = classifier.classifier ?? .zonePerceptron
      trainer.isSynthetic = true
      name = "synthetic writers"
      let set = SyntheticTrainingSet(
        writers: writers, takes: takes, airTakes: airTakes, seed: classifier.seed)
      content = .recordings(
        trainer.classifier == .nearestTemplates ? set.motion : set.strokesAndSamples)
    } else {
      name = try data.path
      content = try data.content(at: name, sampleRate: classifier.pipeline.sampleRate)
      trainer = try classifier.trainer(for: content, name: name)
    }
    let trained: TrainedModel
    if let update {
      guard case .templates(let model) = try ModelOptions.load(update) else {
        throw ToolError(
          .badData,
          "\(InputFile.displayName(update)): expected a nearest-templates model, which "
            + "contains its examples")
      }
      trained = try trainer.update(model, with: content, name: name)
    } else {
      let progress = Progress("starts", total: classifier.starts)
      defer { progress.finish() }
      trained = try await trainer.train(on: content, name: name) { progress.show(done: $0) }
    }
    try OutputFile.write(trained.model.file(), to: output)
    guard output != "-" else { return }
    let summary = TrainAnswer(trained, output: output, seed: classifier.seed)
    try answer.show(summary) { summary.text }
  }
}
