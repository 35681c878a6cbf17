internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// Which model reads the gestures.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A model made by 'inertial train'; without it, the one that comes with the program.",
      valueName: "file"))
  var model: String?

  /// How answers call the model.
  var name: String { model.map(InputFile.displayName) ?? "uppercase letters, built in" }

  /// The model, read and checked.
  func load() throws -> RecognitionModel {
    guard let model else { return .linear(try LinearModel.uppercaseLetters()) }
    return try Self.load(model)
  }

  /// The model, which has to be a linear one.
  func loadLinear() throws -> LinearModel {
    guard case .linear(let model) = try load() else {
      throw ToolError(.badData, "\(name): the model keeps examples and has no weights")
    }
    return model
  }

  /// The model in the file at `path`.
  static func load(_ path: String) throws -> RecognitionModel {
    let bytes = try InputFile.read(path)
    do {
      return try ModelFile.decodeAny(bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    }
  }
}
