internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
internal import MotionSimulation

/// `inertial evaluate`: a classifier on a data set, under a protocol.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Evaluate a classifier on unseen gestures.",
    discussion: """
      With --model or --built-in, the command tests a finished model on the data set. Otherwise the \
      protocol splits the data set into training and test examples. To evaluate a pipeline for any \
      sensor, choose its classifier or one of its stages.

      --protocol spotting measures how well letters are found in streams without touch: texts by \
      synthetic writers (--writers), letters of a data set with synthetic movements between them \
      (--dataset), or recordings without letters (--others). Without --model or --built-in, a model \
      of the other users recognises the letters of each user. A letter counts as found if a found \
      gesture overlaps half of the shorter one.
      """,
    examples: """
      inertial collect hello.csv --dataset letters.csv --user me
      inertial evaluate --dataset letters.csv --built-in
      inertial evaluate --dataset letters.csv --protocol mixed --report mixed.html
      inertial evaluate --protocol spotting --writers 1 --text HELLO
      inertial simulate "shake wave" --vocabulary gestures --output gestures.csv
      inertial evaluate --protocol spotting --others gestures.csv
      inertial evaluate --dataset letters.csv --protocol mixed --preprocess moving-average=5
      """)

  @OptionGroup var data: DataSetOptions
  @OptionGroup var model: ModelOptions

  @Option(
    name: .customLong("protocol"),
    help: "How to split the data (default: leave-one-user-out).")
  var named: ProtocolName?

  @Option(
    help: ArgumentHelp(
      "With train-test: the data set to train on.", valueName: "path"))
  var training: String?

  @Option(
    help: ArgumentHelp(
      "Training examples of each letter. user-dependent: from the tested user; leave-one-user-out: from the tested user, added to those of the others; mixed: the maximum.",
      valueName: "count"))
  var examplesPerClass: Int?

  @Option(
    help: ArgumentHelp(
      "With leave-one-user-out: the number of groups of users to leave out in turn (default: each user).",
      valueName: "count"))
  var userGroups: Int?

  @Flag(help: "Leave out recordings longer than twice the writer's median for the letter.")
  var excludeLong = false

  @Flag(help: "Restrict a finished model to letters of the data set.")
  var amongPresentLetters = false

  @Flag(
    help:
      "nearest-templates: also leave out each letter, and measure how many of its gestures are rejected."
  )
  var leaveLettersOut = false

  @Flag(help: "Also evaluate with the other protocols.")
  var allProtocols = false

  @Flag(
    help: "Also compute learning curves.")
  var learningCurves = false

  @Option(
    help: ArgumentHelp(
      "Disturb the tested motions.", valueName: "name"))
  var disturb: MotionDisturbance?

  @Option(
    help: ArgumentHelp(
      "Write an HTML page with the confusion matrix, the worst errors, the reliability of confidences and learning curves.",
      valueName: "file"))
  var report: String?

  @OptionGroup(title: "Spotting") var spotting: SpottingOptions
  @OptionGroup var classifier: ClassifierOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    try answer.requireFiles(report: report, inputs: [data.dataset, training, model.model])
    guard named != .spotting else { return try validateSpotting() }
    if let option = spotting.chosen {
      throw ValidationError("\(option) requires --protocol spotting.")
    }
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
  }

  private func validateSpotting() throws {
    let unused: [(name: String, isGiven: Bool)] = [
      ("--training", training != nil), ("--examples-per-class", examplesPerClass != nil),
      ("--user-groups", userGroups != nil), ("--exclude-long", excludeLong),
      ("--among-present-letters", amongPresentLetters), ("--leave-letters-out", leaveLettersOut),
      ("--all-protocols", allProtocols), ("--learning-curves", learningCurves),
      ("--disturb", disturb != nil), ("--report", report != nil),
      ("--classifier", classifier.classifier != nil),
    ]
    if let (name, _) = unused.first(where: \.isGiven) {
      throw ValidationError("\(name): expected another protocol than spotting.")
    }
    guard
      [data.dataset != nil, spotting.writers != nil, !spotting.others.isEmpty]
        .count(where: \.self) == 1
    else {
      throw ValidationError(
        "--protocol spotting: expected one of --writers, --dataset and --others.")
    }
    guard !spotting.withoutRests || (spotting.others.isEmpty && spotting.lead ?? 0 == 0) else {
      throw ValidationError("--without-rests: expected --writers, or --dataset without --lead.")
    }
  }

  private var method: EvaluationProtocol { named?.method ?? .leaveOneUserOut }

  func run() async throws {
    guard named != .spotting else { return try await evaluateSpotting() }
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
        EvaluationReport(answer: shown, gestures: content.gestures).html, to: report)
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
    options.progress = { Console.progress($0, done: $1, of: $2) }
    defer { Console.clearProgress() }
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
      guard recognizer.takesMotions || !content.isMotionOnly else {
        throw ToolError(.badData, "\(path): \(GestureError.needsStrokes)")
      }
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
    let unknown = Set(summary.results.all.outcomes.map(\.label)).subtracting(tested.labels)
    if !unknown.isEmpty {
      Console.warning(
        "\(path): labels that the model does not have, whose examples count as wrong: "
          + unknown.sorted().prefix(10).joined(separator: ", "))
    }
    summary.classifier = model.name
    return summary
  }

  private var disturbance: (@Sendable ([DeviceMotion]) -> [DeviceMotion])? {
    guard let disturb else { return nil }
    return { disturb.applied(to: $0) }
  }
}

// MARK: - Spotting

extension Evaluate {
  private func evaluateSpotting() async throws {
    var evaluation = SpottingEvaluation()
    if data.dataset != nil {
      let path = try data.path
      try await evaluation.addUsers(
        of: try data.content(at: path), name: path,
        by: try model.isGiven ? model.recognizer() : nil
      ) { number, letters in
        LetterStream.streams(
          of: letters, lead: spotting.lead ?? 0, hasRests: !spotting.withoutRests,
          seed: classifier.seed &+ UInt64(number)
        ).map { ($0.labeled, $0.user) }
      }
    } else {
      let recognizer = try model.recognizer()
      for number in 0..<UInt64(spotting.writers ?? 0) {
        let stream: LetterStream
        do {
          stream = try LetterStream(
            (spotting.text ?? "ABCDEFGHIJKLMNOPQRSTUVWXYZ").uppercased(),
            writer: Writer(seed: classifier.seed &+ number),
            accelerationRange: spotting.range ?? 16, hasRests: !spotting.withoutRests)
        } catch {
          throw ValidationError("\(error)")
        }
        evaluation.add(stream.labeled, of: stream.user, by: recognizer)
      }
      for path in spotting.others {
        for recording in try RecordingReader().read(path).sensorSamples {
          let motions = MotionEstimation(usesMagnetometer: false).estimate(recording.samples)
            .motions
          evaluation.add(LabeledStream(name: path, motions: motions), by: recognizer)
        }
      }
    }
    let summary = SpottingAnswer(evaluation)
    try answer.show(summary) { summary.text }
  }
}

extension LetterStream {
  fileprivate var labeled: LabeledStream {
    LabeledStream(name: name, motions: motions, gestures: letters)
  }
}

/// The streams of `--protocol spotting`.
struct SpottingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of synthetic writers; --seed is the first.", valueName: "count"))
  var writers: Int?

  @Option(help: "The text of synthetic writers (default: A to Z).")
  var text: String?

  @Option(
    help: ArgumentHelp(
      "The range of accelerometers, in g (default: 16).",
      valueName: "g"))
  var range: Double?

  @Option(
    help: ArgumentHelp(
      "Recordings without letters: files or folders.", valueName: "path"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "Seconds of movement before and after each letter of a data set (default: 0).",
      valueName: "seconds"))
  var lead: Double?

  @Flag(
    help: "Let writers move on from letter to letter.")
  var withoutRests = false

  /// The first of the options that is present.
  var chosen: String? {
    let options: [(name: String, isGiven: Bool)] = [
      ("--writers", writers != nil), ("--text", text != nil), ("--range", range != nil),
      ("--others", !others.isEmpty), ("--lead", lead != nil), ("--without-rests", withoutRests),
    ]
    return options.first(where: \.isGiven)?.name
  }

  func validate() throws {
    guard (1...10_000).contains(writers ?? 1) else {
      throw ValidationError("--writers: expected 1 to 10000, got \(writers ?? 0).")
    }
    guard (0...2).contains(lead ?? 0) else {
      throw ValidationError("--lead: expected 0 to 2 seconds, got \(lead ?? 0).")
    }
    if let range, !(range > 0 && range.isFinite) {
      throw ValidationError("--range: expected g above 0, got \(range).")
    }
  }
}

/// The protocols of `inertial evaluate`.
enum ProtocolName: String, ExplainedArgument {
  case userDependent = "user-dependent"
  case mixed
  case leaveOneUserOut = "leave-one-user-out"
  case trainTest = "train-test"
  case spotting

  /// The split of a data set; `nil` for spotting.
  var method: EvaluationProtocol? { EvaluationProtocol(rawValue: rawValue) }

  var explanation: String {
    switch self {
    case .userDependent:
      "leave out one repetition of a user"
    case .mixed: "ten-fold cross-validation over all users"
    case .leaveOneUserOut: "test on one user, train on the others"
    case .trainTest: "train on --training, test on --dataset"
    case .spotting: "letters in streams without touch"
    }
  }
}

extension MotionDisturbance: ExpressibleByArgument {}
