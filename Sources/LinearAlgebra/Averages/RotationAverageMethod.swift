/// The cost that an average of rotations minimises.
public enum RotationAverageMethod: String, Hashable, Sendable, CaseIterable {
  /// The sum of squared chords, in closed form: the rotation nearest to the sum of matrices.
  case chordalL2 = "chordal-l2"
  /// The sum of squared angles, the Karcher mean, by gradient steps on the rotation group.
  case geodesicL2 = "geodesic-l2"
  /// The sum of angles, the geodesic median, by Weiszfeld's algorithm.
  case geodesicL1 = "geodesic-l1"
  /// The sum of chords, the chordal median, by Weiszfeld's algorithm.
  case chordalL1 = "chordal-l1"
  /// The sum of square roots of angles, each capped at 15°, for data with a majority of outliers.
  ///
  /// The descent starts at the rotation in the data that most others agree with.
  case robust
}
