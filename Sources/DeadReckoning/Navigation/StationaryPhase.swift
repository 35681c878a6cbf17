internal import MotionFusion

/// The state of the current stationary phase of a navigator.
struct StationaryPhase: Hashable, Sendable {
  /// The time of detection; infinite in motion.
  private var start = Double.infinity
  /// The time since which the device does not turn either.
  private var stillStart = Double.infinity
  /// The sum and the number of angular rates since the last measurement.
  private var rateSum = Vector3<Double>.zero
  private var rateCount = 0.0
  /// Whether its zero-velocity measurement was rejected.
  var isRejected = false

  var isActive: Bool { start < .infinity }

  /// The duration, in seconds; negative infinity in motion.
  func duration(at time: Double) -> Double { time - start }

  /// The time without a turn, in seconds.
  func stillness(at time: Double) -> Double { time - stillStart }

  mutating func begin(at time: Double) {
    self = StationaryPhase()
    start = time
  }

  mutating func end() { self = StationaryPhase() }

  /// Takes the angular rate of a sample, in rad/s.
  mutating func take(
    _ rate: Vector3<Double>, bias: Vector3<Double>, at time: Double, stillRate: Double
  ) {
    guard isActive else { return }
    rateSum += rate
    rateCount += 1
    let isTurning = (rate - bias).lengthSquared > stillRate * stillRate
    if isTurning || stillStart == .infinity { stillStart = time }
  }

  /// The mean angular rate since the last call.
  mutating func takeMeanRate() -> Vector3<Double> {
    defer {
      rateSum = .zero
      rateCount = 0
    }
    return rateSum / max(rateCount, 1)
  }
}
