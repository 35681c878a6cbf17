public import MotionFusion

/// An estimated path, revisions applied.
public struct PathEstimate: Hashable, Sendable {
  /// The points, one for each sample that was used.
  public internal(set) var points: [PathPoint] = []
  /// The faults of the samples.
  public internal(set) var faults = SampleFaults()
  /// The number of positions and velocities from outside that were used.
  public internal(set) var usedMeasurementCount = 0
  /// The number of revisions.
  package internal(set) var revisionCount = 0
  /// Whether each sample was detected as stationary when it came, before any revision.
  var liveStationary: [Bool] = []

  /// The length of the path, in metres.
  public var length: Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0 + $1.0.position.distance(to: $1.1.position)
    }
  }

  /// The distance from the first to the last point, in metres: the error of a path that is closed.
  public var loopClosureError: Double? {
    guard let first = points.first, let last = points.last else { return nil }
    return first.position.distance(to: last.position)
  }

  /// The number of stationary phases after the start.
  public var stationaryPhaseCount: Int {
    zip(points, points.dropFirst()).count { !$0.isStationary && $1.isStationary }
  }

  /// A path without points.
  ///
  /// - Parameter capacity: The expected number of points.
  init(capacity: Int = 0) { points.reserveCapacity(capacity) }

  /// Takes the next event of a path.
  mutating func apply(_ event: PathEvent) {
    points.apply(event)
    switch event {
    case .position(let point): liveStationary.append(point.isStationary)
    case .revision: revisionCount += 1
    }
  }
}
