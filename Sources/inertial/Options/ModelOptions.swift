internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// The model of a subcommand.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A model made by 'inertial train' (default: the built-in model).", valueName: "file"))
  var model: String?

  /// The name of the model in answers.
  var name: String { model.map(InputFile.displayName) ?? "uppercase letters, built in" }

  /// The recogniser with the model.
  func recognizer() throws -> GestureRecognizer {
    guard let model else { return try .uppercaseLetters() }
    return GestureRecognizer(try Self.load(model))
  }

  /// The model, which must be linear.
  func loadLinear() throws -> LinearModel {
    guard model != nil else { return try .uppercaseLetters() }
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
        "\(InputFile.displayName(path)): \(counted(bytes.count, "byte")), read in \(elapsed(since: start))"
      )
    }
    do {
      return try RecognitionModel(file: bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    }
  }
}
