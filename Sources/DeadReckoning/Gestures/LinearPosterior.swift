internal import RealModule

/// What is known of some numbers after linear measurements of them: their mean, their covariance, and
/// the evidence of it all.
///
/// Every measurement is taken by itself, as a Kalman filter does.
struct LinearPosterior {
  private(set) var mean: [Double]
  /// Row by row.
  private(set) var covariance: [Double]
  /// The logarithm of the measurements' probability density before they were made.
  var logEvidence = 0.0

  /// Before any measurement: independent, about zero.
  init(deviations: [Double]) {
    mean = [Double](repeating: 0, count: deviations.count)
    covariance = [Double](repeating: 0, count: deviations.count * deviations.count)
    for (index, deviation) in deviations.enumerated() {
      covariance[index * deviations.count + index] = deviation * deviation
    }
  }

  /// Takes the measurement that `value` plus `row` times the numbers is zero.
  ///
  /// - Precondition: `noise`, a variance, is positive.
  mutating func observe(_ row: [Double], value: Double, noise: Double) {
    let count = mean.count
    var gain = [Double](repeating: 0, count: count)
    var variance = noise
    var innovation = -value
    for i in 0..<count {
      var sum = 0.0
      for j in 0..<count { sum += covariance[i * count + j] * row[j] }
      gain[i] = sum
      variance += row[i] * sum
      innovation -= row[i] * mean[i]
    }
    for i in 0..<count {
      let share = gain[i] / variance
      mean[i] += share * innovation
      for j in 0..<count { covariance[i * count + j] -= share * gain[j] }
    }
    logEvidence -= 0.5 * (innovation * innovation / variance + Double.log(2 * .pi * variance))
  }

  /// Takes the three measurements of a vector that is zero.
  mutating func observe(_ statement: GestureReckoning.Statement, noise: Double) {
    observe(statement.columns.map(\.x), value: statement.value.x, noise: noise)
    observe(statement.columns.map(\.y), value: statement.value.y, noise: noise)
    observe(statement.columns.map(\.z), value: statement.value.z, noise: noise)
  }
}
