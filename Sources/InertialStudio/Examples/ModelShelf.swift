internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import Platform
internal import Synchronization

/// The models of the studio: built in, from a file, and trained on the user's own examples.
struct ModelShelf: Sendable {
  /// A choice of the page: a built-in model, or one of the user.
  enum Choice: Hashable, Sendable, Codable, RawRepresentable {
    case builtIn(BuiltInModel)
    case file
    case own

    init?(rawValue: String) {
      switch rawValue {
      case "file": self = .file
      case "own": self = .own
      // The letters, which the user's own examples are added to.
      case "built-in": self = .builtIn(.letters)
      default:
        guard let model = BuiltInModel(rawValue: rawValue) else { return nil }
        self = .builtIn(model)
      }
    }

    var rawValue: String {
      switch self {
      case .builtIn(let model): model == .letters ? "built-in" : model.rawValue
      case .file: "file"
      case .own: "own"
      }
    }
  }

  private(set) var choice = Choice.builtIn(.letters)
  /// Whether the model of the last run is not there any more.
  private(set) var isLost = false
  private let builtIn: GestureRecognizer
  /// The other built-in models.
  private let others: [BuiltInModel: GestureRecognizer]
  private let file: (name: String, recognizer: GestureRecognizer)?
  private var own: [StoredExample.Kind: RecognitionModel] = [:]
  private let folder: String

  /// Loads the models.
  ///
  /// - Throws: ``StudioError/model(path:cause:)`` for a file that cannot be read.
  init(
    folder: String, modelPath: String?, builtIn first: BuiltInModel? = nil,
    remembered: Choice? = nil
  ) throws(StudioError) {
    self.folder = folder
    do {
      builtIn = try .uppercaseLetters()
      var others: [BuiltInModel: GestureRecognizer] = [:]
      for model in BuiltInModel.allCases where model != .letters {
        var recognizer = try GestureRecognizer.builtIn(model)
        // The model of letters recognises strokes.
        if model.entry.input == .air { recognizer.strokeModel = builtIn.strokeModel }
        others[model] = recognizer
      }
      self.others = others
    } catch {
      throw .model(path: "built-in model", cause: error)
    }
    choice = .builtIn(first ?? .letters)
    if let modelPath {
      guard let model = try Self.load(modelPath) else {
        throw .model(path: modelPath, cause: FileError.missing(path: modelPath))
      }
      var recognizer = GestureRecognizer(model)
      // A model of motion leaves strokes to the built-in one.
      if !model.takesStrokes { recognizer.strokeModel = builtIn.strokeModel }
      file = (InputFile.displayName(modelPath), recognizer)
      choice = .file
    } else {
      file = nil
    }
    for kind in StoredExample.Kind.allCases {
      own[kind] = try Self.load("\(folder)/\(kind.modelName)")
    }
    // Options of the command line take precedence.
    guard first == nil, modelPath == nil, let remembered else { return }
    if choices.contains(where: { $0.id == remembered }) {
      choice = remembered
    } else {
      isLost = true
    }
  }

  private static func load(_ path: String) throws(StudioError) -> RecognitionModel? {
    do {
      return try RecognitionModel(importing: try InputFile.read(InputFile.regular(path)))
    } catch FileError.missing {
      return nil
    } catch {
      throw .model(path: path, cause: error)
    }
  }

  var choices: [(id: Choice, name: String)] {
    var choices = BuiltInModel.allCases.map { model in
      (id: Choice.builtIn(model), name: "Built-in \(model.entry.title)")
    }
    if let file { choices.append((.file, file.name)) }
    if !own.isEmpty { choices.append((.own, "My examples")) }
    return choices
  }

  /// The recogniser of the chosen model, with its name; what it lacks is read by the built-in one.
  var recognizer: GestureRecognizer {
    var recognizer =
      switch choice {
      case .builtIn(let model): others[model] ?? builtIn
      case .own: builtIn
      case .file: file?.recognizer ?? builtIn
      }
    if choice == .own {
      if let model = own[.stroke] { recognizer.strokeModel = model }
      if let model = own[.motion] { recognizer.motionModel = model }
    }
    recognizer.name = choices.first { $0.id == choice }?.name ?? ""
    return recognizer
  }

  /// The built-in model of a kind, if examples can be added to it.
  func adaptable(_ kind: StoredExample.Kind) -> TemplateModel? {
    guard kind == .motion, case .templates(let model) = builtIn.motionModel else { return nil }
    return model
  }

  /// Chooses a model.
  mutating func choose(_ id: Choice) throws(RequestFailure) {
    guard choices.contains(where: { $0.id == id }) else {
      throw .notFound("there is no model \(id.rawValue)")
    }
    choice = id
    isLost = false
  }

  /// Keeps a trained model, in memory and in the folder, and chooses it.
  mutating func keep(_ model: RecognitionModel, _ kind: StoredExample.Kind) throws {
    try OutputFile.write(try model.file(), to: "\(folder)/\(kind.modelName)")
    own[kind] = model
    choice = .own
  }
}

/// A training in the background: cross-validation, then the model on all examples.
final class TrainingJob: Sendable {
  /// An example that was read as another class, or left out with a reason.
  struct Unread: Encodable, Sendable {
    var label: String
    var recognized: String?
    var reason: String?
    var strokes: [[[Double]]]
  }

  /// The outcome of the cross-validation.
  struct Report: Encodable, Sendable {
    var accuracy: Double
    var correct: Int
    var total: Int
    var labels: [String]
    /// Rows are true labels, columns recognised ones.
    var confusion: [[Int]]
    /// The first misread examples.
    var misread: [Unread]
    /// The first examples that were left out, such as those that are too short.
    var rejected: [Unread]
  }

  enum State: Sendable {
    case running(progress: Double)
    case done(Report)
    case failed(String)
    case cancelled
  }

  private let stored = Mutex(State.running(progress: 0))
  private let task = Mutex<Task<Void, Never>?>(nil)

  var state: State { stored.withLock { $0 } }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// Starts a training.
  ///
  /// - Parameters:
  ///   - recordings: The examples, named by their numbers.
  ///   - examples: The examples.
  ///   - base: A model to which the examples are added; `nil` for a model of the examples alone.
  ///   - finish: Takes the model before the state becomes ``State/done(_:)``; what it throws is the
  ///     reason of a failure.
  init(
    on recordings: Recordings, examples: [StoredExample], base: TemplateModel?,
    finish: @escaping @Sendable (TrainedModel) async throws -> Void
  ) {
    let content = DataSetContent.recordings(recordings)
    let work = Task(executorPreference: LongWork.executor) { [weak self] in
      do {
        let evaluation = Evaluation(.mixed)
        var options = EvaluationOptions()
        options.progress = { [weak self] _, done, total in
          self?.report(progress: 0.9 * Double(done) / Double(total))
        }
        let trainer = ModelTrainer()
        let summary: EvaluationSummary
        let model: TrainedModel
        if let base {
          summary = try await trainer.evaluateUpdate(
            of: base, by: evaluation, with: content, name: "examples", options: options)
          model = try trainer.update(base, with: content, name: "examples")
        } else {
          summary = try await trainer.evaluate(
            evaluation, on: content, name: "examples", options: options)
          model = try await trainer.train(on: content, name: "examples")
        }
        try Task.checkCancellation()
        try await finish(model)
        self?.end(.done(Report(summary, examples)))
      } catch is CancellationError {
        self?.end(.cancelled)
      } catch TrainingError.cancelled {
        self?.end(.cancelled)
      } catch {
        self?.end(.failed("\(error)"))
      }
    }
    task.withLock { $0 = work }
  }

  func cancel() { task.withLock { $0?.cancel() } }

  private func report(progress: Double) {
    stored.withLock { state in
      if case .running = state { state = .running(progress: progress) }
    }
  }

  private func end(_ state: State) { stored.withLock { $0 = state } }
}

extension TrainingJob: Encodable {
  private enum CodingKeys: String, CodingKey { case state, progress, error }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch state {
    case .running(let progress):
      try container.encode("running", forKey: .state)
      try container.encode(progress, forKey: .progress)
    case .done(let report):
      try container.encode("done", forKey: .state)
      try report.encode(to: encoder)
    case .failed(let reason):
      try container.encode("failed", forKey: .state)
      try container.encode(reason, forKey: .error)
    case .cancelled:
      try container.encode("cancelled", forKey: .state)
    }
  }
}

extension TrainingJob.Report {
  /// The most examples of each kind that are drawn.
  private static let drawn = 12

  fileprivate init(_ summary: EvaluationSummary, _ examples: [StoredExample]) {
    let result = summary.results.all
    let samples = Dictionary(uniqueKeysWithValues: examples.map { ("\($0.id)", $0.samples) })
    self.init(
      accuracy: result.accuracy, correct: result.correct, total: result.total,
      labels: result.confusion.labels, confusion: result.confusion.counts,
      misread: result.outcomes.filter { !$0.isCorrect }.prefix(Self.drawn).map { outcome in
        TrainingJob.Unread(
          label: outcome.label, recognized: outcome.recognition?.label,
          strokes: samples[outcome.name].map(ExampleAnswer.picture) ?? [])
      },
      rejected: summary.rejected.prefix(Self.drawn).map { example in
        TrainingJob.Unread(
          label: example.label ?? "?", reason: "\(example.reason)",
          strokes: samples[example.name].map(ExampleAnswer.picture) ?? [])
      })
  }
}
