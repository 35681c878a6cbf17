internal import GestureRecognition
internal import MotionRecordings

/// The models of the studio: built in, from a file, and trained on the user's own examples.
struct ModelShelf: Sendable {
  /// A choice of the page.
  enum Choice: String, Sendable, Codable {
    case builtIn = "built-in"
    case symbols
    case gestures
    case file
    case own
  }

  private(set) var choice = Choice.builtIn
  private let builtIn: GestureRecognizer
  private let symbols: GestureRecognizer
  private let gestures: GestureRecognizer
  private let file: (name: String, recognizer: GestureRecognizer)?
  private var own: [StoredExample.Kind: RecognitionModel] = [:]
  private let folder: String

  /// Loads the models.
  ///
  /// - Throws: ``StudioError/model(path:cause:)`` for a file that cannot be read.
  init(
    folder: String, modelPath: String?, builtIn first: BuiltInModel = .letters
  ) throws(StudioError) {
    self.folder = folder
    do {
      builtIn = try .uppercaseLetters()
      symbols = try .builtIn(.symbols)
      // Strokes are left to the model of letters.
      gestures = GestureRecognizer(
        strokes: builtIn.strokeModel, motions: try GestureRecognizer.builtIn(.gestures).motionModel)
    } catch {
      throw .model(path: "built-in model", cause: error)
    }
    choice =
      switch first {
      case .letters: .builtIn
      case .symbols: .symbols
      case .gestures: .gestures
      }
    if let modelPath {
      guard let model = try Self.load(modelPath) else {
        throw .model(path: modelPath, cause: FileError.missing(path: modelPath))
      }
      var recognizer = GestureRecognizer(model)
      // A model of motion leaves strokes to the built-in one.
      switch model {
      case .templates, .motionZones: recognizer.strokeModel = builtIn.strokeModel
      case .strokes, .linear, .pipeline: break
      }
      file = (InputFile.displayName(modelPath), recognizer)
      choice = .file
    } else {
      file = nil
    }
    for kind in StoredExample.Kind.allCases {
      own[kind] = try Self.load("\(folder)/\(kind.modelName)")
    }
  }

  private static func load(_ path: String) throws(StudioError) -> RecognitionModel? {
    do {
      return try RecognitionModel(file: try InputFile.read(path))
    } catch FileError.missing {
      return nil
    } catch {
      throw .model(path: path, cause: error)
    }
  }

  /// The choices with their names.
  var choices: [(id: Choice, name: String)] {
    var choices = [
      (id: Choice.builtIn, name: "Built-in letters"), (.symbols, "Built-in symbols"),
      (.gestures, "Built-in hand gestures"),
    ]
    if let file { choices.append((.file, file.name)) }
    if !own.isEmpty { choices.append((.own, "My examples")) }
    return choices
  }

  /// The name of the chosen model.
  var name: String { choices.first { $0.id == choice }?.name ?? "" }

  /// The recogniser of the chosen model; what it lacks is read by the built-in one.
  var recognizer: GestureRecognizer {
    switch choice {
    case .builtIn: return builtIn
    case .symbols: return symbols
    case .gestures: return gestures
    case .file: return file?.recognizer ?? builtIn
    case .own:
      var recognizer = builtIn
      if let model = own[.stroke] { recognizer.strokeModel = model }
      if let model = own[.motion] { recognizer.motionModel = model }
      return recognizer
    }
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
  }

  /// Keeps a trained model, in memory and in the folder, and chooses it.
  mutating func keep(_ model: RecognitionModel, _ kind: StoredExample.Kind) throws {
    try OutputFile.write(try model.file(), to: "\(folder)/\(kind.modelName)")
    own[kind] = model
    choice = .own
  }
}
