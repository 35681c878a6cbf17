extension LinearModel {
  /// The model that comes with the package: the letters A to Z, each one stroke.
  ///
  /// It learned from synthetic writers only, so that it carries nobody's data; `metadata` says how.
  /// Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: It is decoded at each call, in about a millisecond: keep it.
  public static func uppercaseLetters() throws(ModelError) -> LinearModel {
    try LinearModel(file: UppercaseLettersFile.contents.withUTF8Buffer(Array.init))
  }
}
