/// The cost that an average of rotations minimises.
public enum RotationAverageMethod: String, Hashable, Sendable, CaseIterable {
  /// The mean of squared chords, in closed form: the rotation nearest to the sum of matrices.
  case chordalL2 = "chordal-l2"
  /// The mean of squared angles: the Karcher mean.
  case geodesicL2 = "geodesic-l2"
  /// The mean of angles: the geodesic median.
  case geodesicL1 = "geodesic-l1"
  /// The mean of chords: the chordal median.
  case chordalL1 = "chordal-l1"
  /// The mean of square roots of angles, each capped at 15°, for data with a majority of outliers.
  case robust

  /// The cost of an angle, and the factor to the unit of ``RotationAverage/cost``.
  ///
  /// The chord ‖*R* - *S*‖ is 2√2 sin(θ/2). The squared chord has a closed form.
  var angleCost: (cost: AngleCost, factor: Double)? {
    switch self {
    case .chordalL2: nil
    case .geodesicL2: (.squaredAngle, 1)
    case .geodesicL1: (.angle, 1)
    case .chordalL1: (.chord, 2.0.squareRoot())
    case .robust: (.cappedRoot, 1)
    }
  }
}
