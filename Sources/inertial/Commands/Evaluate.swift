internal import ArgumentParser
internal import GestureRecognition
public import GestureTraining
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
      tested = .features(try model.loadLinear())
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

/// `inertial spot`: the spotting of letters in streams without a touch.
struct Spot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Evaluate the spotting of letters in streams without a touch.",
    discussion: """
      The streams are texts by synthetic writers (--writers), the letters of each user of a data \
      set with synthetic movements between them (--dataset), or recordings without letters \
      (--others). Writers rest before and after each letter unless --without-rests is given. A \
      data set is evaluated with a model of its other users, unless --model or \
      --built-in names one. A letter counts as found if it overlaps a found gesture for half of \
      the shorter one.
      """,
    examples: """
      inertial spot --writers 1 --text HELLO
      inertial spot --dataset letters/ --lead 0.25
      inertial spot --others walking.csv
      """)

  @OptionGroup var data: DataSetOptions

  @Option(help: ArgumentHelp("The number of synthetic writers.", valueName: "count"))
  var writers: Int?

  @Option(help: "The text of synthetic writers.")
  var text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  @Option(
    help: ArgumentHelp("The range of synthetic writers' accelerometers, in g.", valueName: "g"))
  var range = 16.0

  @Option(
    help: ArgumentHelp(
      "Recordings without letters: files or folders.", valueName: "path"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "The duration of the movement before and after each letter of a data set, in seconds.",
      valueName: "seconds"))
  var lead = 0.0

  @Flag(
    help: ArgumentHelp(
      "Move on from letter to letter without a rest.",
      discussion: "The movements between letters overlap with them (--writers), or begin and end "
        + "with the motion of the letters (--dataset)."))
  var withoutRests = false

  @Option(
    help: ArgumentHelp(
      "The seed of the first synthetic writer, and of the movements between letters.",
      valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var model: ModelOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard [data.dataset != nil, writers != nil, !others.isEmpty].count(where: \.self) == 1 else {
      throw ValidationError("Expected one of --writers, --dataset and --others.")
    }
    guard (1...10_000).contains(writers ?? 1) else {
      throw ValidationError("--writers: expected 1 to 10000, got \(writers ?? 0).")
    }
    guard (0...2).contains(lead) else {
      throw ValidationError("--lead: expected 0 to 2 seconds, got \(lead).")
    }
    guard !withoutRests || (others.isEmpty && lead == 0) else {
      throw ValidationError("--without-rests: expected --writers, or --dataset without --lead.")
    }
    guard range > 0, range.isFinite else {
      throw ValidationError("--range: expected g above 0, got \(range).")
    }
  }

  func run() async throws {
    var summary = SpottingAnswer()
    if data.dataset != nil {
      try await evaluateUsers(&summary)
    } else {
      let recognizer = try model.recognizer()
      if let writers {
        for number in 0..<UInt64(writers) {
          let writer = Writer(seed: seed &+ number)
          do {
            summary.add(
              try LetterStream(
                text.uppercased(), writer: writer, accelerationRange: range,
                hasRests: !withoutRests),
              by: recognizer)
          } catch {
            throw ValidationError("\(error)")
          }
        }
      }
      for path in others {
        for recording in try RecordingReader().read(path).sensorSamples {
          let motions = MotionEstimator().process(recording.samples)
          summary.add(LetterStream(name: path, motions: motions), by: recognizer)
        }
      }
    }
    try answer.show(summary) { summary.text }
  }

  /// Evaluates the letters of each user of the data set.
  private func evaluateUsers(_ summary: inout SpottingAnswer) async throws {
    let path = try data.path
    let letters = try data.content(at: path).motions.filter { $0.label != nil }
    let users = Dictionary(grouping: letters) { $0.user ?? "" }
    for (number, user) in users.keys.sorted().enumerated() {
      let recognizer: GestureRecognizer
      if model.isGiven {
        recognizer = try model.recognizer()
      } else {
        var rest = Recordings(format: "inertial-motion")
        rest.deviceMotion = letters.filter { $0.user ?? "" != user }
        var trainer = ModelTrainer()
        trainer.classifier = .nearestTemplates
        recognizer = GestureRecognizer(
          try await trainer.train(on: .recordings(rest), name: path).model)
      }
      let streams = LetterStream.streams(
        of: users[user] ?? [], lead: lead, hasRests: !withoutRests, seed: seed &+ UInt64(number))
      for stream in streams { summary.add(stream, by: recognizer) }
    }
  }
}
