/// The models that ship with the package.
///
/// All are trained on synthetic writers only.
public enum BuiltInModel: String, Hashable, Sendable, CaseIterable {
  /// The capital letters A to Z, on a screen and in the air.
  case letters
  /// Square, triangle, circle, checkmark and cross, in one or several strokes; in the air by the
  /// stroke of the path.
  ///
  /// 200 of 200 on a screen and 97 of 100 in the air, by 20 synthetic writers that are not in the
  /// training set. It rejects nothing: another stroke is labelled as the nearest symbol.
  case symbols
  /// Attack, dodge, shake, swipe and wave: motions of a phone in the hand.
  ///
  /// Of 400 gestures by 20 synthetic people that are not in the training set, 96.0 % have the right
  /// label, and 93.5 % are also accepted. It accepts one movement in 33 minutes of other recordings
  /// (`gait`, `broad`, `sensor-logger-iphone`), and 26 % of 500 letters written in the air, which
  /// are as fast.
  case gestures

  /// The name in messages and answers.
  package var name: String {
    switch self {
    case .letters: "uppercase letters, built in"
    case .symbols: "symbols, built in"
    case .gestures: "hand gestures, built in"
    }
  }
}

extension FeatureModel {
  /// The built-in model of the lab's zone features: the letters A to Z, each one stroke.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: Each call decodes the model, which takes about a millisecond.
  public static func uppercaseZones() throws(ModelError) -> FeatureModel {
    try decoded(UppercaseLettersFile.contents)
  }

  /// The built-in model of strokes: the letters A to Z, in one stroke or as people print them.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. It recognises 92 % of the
  /// development half of UNIPEN's capitals, where the frequencies of the writers' forms were
  /// counted. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: Each call decodes the model, which takes some milliseconds.
  package static func uppercaseStrokes() throws(ModelError) -> FeatureModel {
    try decoded(UppercaseStrokesFile.contents)
  }

  private static func decoded(_ file: StaticString) throws(ModelError) -> FeatureModel {
    guard case .features(let model) = try RecognitionModel(builtIn: file) else {
      throw .inconsistent("expected a model of features")
    }
    return model
  }
}

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
    guard case .templates(let model) = try RecognitionModel(builtIn: UppercaseMotionsFile.contents)
    else { throw .inconsistent("expected a model of templates") }
    return model
  }
}

extension RecognitionModel {
  /// The built-in model of symbols: square, triangle, circle, checkmark and cross.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  static func symbols() throws(ModelError) -> RecognitionModel {
    try RecognitionModel(builtIn: SymbolStrokesFile.contents)
  }

  /// The built-in model of hand gestures: attack, dodge, shake, swipe and wave.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  static func handGestures() throws(ModelError) -> RecognitionModel {
    try RecognitionModel(builtIn: HandGesturesFile.contents)
  }

  fileprivate init(builtIn file: StaticString) throws(ModelError) {
    try self.init(file: file.withUTF8Buffer(Array.init))
  }
}
