package import DeadReckoning
package import GestureRecognition
package import MotionFusion
internal import MotionRecordings

/// The scope of an evaluation.
package struct EvaluationOptions: Sendable {
  /// Changes the tested motions, not the training examples; `nil` leaves them as they are.
  package var disturbance: (@Sendable ([DeviceMotion]) -> [DeviceMotion])?
  /// Whether to leave out each class in turn, to measure the rejection of out-of-vocabulary
  /// gestures.
  package var leavesClassesOut = false
  /// Whether to evaluate by the other protocols too.
  package var allProtocols = false
  package var learningCurves = false
  /// Receives the name of the step, and how much of it is done.
  package var progress: (@Sendable (_ step: String, _ done: Int, _ total: Int) -> Void)?

  /// Creates the smallest scope: one protocol.
  package init() {}
}

/// The results of an evaluation.
public struct EvaluationSummary: Sendable {
  /// The results of one protocol.
  public struct ProtocolResult: Sendable {
    /// The result of all recordings.
    public var all: EvaluationResult
    /// The result without recordings over twice that user's median length for that class; `nil`
    /// where the classifier does not depend on it.
    package var withoutLong: EvaluationResult?
  }

  /// The name of the classifier.
  public var classifier: String
  /// The drift correction of paths in the air, where paths were made.
  package var stabilizer: Stabilizer?
  /// The results of the protocol.
  public var results: ProtocolResult
  /// The gestures without features.
  public var rejected: [RejectedExample]
  /// The rejection of out-of-vocabulary gestures, if asked for.
  package var rejection: RejectionResult?
  /// The results of the other protocols, if asked for.
  package var protocols: [EvaluationProtocol: ProtocolResult]?
  /// The protocols that these examples do not allow, with the reason.
  package var skippedProtocols: [EvaluationProtocol: TrainingError] = [:]
  /// The learning curves, if requested.
  package var learningCurves: [LearningCurve]?
}

extension ModelTrainer {
  /// Evaluates the classifier on a data set, by one protocol.
  ///
  /// - Parameters:
  ///   - evaluation: The protocol and its settings.
  ///   - content: The data set.
  ///   - name: Its name in messages.
  ///   - training: The data set to train on and its name, with ``EvaluationProtocol/trainTest``.
  /// - Throws: `RecordingError` for a data set without labelled examples of the right kind, and
  ///   ``TrainingError``.
  public func evaluate(
    _ evaluation: Evaluation, on content: DataSetContent, name: String,
    training: (content: DataSetContent, name: String)? = nil
  ) async throws -> EvaluationSummary {
    try await evaluate(
      evaluation, on: content, name: name, training: training, options: EvaluationOptions())
  }

  /// Evaluates the classifier, or the addition of examples to a model, on a data set.
  ///
  /// Classifier and settings that depend on the data set are those for the training set. Training
  /// does not use `streams`, `otherMovements` and `otherStrokes`.
  ///
  /// - Parameters:
  ///   - evaluation: The protocol and its settings.
  ///   - name: Its name in messages.
  ///   - training: The data set to train on and its name, with ``EvaluationProtocol/trainTest``.
  ///   - base: A model that is updated with the training examples (``update(_:with:name:)``)
  ///     instead of a training.
  /// - Throws: `RecordingError` for a data set without labelled examples of the right kind, and
  ///   ``TrainingError``.
  package func evaluate(
    _ evaluation: Evaluation, on content: DataSetContent, name: String,
    training: (content: DataSetContent, name: String)? = nil,
    updating base: RecognitionModel? = nil, options: EvaluationOptions
  ) async throws -> EvaluationSummary {
    let learned = training ?? (content, name)
    guard classifier != nil || base != nil else {
      return try await choosing(for: learned.content).evaluate(
        evaluation, on: content, name: name, training: training, options: options)
    }
    func run<C: GestureClassifier>(
      _ classifier: C, _ choice: Classifier,
      _ representation: GestureRepresentation<C.Representation>
    ) async throws -> EvaluationSummary {
      let run = EvaluationRun(
        classifier: classifier, classifierName: choice.rawValue,
        set: try representation.examples(content, name),
        shown: representation.shown(content, options.disturbance),
        training: try training.map { try representation.examples($0.content, $0.name) },
        isRepeatedWithoutLong: choice == .nearestTemplates && base == nil
          && !evaluation.excludesLong)
      var summary = try await run.summary(of: evaluation, options: options)
      summary.stabilizer = content.isMotionOnly && base == nil ? representation.stabilizer : nil
      return summary
    }
    if case .templates(let model)? = base {
      var templates = NearestTemplates()
      templates.base = model
      return try await run(templates, .nearestTemplates, .motionSeries(model.normalizer))
    }
    if let base {
      let network = try strokeNetwork(beside: base)
      return try await run(network, .strokeNetwork, .strokes(network.features))
    }
    let choice = classifier(for: learned.content)
    switch choice.input {
    case .motions:
      let templates = nearestTemplates
      return try await run(templates, choice, .motionSeries(templates.normalizer))
    case .strokes:
      let network = strokeNetwork
      return try await run(network, choice, .strokes(network.features))
    case .zones:
      let path = pathSettings(for: learned.content)
      let zones = zoneTrainer(path.alignment)
      return try await run(
        zones, choice, .zones(zones.features, minSize: strokeMinSize, path: path))
    case .series:
      let channels = pipeline.channels ?? PipelineSettings.defaultChannels
      let set = try learned.content.series(channels: channels, name: learned.name)
      let recipe = PipelineRecipe(
        configuration: try pipelineSettings.configuration(for: set),
        trainer: pipelineTrainer)
      return try await run(recipe, choice, .samples(of: channels))
    }
  }
}

extension RecognitionModel {
  /// Tests the model on a data set.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - stabilizer: The drift correction of paths in the air; `nil` for the model's own.
  ///   - excludesLong: Whether to leave out recordings over twice that user's median length for
  ///     that class.
  ///   - disturbance: Changes the tested motions.
  /// - Throws: `RecordingError` for a data set without labelled examples of the right kind, and
  ///   ``TrainingError``.
  package func evaluate(
    on content: DataSetContent, name: String, stabilizer: Stabilizer? = nil,
    excludesLong: Bool = false,
    disturbance: (@Sendable ([DeviceMotion]) -> [DeviceMotion])? = nil
  ) throws -> EvaluationSummary {
    func test<R>(
      _ representation: GestureRepresentation<R>,
      _ recognize: (R, _ state: WriterState) throws(GestureError) -> Recognition
    ) throws -> EvaluationSummary {
      let set = try representation.examples(content, name)
      try ConfusionMatrix.check(classes: set.labels + labels)
      let result = EvaluationResult(
        testing: set, excludesLong: excludesLong,
        shown: representation.shown(content, disturbance), session: session,
        recognize: recognize)
      return EvaluationSummary(
        classifier: "", stabilizer: content.isMotionOnly ? representation.stabilizer : nil,
        results: .init(all: result), rejected: set.rejected)
    }
    switch self {
    case .features(let model):
      switch model.features {
      case .shape(let features):
        return try test(.strokes(features)) { stroke, _ throws(GestureError) in
          try model.recognize(stroke)
        }
      case .zones(let features):
        let path = PathSettings(
          stabilizer: stabilizer ?? model.stabilizer, dampingRate: model.dampingRate,
          alignment: features.alignment)
        return try test(.zones(features, minSize: model.minSize, path: path)) {
          vector, _ throws(GestureError) in
          try model.recognize(vector)
        }
      }
    case .templates(let model):
      return try test(.motionSeries(model.normalizer)) { series, state throws(GestureError) in
        try model.recognize(series.read(in: state))
      }
    case .pipeline(let model):
      let channels = model.configuration.channels ?? []
      let set = try content.series(channels: channels, name: name)
      guard set.dimension == model.configuration.dimension else {
        throw RecordingError(
          file: name,
          problem: .malformed(
            "expected samples of \(model.configuration.dimension) components, got "
              + "\(set.dimension)"))
      }
      return try test(.samples(of: channels)) { series, _ throws(GestureError) in
        try model.recognizeWhole(series)
      }
    }
  }
}

extension GestureRepresentation {
  /// The disturbed representation of an example of a motion, and that of any other example as it
  /// is; `nil` without a disturbance or motions.
  fileprivate func shown(
    _ content: DataSetContent, _ disturbance: (([DeviceMotion]) -> [DeviceMotion])?
  ) -> ((Example<Value>) -> Value?)? {
    guard let disturbance, case .recordings = content else { return nil }
    let shown = content.gestures.map { gesture in
      gesture.samples.motions.flatMap { try? represent(.motion(disturbance($0))) }
    }
    return { example in example.motion.map { shown[$0] } ?? example.representation }
  }
}

/// All parts of the evaluation of one classifier on one set of examples.
struct EvaluationRun<Classifier: GestureClassifier> {
  typealias Representation = Classifier.Representation

  var classifier: Classifier
  var classifierName: String
  var set: ExampleSet<Representation>
  /// The tested form of an example, if it is disturbed.
  var shown: ((Example<Representation>) -> Representation?)?
  /// The training examples, if they differ from the tested ones.
  var training: ExampleSet<Representation>?
  /// Whether to evaluate a second time without long recordings.
  var isRepeatedWithoutLong: Bool

  func summary(
    of evaluation: Evaluation, options: EvaluationOptions
  ) async throws(TrainingError) -> EvaluationSummary {
    var summary = EvaluationSummary(
      classifier: classifierName,
      results: try await results(of: evaluation, step: "trainings", options),
      rejected: set.rejected)
    if options.leavesClassesOut {
      summary.rejection = try await evaluation.runLeavingClassesOut(
        classifier, on: set, shown: shown, progress: progress("classes left out", options))
    }
    if options.allProtocols {
      var others: [EvaluationProtocol: EvaluationSummary.ProtocolResult] = [:]
      for method in EvaluationProtocol.allCases
      where method != evaluation.method && method != .trainTest {
        var other = evaluation
        other.method = method
        other.otherUsers = nil
        other.userGroups = nil
        do throws(TrainingError) {
          others[method] = try await results(of: other, step: method.rawValue, options)
        } catch {
          guard error != .cancelled else { throw error }
          summary.skippedProtocols[method] = error
        }
      }
      summary.protocols = others
    }
    if options.learningCurves {
      summary.learningCurves = try await learningCurves(evaluation, options)
    }
    return summary
  }

  private func results(
    of evaluation: Evaluation, step: String, _ options: EvaluationOptions
  ) async throws(TrainingError) -> EvaluationSummary.ProtocolResult {
    var results = EvaluationSummary.ProtocolResult(
      all: try await evaluation.run(
        classifier, on: set, training: training, shown: shown,
        progress: progress(step, options)))
    if isRepeatedWithoutLong {
      var shorter = evaluation
      shorter.excludesLong = true
      results.withoutLong = try await shorter.run(
        classifier, on: set, training: training, shown: shown)
    }
    return results
  }

  private func learningCurves(
    _ evaluation: Evaluation, _ options: EvaluationOptions
  ) async throws(TrainingError) -> [LearningCurve] {
    guard evaluation.method != .trainTest else { return [] }
    let hasUsers = set.examples.allSatisfy { $0.user != nil }
    let amounts: [LearningCurve.Amount] =
      hasUsers ? [.otherUsers, .ownExamples, .addedExamples] : [.examplesPerClass]
    var curves: [LearningCurve] = []
    for (index, amount) in amounts.enumerated() {
      let curve = try await evaluation.learningCurve(
        of: amount, classifier, on: set, shown: shown,
        progress: progress("learning curve \(index + 1) of \(amounts.count)", options))
      if curve.points.count > 1 { curves.append(curve) }
    }
    return curves
  }

  private func progress(
    _ step: String, _ options: EvaluationOptions
  ) -> (@Sendable (Int, Int) -> Void)? {
    guard let progress = options.progress else { return nil }
    return { done, total in progress(step, done, total) }
  }
}
