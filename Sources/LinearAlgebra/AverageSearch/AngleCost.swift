internal import RealModule
internal import RotationMath

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

/// Unit quaternions with positive weights of sum one.
struct WeightedRotations {
  let rotations: [Quaternion<Double>]
  let weights: [Double]

  /// Normalises rotations of any positive length, and weights of any scale; `nil` for ones.
  ///
  /// Rotations whose weight is zero, or zero relative to the largest, are left out.
  init(_ rotations: [Quaternion<Double>], weights: [Double]?) {
    let largest = weights?.max() ?? 1
    var kept: [Quaternion<Double>] = []
    var shares: [Double] = []
    kept.reserveCapacity(rotations.count)
    shares.reserveCapacity(rotations.count)
    for (index, rotation) in rotations.enumerated() {
      let share = (weights?[index] ?? 1) / largest
      // A datum can be the average, which is then equal to it in every bit.
      let isUnit = abs(rotation.lengthSquared - 1) <= 16 * .ulpOfOne
      if share > 0, let unit = isUnit ? rotation : rotation.normalized() {
        kept.append(unit)
        shares.append(share)
      }
    }
    let total = shares.reduce(0, +)
    self.rotations = kept
    self.weights = shares.map { $0 / total }
  }

  private init(rotations: [Quaternion<Double>], weights: [Double]) {
    self.rotations = rotations
    self.weights = weights
  }

  var count: Int { rotations.count }

  /// A stratified sample of at most `count` rotations, by weight.
  ///
  /// It takes one rotation at a random position in each of `count` equal parts of the total weight:
  /// a fixed step would miss sources that alternate in the data.
  func sample(_ count: Int) -> WeightedRotations {
    guard self.count > count else { return self }
    var random = SplitMix64(seed: 0)
    var sample: [Quaternion<Double>] = []
    sample.reserveCapacity(count)
    let part = 1 / Double(count)
    var passed = 0.0
    var position = part * Double.random(in: 0..<1, using: &random)
    for (rotation, weight) in zip(rotations, weights) {
      passed += weight
      while position < passed && sample.count < count {
        sample.append(rotation)
        position = part * (Double(sample.count) + Double.random(in: 0..<1, using: &random))
      }
    }
    return WeightedRotations(
      rotations: sample,
      weights: [Double](repeating: 1 / Double(sample.count), count: sample.count))
  }

  /// The weighted mean of a cost of the angles to a rotation.
  func mean(of cost: AngleCost, at rotation: Quaternion<Double>) -> Double {
    // Beyond the cap no angle is needed.
    let cosine = cost == .cappedRoot ? Double.cos(AngleCost.cap / 2) : -1
    let cap = AngleCost.cap.squareRoot()
    var sum = 0.0
    for index in rotations.indices {
      let turn = rotation.conjugate * rotations[index]
      sum +=
        weights[index] * (abs(turn.w) < cosine ? cap : cost.value(turn.preciseAngle))
    }
    return sum
  }
}

extension Quaternion<Double> {
  /// ``angle`` of a unit quaternion by the arcsine or the arccosine, whichever is accurate.
  var preciseAngle: Double {
    let sine = vector.lengthSquared.squareRoot(), cosine = abs(w)
    return 2 * (sine < cosine ? Double.asin(sine) : Double.acos(cosine))
  }
}
