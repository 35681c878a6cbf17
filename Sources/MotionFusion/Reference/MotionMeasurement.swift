/// A measurement of a device's position or velocity from outside, such as by satellite navigation
/// or optical flow.
///
/// Its axes are those of the device motion's reference frame. Errors are independent of each other
/// and from axis to axis.
public struct MotionMeasurement: Hashable, Sendable {
  /// What is measured.
  public enum Quantity: Hashable, Sendable {
    /// The position in metres, from any origin.
    case position
    /// The velocity in m/s.
    case velocity
  }

  /// Seconds on the recording's clock.
  public var timestamp: Double
  /// What is measured.
  public var quantity: Quantity
  /// The value in the reference frame, in metres or m/s.
  public var value: Vector3<Double>
  /// The standard deviation of each component, in metres or m/s.
  public var deviation: Double

  /// A measurement at `timestamp`.
  public init(
    timestamp: Double, quantity: Quantity, value: Vector3<Double>, deviation: Double
  ) {
    self.timestamp = timestamp
    self.quantity = quantity
    self.value = value
    self.deviation = deviation
  }

  /// The measurement in the axes of ``ReferenceFrame/xMagneticNorthZVertical``.
  ///
  /// - Parameter axes: The axes it is in now.
  public func turned(from axes: WorldAxes) -> Self {
    var turned = self
    turned.value = axes.fromNorthWestUp.conjugate.act(value)
    return turned
  }

  /// Whether all numbers are finite and the deviation is positive.
  public var isPlausible: Bool {
    timestamp.isFinite && value.isFinite && value.maximumMagnitude <= 1e9
      && deviation >= 1e-6 && deviation <= 1e9
  }
}
