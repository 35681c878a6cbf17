extension TemplateModel {
  /// The model of letters in the air that comes with the package: the letters A to Z, each one
  /// stroke.
  ///
  /// It learned from synthetic writers only, so that it carries nobody's data; `metadata` says how.
  /// As real gestures are farther from synthetic examples than those are from each other, it refuses
  /// only what is hardly like any letter: most other movements, and few letters;
  /// `add(_:label:)` makes it know a user's own.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: It is decoded at each call, in some milliseconds: keep it.
  public static func uppercaseLetters() throws(ModelError) -> TemplateModel {
    try TemplateModel(file: UppercaseMotionsFile.contents.withUTF8Buffer(Array.init))
  }
}
