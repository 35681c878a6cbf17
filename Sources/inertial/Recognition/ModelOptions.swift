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
  func load() throws -> LinearModel {
    guard let model else { return try LinearModel.uppercaseLetters() }
    let bytes = try InputFile.read(model)
    do {
      return try ModelFile.decode(bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(model)): \(error)")
    }
  }
}
