public import ArgumentParser
internal import DeviceMotion
public import GestureRecognition
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
    if builtIn || model != nil { return try await evaluateFinishedModel(on: content, at: path) }
    let separate = try training.map {
      (content: try data.content(at: $0, sampleRate: classifier.pipeline.sampleRate), path: $0)
    }
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
        EvaluationRun(
          classifier: templates, name: choice.rawValue,
          set: data.examples(of: content, at: path, for: templates),
          training: separate.map { try data.examples(of: $0.content, at: $0.path, for: templates) },
          isRepeatedWithoutLong: true,
          shown: shown(content) { try templates.normalizer.series(of: $0) }),
        content)
    case .motionZoneSoftmax:
      let zones = classifier.motionZoneSoftmax
      try await evaluate(
        EvaluationRun(
          classifier: zones, name: choice.rawValue,
          set: data.examples(of: content, at: path, for: zones),
          training: separate.map { try data.examples(of: $0.content, at: $0.path, for: zones) },
          stabilizer: zones.features.stabilizer,
          shown: shown(content) { try zones.features.vector(of: $0) }),
        content)
    case .zoneSoftmax:
      try await evaluateZones(classifier.zoneSoftmax, choice.rawValue, content, separate)
    case .zonePerceptron, .lab:
      try await evaluateZones(classifier.zonePerceptron, choice.rawValue, content, separate)
    case .gaussianNaiveBayes, .logisticRegression, .averagedPerceptron:
      let channels = classifier.pipeline.motionChannels
      let set = try data.series(of: content, at: path, channels: channels)
      let recipe = PipelineRecipe(
        configuration: try classifier.pipeline.configuration(for: set),
        trainer: classifier.pipelineTrainer(for: set))
      try await evaluate(
        EvaluationRun(
          classifier: recipe, name: recipe.trainer.name, set: set.examples,
          training: separate.map {
            try data.series(of: $0.content, at: $0.path, channels: channels).examples
          },
          shown: shown(content) { LabeledSeries(LabeledRecording(samples: $0), channels: channels) }
        ),
        content)
    }
  }

  /// Evaluates a classifier of the zones of strokes.
  private func evaluateZones<Classifier: GestureClassifier>(
    _ learner: Classifier, _ name: String, _ content: DataSetContent,
    _ separate: (content: DataSetContent, path: String)?
  ) async throws where Classifier.Representation == [Double] {
    let (perceptron, air) = (classifier.zonePerceptron, classifier.air)
    try await evaluate(
      EvaluationRun(
        classifier: learner, name: name,
        set: data.examples(of: content, at: data.path, for: perceptron, air: air),
        training: separate.map {
          try data.examples(of: $0.content, at: $0.path, for: perceptron, air: air)
        },
        stabilizer: content.isMotionOnly ? air.stabilizer : nil,
        shown: shown(content) { try air.vector(of: $0, columns: 3, rows: 3) }),
      content)
  }

  /// What is shown of each motion, disturbed, by its name; `nil` where nothing is to be disturbed.
  private func shown<R>(
    _ content: DataSetContent, _ represent: ([DeviceMotion]) throws -> R
  ) -> [String: R]? {
    guard let disturb else { return nil }
    var shown: [String: R] = [:]
    for motion in content.motions {
      shown[motion.name] = try? represent(disturb.applied(to: motion.samples))
    }
    return shown
  }

  /// Evaluates what learns, writes the report, and shows the answer.
  private func evaluate<Classifier: GestureClassifier>(
    _ run: EvaluationRun<Classifier>, _ content: DataSetContent, method: EvaluationProtocol? = nil
  ) async throws {
    for refusal in run.set.refused { Console.warning("\(refusal.name): \(refusal.reason)") }
    var evaluation = Evaluation(method ?? self.method, seed: classifier.seed)
    evaluation.examplesPerClass = method == nil ? examplesPerClass : nil
    evaluation.excludesLong = excludeLong
    let result: EvaluationResult
    do {
      result = try await run.result(of: evaluation, progress: Progress("trainings"))
    } catch let error as TrainingError {
      throw ToolError(
        .badData, "\(try data.path), \(evaluation.method.rawValue): \(error)\(Self.way(out: error))"
      )
    }
    var withoutLong: EvaluationResult?
    if run.isRepeatedWithoutLong, !excludeLong {
      var shorter = evaluation
      shorter.excludesLong = true
      withoutLong = try await run.result(of: shorter)
    }
    var rejection: RejectionResult?
    if leaveLettersOut {
      let letters = Progress("letters left out")
      rejection = try await evaluation.runLeavingClassesOut(run.classifier, on: run.set) {
        letters.show(done: $0, of: $1)
      }
      letters.finish()
    }
    var summary = EvaluationAnswer(
      result, withoutLong: withoutLong, rejection: rejection, dataset: data.dataset ?? "",
      classifier: run.name, stabilizer: run.stabilizer?.rawValue, disturbance: disturb?.rawValue,
      method: evaluation.method, seed: classifier.seed)
    if allProtocols { summary.protocols = try await others(run, besides: evaluation) }
    let isDrawn = report != nil && evaluation.method != .trainTest
    let curves = learningCurves || isDrawn ? try await run.learningCurves(evaluation) : nil
    summary.learningCurves = curves
    if let report {
      try OutputFile.write(
        EvaluationReport(
          answer: summary, result: result, rejection: rejection, curves: curves ?? [],
          pictures: GesturePictures(of: content)
        ).html, to: report)
      guard report != "-" else { return }
    }
    try answer.show(summary) { summary.text }
  }

  /// What would be right after all, where another protocol may be.
  private static func way(out error: TrainingError) -> String {
    guard case .tooFewUsers = error else { return "" }
    return "; with one try --protocol user-dependent, and where none are named mixed"
  }

  /// What comes of the other protocols; those that these examples do not allow are told and left out.
  private func others<Classifier: GestureClassifier>(
    _ run: EvaluationRun<Classifier>, besides evaluation: Evaluation
  ) async throws -> [String: EvaluationAnswer.Other] {
    var others: [String: EvaluationAnswer.Other] = [:]
    for method in EvaluationProtocol.allCases
    where method != evaluation.method && method != .trainTest {
      var other = evaluation
      other.method = method
      do {
        let all = try await run.result(of: other, progress: Progress(method.rawValue))
        var short: EvaluationResult?
        if run.isRepeatedWithoutLong, !excludeLong {
          other.excludesLong = true
          short = try await run.result(of: other)
        }
        others[method.rawValue] = EvaluationAnswer.Other(
          all: .init(all), withoutLong: short.map { .init($0) })
      } catch let error as TrainingError where error != .cancelled {
        Console.warning("\(method.rawValue): \(error)")
      }
    }
    return others
  }

  private func evaluateFinishedModel(on content: DataSetContent, at path: String) async throws {
    var options = ModelOptions()
    options.model = model
    let isForMotion = try classifier.choice(for: content) == .nearestTemplates
    switch try options.load(forMotion: isForMotion) {
    case .linear(var finished):
      var perceptron = classifier.zonePerceptron
      perceptron.features = finished.features
      let air = AirOptions(
        stabilizer: classifier.stabilizer ?? finished.stabilizer,
        dampingRate: finished.dampingRate, alignment: finished.features.alignment)
      let set = try data.examples(of: content, at: path, for: perceptron, air: air)
      if amongPresentLetters { finished = try finished.limited(to: set.examples.map(\.label)) }
      let model = finished
      try await evaluate(
        set, content, stabilizer: content.isMotionOnly ? air.stabilizer : nil,
        disturbed: {
          try air.vector(of: $0, columns: model.features.columns, rows: model.features.rows)
        }, by: { vector throws(GestureError) in try model.recognize(vector) })
    case .templates(var finished):
      var templates = NearestTemplates()
      templates.normalizer = finished.normalizer
      let set = try data.examples(of: content, at: path, for: templates)
      if amongPresentLetters {
        let present = Set(set.examples.map(\.label))
        for label in finished.labels where !present.contains(label) { finished.removeClass(label) }
      }
      let model = finished
      try await evaluate(
        set, content, disturbed: { try model.normalizer.series(of: $0) },
        by: { series throws(GestureError) in try model.recognize(series) })
    case .motionZones(let model):
      var zones = MotionZoneSoftmax()
      zones.features = model.features
      try refuseToChoose()
      try await evaluate(
        data.examples(of: content, at: path, for: zones), content,
        stabilizer: model.features.stabilizer, disturbed: { try model.features.vector(of: $0) },
        by: { vector throws(GestureError) in try model.recognize(vector) })
    case .pipeline(let model):
      try refuseToChoose()
      let channels = model.configuration.channels ?? []
      let set = try data.series(of: content, at: path, channels: channels)
      guard set.series.dimension == model.configuration.dimension else {
        throw ToolError(
          .badData,
          "\(path): samples of \(set.series.dimension) components; the model reads "
            + "\(model.configuration.dimension)")
      }
      try await evaluate(
        set.examples, content,
        disturbed: { LabeledSeries(LabeledRecording(samples: $0), channels: channels) },
        by: { series throws(GestureError) in try model.recognizeWhole(series) })
    }
  }

  private func refuseToChoose() throws {
    guard !amongPresentLetters else {
      throw ValidationError("--among-present-letters goes with models of letters.")
    }
  }

  /// Evaluates a model that has learned already.
  private func evaluate<R: Sendable>(
    _ set: ExampleSet<R>, _ content: DataSetContent, stabilizer: Stabilizer? = nil,
    disturbed represent: ([DeviceMotion]) throws -> R,
    by read: @escaping @Sendable (R) throws(GestureError) -> Recognition
  ) async throws {
    var options = ModelOptions()
    options.model = model
    try await evaluate(
      EvaluationRun(
        classifier: FinishedModel(read: read), name: options.name, set: set, training: set,
        stabilizer: stabilizer, shown: shown(content, represent)),
      content, method: .trainTest)
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
    model.stabilizer = stabilizer
    model.dampingRate = dampingRate
    return model
  }
}
