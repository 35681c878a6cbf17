internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// The decoding of words.
struct WordOptions: ParsableArguments {
  @Flag(
    help: """
      Decode words from the letters' alternatives, with a lexicon; other words stay possible.
      """)
  var words = false

  @Option(
    help: ArgumentHelp(
      "A list of words for --words, one a line (default: \(Lexicon.distributionPath)).",
      valueName: "file"))
  var lexicon: String?

  func validate() throws {
    guard words || lexicon == nil else { throw ValidationError("--lexicon requires --words.") }
  }

  /// The decoder for the labels of a model; `nil` without `--words`.
  func decoder(for model: RecognitionModel) throws -> WordDecoder? {
    guard words else { return nil }
    guard WordDecoder.canDecode(labels: model.labels) else {
      throw ToolError(
        .badData,
        "--words: expected a model of letters A to Z, got the labels "
          + model.labels.prefix(4).joined(separator: ", "))
    }
    let path = lexicon ?? Lexicon.distributionPath
    do {
      return WordDecoder(lexicon: try Lexicon(file: try InputFile.read(path)))
    } catch let error as LexiconError {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    } catch FileError.missing where lexicon == nil {
      throw ToolError(
        .noInput, "--words: expected a list of words at \(path), got none: --lexicon FILE names one"
      )
    }
  }
}
