internal import ArgumentParser
public import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation

/// `inertial evaluate`: a classifier on a data set, under a protocol.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Evaluate a classifier on unseen gestures.",
    discussion: """
      With --model or --built-in a finished model is tested on the data set; otherwise the \
      protocol splits the data set into training and test examples. A pipeline for any sensor is \
      evaluated by naming one of its classifiers or stages, such as

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
    help: "The training and the test examples (default: leave-one-user-out).")
  var named: EvaluationProtocol?

  @Option(
    help: ArgumentHelp(
      "The data set to train on, with --protocol train-test.", valueName: "path"))
  var training: String?

  @Option(
    help: ArgumentHelp(
      "Training examples of each letter: the first ones of the tested user with user-dependent, "
        + "also added to the other users' with leave-one-user-out; the maximum with mixed.",
      valueName: "count"))
  var examplesPerClass: Int?

  @Option(
    help: ArgumentHelp(
      "Leave out groups of users, this many groups, with leave-one-user-out (default: each user "
        + "alone).", valueName: "count"))
  var userGroups: Int?

  @Flag(help: "Leave out recordings over twice the writer's median length for the letter.")
  var excludeLong = false

  @OptionGroup var model: ModelOptions

  @Flag(help: "Restrict a finished model to the letters of the data set.")
  var amongPresentLetters = false

  @Flag(
    help: """
      Also leave out each letter in turn, and measure how many of its gestures are rejected. \
      Takes one evaluation a letter; nearest-templates only.
      """)
  var leaveLettersOut = false

  @Flag(help: "Also evaluate by the other protocols that need one data set.")
  var allProtocols = false

  @Flag(
    help: """
      Also compute learning curves: accuracy by the number of other writers, and of the user's \
      own examples. Reports include them.
      """)
  var learningCurves = false

  @Option(
    help: ArgumentHelp(
      "Disturb the tested motions, not the training examples: "
        + MotionDisturbance.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var disturb: MotionDisturbance?

  @Option(
    help: ArgumentHelp(
      "Write a page with the confusion matrix, accuracy by writer, the worst errors drawn, the "
        + "reliability of confidences, and learning curves.", valueName: "file"))
  var report: String?

  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard data.dataset != nil else { throw ValidationError("Expected a data set: --dataset PATH.") }
    guard !amongPresentLetters || model.isGiven else {
      throw ValidationError("--among-present-letters requires --model or --built-in.")
    }
    guard named == nil || !model.isGiven else {
      throw ValidationError(
        "--protocol requires a classifier to train; remove --model or --built-in.")
    }
    guard model.isGiven || (method == .trainTest) == (training != nil) else {
      throw ValidationError("--training PATH and --protocol train-test require each other.")
    }
    guard !leaveLettersOut || !(model.isGiven || method == .trainTest) else {
      throw ValidationError(
        "--leave-letters-out requires a protocol that trains on the data set.")
    }
    guard !(allProtocols || learningCurves) || !(model.isGiven || method == .trainTest)
    else {
      throw ValidationError(
        "--all-protocols and --learning-curves require a protocol that trains on the data set.")
    }
    guard examplesPerClass ?? 1 > 0 else {
      throw ValidationError(
        "--examples-per-class: expected 1 or more, got \(examplesPerClass ?? 0).")
    }
    guard userGroups == nil || userGroups ?? 0 >= 2 && method == .leaveOneUserOut else {
      throw ValidationError("--user-groups: expected 2 or more, with leave-one-user-out.")
    }
    try answer.requireFiles(report: report, inputs: [data.dataset, training, model.model])
  }

  private var method: EvaluationProtocol { named ?? .leaveOneUserOut }

  func run() async throws {
    let path = try data.path
    let content = try data.content(at: path, sampleRate: classifier.pipeline.sampleRate)
    let summary =
      try await model.isGiven
      ? test(on: content, at: path) : evaluate(content, at: path)
    for example in summary.rejected { Console.warning("\(example.name): \(example.reason)") }
    for (skipped, error) in summary.skippedProtocols {
      Console.warning("\(skipped.rawValue): \(error)")
    }
    let shown = EvaluationAnswer(
      summary, dataset: path, disturbance: disturb?.rawValue,
      method: model.isGiven ? .trainTest : method, seed: classifier.seed)
    if let report {
      try OutputFile.write(
        EvaluationReport(answer: shown, summary: summary, gestures: content.gestures).html,
        to: report)
      guard report != "-" else { return }
    }
    try answer.show(shown) { shown.text }
  }

  /// Evaluates a classifier by the protocol.
  private func evaluate(
    _ content: DataSetContent, at path: String
  ) async throws -> EvaluationSummary {
    let trainer = try classifier.trainer(for: content, name: path)
    let choice = trainer.classifier(for: content)
    guard !leaveLettersOut || choice == .nearestTemplates else {
      throw ValidationError(
        "--leave-letters-out requires nearest-templates, got \(choice.rawValue).")
    }
    var evaluation = Evaluation(method, seed: classifier.seed)
    evaluation.examplesPerClass = examplesPerClass
    evaluation.userGroups = userGroups
    evaluation.excludesLong = excludeLong
    var options = EvaluationOptions()
    options.disturbance = disturbance
    options.leavesClassesOut = leaveLettersOut
    options.allProtocols = allProtocols
    options.learningCurves = learningCurves || report != nil && method != .trainTest
    let progress = StepProgress()
    options.progress = { progress.show($0, done: $1, of: $2) }
    defer { progress.finish() }
    do {
      return try await trainer.evaluate(
        evaluation, on: content, name: path,
        training: training.map { other in
          (try data.content(at: other, sampleRate: classifier.pipeline.sampleRate), other)
        }, options: options)
    } catch let error as TrainingError {
      throw ToolError(
        .badData, "\(path), \(method.rawValue): \(error)\(Self.alternative(to: error))")
    }
  }

  /// The protocols that the message of an error suggests.
  private static func alternative(to error: TrainingError) -> String {
    guard case .tooFewUsers = error else { return "" }
    return "; use --protocol user-dependent for one user, --protocol mixed without users"
  }

  /// Tests a finished model.
  private func test(on content: DataSetContent, at path: String) throws -> EvaluationSummary {
    let recognizer = try model.recognizer()
    var tested: RecognitionModel
    if case .vectors = content {
      tested = .linear(try model.loadLinear())
    } else {
      tested =
        classifier.trainer.classifier(for: content) == .nearestTemplates
        ? recognizer.motionModel : recognizer.strokeModel
    }
    if amongPresentLetters {
      do {
        tested = try tested.restricted(to: content.labels)
      } catch {
        throw ToolError(.badData, "\(path): --among-present-letters: \(error)")
      }
    }
    var summary = try tested.evaluate(
      on: content, name: path, stabilizer: classifier.zones.stabilizer, excludesLong: excludeLong,
      disturbance: disturbance)
    summary.classifier = model.name
    return summary
  }

  private var disturbance: (@Sendable ([DeviceMotion]) -> [DeviceMotion])? {
    guard let disturb else { return nil }
    return { disturb.applied(to: $0) }
  }
}

extension EvaluationProtocol: ExplainedArgument {
  /// The training and the test examples, for the help.
  public var explanation: String {
    switch self {
    case .userDependent:
      "each user alone: train on all repetitions of a letter but one, test on that one"
    case .mixed: "all users together: ten-fold cross-validation"
    case .leaveOneUserOut: "train on all users but one, test on that one"
    case .trainTest: "train on --training, test on --dataset"
    }
  }
}

extension MotionDisturbance: ExpressibleByArgument {}
