internal import MotionFusion

/// How vigorously a device was moved a moment ago, which says how quiet it has to be for rest.
///
/// A hand that writes slowly is as quiet in the middle of its movement as a foot that stands and rolls.
/// Every angular rate and every push between rests is held against what is vigorous; the largest of
/// these shares counts, falls exponentially in time, and scales the limits of rest, which are for vigorous
/// movements. A rest keeps the scale that it began with.
struct MotionIntensity: Hashable, Sendable {
  /// The square of the share, full before anything is known.
  private var square = 1.0
  private var latest = Double.infinity

  /// Takes a sample between rests.
  ///
  /// - Parameters:
  ///   - rate: The angular rate, in rad/s.
  ///   - push: The acceleration beside gravity, in g.
  ///   - time: In seconds.
  ///   - configuration: What is vigorous.
  @inline(__always)
  mutating func move(
    rate: Vector3<Double>, push: Vector3<Double>, at time: Double,
    _ configuration: InertialNavigator.Vigor
  ) {
    let elapsed = max(time - latest, 0)
    latest = time
    square = max(
      square * max(1 - elapsed / configuration.duration, 0),
      rate.lengthSquared / (configuration.rate * configuration.rate),
      push.lengthSquared / (configuration.push * configuration.push))
  }

  /// Takes a sample at rest.
  @inline(__always)
  mutating func rest(at time: Double) { latest = time }

  /// What the statistic of rest has to be below, at most 1.
  @inline(__always)
  func limit(_ configuration: InertialNavigator.Vigor) -> Double {
    min(max(square, configuration.leastShare * configuration.leastShare), 1)
  }
}
