import GestureRecognition

extension GestureRecognizer {
  /// The built-in models restricted to some letters, which take less time without optimisation.
  static func uppercaseLetters(_ letters: String) throws -> GestureRecognizer {
    var recognizer = try uppercaseLetters()
    recognizer.motionModel = try recognizer.motionModel.restricted(to: letters.map(String.init))
    return recognizer
  }
}
