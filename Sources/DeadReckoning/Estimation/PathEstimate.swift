public import MotionFusion

/// An estimated path, revisions applied.
public struct PathEstimate: Hashable, Sendable {
  /// The points, one for each sample that was used.
  public internal(set) var points: [PathPoint] = []
  /// The faults of the samples; of motion that has a quality, those of its estimate.
  public package(set) var faults = SampleFaults()
  /// The number of external positions and velocities that were used.
  public internal(set) var usedMeasurementCount = 0
  /// What the navigator noted.
  var notes = NavigationNotes()
  /// The number of revisions.
  var revisionCount = 0
  /// Whether each sample was detected as stationary on arrival, before any revision.
  var liveStationary: [Bool] = []

  /// The length of the path, in metres.
  ///
  /// - Complexity: O(*n*).
  public var length: Double { figures.length }

  /// The distance from the first to the last point, in metres: the error of a path that is closed.
  ///
  /// - Complexity: O(*n*).
  public var loopClosureError: Double? { figures.loopClosureError }

  /// The number of stationary phases after the start.
  ///
  /// - Complexity: O(*n*).
  public var stationaryPhaseCount: Int { figures.stationaryPhaseCount }

  /// The reasons why the path is implausible or not significant; usually none.
  ///
  /// - Complexity: O(*n*).
  public var findings: [PathFinding] { figures.findings }

  /// The figures of the path. For several of them, ask once: each call adds up all points.
  package var figures: PathFigures {
    var figures = PathFigures()
    for point in points { figures.add(point) }
    figures.faults = faults
    figures.usedMeasurementCount = usedMeasurementCount
    figures.notes = notes
    figures.revisionCount = revisionCount
    return figures
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

/// A path in bounded memory: its figures, and each point once no revision can change it.
///
/// For the events of a ``PathSession`` whose method is neither gesture nor zero end velocity.
package struct LongPath {
  /// The figures of the points that were handed over, and of the session after ``finish(_:_:)``.
  package private(set) var figures = PathFigures()
  /// The last points, which revisions may change.
  private var latest: [PathPoint] = []

  /// The largest number of points that a revision changes; the navigator's is smaller.
  private static let longestRevision = PathTracker.usualCapacity

  package init() {}

  /// Takes the next event.
  package mutating func apply(_ event: PathEvent) {
    latest.apply(event)
    if case .revision = event { figures.revisionCount += 1 }
  }

  /// Hands over points that no further event changes, in order; usually none, and then many.
  package mutating func handOver(_ body: (PathPoint) throws -> Void) rethrows {
    guard latest.count >= 2 * Self.longestRevision else { return }
    try handOver(latest.count - Self.longestRevision, body)
  }

  /// Ends the path of `session`, which has finished, and hands over the other points.
  package mutating func finish(
    _ session: PathSession, _ body: (PathPoint) throws -> Void
  ) rethrows {
    try handOver(latest.count, body)
    figures.faults = session.faults
    figures.usedMeasurementCount = session.usedMeasurementCount
    figures.notes = session.notes
  }

  private mutating func handOver(
    _ count: Int, _ body: (PathPoint) throws -> Void
  ) rethrows {
    for point in latest[..<count] {
      figures.add(point)
      try body(point)
    }
    latest.removeFirst(count)
  }
}

/// The figures of a path, point by point.
package struct PathFigures: Sendable {
  /// The number of points.
  package private(set) var count = 0
  package private(set) var first: PathPoint?
  package private(set) var last: PathPoint?
  /// The length of the path, in metres.
  package private(set) var length = 0.0
  /// The number of stationary phases after the start.
  package private(set) var stationaryPhaseCount = 0
  package var faults = SampleFaults()
  package var usedMeasurementCount = 0
  var notes = NavigationNotes()
  package var revisionCount = 0

  /// Adds the next point.
  mutating func add(_ point: PathPoint) {
    if let last {
      length += last.position.distance(to: point.position)
      if !last.isStationary, point.isStationary { stationaryPhaseCount += 1 }
    }
    if first == nil { first = point }
    last = point
    count += 1
  }

  /// The distance from the first to the last point, in metres.
  package var loopClosureError: Double? {
    guard let first, let last else { return nil }
    return first.position.distance(to: last.position)
  }

  /// The reasons why the path is implausible or not significant; usually none.
  package var findings: [PathFinding] {
    guard let first, let last else { return [] }
    guard count > 1 else { return [.tooShort(count)] }
    var findings: [PathFinding] = []
    let duration = last.timestamp - first.timestamp
    let speed = length / duration
    if duration == 0 {
      findings.append(.noDuration)
    } else if usedMeasurementCount == 0, !(speed <= PathFinding.largestMeanSpeed) {
      findings.append(.speed(speed))
    }
    if let deviation = last.uncertainty?.positionDeviation,
      !(deviation <= max(length, PathFinding.smallestLength))
    {
      findings.append(.uncertainty(deviation: deviation, length: length))
    }
    let contradictions = notes.contradictionCount
    if contradictions > 0 {
      findings.append(
        .contradictions(count: contradictions, of: contradictions + usedMeasurementCount))
    }
    if let push = notes.steadyPush {
      findings.append(.steadyAcceleration(start: push.start, acceleration: push.acceleration))
    }
    return findings
  }
}

/// The reason why an estimated path is implausible or not significant.
///
/// ``description`` is one sentence with the figures.
public enum PathFinding: Hashable, Sendable, CustomStringConvertible {
  /// No point, or one.
  case tooShort(Int)
  /// The same time at the first and the last point.
  case noDuration
  /// A mean speed beyond that of a hand or a person on foot, in m/s, without external measurements.
  case speed(Double)
  /// A standard deviation of the last position above the length of the path, both in metres.
  case uncertainty(deviation: Double, length: Double)
  /// An acceleration in m/s² that has stayed for three seconds from a time in seconds on, while the
  /// device did not turn: that of a vehicle, which the path has in part at most, or of a wrong
  /// vertical.
  case steadyAcceleration(start: Double, acceleration: Double)

  /// External measurements that contradicted the path by over six standard deviations, of all.
  case contradictions(count: Int, of: Int)

  /// The largest mean speed of a hand or a person on foot, in m/s.
  ///
  /// Over a whole recording: hands reach it for fractions of a second, and joggers run at about
  /// 3 m/s.
  static let largestMeanSpeed = 3.0

  /// The smallest length that a standard deviation is compared with, in metres: a device at rest
  /// has a path of millimetres.
  static let smallestLength = 0.05

  /// One sentence with the figures.
  public var description: String {
    switch self {
    case .tooShort(let count):
      return "expected at least two samples for a path, got \(count)"
    case .noDuration:
      return "expected a later time at the end than at the start, got the same: check the times"
    case .speed(let speed):
      return "expected a mean speed under \(Self.largestMeanSpeed) m/s (a hand, a person on foot), "
        + "got \(Self.figures(speed)) m/s: unless a vehicle carries the device, the path is wrong; "
        + "check units, axes and signs of the sensors"
    case .uncertainty(let deviation, let length):
      return "the standard deviation of the last position, \(Self.figures(deviation)) m, passes "
        + "the length of the path, \(Self.figures(length)) m: the path is not significant"
    case .contradictions(let count, let all):
      return "\(count) of \(all) positions and velocities contradicted the path by over six "
        + "standard deviations and were left out: check their deviations and their frame"
    case .steadyAcceleration(let start, let acceleration):
      return "from \(Self.figures(start)) s on an acceleration of \(Self.figures(acceleration)) "
        + "m/s\u{B2} lasts for over 3 s and the device does not turn: if a vehicle carries it, the "
        + "vehicle's motion is in the path in part at most; otherwise the vertical was wrong"
    }
  }

  /// The number with two decimal places, and more below 0.1.
  private static func figures(_ number: Double) -> String {
    let scale = number < 0.1 ? 1e4 : 100.0
    return "\((number * scale).rounded() / scale)"
  }
}
