public import MotionFusion
public import RotationMath
public import SensorDiagnostics

/// Starts, stops and delivers the motion of a device: Core Motion's `CMMotionManager` for any
/// ``MotionSource``.
///
/// Each sample of the source goes through a `MotionEstimator`, at any update interval. Motion can
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
    /// `ReferenceFrame/xTrueNorthZVertical`. Default: `nil`.
    public var declination: Double?
    /// The initial ``MotionManager/updateInterval``, in seconds. Default: 0.
    public var updateInterval = 0.0
    /// Whether the start-up transient is left out, see `MotionEstimator`. Default: true.
    public var skipsStartup = true
    /// Whether a gyroscope is required, as in Core Motion. Without one the attitude is the tilt of
    /// the low-passed acceleration, in `ReferenceFrame/xArbitraryZVertical` only, and
    /// `DeviceMotion/rotationRate` is zero. Default: true.
    public var requiresGyroscope = true
    /// The correction of the samples' units and axes. Default: `SensorCorrection/none`.
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
  public var failure: MotionError? { session.progress.failure }

  /// The sensors with a reading since the start.
  public var activeSensors: MotionSensors { session.progress.activeSensors }

  /// The faults of the samples since the start.
  public var faults: SampleFaults { session.progress.faults }

  /// The wrong units and axes that the samples since the start show, each once.
  public var findings: [SensorFinding] { session.progress.findings }

  /// The number of samples at the start that were left out as a start-up transient: see
  /// `MotionEstimator`.
  public var startupSampleCount: Int { session.progress.startupSampleCount }
}

// MARK: - Pull

extension MotionManager {
  /// The latest motion, at any update interval; `nil` before the first one and after ``stop()``.
  ///
  /// It is kept after the source's end or failure.
  public var deviceMotion: DeviceMotion? { session.progress.latest }

  /// The latest raw reading of the accelerometer, gravity included; `nil` before the first one and
  /// after ``stop()``.
  public var accelerometerReading: SensorReading? { session.progress.readings.accelerometer }

  /// The latest raw reading of the gyroscope, bias included.
  public var gyroscopeReading: SensorReading? { session.progress.readings.gyroscope }

  /// The latest raw reading of the magnetometer, hard-iron offset included.
  public var magnetometerReading: SensorReading? { session.progress.readings.magnetometer }

  /// Whether updates are running.
  public var isActive: Bool { session.frame != nil }

  /// Starts updates, until ``stop()`` or the end of the source.
  ///
  /// Updates that are running in the same frame continue, also without a consumer.
  ///
  /// - Parameter frame: The frame of the attitudes; `nil` for the frame of running updates, or
  ///   `ReferenceFrame/xArbitraryZVertical` if there are none.
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
  ///   - frame: The frame of the attitudes; `nil` for the frame of running updates, or
  ///     `ReferenceFrame/xArbitraryZVertical` if there are none.
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

/// The motion of a device as an asynchronous sequence for one consumer.
///
/// The sequence ends when the source ends, when updates are stopped, and when the consuming task is
/// cancelled; it throws when the source fails. Each call of
/// ``MotionManager/updates(using:policy:every:)`` returns a sequence with its own buffer. Iterators
/// of one sequence share its motion.
public struct MotionUpdates: AsyncSequence, Sendable {
  /// The motion of a device at one instant.
  public typealias Element = DeviceMotion
  /// The error that ends the sequence.
  public typealias Failure = MotionError

  private let subscription: Subscription

  init(buffer: UpdateBuffer, session: MotionSession) {
    subscription = Subscription(buffer: buffer, session: session)
  }

  /// The counts of delivered and dropped motion so far.
  public var counts: DeliveryCounts { subscription.buffer.counts }

  /// Returns an iterator over the motion in order.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// An iterator over the motion in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// The next motion, or `nil` at the end.
    ///
    /// - Throws: ``MotionError`` when the source failed.
    public mutating func next() async throws(MotionError) -> DeviceMotion? {
      try await next(isolation: nil)
    }

    /// The next motion, or `nil` at the end.
    ///
    /// - Parameter isolation: The actor of the caller.
    /// - Throws: ``MotionError`` when the source failed.
    public mutating func next(
      isolation: isolated (any Actor)?
    ) async throws(MotionError) -> DeviceMotion? {
      subscription.begin()
      switch await subscription.buffer.next(isolation: isolation) {
      case .motion(let motion): return motion
      case .failed(let error): throw error
      case .finished:
        if Task.isCancelled { subscription.cancel() }
        return nil
      }
    }
  }

  /// Leaves the session when the last copy of the sequence and of its iterators is released.
  fileprivate final class Subscription: Sendable {
    let buffer: UpdateBuffer
    private let session: MotionSession

    init(buffer: UpdateBuffer, session: MotionSession) {
      self.buffer = buffer
      self.session = session
    }

    deinit { cancel() }

    func begin() { session.begin(for: buffer) }
    func cancel() { session.remove(buffer) }
  }
}

/// One raw reading of a three-axis sensor, in the device frame.
public struct SensorReading: Hashable, Sendable {
  /// The time of the reading, in seconds.
  public var timestamp: Double
  /// The reading: acceleration in g with Core Motion's sign, gravity included; angular rate in
  /// rad/s, bias included; or magnetic field in µT, hard-iron offset included.
  public var value: Vector3<Double>

  /// A reading at a time in seconds.
  public init(timestamp: Double, value: Vector3<Double>) {
    self.timestamp = timestamp
    self.value = value
  }
}

/// The latest raw reading of each sensor.
struct SensorReadings: Sendable {
  private(set) var accelerometer: SensorReading?
  private(set) var gyroscope: SensorReading?
  private(set) var magnetometer: SensorReading?

  /// Takes the readings of a sample; those that are not finite are left out.
  mutating func update(_ sample: SensorSample) {
    guard sample.timestamp.isFinite else { return }
    func reading(_ value: Vector3<Double>?) -> SensorReading? {
      value.flatMap {
        $0.isFinite ? SensorReading(timestamp: sample.timestamp, value: $0) : nil
      }
    }
    accelerometer = reading(sample.acceleration) ?? accelerometer
    gyroscope = reading(sample.rotationRate) ?? gyroscope
    magnetometer = reading(sample.magneticField) ?? magnetometer
  }
}

/// An error of a ``MotionManager``.
public enum MotionError: Error, Hashable, Sendable {
  /// The sensors do not support the reference frame; `available` are those they support.
  case frameUnavailable(
    ReferenceFrame, sensors: MotionSensors, knowsDeclination: Bool, available: [ReferenceFrame])
  /// Sensors that the frame requires had no reading for this time, or until the source's end.
  case sensorsSilent(MotionSensors, frame: ReferenceFrame, seconds: Double)
  /// Updates are running in this other reference frame.
  case alreadyRunning(ReferenceFrame)
  /// The source failed.
  case source(MotionSourceError)
}

extension MotionError: CustomStringConvertible {
  /// The error and how to correct it.
  public var description: String {
    switch self {
    case .frameUnavailable(let frame, let sensors, let knowsDeclination, let available):
      "the reference frame \(frame.rawValue) requires \(frame.neededSensors)"
        + (frame == .xTrueNorthZVertical ? " and the local declination" : "")
        + ", got \(sensors)"
        + (frame == .xTrueNorthZVertical && !knowsDeclination ? " and no declination" : "")
        + (available.isEmpty
          ? "; no frame is available"
          : "; available: \(available.map(\.rawValue).joined(separator: ", "))")
    case .sensorsSilent(let sensors, let frame, let seconds):
      "the reference frame \(frame.rawValue) requires \(frame.neededSensors), got no reading of "
        + "\(sensors) in \((seconds * 10).rounded() / 10) s"
    case .alreadyRunning(let frame):
      "updates are running in the reference frame \(frame.rawValue); stop them first, or use "
        + "the same frame"
    case .source(let error): error.description
    }
  }
}
