internal import DeadReckoning
package import GestureRecognition

/// The models of the studio: built in, from a file, and trained on the user's own examples.
package struct ModelShelf: Sendable {
  /// A choice of the page: a built-in model, or one of the user.
  package enum Choice: Hashable, Sendable, RawRepresentable {
    case builtIn(BuiltInModel)
    case file
    case own

    package init?(rawValue: String) {
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

    package var rawValue: String {
      switch self {
      case .builtIn(let model): model == .letters ? "built-in" : model.rawValue
      case .file: "file"
      case .own: "own"
      }
    }
  }

  package private(set) var choice = Choice.builtIn(.letters)
  /// Whether the model of the last run is not there any more.
  package private(set) var isLost = false
  package private(set) var letters: GestureRecognizer
  /// The other built-in models.
  private var others: [BuiltInModel: GestureRecognizer] = [:]
  private let file: (name: String, recognizer: GestureRecognizer)?
  /// The models that were trained on the user's examples.
  package private(set) var own: [StoredExample.Kind: RecognitionModel]

  /// Creates a shelf.
  ///
  /// - Parameters:
  ///   - letters: The built-in letters, which read what other models lack.
  ///   - file: A model of the user, which is chosen at first.
  ///   - own: The models that were trained on the user's examples.
  package init(
    letters: GestureRecognizer, file: (name: String, model: RecognitionModel)? = nil,
    own: [StoredExample.Kind: RecognitionModel] = [:]
  ) {
    self.letters = letters
    self.own = own
    guard let file else {
      self.file = nil
      return
    }
    var recognizer = GestureRecognizer(file.model)
    // A model of motion leaves strokes to the built-in one.
    if file.model.strokeError != nil { recognizer.strokeModel = letters.strokeModel }
    self.file = (file.name, recognizer)
    choice = .file
  }

  /// Adds a built-in model.
  package mutating func add(_ model: BuiltInModel, _ recognizer: GestureRecognizer) {
    guard model != .letters else {
      letters = recognizer
      return
    }
    var recognizer = recognizer
    // The model of letters recognises strokes.
    if model.entry.input == .air { recognizer.strokeModel = letters.strokeModel }
    others[model] = recognizer
  }

  package var choices: [(id: Choice, name: String)] {
    var choices = BuiltInModel.allCases.map { model in
      (id: Choice.builtIn(model), name: "Built-in \(model.entry.title)")
    }
    if let file { choices.append((.file, file.name)) }
    if !own.isEmpty { choices.append((.own, "My examples")) }
    return choices
  }

  /// The recogniser of the chosen model, with its name; what it lacks is read by the built-in one.
  package var recognizer: GestureRecognizer {
    var recognizer =
      switch choice {
      case .builtIn(let model): others[model] ?? letters
      case .own: letters
      case .file: file?.recognizer ?? letters
      }
    if choice == .own {
      if let model = own[.stroke] { recognizer.strokeModel = model }
      if let model = own[.motion] { recognizer.motionModel = model }
    }
    recognizer.name = choices.first { $0.id == choice }?.name ?? ""
    return recognizer
  }

  /// The built-in letters of a kind, if examples can be added to them.
  package func adaptable(_ kind: StoredExample.Kind) -> RecognitionModel? {
    guard kind == .motion else { return letters.strokeModel }
    guard case .templates = letters.motionModel else { return nil }
    return letters.motionModel
  }

  /// Chooses a model.
  package mutating func choose(_ id: Choice) throws(RequestFailure) {
    guard choices.contains(where: { $0.id == id }) else {
      throw .notFound("there is no model \(id.rawValue)")
    }
    choice = id
    isLost = false
  }

  /// Chooses the model of the last run.
  package mutating func remember(_ id: Choice?) {
    guard let id else { return }
    if choices.contains(where: { $0.id == id }) { choice = id } else { isLost = true }
  }

  /// Keeps a trained model and chooses it.
  package mutating func keep(_ model: RecognitionModel, _ kind: StoredExample.Kind) {
    own[kind] = model
    choice = .own
    isLost = false
  }

  // MARK: - State

  /// The state that all pages share.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - recordings: The recordings for replay, each with its number and name.
  ///   - limits: The largest bodies of requests, in bytes.
  ///   - decodesWords: Whether there is a list of words.
  package func state(
    _ settings: StudioSettings, recordings: [(id: Int, name: String)] = [], limits: JSON,
    decodesWords: Bool
  ) -> JSON {
    func named(_ id: String, _ name: String) -> JSON { ["id": JSON(id), "name": JSON(name)] }
    return [
      "models": JSON(choices) { named($0.id.rawValue, $0.name) },
      "model": JSON(choice.rawValue),
      "choices": [
        "readings": JSON(StudioSettings.Reading.allCases) { named($0.rawValue, $0.name) },
        "methods": JSON(Self.methods) { named($0.rawValue, $0.displayName) },
        "statistics": JSON(ZeroVelocityStatistic.allCases) { named($0.rawValue, $0.displayName) },
        "integrators": JSON(UpdateRule.allCases) { named($0.rawValue, $0.displayName) },
      ],
      "settings": settings.json,
      "adaptable": JSON(StoredExample.Kind.allCases.filter { adaptable($0) != nil }) {
        JSON($0.rawValue)
      },
      "recordings": JSON(recordings) { ["id": JSON($0.id), "name": JSON($0.name)] },
      "limits": limits, "decodesWords": JSON(decodesWords && recognizer.spellsWords),
      "isModelLost": JSON(isLost),
    ]
  }

  private static let methods: [PathMethod] = [
    .gesture, .navigator, .zeroVelocity, .zeroEndVelocity, .exponentialDamping,
    .constantDeceleration, .unstabilized,
  ]
}
