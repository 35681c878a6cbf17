/// The values of a motion display, computed from raw samples: device motion and raw readings, the
/// attitude relative to a chosen one, the attitude from the gyroscope alone and its drift, and the
/// tilt.
///
/// ```swift
/// var readout = MotionReadout()
/// for sample in samples { readout.update(sample) }
/// readout.rezero()
/// print(readout.values.attitude as Any, readout.values.gyroscopeOnly as Any)
/// ```
///
/// A value type without a clock: equal samples yield equal values, and a copy is independent. No
/// sample allocates after the first second.
public struct MotionReadout: Sendable {
  /// The stage from samples to device motion.
  public private(set) var estimator: MotionEstimator
  /// The latest motion, with its attitude in the estimator's frame; `nil` before the first one.
  public private(set) var motion: DeviceMotion?
  /// The motion whose attitude is the zero of ``MotionValues/attitude``; `nil` for the reference
  /// frame of the estimator.
  public private(set) var zero: DeviceMotion?

  private var tiltFilter: ScalarKalmanFilter
  private var gyroscope = GyroscopeIntegrator()
  private var timestamp = 0.0
  private var rotationRate: Vector3<Double>?
  private var acceleration: Vector3<Double>?
  private var magneticField: Vector3<Double>?

  /// A readout before its first sample.
  ///
  /// - Parameters:
  ///   - estimator: The stage from samples to device motion, in its initial state.
  ///   - tiltFilter: The filter of ``MotionValues/filteredTilt``, in its initial state.
  public init(
    estimator: MotionEstimator = MotionEstimator(), tiltFilter: ScalarKalmanFilter = .tilt
  ) {
    self.estimator = estimator
    self.tiltFilter = tiltFilter
  }

  /// Takes one sample and returns the motion at its time, as the estimator does.
  ///
  /// If the estimator restarts after a start-up transient, the zero is discarded and the attitude
  /// from the gyroscope starts again.
  @discardableResult
  public mutating func update(_ sample: SensorSample) -> DeviceMotion? {
    let startup = estimator.startupSampleCount
    var checked: CheckedSample?
    let next = estimator.update(sample, checked: &checked)
    if estimator.startupSampleCount != startup {
      gyroscope = GyroscopeIntegrator()
      zero = nil
    }
    guard let checked, checked.isInTime else { return nil }
    timestamp = checked.timestamp
    rotationRate = checked.rotationRate ?? rotationRate
    acceleration = checked.acceleration ?? acceleration
    magneticField = estimator.field ?? magneticField
    if checked.followsGap { gyroscope = GyroscopeIntegrator() }
    if let rate = checked.rotationRate { gyroscope.update(rate, at: timestamp) }
    guard let next else { return nil }
    motion = next
    tiltFilter.update(next.attitude.elevation)
    gyroscope.compare(with: next)
    return next
  }

  /// Makes the current attitude the zero of ``MotionValues/attitude``.
  ///
  /// - Returns: `false` before the first motion, when it has no effect.
  @discardableResult
  public mutating func rezero() -> Bool {
    guard let motion else { return false }
    zero = motion
    return true
  }

  /// The numbers after the last sample.
  public var values: MotionValues {
    MotionValues(
      timestamp: timestamp, rotationRate: rotationRate, acceleration: acceleration,
      magneticField: magneticField, motion: motion,
      attitude: motion.map { motion in
        zero.map { motion.attitude.multiplied(byInverseOf: $0.attitude) } ?? motion.attitude
      },
      calibratedField: magneticField.map { estimator.calibrator.calibrated($0) },
      gyroscopeOnly: gyroscope.estimate, tilt: motion?.attitude.elevation,
      filteredTilt: tiltFilter.estimate)
  }
}

/// The values of a motion display at one instant, computed by ``MotionReadout``.
public struct MotionValues: Hashable, Sendable {
  /// The attitude from the gyroscope alone, compared with the fused one.
  public struct GyroscopeOnly: Hashable, Sendable {
    /// The integral of the raw angular rate, from the fused attitude at the start.
    public var attitude: Attitude
    /// The angle to the fused attitude, in radians, 0 through π.
    public var drift: Double
    /// Seconds since the start of the integral; a gap of over 1 s starts it again.
    public var duration: Double

    /// The mean drift in rad/min; `nil` in the first second.
    public var driftPerMinute: Double? { duration >= 1 ? drift / duration * 60 : nil }
  }

  /// The time of the last sample, in seconds.
  public var timestamp: Double
  /// The last raw angular rate in the device frame, in rad/s, bias included.
  public var rotationRate: Vector3<Double>?
  /// The last raw acceleration in the device frame, in g: gravity and user acceleration.
  public var acceleration: Vector3<Double>?
  /// The last raw magnetic field in the device frame, in µT, hard-iron offset included.
  public var magneticField: Vector3<Double>?
  /// The last device motion, with its attitude in the reference frame.
  public var motion: DeviceMotion?
  /// The attitude of ``motion`` relative to the zero, by ``Attitude/multiplied(byInverseOf:)``;
  /// without a zero, the attitude in the reference frame.
  public var attitude: Attitude?
  /// The last magnetic field without hard-iron offset, with its accuracy; `nil` without a
  /// magnetometer.
  public var calibratedField: CalibratedMagneticField?
  /// The attitude by the gyroscope alone; `nil` before its first reading.
  public var gyroscopeOnly: GyroscopeOnly?
  /// ``Attitude/elevation`` of ``motion`` in radians: the tilt of the device's *x* axis against the
  /// horizontal.
  public var tilt: Double?
  /// ``tilt`` after the scalar Kalman filter, in radians.
  public var filteredTilt: Double?

  /// Whether the user should turn the device about all axes, in a figure eight, to calibrate the
  /// magnetometer.
  public var needsCalibration: Bool { calibratedField?.accuracy.needsCalibration ?? false }
}

/// The attitude by the gyroscope alone: the raw rate integrated from a fused attitude.
struct GyroscopeIntegrator: Sendable {
  /// The time of the last rate.
  private var latest: Double?
  private var attitude: Quaternion<Double>?
  private var start = 0.0
  private var drift = 0.0
  private var duration = 0.0

  /// The attitude and its drift at the last comparison; `nil` before the start.
  var estimate: MotionValues.GyroscopeOnly? {
    attitude.map {
      MotionValues.GyroscopeOnly(
        attitude: Attitude(quaternion: $0), drift: drift, duration: duration)
    }
  }

  /// Takes a rate in rad/s, the mean since the last one.
  mutating func update(_ rate: Vector3<Double>, at time: Double) {
    if let latest {
      attitude = attitude.map { ($0 * .turn(by: rate * (time - latest))).renormalized }
    }
    latest = time
  }

  /// Compares with the fused attitude; begins the integral with it if there is none.
  mutating func compare(with motion: DeviceMotion) {
    guard let latest else { return }
    guard let attitude else {
      attitude = motion.attitude.quaternion
      start = latest
      (drift, duration) = (0, 0)
      return
    }
    drift = (attitude.conjugate * motion.attitude.quaternion).angle
    duration = latest - start
  }
}
