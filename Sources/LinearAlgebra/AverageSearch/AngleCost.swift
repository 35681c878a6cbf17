internal import RealModule

/// A cost of the angle θ between a rotation and a datum, in 0...π radians.
///
/// The derivatives of a cost *g*(θ) on the rotation group are *g*′ and *g*″ along the direction of
/// the datum; perpendicular to it the second derivative is *g*′ cot(θ/2)/2, since the group has the
/// sectional curvature ¼.
enum AngleCost {
  /// θ².
  case squaredAngle
  /// θ.
  case angle
  /// 2 sin(θ/2), the chord of the unit sphere of quaternions.
  case chord
  /// √θ, at most √``cap``.
  case cappedRoot

  /// The cap of `.cappedRoot`, 15° in radians.
  ///
  /// It is three standard deviations of 5°, the noise of the inliers in the protocol of S. H. Lee
  /// and J. Civera, *Robust single rotation averaging*, 2020, arXiv:2004.00732.
  static let cap = 15 * Double.pi / 180

  /// A datum at this angle or closer is at the estimate, in radians.
  static let coincidence = 1e-14

  /// The cost of an angle.
  func value(_ angle: Double) -> Double {
    switch self {
    case .squaredAngle: angle * angle
    case .angle: angle
    case .chord: 2 * Double.sin(angle / 2)
    case .cappedRoot: min(angle, Self.cap).squareRoot()
    }
  }

  /// The first derivative at a positive angle.
  func slope(_ angle: Double) -> Double {
    switch self {
    case .squaredAngle: 2 * angle
    case .angle: 1
    case .chord: Double.cos(angle / 2)
    case .cappedRoot: angle < Self.cap ? 0.5 / angle.squareRoot() : 0
    }
  }

  /// The slope at angle zero, with which a datum at the estimate holds it.
  var slopeAtZero: Double {
    switch self {
    case .squaredAngle: 0
    case .angle, .chord: 1
    case .cappedRoot: .infinity
    }
  }

  /// The second derivatives along and across the direction of a datum at a positive angle.
  func curvatures(_ angle: Double) -> (along: Double, across: Double) {
    let across = slope(angle) / (2 * Double.tan(angle / 2))
    switch self {
    case .squaredAngle: return (2, across)
    case .angle: return (0, across)
    case .chord: return (-0.5 * Double.sin(angle / 2), across)
    case .cappedRoot:
      guard angle < Self.cap else { return (0, 0) }
      return (-0.25 / (angle * angle.squareRoot()), across)
    }
  }

  /// Whether θ ↦ *g*(θ) is a metric on the rotations.
  var isMetric: Bool { self != .squaredAngle }

  /// Whether a minimum within π/2 of all data is the global one.
  ///
  /// Source: B. Afsari, *Riemannian Lᵖ center of mass: existence, uniqueness, and convexity*, Proc.
  /// AMS 139(2), 2011, doi:10.1090/S0002-9939-2010-10541-5. The bound is half the injectivity
  /// radius of the rotation group.
  var isConvexInHalfTurn: Bool { self == .squaredAngle || self == .angle }
}
