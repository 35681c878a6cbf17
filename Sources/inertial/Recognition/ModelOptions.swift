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

  /// What reads strokes and motions by the model, which is checked.
  func reader() throws -> LetterReader {
    if let model {
      let loaded = try Self.load(model)
      return LetterReader(strokes: loaded, motions: loaded)
    }
    return LetterReader(strokes: try load(forMotion: false), motions: try load(forMotion: true))
  }

  /// The model of motions or of strokes, read and checked.
  func load(forMotion isForMotion: Bool) throws -> RecognitionModel {
    if let model { return try Self.load(model) }
    return isForMotion
      ? .templates(try TemplateModel.uppercaseLetters())
      : .linear(try LinearModel.uppercaseLetters())
  }

  /// The model, which has to be a linear one.
  func loadLinear() throws -> LinearModel {
    guard case .linear(let model) = try load(forMotion: false) else {
      throw ToolError(.badData, "\(name): the model has no weights of the zones of strokes")
    }
    return model
  }

  /// The model in the file at `path`.
  static func load(_ path: String) throws -> RecognitionModel {
    let bytes = try InputFile.read(path)
    do {
      return try RecognitionModel(file: bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    }
  }
}
