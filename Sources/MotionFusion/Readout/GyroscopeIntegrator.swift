/// The attitude by the gyroscope alone: the raw rate integrated from a fused attitude.
struct GyroscopeIntegrator: Hashable, Sendable, Codable {
  /// Rates beyond the range of any gyroscope, in rad/s.
  private static let largestRate = 1e4

  private var clock = SampleClock()
  private var attitude: Quaternion<Double>?
  private var start = 0.0
  private var drift = 0.0
  private var duration = 0.0

  /// The attitude and its drift at the last comparison; `nil` before the start.
  var estimate: MotionValues.GyroscopeOnly? {
    attitude.map {
      MotionValues.GyroscopeOnly(
        attitude: Attitude(quaternion: $0), drift: drift, duration: duration)
    }
  }

  /// Takes a rate in rad/s, the mean since the last one; a gap or a clock that was set back ends
  /// the integral.
  mutating func update(_ rate: Vector3<Double>, at time: Double) {
    guard time.isFinite, rate.lengthSquared < Self.largestRate * Self.largestRate else { return }
    switch clock.advance(to: time, longestStep: SampleValidator.longestStep) {
    case .step(let step): attitude = attitude.map { ($0 * .turn(by: rate * step)).renormalized }
    case .backward: break
    case .start, .gap, .reset: attitude = nil
    }
  }

  /// Compares with the fused attitude; begins the integral with it if there is none.
  mutating func compare(with motion: DeviceMotion) {
    guard let latest = clock.latest else { return }
    guard let attitude else {
      attitude = motion.attitude.quaternion
      start = latest
      (drift, duration) = (0, 0)
      return
    }
    drift = (attitude.conjugate * motion.attitude.quaternion).angle
    duration = latest - start
  }
}
