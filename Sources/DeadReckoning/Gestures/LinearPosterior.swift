internal import RealModule
internal import RotationMath

/// The posterior of unknown numbers given linear measurements: mean, covariance and evidence.
///
/// Measurements are applied one by one, as in a Kalman filter.
struct LinearPosterior {
  private(set) var mean: [Double]
  /// By rows.
  private(set) var covariance: [Double]
  /// The logarithm of the measurements' prior probability density.
  var logEvidence = 0.0

  /// The prior: independent numbers of zero mean.
  init(deviations: [Double]) {
    mean = [Double](repeating: 0, count: deviations.count)
    covariance = [Double](repeating: 0, count: deviations.count * deviations.count)
    for (index, deviation) in deviations.enumerated() {
      covariance[index * deviations.count + index] = deviation * deviation
    }
  }

  /// Applies the measurement that `value` plus `row` times the numbers is zero.
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

  /// Applies the three measurements of a vector that is zero.
  mutating func observe(_ vector: GestureReckoning.Sensitivity, noise: Double) {
    observe(vector.columns.map { $0.x }, value: vector.value.x, noise: noise)
    observe(vector.columns.map { $0.y }, value: vector.value.y, noise: noise)
    observe(vector.columns.map { $0.z }, value: vector.value.z, noise: noise)
  }
}
