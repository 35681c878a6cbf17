/// Estimates the delay of a magnetometer's readings behind the attitude.
///
/// Magnetometers are slow: on BROAD the field is 7 ms late, an error of 4° at 10 rad/s about the
/// axis of the turn. With *h* the field and *q* the attitude, a reading *m* that is late by *L*
/// satisfies *q m* = *h* + *L q* (*ω* × *m*), linear in *L*: least squares over the variation of
/// both sides within half a second, with forgetting. A hard-iron offset varies with the attitude
/// itself and not with its change, so that the estimate does not depend on it.
package struct MagnetometerDelay: Hashable, Sendable, Codable {
  /// The time constant of the means that are subtracted, in seconds.
  private static let span = 0.5
  /// The longest step, in seconds.
  private static let longestStep = 0.1
  /// The memory of the estimate, in seconds.
  private static let memory = 120.0
  /// The weight of a prior at zero, in µT²/s: a deviation of 10 ms in relation to fields that bend
  /// by 3 µT with a correlation time of 0.3 s.
  private static let prior = 27_000.0
  /// The largest delay, in seconds.
  private static let largest = 0.05

  private var cross = 0.0
  private var square = 0.0
  private var meanField = Vector3<Double>.zero
  private var meanChange = Vector3<Double>.zero
  private var age = 0.0

  /// An estimate without readings.
  package init() {}

  /// The delay in seconds; negative for a field ahead of the attitude.
  package var delay: Double { min(max(cross / (square + Self.prior), -Self.largest), Self.largest) }

  /// Takes a reading in µT.
  ///
  /// - Parameters:
  ///   - attitude: Device to a frame with a constant heading.
  ///   - rate: The angular rate in rad/s.
  ///   - step: The time since the previous reading, in seconds.
  package mutating func observe(
    _ reading: Vector3<Double>, attitude: Quaternion<Double>, rate: Vector3<Double>, step: Double
  ) {
    let field = attitude.act(reading)
    let change = attitude.act(rate.cross(reading))
    guard step > 0, step < Self.longestStep else {
      (meanField, meanChange, age) = (field, change, 0)
      return
    }
    age += step
    let share = step / min(age, Self.span)
    meanField += (field - meanField) * share
    meanChange += (change - meanChange) * share
    guard age > Self.span else { return }
    let variation = change - meanChange
    let kept = 1 - step / Self.memory
    cross = cross * kept + (field - meanField).dot(variation) * step
    square = square * kept + variation.lengthSquared * step
  }

  /// The reading without the delay, in µT.
  func corrected(_ reading: Vector3<Double>, rate: Vector3<Double>) -> Vector3<Double> {
    Quaternion.turn(by: rate * -delay).act(reading)
  }
}
