public import ArgumentParser
public import GestureRecognition
internal import MotionRecordings

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

  @Flag(
    help: """
      Also leave out each letter in turn, and say how many gestures of it are refused: takes as \
      many times as long as there are letters.
      """)
  var leaveLettersOut = false

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
    guard !leaveLettersOut || !(builtIn || model != nil || method == .trainTest) else {
      throw ValidationError(
        "--leave-letters-out goes with a protocol that learns from the data set.")
    }
    guard examplesPerClass ?? 1 > 0 else {
      throw ValidationError("--examples-per-class must be 1 or more.")
    }
  }

  func run() async throws {
    let path = try data.path
    let recordings = try data.recordings(in: path)
    if builtIn || model != nil {
      return try await evaluateFinishedModel(on: recordings, at: path)
    }
    let separate = try training.map { (path: $0, recordings: try data.recordings(in: $0)) }
    switch classifier.choice(
      forMotionOnly: DataSetOptions.isMotionOnly(recordings))
    {
    case .nearestTemplates:
      let templates = classifier.nearestTemplates
      try await evaluate(
        templates, name: NearestTemplates.name,
        on: data.examples(of: recordings, at: path, for: templates),
        training: separate.map {
          try data.examples(of: $0.recordings, at: $0.path, for: templates)
        }, alsoWithoutLong: true)
    case .zonePerceptron:
      try await evaluate(
        classifier.zonePerceptron, name: ZonePerceptron.name,
        on: zoneExamples(of: recordings, at: path),
        training: separate.map { try zoneExamples(of: $0.recordings, at: $0.path) },
        stabilizer: classifier.air.stabilizer)
    case .zoneSoftmax:
      try await evaluate(
        classifier.zoneSoftmax, name: ZoneSoftmax.name,
        on: zoneExamples(of: recordings, at: path),
        training: separate.map { try zoneExamples(of: $0.recordings, at: $0.path) },
        stabilizer: classifier.air.stabilizer)
    }
  }

  private func zoneExamples(
    of recordings: Recordings?, at path: String
  ) throws -> ExampleSet<[Double]> {
    try data.examples(
      of: recordings, at: path, for: classifier.zonePerceptron, air: classifier.air)
  }

  /// Evaluates what learns, and shows the answer.
  ///
  /// - Parameter alsoWithoutLong: Whether to evaluate a second time without long recordings, where
  ///   they are not left out anyway.
  private func evaluate<Classifier: GestureClassifier>(
    _ learner: Classifier, name: String, on set: ExampleSet<Classifier.Representation>,
    training: ExampleSet<Classifier.Representation>? = nil, stabilizer: Stabilizer? = nil,
    alsoWithoutLong: Bool = false, method: EvaluationProtocol? = nil
  ) async throws {
    for refusal in set.refused { Console.warning("\(refusal.name): \(refusal.reason)") }
    var evaluation = Evaluation(method ?? self.method, seed: classifier.seed)
    evaluation.examplesPerClass = method == nil ? examplesPerClass : nil
    evaluation.excludesLong = excludeLong
    let progress = Progress("trainings")
    let show = { @Sendable (done: Int, total: Int) in progress.show(done: done, of: total) }
    let result = try await evaluation.run(learner, on: set, training: training, progress: show)
    var withoutLong: EvaluationResult?
    if alsoWithoutLong, !excludeLong {
      evaluation.excludesLong = true
      withoutLong = try await evaluation.run(learner, on: set, training: training)
    }
    var rejection: RejectionResult?
    if leaveLettersOut {
      evaluation.excludesLong = excludeLong
      let letters = Progress("letters left out")
      rejection = try await evaluation.runLeavingClassesOut(learner, on: set) { done, total in
        letters.show(done: done, of: total)
      }
      letters.finish()
    }
    progress.finish()
    let summary = EvaluationAnswer(
      result, withoutLong: withoutLong, rejection: rejection, dataset: data.dataset ?? "",
      classifier: name,
      stabilizer: stabilizer?.rawValue, method: evaluation.method, seed: classifier.seed)
    try answer.show(summary) { summary.text }
  }

  private func evaluateFinishedModel(on recordings: Recordings?, at path: String) async throws {
    var options = ModelOptions()
    options.model = model
    let choice = classifier.choice(forMotionOnly: DataSetOptions.isMotionOnly(recordings))
    switch try options.load(forMotion: choice == .nearestTemplates) {
    case .linear(var finished):
      var perceptron = classifier.zonePerceptron
      perceptron.features = finished.features
      var air = classifier.air
      air.alignment = finished.features.alignment
      let set = try data.examples(of: recordings, at: path, for: perceptron, air: air)
      if amongPresentLetters { finished = try finished.limited(to: set.examples.map(\.label)) }
      let model = finished
      try await evaluate(
        FinishedModel { (vector: [Double]) throws(GestureError) in try model.recognize(vector) },
        name: options.name, on: set, training: set, stabilizer: air.stabilizer, method: .trainTest)
    case .templates(var finished):
      var templates = NearestTemplates()
      templates.normalizer = finished.normalizer
      let set = try data.examples(of: recordings, at: path, for: templates)
      if amongPresentLetters {
        let present = Set(set.examples.map(\.label))
        for label in finished.labels where !present.contains(label) { finished.removeClass(label) }
      }
      let model = finished
      try await evaluate(
        FinishedModel { (series: MotionSeries) throws(GestureError) in try model.recognize(series)
        },
        name: options.name, on: set, training: set, method: .trainTest)
    }
  }
}

extension EvaluationProtocol: ExpressibleByArgument {}

/// A model that has learned already, as evaluations take classifiers.
private struct FinishedModel<Representation: Sendable>: GestureClassifier {
  let read: @Sendable (Representation) throws(GestureError) -> Recognition

  func train(_ examples: [Example<Representation>]) async throws(TrainingError) {}

  func recognize(
    _ representation: Representation, with model: Void
  ) throws(GestureError) -> Recognition {
    try read(representation)
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
