extension LinearModel {
  /// The built-in model of the lab's zone features: the letters A to Z, each one stroke.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: Each call decodes the model, which takes about a millisecond.
  public static func uppercaseLetters() throws(ModelError) -> LinearModel {
    try LinearModel(file: UppercaseLettersFile.contents.withUTF8Buffer(Array.init))
  }
}
