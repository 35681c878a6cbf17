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
  public var name: String {
    switch self {
    case .letters: "uppercase letters, built in"
    case .symbols: "symbols, built in"
    case .gestures: "hand gestures, built in"
    }
  }
}
