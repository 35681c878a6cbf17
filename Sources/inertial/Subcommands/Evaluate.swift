public import ArgumentParser
public import GestureRecognition

/// `inertial evaluate`: a data set under a protocol.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says how well letters are read that the classifier did not learn from.",
    discussion: """
      With --model (or --built-in) a finished model is tested on the data set; otherwise the \
      protocol says which part is learned from and which is tested.
      """)

  @OptionGroup var data: DataSetOptions
  @OptionGroup var classifier: ClassifierOptions

  @Option(
    name: .customLong("protocol"),
    help: """
      What is learned from and what is tested: parts of each user alone, parts of all users \
      together, all users but one, or two data sets.
      """)
  var method = EvaluationProtocol.leaveOneUserOut

  @Option(
    help: ArgumentHelp(
      "The data set to learn from, with --protocol train-test.", valueName: "path"))
  var training: String?

  @Option(
    help: ArgumentHelp(
      "Learn from the first so many examples of each letter of the tested user: from them alone "
        + "with user-dependent, from them too with leave-one-user-out.",
      valueName: "count"))
  var examplesPerClass: Int?

  @Flag(help: "Leave out recordings over twice that writer's median length for that letter.")
  var excludeLong = false

  @Option(
    help: ArgumentHelp("Test this model, made by 'inertial train'.", valueName: "file"))
  var model: String?

  @Flag(help: "Test the model that comes with the program.")
  var builtIn = false

  @Flag(help: "Let a finished model choose only among the letters that the data set has.")
  var amongPresentLetters = false

  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard data.dataset != nil else { throw ValidationError("Name a data set: --dataset PATH.") }
    guard !(builtIn && model != nil) else {
      throw ValidationError("Name either --model or --built-in.")
    }
    guard !amongPresentLetters || builtIn || model != nil else {
      throw ValidationError("--among-present-letters goes with --model or --built-in.")
    }
    guard builtIn || model != nil || (method == .trainTest) == (training != nil) else {
      throw ValidationError("--training PATH goes with --protocol train-test.")
    }
    guard examplesPerClass ?? 1 > 0 else {
      throw ValidationError("--examples-per-class must be 1 or more.")
    }
  }

  func run() async throws {
    var perceptron = classifier.zonePerceptron
    var air = classifier.air
    var finished: LinearModel?
    if builtIn || model != nil {
      var options = ModelOptions()
      options.model = model
      let loaded = try options.load()
      perceptron.features = loaded.features
      air.alignment = loaded.features.alignment
      finished = loaded
    }
    let set = try data.examples(for: perceptron, air: air)
    for refusal in set.refused { Console.warning("\(refusal.name): \(refusal.reason)") }
    var evaluation = Evaluation(method, seed: classifier.seed)
    evaluation.examplesPerClass = examplesPerClass
    evaluation.excludesLong = excludeLong
    let result: EvaluationResult
    if var finished {
      if amongPresentLetters { finished = try finished.limited(to: set.examples.map(\.label)) }
      evaluation.method = .trainTest
      evaluation.examplesPerClass = nil
      result = try await evaluation.run(FinishedModel(model: finished), on: set, training: set)
    } else {
      let separate = try training.map {
        try data.examples(in: $0, for: perceptron, air: air)
      }
      let progress = Progress("trainings")
      let show = { @Sendable (done: Int, total: Int) in progress.show(done: done, of: total) }
      result =
        switch classifier.classifier {
        case .zonePerceptron:
          try await evaluation.run(perceptron, on: set, training: separate, progress: show)
        case .zoneSoftmax:
          try await evaluation.run(
            classifier.zoneSoftmax, on: set, training: separate, progress: show)
        }
      progress.finish()
    }
    let summary = EvaluationAnswer(
      result, dataset: data.dataset ?? "", classifier: classifier, method: evaluation.method)
    try answer.show(summary) { summary.text }
  }
}

extension EvaluationProtocol: ExpressibleByArgument {}

/// A model that has learned already, as evaluations take classifiers.
private struct FinishedModel: GestureClassifier {
  let model: LinearModel

  func train(_ examples: [Example<[Double]>]) async throws(TrainingError) -> LinearModel { model }

  func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

extension LinearModel {
  /// The same model with only these labels to choose from.
  fileprivate func limited(to kept: some Sequence<String>) throws(ModelError) -> LinearModel {
    let kept = Set(kept)
    let rows = labels.indices.filter { kept.contains(labels[$0]) }
    var model = try LinearModel(
      labels: rows.map { labels[$0] }, features: features,
      weights: rows.flatMap { Array(weights[$0 * features.count..<($0 + 1) * features.count]) },
      temperature: temperature, metadata: metadata)
    model.minimumConfidence = minimumConfidence
    return model
  }
}
