public import MotionFusion

/// Follows a device, and when it comes to rest corrects the way it came.
///
/// A ``DeadReckoner`` with a ``ZeroVelocityDetector``. In motion every sample gives a
/// ``PathEvent/position(_:)``. When rest is recognised, what velocity is left is an error; it is
/// taken to have grown linearly since the last rest, as in ``ZeroEndVelocity``, and the corrected
/// movement follows as a ``PathEvent/revision(_:_:)``. At rest velocity is zero and position
/// stands. It is the light tracker, without uncertainty; ``InertialNavigator`` is the thorough one.
///
/// ```swift
/// var tracker = PathTracker()
/// var path: [PathPoint] = []
/// for motion in motions {
///   tracker.update(motion) { path.apply($0) }
/// }
/// ```
///
/// Memory is bounded: of a movement of more than ``Configuration/capacity`` samples only the last
/// ones are revised. Nothing is allocated per sample; a revision allocates its points.
public struct PathTracker: Sendable {
  /// The constants of a tracker.
  public struct Configuration: Hashable, Sendable, Codable {
    /// How steps are taken, and how velocity is damped. Default: split step, no damping.
    public var reckoner = DeadReckoner.Configuration()
    /// How rest is recognised.
    public var rest = ZeroVelocityDetector.Configuration()
    /// The most samples of a movement that are remembered. Default: 8192.
    public var capacity = 8192

    /// The defaults.
    public init() {}
  }

  /// The constants it was made with.
  public let configuration: Configuration
  /// The stage that integrates; its position and velocity are the latest.
  public private(set) var reckoner: DeadReckoner
  /// The stage that recognises rest.
  public private(set) var rest: ZeroVelocityDetector

  /// The movement since the last rest, its first point that rest's last; a ring when it is full.
  private var movement: SampleRing<PathPoint>
  private var movementStart: Double?
  private var nextIndex = 0

  /// A tracker at the origin; what it does not know of a movement already under way stays an
  /// error until the first rest.
  ///
  /// - Parameters:
  ///   - configuration: The constants.
  ///   - velocity: How the device moves at the first sample, in m/s, as far as it is known.
  /// - Precondition: The capacity is positive.
  public init(configuration: Configuration = Configuration(), velocity: Vector3<Double> = .zero) {
    precondition(configuration.capacity > 0, "a capacity of \(configuration.capacity) is none")
    self.configuration = configuration
    reckoner = DeadReckoner(configuration: configuration.reckoner, velocity: velocity)
    rest = ZeroVelocityDetector(configuration: configuration.rest)
    movement = SampleRing(capacity: configuration.capacity)
  }

  /// Takes the next sample and tells `listener` what follows from it: one position, and a revision
  /// before it when rest is recognised. A sample that is left out tells nothing.
  ///
  /// - Complexity: O(1), and O(*n*) in the samples of the movement when rest is recognised.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    guard reckoner.update(motion) else { return }
    let wasResting = rest.isStationary
    let isStationary = rest.update(motion)
    if isStationary {
      if !wasResting {
        correct(stationarySince: rest.stationarySince ?? motion.timestamp, listener)
      }
      reckoner.velocity = .zero
      if let held { reckoner.position = held }
      movement.removeAll()
      movementStart = motion.timestamp
    } else {
      if wasResting { held = nil }
      if movementStart == nil { movementStart = motion.timestamp }
    }
    let point = PathPoint(
      index: nextIndex, timestamp: motion.timestamp, position: reckoner.position,
      velocity: reckoner.velocity, attitude: motion.attitude, isStationary: isStationary)
    nextIndex += 1
    if !isStationary { movement.append(point) }
    listener(.position(point))
  }

  /// Where the device rests.
  private var held: Vector3<Double>?

  /// Takes the velocity at `stationarySince` off the movement, linearly from its beginning.
  private mutating func correct(stationarySince: Double, _ listener: (PathEvent) -> Void) {
    held = reckoner.position
    guard let first = movement.first, let start = movementStart else { return }
    // The samples of the window that found rest were at rest already.
    var end = first
    for offset in 0..<movement.count where movement[offset].timestamp <= stationarySince {
      end = movement[offset]
    }
    let duration = end.timestamp - start
    // Before the first rest of all the initial velocity is as unknown as its growth.
    let error = end.velocity
    var points: [PathPoint] = []
    points.reserveCapacity(movement.count)
    var place = end.position
    for offset in 0..<movement.count {
      var point = movement[offset]
      if point.timestamp <= end.timestamp, duration > 0 {
        let elapsed = point.timestamp - start
        point.position -= error * (elapsed * (elapsed / duration) / 2)
        point.velocity -= error * (elapsed / duration)
        place = point.position
      } else {
        point.position = place
        point.velocity = .zero
        point.isStationary = true
      }
      points.append(point)
    }
    held = place
    listener(.revision(first.index..<first.index + points.count, points))
  }
}
