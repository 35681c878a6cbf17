/// What turns sensor samples into an attitude.
///
/// A filter is a plain value: a copy is a fork, and a filter that is encoded, decoded and
/// continued gives the same bits as one that ran on. It has no clock and steps by the samples'
/// own timestamps, each sensor at its own rate. Samples a sensor cannot have meant (not finite,
/// backward in time) are left out and counted in ``faults``.
///
/// The reference frame has *z* up. Where ``isNorthKnown``, *x* points to magnetic north and *y*
/// to the west; otherwise *x* is where the filter started.
public protocol OrientationFilter: Hashable, Sendable, Codable {
  /// The filter's parameters, in physical units, independent of any sampling rate.
  associatedtype Configuration: Hashable, Sendable, Codable

  /// A filter that has seen nothing yet.
  init(configuration: Configuration)

  /// The parameters.
  var configuration: Configuration { get }

  /// Takes one sample of any of the sensors.
  mutating func update(_ sample: SensorSample)

  /// Finds north afresh: the magnetic field so far was not the Earth's. Until the next usable
  /// reading ``isNorthKnown`` is false, and *x* stays where it is.
  mutating func forgetNorth()

  /// The attitude at the last sample, device to reference; `nil` until gravity was seen.
  var attitude: Quaternion<Double>? { get }
  /// The last angular rate in the device frame, in rad/s, bias removed.
  var rotationRate: Vector3<Double> { get }
  /// The gyro's bias in the device frame, in rad/s; zero for a filter that estimates none.
  var gyroscopeBias: Vector3<Double> { get }
  /// Whether the magnetometer gave *x* its direction.
  var isNorthKnown: Bool { get }
  /// How far off the estimates may be; `nil` for a filter that does not know.
  var uncertainty: OrientationUncertainty? { get }
  /// What was wrong with the samples so far.
  var faults: SampleFaults { get }
}

extension OrientationFilter {
  /// `nil`: most filters do not know.
  public var uncertainty: OrientationUncertainty? { nil }
}

/// How far off a filter's estimates may be: standard deviations.
public struct OrientationUncertainty: Hashable, Sendable, Codable {
  /// Of the direction of the vertical, in radians.
  public var inclination: Double
  /// Of the direction of *x* about the vertical, in radians: towards north where it is known,
  /// else since the start.
  public var heading: Double
  /// Of each component of the gyro's bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double>

  /// Of the whole attitude, in radians.
  public var attitude: Double {
    (inclination * inclination + heading * heading).squareRoot()
  }

  /// The uncertainty of these parts.
  public init(inclination: Double, heading: Double, gyroscopeBias: Vector3<Double>) {
    self.inclination = inclination
    self.heading = heading
    self.gyroscopeBias = gyroscopeBias
  }
}
