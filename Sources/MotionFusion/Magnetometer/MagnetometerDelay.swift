/// Estimates the delay of a magnetometer's readings behind the attitude.
///
/// Magnetometers are slow: on BROAD the field is 7 ms late, an error of 4° at 10 rad/s about the
/// axis of the turn. With *h* the field, *R* the attitude and *b* the hard-iron offset, a reading
/// *m* that is late by *L* satisfies *R m* = *h* + *R b* + *L R* (*ω* × *m*), linear in *L* and
/// *b*: least squares over the variation of both sides within half a second.
package struct MagnetometerDelay: Hashable, Sendable, Codable {
  /// The time constant of the means that are subtracted, in seconds.
  private static let span = 0.5
  /// The longest step, in seconds.
  private static let longestStep = 0.1
  /// The variance of the field over its correlation time, in µT² s: it bends by 3 µT within 0.3 s.
  private static let noise = 2.7
  /// The standard deviations of the priors at zero: 10 ms, and 100 µT.
  private static let delayDeviation = 0.01
  private static let offsetDeviation = 100.0
  /// The largest delay, in seconds.
  private static let largest = 0.05

  // The normal equations, in units of µT and s.
  private var delaySquare = noise / (delayDeviation * delayDeviation)
  private var delayValue = 0.0
  private var mixed = Vector3<Double>.zero
  private var offsetSquare = Matrix3(
    diagonal: Vector3(repeating: noise / (offsetDeviation * offsetDeviation)))
  private var offsetValue = Vector3<Double>.zero
  private var meanField = Vector3<Double>.zero
  private var meanChange = Vector3<Double>.zero
  private var meanAttitude = Matrix3<Double>.zero
  private var age = 0.0

  /// An estimate without readings.
  package init() {}

  /// The delay in seconds; negative for a field ahead of the attitude.
  package var delay: Double {
    guard let inverse = offsetSquare.inverse else { return 0 }
    let projected = inverse * mixed
    let delay =
      (delayValue - projected.dot(offsetValue)) / (delaySquare - projected.dot(mixed))
    return min(max(delay, -Self.largest), Self.largest)
  }

  /// Takes a reading in µT.
  ///
  /// - Parameters:
  ///   - attitude: Device to a frame with a constant heading.
  ///   - rate: The angular rate in rad/s.
  ///   - step: The time since the previous reading, in seconds.
  package mutating func observe(
    _ reading: Vector3<Double>, attitude: Quaternion<Double>, rate: Vector3<Double>, step: Double
  ) {
    let turn = Matrix3(attitude)
    let field = turn * reading
    let change = turn * rate.cross(reading)
    guard step > 0, step < Self.longestStep else {
      (meanField, meanChange, meanAttitude, age) = (field, change, turn, 0)
      return
    }
    age += step
    let share = step / min(age, Self.span)
    meanField += (field - meanField) * share
    meanChange += (change - meanChange) * share
    meanAttitude += (turn - meanAttitude) * share
    guard age > Self.span else { return }
    let response = field - meanField
    let byDelay = change - meanChange
    let byOffset = (turn - meanAttitude).transpose
    delayValue += byDelay.dot(response) * step
    delaySquare += byDelay.lengthSquared * step
    mixed += byOffset * byDelay * step
    offsetValue += byOffset * response * step
    offsetSquare += byOffset * byOffset.transpose * step
  }
}
