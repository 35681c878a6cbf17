extension StrokeModel {
  /// The built-in model of strokes: the letters A to Z, in one stroke or as people print them.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. It recognises 92 % of the
  /// development half of UNIPEN's capitals, where the frequencies of the writers' forms were
  /// counted. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: Each call decodes the model, which takes some milliseconds.
  public static func uppercaseLetters() throws(ModelError) -> StrokeModel {
    try StrokeModel(file: UppercaseStrokesFile.contents.withUTF8Buffer(Array.init))
  }
}
