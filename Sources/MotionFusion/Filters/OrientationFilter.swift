/// An orientation filter: sensor samples in, attitude out.
///
/// A filter is a value: a copy is a fork, and a filter that is encoded, decoded and continued
/// yields the same bits. It steps by the samples' timestamps; each sensor may have its own rate.
/// Invalid samples are left out and counted in ``faults``.
///
/// The reference frame has *z* up. If ``isNorthKnown``, *x* points to magnetic north and *y* to the
/// west; otherwise *x* is the initial direction.
package protocol OrientationFilter: Hashable, Sendable, Codable {
  /// The check of the samples.
  var validator: SampleValidator { get set }

  /// Takes one sample of any of the sensors.
  mutating func update(_ sample: SensorSample)

  /// Takes the valid readings of one sample, from ``validator``.
  mutating func update(_ valid: SampleValidator.ValidSample)

  /// Discards the heading: the next usable field sets *x* to north again.
  mutating func forgetNorth()

  /// A filter with the same configuration in its initial state.
  var initial: Self { get }
  /// The attitude at the last sample, device to reference; `nil` before the first accelerometer
  /// reading.
  var attitude: Quaternion<Double>? { get }
  /// The last angular rate in the device frame, in rad/s, bias removed.
  var rotationRate: Vector3<Double> { get }
  /// The gyroscope bias in the device frame, in rad/s; zero for a filter that estimates none.
  var gyroscopeBias: Vector3<Double> { get }
  /// Whether the magnetometer has set *x* to north.
  var isNorthKnown: Bool { get }
  /// The standard deviations of the estimates; `nil` for a filter without them.
  var uncertainty: OrientationUncertainty? { get }
  /// The faults of the samples so far.
  var faults: SampleFaults { get }
}

extension OrientationFilter {
  package var faults: SampleFaults { validator.faults }
  /// `nil`: no uncertainty is estimated.
  package var uncertainty: OrientationUncertainty? { nil }
  /// Zero: no bias is estimated.
  package var gyroscopeBias: Vector3<Double> { .zero }
}
