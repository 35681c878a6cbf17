public import ArgumentParser
public import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
public import MotionSimulation

/// `inertial evaluate`: a data set under a protocol.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says how well letters are read that the classifier did not learn from.",
    discussion: """
      With --model (or --built-in) a finished model is tested on the data set; otherwise the \
      protocol says which part is learned from and which is tested. A pipeline for any sensor is \
      tried by naming one of its classifiers or stages, such as

        inertial evaluate --dataset poses.grt --protocol mixed \\
          --preprocess moving-average=5
      """,
    examples: """
      inertial evaluate --dataset letters.csv --built-in
      inertial evaluate --dataset letters.csv --protocol mixed --report mixed.html
      """)

  @OptionGroup var data: DataSetOptions
  @OptionGroup var classifier: ClassifierOptions

  @Option(
    name: .customLong("protocol"),
    help: "What is learned from, and what is tested; without this leave-one-user-out.")
  var named: EvaluationProtocol?

  @Option(
    help: ArgumentHelp(
      "The data set to learn from, with --protocol train-test.", valueName: "path"))
  var training: String?

  @Option(
    help: ArgumentHelp(
      "Learn from the first so many examples of each letter of the tested user: from them alone "
        + "with user-dependent, from them too with leave-one-user-out; with mixed from so many "
        + "of each letter at most.",
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
      many times as long as there are letters. nearest-templates only.
      """)
  var leaveLettersOut = false

  @Flag(help: "Also evaluate by the other protocols that need no second data set.")
  var allProtocols = false

  @Flag(
    help: """
      Also learn from more and more: other writers, and one's own first examples. A report has \
      these curves anyway.
      """)
  var learningCurves = false

  @Option(
    help: ArgumentHelp(
      "Disturb the tested motions, not the learned ones: "
        + MotionDisturbance.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var disturb: MotionDisturbance?

  @Option(
    help: ArgumentHelp(
      "Write a page with the confusion, each writer's share, the worst misreads drawn, how far "
        + "confidences can be trusted, and learning curves, for which the protocol is run again "
        + "on parts of the data.", valueName: "file"))
  var report: String?

  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard data.dataset != nil else { throw ValidationError("Name a data set: --dataset PATH.") }
    guard !(builtIn && model != nil) else {
      throw ValidationError("Name either --model or --built-in.")
    }
    guard !amongPresentLetters || builtIn || model != nil else {
      throw ValidationError("--among-present-letters goes with --model or --built-in.")
    }
    guard named == nil || !(builtIn || model != nil) else {
      throw ValidationError("--protocol goes with what learns, not with --model or --built-in.")
    }
    guard builtIn || model != nil || (method == .trainTest) == (training != nil) else {
      throw ValidationError("--training PATH goes with --protocol train-test.")
    }
    guard !leaveLettersOut || !(builtIn || model != nil || method == .trainTest) else {
      throw ValidationError(
        "--leave-letters-out goes with a protocol that learns from the data set.")
    }
    guard !(allProtocols || learningCurves) || !(builtIn || model != nil || method == .trainTest)
    else {
      throw ValidationError(
        "--all-protocols and --learning-curves go with a protocol that learns from the data set.")
    }
    guard examplesPerClass ?? 1 > 0 else {
      throw ValidationError("--examples-per-class must be 1 or more.")
    }
    try answer.requireFiles(report: report)
  }

  /// What is learned from, and what is tested.
  private var method: EvaluationProtocol { named ?? .leaveOneUserOut }

  func run() async throws {
    let path = try data.path
    let content = try data.content(at: path, sampleRate: classifier.pipeline.sampleRate)
    if builtIn || model != nil { return try testModel(on: content, at: path) }
    let choice = try classifier.choice(for: content)
    guard !leaveLettersOut || choice == .nearestTemplates else {
      throw ValidationError(
        "--leave-letters-out goes with nearest-templates, which tells how familiar a gesture is, "
          + "not with \(choice.rawValue).")
    }
    switch choice {
    case .nearestTemplates:
      let templates = classifier.nearestTemplates
      try await evaluate(
        templates, choice.rawValue, by: .motionSeries(templates.normalizer), content,
        isRepeatedWithoutLong: true)
    case .motionZoneSoftmax:
      let zones = classifier.motionZoneSoftmax
      try await evaluate(zones, choice.rawValue, by: .motionZones(zones.features), content)
    case .zoneSoftmax:
      let zones = classifier.zoneSoftmax
      try await evaluate(
        zones, choice.rawValue, by: .zones(zones.features, air: classifier.air), content)
    case .zonePerceptron, .lab:
      let zones = classifier.zonePerceptron
      try await evaluate(
        zones, choice.rawValue, by: .zones(zones.features, air: classifier.air), content)
    case .gaussianNaiveBayes, .logisticRegression, .averagedPerceptron:
      let channels = classifier.pipeline.motionChannels
      let set = try content.series(at: path, channels: channels)
      let recipe = PipelineRecipe(
        configuration: try classifier.pipeline.configuration(for: set),
        trainer: classifier.pipelineTrainer(for: set))
      try await evaluate(recipe, recipe.trainer.name, by: .samples(of: channels), content)
    }
  }

  // MARK: - What learns

  /// Evaluates what learns from examples.
  private func evaluate<Classifier: GestureClassifier>(
    _ learner: Classifier, _ name: String,
    by representation: GestureRepresentation<Classifier.Representation>,
    _ content: DataSetContent, isRepeatedWithoutLong: Bool = false
  ) async throws {
    let path = try data.path
    let separate = try training.map { path in
      try representation.examples(
        data.content(at: path, sampleRate: classifier.pipeline.sampleRate), path)
    }
    let run = EvaluationRun(
      classifier: learner, gestures: try gestures(content, by: representation),
      training: separate, isRepeatedWithoutLong: isRepeatedWithoutLong && !excludeLong)
    for refusal in run.gestures.set.refused {
      Console.warning("\(refusal.name): \(refusal.reason)")
    }
    var evaluation = Evaluation(method, seed: classifier.seed)
    evaluation.examplesPerClass = examplesPerClass
    evaluation.excludesLong = excludeLong
    let results: EvaluationRun<Classifier>.Results
    do {
      results = try await run.results(of: evaluation, progress: Progress("trainings"))
    } catch let error as TrainingError {
      throw ToolError(
        .badData, "\(path), \(evaluation.method.rawValue): \(error)\(Self.way(out: error))")
    }
    let rejection =
      leaveLettersOut ? try await run.rejection(evaluation, dataset: path) : nil
    var summary = EvaluationAnswer(
      results.all, withoutLong: results.withoutLong, rejection: rejection, dataset: path,
      classifier: name, stabilizer: run.gestures.stabilizer?.rawValue,
      disturbance: disturb?.rawValue, method: evaluation.method, seed: classifier.seed)
    if allProtocols { summary.protocols = try await run.otherProtocols(besides: evaluation) }
    let isDrawn = report != nil && evaluation.method != .trainTest
    if learningCurves || isDrawn {
      summary.learningCurves = try await run.learningCurves(evaluation)
    }
    try show(summary, results.all, rejection: rejection, content)
  }

  /// What would be right after all, where another protocol may be.
  private static func way(out error: TrainingError) -> String {
    guard case .tooFewUsers = error else { return "" }
    return "; with one try --protocol user-dependent, and where none are named mixed"
  }

  // MARK: - What has learned

  /// Tests a model that has learned already.
  private func testModel(on content: DataSetContent, at path: String) throws {
    var options = ModelOptions()
    options.model = model
    let isForMotion = try classifier.choice(for: content) == .nearestTemplates
    var loaded = try options.load(forMotion: isForMotion)
    if amongPresentLetters {
      do {
        loaded = try loaded.restricted(to: content.labels)
      } catch {
        throw ToolError(.badData, "\(path): among its letters, \(error)")
      }
    }
    switch loaded {
    case .linear(let model):
      let air = AirOptions(
        stabilizer: classifier.stabilizer ?? model.stabilizer, dampingRate: model.dampingRate,
        alignment: model.features.alignment)
      try test(options.name, by: .zones(model.features, air: air), content) {
        (vector) throws(GestureError) in try model.recognize(vector)
      }
    case .templates(let model):
      try test(options.name, by: .motionSeries(model.normalizer), content) {
        (series) throws(GestureError) in try model.recognize(series)
      }
    case .motionZones(let model):
      try test(options.name, by: .motionZones(model.features), content) {
        (vector) throws(GestureError) in try model.recognize(vector)
      }
    case .pipeline(let model):
      let channels = model.configuration.channels ?? []
      let set = try content.series(at: path, channels: channels)
      let dimension = model.configuration.dimension
      guard set.series.dimension == dimension else {
        throw ToolError(
          .badData,
          "\(path): samples of \(set.series.dimension) components; the model reads \(dimension)")
      }
      try test(options.name, by: .samples(of: channels), content) {
        (series) throws(GestureError) in try model.recognizeWhole(series)
      }
    }
  }

  /// Tests what reads such representations.
  private func test<R>(
    _ name: String, by representation: GestureRepresentation<R>, _ content: DataSetContent,
    read: (R) throws(GestureError) -> Recognition
  ) throws {
    let gestures = try gestures(content, by: representation)
    for refusal in gestures.set.refused { Console.warning("\(refusal.name): \(refusal.reason)") }
    let result = EvaluationResult(
      testing: gestures.set, excludesLong: excludeLong, shown: gestures.shownExample, read: read)
    let summary = EvaluationAnswer(
      result, dataset: try data.path, classifier: name,
      stabilizer: gestures.stabilizer?.rawValue, disturbance: disturb?.rawValue,
      method: .trainTest, seed: classifier.seed)
    try show(summary, result, content)
  }

  // MARK: - Both

  /// The gestures of the data set, and what is shown of those that are to be disturbed.
  private func gestures<R>(
    _ content: DataSetContent, by representation: GestureRepresentation<R>
  ) throws -> TestedGestures<R> {
    var gestures = TestedGestures(set: try representation.examples(content, data.path))
    gestures.stabilizer = content.isMotionOnly ? representation.stabilizer : nil
    if let disturb {
      gestures.shown = [:]
      for motion in content.motions {
        gestures.shown?[motion.name] =
          try? representation.represent(disturb.applied(to: motion.samples))
      }
    }
    return gestures
  }

  /// Writes the report, and shows the answer.
  private func show(
    _ summary: EvaluationAnswer, _ result: EvaluationResult, rejection: RejectionResult? = nil,
    _ content: DataSetContent
  ) throws {
    if let report {
      try OutputFile.write(
        EvaluationReport(
          answer: summary, result: result, rejection: rejection,
          curves: summary.learningCurves ?? [], pictures: GesturePictures(of: content)
        ).html, to: report)
      guard report != "-" else { return }
    }
    try answer.show(summary) { summary.text }
  }
}

extension EvaluationProtocol: ExplainedArgument {
  /// What is learned from and tested, for the help.
  public var explanation: String {
    switch self {
    case .userDependent: "each user alone: all repetitions of a letter but one, and that one"
    case .mixed: "all users together, in ten parts: nine of them, and the tenth"
    case .leaveOneUserOut: "all users but one, and that one"
    case .trainTest: "the data set --training, and --dataset"
    }
  }
}

extension MotionDisturbance: ExpressibleByArgument {}
