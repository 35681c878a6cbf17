internal import LinearAlgebra
internal import RealModule
internal import RotationMath

/// Features of how a device moves, whatever the direction and however it is held.
///
/// The input is user acceleration in g and angular rate in rad/s. Stationary ends are left out. The
/// features distinguish rotation from translation, one movement from repeated ones, and fast from
/// slow: logarithms of the duration, of both root mean squares, of the rotation along the way and
/// of the net rotation, of the reversals of both along their principal axes, and of the radius of
/// the turn, which is acceleration over angular acceleration. Integrals over time make them
/// independent of the sample rate.
package enum MotionDynamics {
  /// The number of features.
  package static let count = 8
  /// The components of a sample: user acceleration and angular rate.
  static let dimension = 6
  /// The channels of device motion that these components are.
  static let channels = [MotionChannel.userAcceleration, .rotationRate]

  /// The activity below which the ends are left out, relative to the largest.
  private static let restActivity = 0.1
  /// The acceleration that counts as much as 1 rad/s in the activity, in g. A hand that turns at
  /// 1 rad/s about the elbow and reverses twice a second accelerates about as much.
  private static let accelerationUnit = 0.1
  /// The smallest values whose logarithms are taken: the noise of a phone's sensors, in rad/s and
  /// g, and the rotation in radians that a still hand makes.
  private static let (leastRate, leastAcceleration, leastAngle) = (0.01, 0.005, 0.1)
  /// The smallest angular acceleration, in rad/s²: that of noise at 100 Hz.
  private static let leastTurn = 1.0
  /// The step of the difference quotient of the angular rate, in seconds.
  private static let differenceTime = 0.04
  /// The share of the largest value that a signal must pass on both sides of a reversal.
  private static let reversal = 0.3

  /// The features of a segment.
  ///
  /// - Throws: ``GestureError`` for fewer than three samples, a segment without duration, and a
  ///   stationary device.
  /// - Complexity: O(*n*).
  package static func vector(of series: LabeledSeries) throws(GestureError) -> [Double] {
    let all = (0..<series.count).map { index in
      let sample = series[index]
      let first = sample.startIndex
      return (
        acceleration: Vector3(sample[first], sample[first + 1], sample[first + 2]),
        rate: Vector3(sample[first + 3], sample[first + 4], sample[first + 5])
      )
    }
    let unit = 1 / (accelerationUnit * accelerationUnit)
    let activity = all.map { $0.rate.lengthSquared + $0.acceleration.lengthSquared * unit }
    let limit = restActivity * restActivity * (activity.max() ?? 0)
    guard let first = activity.firstIndex(where: { $0 > limit }),
      let last = activity.lastIndex(where: { $0 > limit })
    else { throw .atRest }
    guard last - first >= 2 else { throw .tooFewSamples(count: last - first + 1, minimum: 3) }
    let times = Array(series.times[first...last])
    let duration = times[times.count - 1] - times[0]
    guard duration > 0 else { throw .zeroDuration }
    let rate = Summary(of: all[first...last].map(\.rate), times: times, duration: duration)
    let acceleration = Summary(
      of: all[first...last].map(\.acceleration), times: times, duration: duration)
    return [
      .log(duration),
      .log(rate.size + leastRate),
      .log(acceleration.size + leastAcceleration),
      .log(rate.length + leastAngle),
      .log(rate.net.length + leastAngle),
      .log(1 + Double(rate.reversals)),
      .log(1 + Double(acceleration.reversals)),
      .log(acceleration.size + leastAcceleration)
        - .log(Self.change(of: all[first...last].map(\.rate), times: times) + leastTurn),
    ]
  }

  /// The root mean square of the rate of change of a vector.
  private static func change(of vectors: [Vector3<Double>], times: [Double]) -> Double {
    var (sum, count, later) = (0.0, 0.0, 0)
    for index in vectors.indices {
      while later < vectors.count, times[later] - times[index] < differenceTime { later += 1 }
      guard later < vectors.count else { break }
      let step = times[later] - times[index]
      sum += (vectors[later] - vectors[index]).lengthSquared / (step * step)
      count += 1
    }
    return count > 0 ? (sum / count).squareRoot() : 0
  }

  /// Integrals of a vector over time.
  private struct Summary {
    /// The root mean square.
    var size: Double
    /// The integral of the magnitude.
    var length = 0.0
    /// The integral.
    var net = Vector3<Double>.zero
    /// The changes of sign along the principal axis.
    var reversals = 0

    init(of vectors: [Vector3<Double>], times: [Double], duration: Double) {
      var moment = Matrix3<Double>.zero
      for index in vectors.indices {
        // The trapezoidal rule: half of the steps before and after.
        let step =
          (times[min(index + 1, times.count - 1)] - times[max(index - 1, 0)]) / 2
        let vector = vectors[index]
        length += vector.length * step
        net = net + vector * step
        moment =
          moment
          + Matrix3(
            columns: vector * (vector.x * step), vector * (vector.y * step),
            vector * (vector.z * step))
      }
      let trace = moment[0, 0] + moment[1, 1] + moment[2, 2]
      size = (trace / duration).squareRoot()
      guard trace > 0, let svd = try? SingularValueDecomposition(of: moment) else { return }
      let axis = svd.leftVectors[column: 0]
      let along = vectors.map { $0.dot(axis) }
      let limit = MotionDynamics.reversal * (along.map { abs($0) }.max() ?? 0)
      var side = 0.0
      for value in along where abs(value) > limit {
        let next: Double = value > 0 ? 1 : -1
        if side != 0, next != side { reversals += 1 }
        side = next
      }
    }
  }
}
