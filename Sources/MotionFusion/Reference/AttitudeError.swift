internal import RealModule

/// The error of an attitude: the angle of the turn from the reference, and its parts.
///
/// With *e* = *q* *r*⁻¹, the turn in the reference frame from the reference *r* to the estimate
/// *q*, the angles are those of the BROAD benchmark (D. Laidig, M. Caruso, A. Cereatti, T. Seel,
/// *Data* 6(7):72, 2021): the total 2 arccos |*e*ʷ|, the heading (twist about the vertical) 2
/// arctan |*e*ᶻ/*e*ʷ|, and the inclination (swing) 2 arccos √(*e*ʷ² + *e*ᶻ²). They do not depend on
/// the signs of the quaternions and are accurate near zero and near a half turn.
public struct AttitudeError: Hashable, Sendable, Codable {
  /// The total angle, in radians from 0 to π.
  public var total: Double
  /// Its part about the vertical, in radians from 0 to π.
  public var heading: Double
  /// Its part about a horizontal axis, in radians from 0 to π.
  public var inclination: Double

  init(total: Double, heading: Double, inclination: Double) {
    self.total = total
    self.heading = heading
    self.inclination = inclination
  }

  /// The error of an attitude.
  ///
  /// - Parameters:
  ///   - estimate: The estimated attitude, device to reference.
  ///   - reference: The true attitude, in the same frame.
  public init(of estimate: Quaternion<Double>, from reference: Quaternion<Double>) {
    self.init(turn: estimate * reference.conjugate)
  }

  /// The angles of a turn in the reference frame.
  init(turn e: Quaternion<Double>) {
    let horizontal = (e.x * e.x + e.y * e.y).squareRoot()
    self.init(
      total: 2 * .atan2(y: e.vector.length, x: abs(e.w)),
      heading: 2 * .atan2(y: abs(e.z), x: abs(e.w)),
      inclination: 2 * .atan2(y: horizontal, x: (e.w * e.w + e.z * e.z).squareRoot()))
  }

  /// The angles in degrees.
  public var inDegrees: Self {
    let degrees = 180 / Double.pi
    return Self(
      total: total * degrees, heading: heading * degrees, inclination: inclination * degrees)
  }
}
