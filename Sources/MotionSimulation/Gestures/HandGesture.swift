/// A hand gesture with a phone that is not writing.
///
/// Attack and dodge differ by what moves: a rotation against a translation. Wave and shake are
/// the same two, repeated; a swipe is both at once, about the elbow.
public enum HandGesture: String, Hashable, Sendable, CaseIterable {
  /// One fast rotation, such as a blow: the phone's top tips forward, or to a side.
  case attack
  /// One fast translation, or one out and back, almost without rotation.
  case dodge
  /// A translation to and fro, 3 to 5 times a second.
  case shake
  /// One fast movement sideways that turns about the elbow.
  case swipe
  /// A rotation to and fro about the screen's normal, 1.5 to 2.5 times a second.
  case wave
}
