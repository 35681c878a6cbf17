/// What an average of rotations minimises.
public enum RotationAverageMethod: String, Hashable, Sendable, CaseIterable {
  /// The sum of squared chords: in closed form, by the nearest rotation to the sum of matrices.
  case chordalL2 = "chordal-l2"
  /// The sum of squared angles: Karcher's mean, by Newton-like steps on the rotation group.
  case geodesicL2 = "geodesic-l2"
  /// The sum of angles: the median on the rotation group, by Weiszfeld's algorithm.
  case geodesicL1 = "geodesic-l1"
  /// The sum of chords: the median of rotation matrices, by Weiszfeld's algorithm.
  case chordalL1 = "chordal-l1"
  /// The sum of the square roots of angles, each up to 15°, from the rotation that most others
  /// agree with: for data of which most may be wrong. What lies beyond the limit counts the same,
  /// however far it is.
  case robust
}
