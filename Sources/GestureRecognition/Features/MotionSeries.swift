public import RotationMath

/// What of a gesture in the air is compared: angular rate and acceleration in the gesture's mean
/// frame, at instants evenly spaced over it.
///
/// The mean frame is the device's own in the average of the attitudes during the gesture: *x* to
/// the right of the screen, *y* up along it, *z* out of it, whichever way the user sits or lies.
/// Both quantities are divided by their root mean square over the gesture, so that a small letter
/// and a large one, a slow and a quick one, are alike.
public struct MotionSeries: Hashable, Sendable {
  /// Angular rate at each instant, its root mean square one.
  public let rotationRate: [Vector3<Float>]
  /// The device's true acceleration (the opposite of Core Motion's user acceleration) at each
  /// instant, its root mean square one.
  public let acceleration: [Vector3<Float>]
  /// The root mean square of the angular rate that was divided by, in rad/s.
  public let rotationRateScale: Double
  /// The root mean square of the acceleration that was divided by, in g.
  public let accelerationScale: Double
  /// How long the gesture lasted without the rest at its ends, in seconds.
  public let duration: Double
  /// Pieces of a gesture so long that it may hold more than one letter, each as a gesture of its
  /// own; empty for others. See ``MotionNormalizer/pieceDurations``.
  public let pieces: [MotionSeries]
  /// When it starts within the gesture that it is a piece of, in seconds; 0 of a gesture.
  let start: Double

  /// The number of instants.
  public var count: Int { rotationRate.count }

  init(
    rotationRate: [Vector3<Double>], acceleration: [Vector3<Double>], duration: Double,
    start: Double = 0, pieces: [MotionSeries] = []
  ) {
    rotationRateScale = Self.rootMeanSquare(rotationRate)
    accelerationScale = Self.rootMeanSquare(acceleration)
    self.rotationRate = Self.divided(rotationRate, by: rotationRateScale)
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
