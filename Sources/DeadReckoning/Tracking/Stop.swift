internal import MotionFusion

/// What a navigator knows of the rest that has not ended.
struct Stop: Hashable, Sendable {
  /// When it was first seen; infinite in motion.
  private var start = Double.infinity
  /// Since when the device does not even turn.
  private var stillStart = Double.infinity
  /// The angular rates since the last measurement at rest, and how many they are.
  private var rateSum = Vector3<Double>.zero
  private var rateCount = 0.0
  /// Whether it was not believed.
  var isRefused = false

  var isStationary: Bool { start < .infinity }

  /// For how long, in seconds; negative infinity in motion.
  func duration(at time: Double) -> Double { time - start }

  /// For how long the device has not even turned.
  func stillness(at time: Double) -> Double { time - stillStart }

  mutating func begin(at time: Double) {
    self = Stop()
    start = time
  }

  mutating func end() { self = Stop() }

  /// Takes the angular rate of a sample, in rad/s.
  mutating func take(
    _ rate: Vector3<Double>, bias: Vector3<Double>, at time: Double, stillRate: Double
  ) {
    guard isStationary else { return }
    rateSum += rate
    rateCount += 1
    let isTurning = (rate - bias).lengthSquared > stillRate * stillRate
    if isTurning || stillStart == .infinity { stillStart = time }
  }

  /// The mean angular rate since it was last asked for.
  mutating func takeMeanRate() -> Vector3<Double> {
    defer {
      rateSum = .zero
      rateCount = 0
    }
    return rateSum / max(rateCount, 1)
  }
}
