internal import ArgumentParser
public import GestureRecognition
internal import MotionRecordings

/// The finished model of a subcommand.
struct ModelOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A model made by 'inertial train'.", valueName: "file"))
  var model: String?

  @Option(
    defaultAsFlag: BuiltInModel.letters, help: "A built-in model; without a name, letters.")
  var builtIn: BuiltInModel?

  func validate() throws {
    guard builtIn == nil || model == nil else {
      throw ValidationError("Expected --model or --built-in, got both.")
    }
  }

  /// Whether one of the options is present.
  var isGiven: Bool { model != nil || builtIn != nil }

  /// The name of the model in answers.
  var name: String { model.map(InputFile.displayName) ?? (builtIn ?? .letters).name }

  /// The recogniser with the model; without options, of letters.
  func recognizer() throws -> GestureRecognizer {
    guard let model else { return try .builtIn(builtIn ?? .letters) }
    return GestureRecognizer(try Self.load(model))
  }

  /// The model, which must be linear.
  func loadLinear() throws -> LinearModel {
    guard model != nil || builtIn ?? .letters != .letters else { return try .uppercaseLetters() }
    guard case .linear(let model) = try recognizer().strokeModel else {
      throw ToolError(.badData, "\(name): expected a linear model of zone features")
    }
    return model
  }

  /// The model in the file at `path`.
  static func load(_ path: String) throws -> RecognitionModel {
    let start = ContinuousClock.now
    let bytes = try InputFile.read(path)
    defer {
      Console.detail(
        "\(InputFile.displayName(path)): \(counted(bytes.count, "byte")), "
          + "read in \(elapsed(since: start))")
    }
    do {
      return try RecognitionModel(file: bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    }
  }
}

extension BuiltInModel: ExplainedArgument {
  /// The classes, for the help.
  public var explanation: String {
    switch self {
    case .letters: "the letters A to Z, on a screen and in the air"
    case .symbols: "square, triangle, circle, checkmark and cross, on a screen"
    case .gestures: "attack, dodge, shake, swipe and wave, in the air"
    }
  }
}
