extension TemplateModel {
  /// The built-in model of letters in the air: the letters A to Z, each one stroke.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. Real gestures are farther from
  /// synthetic examples than those from each other. Its threshold of similarity is therefore low:
  /// it accepts 2.5 % of 707 windows of other movements, and 99.0 % of 499 letters of five people.
  /// `adapt(to:label:)` adds a user's own letters.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: Each call decodes the model, which takes some milliseconds.
  package static func uppercaseLetters() throws(ModelError) -> TemplateModel {
    try TemplateModel(file: UppercaseMotionsFile.contents.withUTF8Buffer(Array.init))
  }
}
