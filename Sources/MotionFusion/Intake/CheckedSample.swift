/// A sample after its checks: the readings that count, each with the time since that sensor's
/// previous reading, and what was found.
package struct CheckedSample: Sendable {
  /// Seconds since an arbitrary, fixed start; as in the sample, also if it is not finite.
  package let timestamp: Double
  /// Whether the user touches the screen or holds the button; `nil` if the source has neither.
  package let isTouching: Bool?
  /// Whether the sample is later than the previous one, or follows a clock reset; otherwise it has
  /// no readings.
  package internal(set) var isInTime = false
  /// The pause before this sample.
  package internal(set) var gap = SampleGap.none
  /// Whether the attitude is unknown after it.
  var followsGap: Bool { gap == .attitude }

  /// Angular rate in rad/s.
  package internal(set) var rotationRate: Vector3<Double>?
  /// Seconds since the last angular rate; 0 for the first one and after a gap.
  var rotationStep = 0.0
  /// The mean angular rate over this step, ``lead`` seconds later, in rad/s.
  var meanRate = Vector3<Double>.zero
  /// Seconds from this sample to the end of the interval that its angular rate is the mean of. On a
  /// sample without one, the last rate stands for the seconds from that end to this sample, which
  /// are then negative; 0 if it is unknown.
  var lead = 0.0
  /// The uncertainty of the turn since the last angular rate in radians, on a sample without one;
  /// at most that of an unknown direction.
  var carriedTurn = 0.0
  /// The axes on which the rate is beyond the gyroscope's range.
  package internal(set) var clippedRotation: SensorAxes = []
  /// The uncertainty of the turn in radians, after a gap or after a turn beyond the gyroscope's
  /// range.
  var missedTurn = 0.0
  /// Whether that is more than 1°. A few lost samples at 100 Hz or more stay below it.
  var missesTurn: Bool { missedTurn > Intake.leastMissedTurn }
  /// Whether the gyroscope has measured nothing for a second: no reading, or a stuck one.
  var lacksRotation = false

  /// The accelerometer's reading in g, with Core Motion's sign, clipped or not.
  package internal(set) var acceleration: Vector3<Double>?
  /// The axes on which it is at the end of the accelerometer's range.
  package internal(set) var clippedAcceleration: SensorAxes = []
  /// Whether the filters take the acceleration: it is not clipped, or on one axis in a short jolt.
  var showsForce = false
  /// Specific force in g for the filters: +1 along the vertical at rest.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  var specificForce: Vector3<Double>? { showsForce ? acceleration.map { -$0 } : nil }
  /// Whether the accelerometer has measured nothing for a second: no reading, a stuck or a clipped
  /// one.
  var lacksForce = false
  /// Seconds since the last specific force; 0 for the first one and after a gap.
  var forceStep = 0.0
  /// The part of this step that the force stands for, in seconds.
  var forceWeight = 0.0

  /// Magnetic field in µT.
  package internal(set) var magneticField: Vector3<Double>?
  /// Seconds since the last field; 0 for the first one and after a gap.
  var fieldStep = 0.0

  /// A sample without readings.
  init(timestamp: Double, isTouching: Bool? = nil) {
    self.timestamp = timestamp
    self.isTouching = isTouching
  }

  /// Whether the rate is beyond the gyroscope's range.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  var isRotationSaturated: Bool { !clippedRotation.isEmpty }
}

extension SensorSample {
  /// The readings that a motion is of: gravity and user acceleration are the accelerometer's.
  ///
  /// The sum is rounded to 1e-6 g, so that equal readings stay equal.
  package init(_ motion: DeviceMotion) {
    let unit = Double(1 << 20)
    self.init(
      timestamp: motion.timestamp, rotationRate: motion.rotationRate,
      acceleration: motion.acceleration.map { ($0 * unit).rounded() / unit },
      isTouching: motion.isTouching)
  }
}

extension MotionQuality {
  /// The faults found in the sample of a motion.
  package init(_ checked: CheckedSample) { note(checked) }

  /// Adds what was found in a sample since the motion before.
  mutating func note(_ checked: CheckedSample) {
    gap = max(gap, checked.gap)
    clippedAcceleration = checked.clippedAcceleration
    clippedRotation.formUnion(checked.clippedRotation)
  }
}
