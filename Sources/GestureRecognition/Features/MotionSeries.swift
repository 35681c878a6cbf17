package import RotationMath

/// A gesture in the air as a time series: angular rate and acceleration in its mean frame.
///
/// The series is sampled at evenly spaced instants. The mean frame is the device frame at the mean
/// attitude of the gesture: *x* to the right of the screen, *y* up along it, *z* out of it. Both
/// quantities are divided by a root mean square over the gesture, which removes size and speed.
package struct MotionSeries: Hashable, Sendable {
  /// Angular rate at each instant, with a root mean square of 1, or less where the device turns
  /// little. See `MotionNormalizer.slightRotationRate`.
  package let rotationRate: [Vector3<Float>]
  /// True acceleration (Core Motion's user acceleration, negated) at each instant, with a root
  /// mean square of 1.
  package let acceleration: [Vector3<Float>]
  /// The root mean square of the angular rate before the division, in rad/s.
  package let rotationRateScale: Double
  /// The root mean square of the acceleration before the division, in g.
  package let accelerationScale: Double
  /// The duration without stationary phases at the ends, in seconds.
  package let duration: Double
  /// Overlapping segments of a long gesture, each as a series; empty for a short one. See
  /// `pieceDurations`.
  package let pieces: [MotionSeries]
  /// The start of a segment within its gesture, in seconds; 0 for a whole gesture.
  let start: Double

  /// The number of instants.
  package var count: Int { rotationRate.count }

  /// Creates a series of rates in rad/s and accelerations in g.
  ///
  /// - Parameter slightRotationRate: The root mean square of rates that become 0.7 instead of 1.
  init(
    rotationRate: [Vector3<Double>], acceleration: [Vector3<Double>], duration: Double,
    slightRotationRate: Double = 0, start: Double = 0, pieces: [MotionSeries] = []
  ) {
    rotationRateScale = Self.rootMeanSquare(rotationRate)
    accelerationScale = Self.rootMeanSquare(acceleration)
    self.rotationRate = Self.divided(
      rotationRate, by: Vector2(rotationRateScale, slightRotationRate).length)
    self.acceleration = Self.divided(acceleration, by: accelerationScale)
    self.duration = duration
    self.start = start
    self.pieces = pieces
  }

  private static func rootMeanSquare(_ vectors: [Vector3<Double>]) -> Double {
    (vectors.reduce(0) { $0 + $1.lengthSquared } / Double(max(1, vectors.count))).squareRoot()
  }

  private static func divided(
    _ vectors: [Vector3<Double>], by scale: Double
  ) -> [Vector3<Float>] {
    let factor = scale > 0 ? 1 / scale : 0
    return vectors.map {
      Vector3<Float>(Float($0.x * factor), Float($0.y * factor), Float($0.z * factor))
    }
  }
}
