/// How much the device turns and is pushed, as running mean squares.
struct Activity: Hashable, Sendable, Codable {
  /// Mean square of the angular rate, in rad²/s².
  var turning = 0.0
  /// Mean square of the user's acceleration, in g².
  var pushing = 0.0

  /// Below these the device counts as still, in rad/s and g.
  private static let leastTurning = 0.03
  private static let leastPushing = 0.005
  /// By what share a gyro's scale and alignment are off.
  private static let scaleError = 0.005

  /// Takes the squares of a rate and an acceleration.
  @inline(__always)
  mutating func observe(
    turning rate: Double, pushing push: Double, step: Double,
    _ configuration: InertialFilter.Configuration.Inclination
  ) {
    let share = min(1, step / configuration.activityTime)
    turning += (rate - turning) * share
    pushing += (push - pushing) * share
  }

  /// The time constant for this much motion, in seconds, as the ratio of a Kalman filter's
  /// noises would have it: the force's is the push, the gyro's grows with turning.
  /// - Parameter biasVariance: Of the gyro's bias, in rad²/s²: while it is unknown the frame
  ///   drifts as if the device turned fast.
  @inline(__always)
  func timeConstant(
    _ configuration: InertialFilter.Configuration.Inclination, biasVariance: Double
  ) -> Double {
    let ratio =
      (pushing + Self.leastPushing * Self.leastPushing)
      / ((turning + Self.leastTurning * Self.leastTurning
        + biasVariance / (Self.scaleError * Self.scaleError))
        * (configuration.balance * configuration.balance))
    let followed = configuration.timeConstant * ratio.squareRoot().squareRoot()
    return min(
      max(followed, configuration.timeConstants.lowerBound), configuration.timeConstants.upperBound)
  }
}
