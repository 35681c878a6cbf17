/// The models that ship with the package.
///
/// All are trained on synthetic writers only.
public enum BuiltInModel: String, Hashable, Sendable, CaseIterable {
  /// The capital letters A to Z, on a screen and in the air.
  case letters
  /// Square, triangle, circle, checkmark and cross, in one or several strokes; in the air by the
  /// stroke of the path.
  case symbols
  /// Attack, dodge, shake, swipe and wave: motions of a phone in the hand.
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
