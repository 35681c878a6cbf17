/// The numbers of a motion display, from raw samples: device motion and raw readings, the attitude
/// relative to a chosen one, the attitude by the gyroscope alone and its drift, and the tilt.
///
/// ```swift
/// var readout = MotionReadout()
/// for sample in samples { readout.process(sample) }
/// readout.rezero()
/// print(readout.values.attitude as Any, readout.values.gyroscopeOnly as Any)
/// ```
///
/// A value type without a clock: equal samples yield equal values, and a copy is independent. No
/// sample allocates after the first second.
public struct MotionReadout: Hashable, Sendable, Codable {
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
  /// If the estimator restarts after a start-up transient, the zero is forgotten and the attitude
  /// by the gyroscope begins anew.
  @discardableResult
  public mutating func process(_ sample: SensorSample) -> DeviceMotion? {
    let startup = estimator.startupSampleCount
    let next = estimator.process(sample)
    if estimator.startupSampleCount != startup {
      gyroscope = GyroscopeIntegrator()
      zero = nil
    }
    if sample.timestamp.isFinite { timestamp = sample.timestamp }
    rotationRate = sample.rotationRate ?? rotationRate
    acceleration = sample.acceleration ?? acceleration
    magneticField = sample.magneticField ?? magneticField
    if let rate = sample.rotationRate { gyroscope.update(rate, at: sample.timestamp) }
    guard let next else { return nil }
    motion = next
    tiltFilter.update(next.attitude.elevation)
    gyroscope.compare(with: next)
    return next
  }

  /// Makes the present attitude the zero of ``MotionValues/attitude``.
  ///
  /// - Returns: `false` before the first motion, without an effect.
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
