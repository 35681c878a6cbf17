/// Starts, stops and delivers the motion of a device: Core Motion's `CMMotionManager` for any
/// ``MotionSource``.
///
/// Each sample of the source goes through a ``MotionEstimator``, at any update interval. Motion can
/// be *pulled* (the latest at any time) or *pushed* to any number of asynchronous sequences, each
/// with its own buffer.
///
/// ```swift
/// let manager = MotionManager(source: ReplaySource(samples))
/// for try await motion in try manager.updates(policy: .neverMiss(buffering: 64)) {
///   print(motion.timestamp, motion.attitude.yaw)
/// }
/// ```
///
/// A manager can be used from any task or thread.
public final class MotionManager: Sendable {
  /// The parameters of a ``MotionManager``.
  public struct Configuration: Hashable, Sendable {
    /// The angle from true to magnetic north in radians, positive east; `nil` if unknown, without
    /// ``ReferenceFrame/xTrueNorthZVertical``. Default: `nil`.
    public var declination: Double?
    /// The initial ``MotionManager/updateInterval``, in seconds. Default: 0.
    public var updateInterval = 0.0
    /// Whether the start-up transient is left out, see ``MotionEstimator``. Default: true.
    public var skipsStartup = true
    /// Whether a gyroscope is required, as in Core Motion. Without one the attitude is the tilt of
    /// the low-passed acceleration, in ``ReferenceFrame/xArbitraryZVertical`` only, and
    /// ``DeviceMotion/rotationRate`` is zero. Default: true.
    public var requiresGyroscope = true
    /// The correction of the samples' units and axes. Default: ``SensorCorrection/none``.
    public var correction = SensorCorrection.none
    /// The time in seconds after which a required sensor without a reading is an error.
    package var sensorTimeout = 5.0

    /// The default parameters.
    public init() {}
  }

  private let session: MotionSession

  /// A manager of a source, inactive until updates start.
  ///
  /// - Parameters:
  ///   - source: The source of the samples.
  ///   - configuration: The parameters.
  public init(source: some MotionSource, configuration: Configuration = Configuration()) {
    session = MotionSession(source: source, configuration: configuration)
  }

  deinit { session.release() }
}

// MARK: - State

extension MotionManager {
  /// The sensors of the source; `nil` if unknown before its samples.
  public var sensors: MotionSensors? { session.sensors }

  /// The frames that the sensors support; all, if the sensors are unknown.
  public var availableReferenceFrames: [ReferenceFrame] { session.availableReferenceFrames }

  /// The frame of the running updates; `nil` without updates.
  public var referenceFrame: ReferenceFrame? { session.frame }

  /// The error that ended the last updates; `nil` if they are running, were stopped, or reached the
  /// source's end.
  public var failure: MotionError? { session.failure }

  /// The sensors with a reading since the start.
  public var activeSensors: MotionSensors { session.activeSensors }

  /// The faults of the samples since the start.
  public var faults: SampleFaults { session.faults }

  /// The wrong units and axes that the samples since the start show, each once.
  public var findings: [SensorFinding] { session.findings }

  /// The number of samples at the start that were left out as a start-up transient, see
  /// ``MotionEstimator``.
  public var startupSampleCount: Int { session.startupSampleCount }
}

// MARK: - Pull

extension MotionManager {
  /// The latest motion, at any update interval; `nil` before the first one and after ``stop()``.
  ///
  /// It stays after the source's end or failure.
  public var deviceMotion: DeviceMotion? { session.latest }

  /// The latest raw reading of the accelerometer, gravity included; `nil` before the first one and
  /// after ``stop()``.
  public var accelerometerReading: SensorReading? { session.readings.accelerometer }

  /// The latest raw reading of the gyroscope, bias included.
  public var gyroscopeReading: SensorReading? { session.readings.gyroscope }

  /// The latest raw reading of the magnetometer, hard-iron offset included.
  public var magnetometerReading: SensorReading? { session.readings.magnetometer }

  /// Whether updates are running.
  public var isActive: Bool { session.frame != nil }

  /// Starts updates, until ``stop()`` or the end of the source.
  ///
  /// Updates that are running in the same frame continue, also without a consumer.
  ///
  /// - Parameter frame: The frame of the attitudes; `nil` is that of running updates, or
  ///   ``ReferenceFrame/xArbitraryZVertical``.
  /// - Throws: ``MotionError/frameUnavailable(_:sensors:knowsDeclination:available:)`` or
  ///   ``MotionError/alreadyRunning(_:)``.
  public func start(using frame: ReferenceFrame? = nil) throws(MotionError) {
    try session.join(using: frame, with: nil)
  }
}

// MARK: - Push

extension MotionManager {
  /// Seconds between updates of sequences without their own interval; 0 delivers every motion.
  ///
  /// The motion nearest to a regular grid is delivered; the filter runs at every sample. The
  /// interval may change while updates are running.
  public var updateInterval: Double {
    get { session.updateInterval }
    set { session.updateInterval = newValue }
  }

  /// Returns the motion from now on as a sequence with its own buffer.
  ///
  /// If no updates are running, they start when the first motion is taken, so that sequences made
  /// before miss nothing. Unless ``start(using:)`` was called, they end with the last sequence:
  /// when its task is cancelled, or when it and its iterators are released.
  ///
  /// - Parameters:
  ///   - frame: The frame of the attitudes; `nil` is that of running updates, or
  ///     ``ReferenceFrame/xArbitraryZVertical``.
  ///   - policy: The handling of motion that a slow consumer has not taken. Default: keep the
  ///     latest.
  ///   - interval: Seconds between updates; `nil` follows ``updateInterval``.
  /// - Throws: ``MotionError/frameUnavailable(_:sensors:knowsDeclination:available:)`` or
  ///   ``MotionError/alreadyRunning(_:)``; the sequence throws later errors.
  /// - Precondition: The policy buffers at least one motion.
  public func updates(
    using frame: ReferenceFrame? = nil, policy: DeliveryPolicy = .keepLatest(1),
    every interval: Double? = nil
  ) throws(MotionError) -> MotionUpdates {
    let buffer = UpdateBuffer(policy: policy, interval: interval)
    try session.join(using: frame, with: buffer)
    return MotionUpdates(buffer: buffer, session: session)
  }
}

// MARK: - Stop

extension MotionManager {
  /// Stops updates and ends every sequence; buffered motion can still be taken.
  ///
  /// Returns at once. Updates may be started again at once; they begin when the source has released
  /// its device.
  public func stop() { session.stop() }

  /// Waits until the source has ended and released its device.
  package func waitUntilEnded() async { await session.waitUntilEnded() }
}
