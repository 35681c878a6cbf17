internal import RealModule

/// The attitude errors of a recording against its reference, by the protocol of the BROAD
/// benchmark.
///
/// Each estimate is compared with the pose nearest in time, if the data set counts errors there;
/// see ``AttitudeError`` for the angles.
///
/// ```swift
/// let errors = AttitudeErrors(of: motions, from: poses, within: 0.01)
/// print(errors?.rootMeanSquare.inDegrees.inclination ?? .nan)
/// ```
public struct AttitudeErrors: Hashable, Sendable {
  /// The times of the compared estimates, in seconds; at least one.
  public let timestamps: [Double]
  /// The error at each of these times.
  public let errors: [AttitudeError]
  /// The true attitude at each of these times, turned to the heading of the estimates.
  package let trueAttitudes: [Attitude]

  /// Compares attitudes with a reference; `nil` without a pose near any of them.
  ///
  /// - Parameters:
  ///   - estimates: In the order of time.
  ///   - reference: In the order of time, in the same frame except for an aligned heading.
  ///   - aligningHeading: Whether a constant turn about the vertical, the circular mean of the
  ///     heading errors, is subtracted first. Required if the heading of either is arbitrary.
  ///   - tolerance: The largest time between an estimate and its pose, in seconds.
  /// - Complexity: O(*n* + *m*) in the estimates and the poses.
  public init?(
    of estimates: [DeviceMotion], from reference: [ReferencePose], aligningHeading: Bool = false,
    within tolerance: Double
  ) {
    let poses = reference.nearest(to: estimates.lazy.map { $0.timestamp }, within: tolerance)
    var times: [Double] = []
    var turns: [Quaternion<Double>] = []
    var truths: [Quaternion<Double>] = []
    for case (let estimate, let pose?) in zip(estimates, poses) where pose.isScored {
      guard let truth = pose.attitude else { continue }
      times.append(estimate.timestamp)
      turns.append(estimate.attitude.quaternion * truth.quaternion.conjugate)
      truths.append(truth.quaternion)
    }
    guard !turns.isEmpty else { return nil }
    let alignment: Quaternion<Double> =
      aligningHeading ? .turn(aboutVertical: -turns.meanHeading) : .identity
    timestamps = times
    errors = turns.map { AttitudeError(turn: alignment * $0) }
    trueAttitudes = truths.map { Attitude(quaternion: alignment.conjugate * $0) }
  }

  /// The root mean square of each part.
  public var rootMeanSquare: AttitudeError {
    func rootMeanSquare(_ part: (AttitudeError) -> Double) -> Double {
      let sum = errors.reduce(0) { $0 + part($1) * part($1) }
      return (sum / Double(errors.count)).squareRoot()
    }
    return AttitudeError(
      total: rootMeanSquare { $0.total }, heading: rootMeanSquare { $0.heading },
      inclination: rootMeanSquare { $0.inclination })
  }
}

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
