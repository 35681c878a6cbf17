extension RecognitionModel {
  /// The built-in model of symbols: square, triangle, circle, checkmark and cross.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  static func symbols() throws(ModelError) -> RecognitionModel {
    try RecognitionModel(file: SymbolStrokesFile.contents.withUTF8Buffer(Array.init))
  }

  /// The built-in model of hand gestures: attack, dodge, shake, swipe and wave.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  static func handGestures() throws(ModelError) -> RecognitionModel {
    try RecognitionModel(file: HandGesturesFile.contents.withUTF8Buffer(Array.init))
  }
}
