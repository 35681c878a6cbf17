internal import RealModule

/// A measurement of a device's position, velocity, heading or attitude from outside, such as by
/// satellite navigation, optical flow, a camera or a compass.
///
/// In the device motion's reference frame. Errors are independent of each other and from axis to
/// axis. `MotionEstimation` and ``MotionEstimator`` take headings and attitudes, the navigator of
/// `DeadReckoning` positions and velocities; each leaves out the others.
public struct MotionMeasurement: Hashable, Sendable, Codable {
  /// The measured quantity and its value.
  public enum Quantity: Hashable, Sendable, Codable {
    /// The position in metres, from any origin.
    case position(Vector3<Double>)
    /// The velocity in m/s.
    case velocity(Vector3<Double>)
    /// The direction of the device's *x* axis in radians, clockwise from the reference's *x* axis
    /// seen from above, like ``Attitude/heading``.
    case heading(Double)
    /// Device to reference, of any length but zero.
    case attitude(Quaternion<Double>)
  }

  /// Seconds on the recording's clock.
  public var timestamp: Double
  /// The measured quantity and its value.
  public var quantity: Quantity
  /// The standard deviation of each component, or about each axis: in metres, m/s or radians.
  public var deviation: Double

  /// A measurement at `timestamp`.
  public init(timestamp: Double, quantity: Quantity, deviation: Double) {
    self.timestamp = timestamp
    self.quantity = quantity
    self.deviation = deviation
  }

  /// Whether all numbers are finite, the deviation is positive, and an attitude is not zero.
  package var isPlausible: Bool {
    let isValid =
      switch quantity {
      case .position(let value), .velocity(let value):
        value.isFinite && value.maximumMagnitude <= 1e9
      case .heading(let angle): abs(angle) <= 1e9
      case .attitude(let quaternion): quaternion.normalized() != nil
      }
    return isValid && timestamp.isFinite && deviation >= 1e-6 && deviation <= 1e9
  }

  /// The age in seconds beyond which a heading or an attitude is not carried to a sample.
  package static let longestAge = 0.25

  /// Whether this is a heading or an attitude.
  package var isAngular: Bool {
    switch quantity {
    case .heading, .attitude: true
    case .position, .velocity: false
    }
  }

  /// The measurement in the axes of ``ReferenceFrame/xMagneticNorthZVertical``.
  ///
  /// A heading does not change, because it is measured from north.
  ///
  /// - Parameter axes: The axes of the measurement.
  public func turned(from axes: WorldAxes) -> Self {
    turned(by: axes.fromNorthWestUp.conjugate)
  }

  /// The measurement in a frame to which `rotation` maps; a heading does not change.
  package func turned(by rotation: Quaternion<Double>) -> Self {
    var turned = self
    switch quantity {
    case .position(let value): turned.quantity = .position(rotation.act(value))
    case .velocity(let value): turned.quantity = .velocity(rotation.act(value))
    case .attitude(let value): turned.quantity = .attitude(rotation * value)
    case .heading: break
    }
    return turned
  }
}

// MARK: - Heading

extension MotionMeasurement.Quantity {
  /// The turn about the vertical from an estimated attitude to this heading or attitude.
  ///
  /// In radians. `nil` for a heading while the *x* axis is within 6° of the vertical, and for other
  /// quantities.
  ///
  /// - Parameters:
  ///   - attitude: Device to reference, `age` after the measurement.
  ///   - rate: The angular rate by which it is carried back, in rad/s in the device frame.
  ///   - age: In seconds.
  func turn(
    from attitude: Quaternion<Double>, rate: Vector3<Double>, age: Double
  ) -> Double? {
    let estimated = attitude * .turn(by: rate * -age)
    switch self {
    case .heading(let heading):
      let axis = estimated.act(.unitX)
      guard axis.x * axis.x + axis.y * axis.y > Self.leastHorizontal else { return nil }
      return -heading - Double.atan2(y: axis.y, x: axis.x)
    case .attitude(let measured):
      let error = measured * estimated.conjugate
      return 2 * Double.atan2(y: error.z, x: error.w)
    case .position, .velocity: return nil
    }
  }

  /// The least horizontal part of an axis that has a heading, squared: 6°.
  private static var leastHorizontal: Double { 0.01 }
}

/// Measurements from outside in the order of time, to be taken with the samples of a recording.
package struct MeasurementQueue: Sendable {
  private let measurements: [MotionMeasurement]
  private var next = 0

  /// A queue of measurements in the order of time.
  package init(_ measurements: [MotionMeasurement]) { self.measurements = measurements }

  /// Whether there was no measurement at the start.
  package var isEmpty: Bool { measurements.isEmpty }

  /// Removes and returns the next measurement that is not later than a sample.
  ///
  /// - Parameter time: The time of the sample in seconds; none is returned for one that is not
  ///   finite.
  package mutating func next(until time: Double) -> MotionMeasurement? {
    guard time.isFinite, next < measurements.count, !(measurements[next].timestamp > time)
    else { return nil }
    next += 1
    return measurements[next - 1]
  }
}
