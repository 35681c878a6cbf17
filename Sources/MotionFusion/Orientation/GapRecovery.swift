internal import RealModule

/// The recovery of the vertical after lost samples, live.
///
/// After a long pause in motion, the vertical is where the first force points, within the usual
/// acceleration. For a quarter of a second it then follows the mean force, and for three seconds
/// the forces level it.
struct GapRecovery: Sendable {
  private typealias Constants = InertialFilter.RecoveryConstants

  /// The mean square of a component of the horizontal force in motion and over the last second, in
  /// g².
  private var usualSquare = Constants.initialForce
  private var recentSquare = 0.0
  /// The time that ``usualSquare`` stands for, in seconds.
  private var age = Constants.initialTime
  /// The variance of the tilt by the turn in the pause, until the first force, in rad²; then 0.
  private var missedVariance = 0.0
  /// Seconds left of the recovery, and of those in which the vertical follows the mean force.
  private var remaining = 0.0
  private var following = 0.0

  /// Whether the vertical recovers.
  var isActive: Bool { remaining > 0 }
  /// Whether the vertical follows the mean force.
  var isFollowing: Bool { following > 0 }
  /// Whether the next force is the first one after a pause.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  var needsVertical: Bool { missedVariance > 0 }

  /// The variance of the direction of a force, in rad².
  var forceVariance: Double {
    max(
      Constants.forceShare * max(usualSquare, recentSquare), InclinationEstimator.sensorVariance)
  }

  /// Takes a pause after which the tilt has at least this variance, in rad².
  ///
  /// - Returns: Whether the force shows the vertical better.
  mutating func begin(variance: Double) -> Bool {
    guard variance > Constants.leastRatio * forceVariance else { return false }
    missedVariance = variance
    remaining = Constants.duration
    return true
  }

  /// A vertical between the estimate and a force.
  struct Step {
    /// The share of the angle between them.
    var share: Double
    /// The variance about each axis, in rad².
    var variance: Double
  }

  /// The step towards the first force after a pause.
  ///
  /// - Parameters:
  ///   - length: Of the force, in g.
  ///   - variance: That of the vertical about an axis, in rad².
  mutating func firstStep(length: Double, variance: Double) -> Step {
    let excess = length - 1
    let noise = forceVariance + excess * excess
    let prior = max(variance, missedVariance)
    missedVariance = 0
    let share = prior == .infinity ? 1 : prior / (prior + noise)
    following =
      noise > Constants.followedVariance && share > Constants.followedShare
      ? Constants.followingTime : 0
    return Step(share: share, variance: share * noise)
  }

  /// What an interval's force shows of the vertical.
  enum Action {
    case none
    /// Set the vertical to the mean force, with this variance about each axis in rad².
    case follow(variance: Double)
    /// Observe the direction of the interval's force, with this variance in rad².
    case observe(variance: Double)
  }

  /// Takes the mean force of an interval.
  ///
  /// - Parameters:
  ///   - force: In the level frame, in g.
  ///   - meanAge: The time of the mean force since the pause, in seconds.
  mutating func observe(
    force: Vector3<Double>, step: Double, isStationary: Bool, meanAge: Double
  ) -> Action {
    let square = 0.5 * (force.x * force.x + force.y * force.y)
    if !isStationary, !isActive {
      age = min(age + step, Constants.usualTime)
      usualSquare += (square - usualSquare) * min(1, step / age)
    }
    recentSquare += (square - recentSquare) * min(1, step)
    guard isActive else { return .none }
    remaining -= step
    let variance = forceVariance
    if following > 0 {
      following -= step
      return .follow(variance: variance / (1 + meanAge / Constants.correlation))
    }
    return .observe(variance: variance * Constants.correlation / step)
  }
}
