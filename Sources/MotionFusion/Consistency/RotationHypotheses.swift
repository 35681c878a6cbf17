/// The hypotheses about a gyroscope: ω = *κ* *P* *r* of its readings *r*, with a factor *κ* of a
/// family and a rotation *P* of the axes by quarter turns.
///
/// With an attitude *q* that integrates *κ* *r*, the attitude by hypothesis *P* is *P* *q* *P*ᵀ:
/// one integration a family serves all its rotations.
enum RotationHypotheses {
  /// The factor of each family: the standard unit, the opposite sign (a mirrored map), numbers in
  /// degrees, numbers divided by 57.3, and no rotation at all.
  static let factors = [1, -1, Double.pi / 180, 180 / Double.pi, 0]
  /// The family of the hypothesis that the device does not rotate.
  static let stationary = 4

  static let rotations = AxisMap.rotations
  /// The inverse of each rotation.
  static let inverses = AxisMap.rotations.map { $0.inverse }

  /// The number of hypotheses: all rotations of a family, one without rotation.
  static let count = stationary * rotations.count + 1

  /// The family of a hypothesis.
  static func family(of hypothesis: Int) -> Int { hypothesis / rotations.count }

  /// The map of the gyroscope's axes in a hypothesis, mirrored for the opposite sign.
  static func map(of hypothesis: Int) -> AxisMap {
    let rotation = rotations[hypothesis % rotations.count]
    return factors[family(of: hypothesis)] < 0 ? -rotation : rotation
  }
}
