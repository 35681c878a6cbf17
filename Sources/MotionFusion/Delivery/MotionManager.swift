/// Starts and stops the motion of a device, and hands it out: Core Motion's `CMMotionManager` for
/// any ``MotionSource``.
///
/// Each sample of the source goes through an ``InertialFilter``, whatever the update interval.
/// What comes out can be *pulled*, the latest at any time, or *pushed* to any number of
/// asynchronous sequences, each with its own buffer.
///
/// ```swift
/// let manager = MotionManager(source: ReplaySource(samples))
/// for try await motion in try manager.updates(policy: .neverMiss(buffering: 64)) {
///   print(motion.timestamp, motion.attitude.yaw)
/// }
/// ```
///
/// It can be used from any task or thread.
public final class MotionManager: Sendable {
  /// The parameters of a ``MotionManager``.
  public struct Configuration: Hashable, Sendable {
    /// The filter's parameters; the reference frame decides whether the magnetometer is used.
    public var filter = InertialFilter.Configuration()
    /// The angle from true to magnetic north in radians, positive east; `nil` where it is not
    /// known, which rules out ``ReferenceFrame/xTrueNorthZVertical``. Default: `nil`.
    public var declination: Double?
    /// What recognises samples of sensors that are not settled yet, as ``MotionEstimator`` does; `nil`
    /// believes all.
    public var startup: StartupDetector? = StartupDetector()
    /// Seconds between updates at the start: see ``MotionManager/updateInterval``. Default: 0.
    public var updateInterval = 0.0
    /// Seconds of samples after which a sensor that the frame takes and that said nothing is an
    /// error. Default: 5 s.
    public var sensorPatience = 5.0

    /// The defaults.
    public init() {}
  }

  private let session: MotionSession

  /// A manager of this source, which does nothing until it is started.
  ///
  /// - Parameters:
  ///   - source: Where the samples come from.
  ///   - configuration: The parameters.
  public init(source: some MotionSource, configuration: Configuration = Configuration()) {
    session = MotionSession(source: source, configuration: configuration)
  }

  deinit { session.release() }
}

// MARK: - What there is

extension MotionManager {
  /// The sensors that the source has; `nil` where only its samples tell.
  public var sensors: MotionSensors? { session.sensors }

  /// The frames that the sensors can hold; where only the samples tell, those that they might.
  public var availableReferenceFrames: [ReferenceFrame] { session.availableReferenceFrames }

  /// The frame of the updates that run; `nil` when none do.
  public var referenceFrame: ReferenceFrame? { session.frame }

  /// Whether updates run.
  public var isActive: Bool { session.frame != nil }

  /// Why the last updates ended; `nil` when they run, were stopped, or came to their source's end.
  public var failure: MotionError? { session.failure }

  /// What was wrong with the samples since the start.
  public var faults: SampleFaults { session.faults }

  /// How many samples at the start were found to be of sensors that were not settled yet; the filter
  /// went on without them from then on, see ``MotionEstimator``.
  public var startupSampleCount: Int { session.startupSampleCount }
}

// MARK: - Pull

extension MotionManager {
  /// The latest motion, whatever the update interval; `nil` before the first and after
  /// ``stop()``.
  ///
  /// When the source came to its end or failed, its last motion stays.
  public var deviceMotion: DeviceMotion? { session.latest }

  /// Starts updates, until ``stop()`` or the end of the source.
  ///
  /// Where they run in the same frame already, they go on, now without need of a consumer.
  ///
  /// - Parameter frame: The frame that attitudes refer to; `nil` is the one that runs already, or
  ///   else ``ReferenceFrame/xArbitraryZVertical``.
  /// - Throws: ``MotionError/frameUnavailable(_:sensors:knowsDeclination:available:)`` or
  ///   ``MotionError/alreadyRunning(_:)``.
  public func start(using frame: ReferenceFrame? = nil) throws(MotionError) {
    try session.join(using: frame, with: nil)
  }
}

// MARK: - Push

extension MotionManager {
  /// Seconds between updates of sequences that asked for no interval of their own; 0 hands out
  /// every motion.
  ///
  /// Motion is chosen that comes nearest to a regular grid; the filter runs at every sample all
  /// the same. It may be changed while updates run.
  public var updateInterval: Double {
    get { session.updateInterval }
    set { session.updateInterval = newValue }
  }

  /// Motion as it comes, from now on, in a sequence with a buffer of its own.
  ///
  /// Updates start where none run, and the source begins when somebody takes the first motion:
  /// sequences made before that miss nothing. Unless ``start(using:)`` asked for them too, they end
  /// with the last sequence: when its task is cancelled, or when it and its iterators are gone.
  ///
  /// - Parameters:
  ///   - frame: The frame that attitudes refer to; `nil` is the one that runs already, or else
  ///     ``ReferenceFrame/xArbitraryZVertical``.
  ///   - policy: What happens when the consumer is too slow. Default: the latest one is kept.
  ///   - interval: Seconds between updates; `nil` follows ``updateInterval``.
  /// - Throws: ``MotionError/frameUnavailable(_:sensors:knowsDeclination:available:)`` or
  ///   ``MotionError/alreadyRunning(_:)``; what happens later, the sequence throws.
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
  /// Stops updates and ends every sequence; what waits in a buffer can still be taken.
  ///
  /// It returns at once, and updates may be started again at once: they begin when the source has
  /// let go of its device. Without updates it does nothing.
  public func stop() { session.stop() }

  /// Returns when the source has ended and let go of its device; at once when nothing runs.
  public func waitUntilEnded() async { await session.waitUntilEnded() }
}
