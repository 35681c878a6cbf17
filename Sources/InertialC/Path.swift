// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import DeadReckoning
internal import MotionFusion

/// The report of a path.
private struct PathSummary: Encodable {
  var length: Double
  var loopClosureError: Double?
  var stationaryPhases: Int
  var startupSamples: Int
  var faults: SampleFaults
  var findings: [String]
}

/// A path that grows sample by sample, revisions applied.
private struct GrowingPath {
  var session: PathSession
  var points: [PathPoint] = []
}

/// The estimation of these parameters.
private func estimation(
  _ method: UnsafePointer<CChar>?, dampingRate: Double
) throws -> PathEstimation {
  let method = try choice(method, "method", default: PathMethod.navigator)
  guard dampingRate >= 0, dampingRate.isFinite else {
    throw ArgumentError("damping_rate: expected 0 or more in 1/s, got \(dampingRate)")
  }
  return PathEstimation(method: method, dampingRate: dampingRate)
}

extension inertial_points {
  /// Copies points to these arrays.
  fileprivate mutating func write(_ path: [PathPoint]) {
    count = path.count
    for (index, point) in path.enumerated() {
      times?[index] = point.timestamp
      positions?.set(index, point.position)
      velocities?.set(index, point.velocity)
      attitudes?.set(index, point.attitude.quaternion)
      stationary?.set(index, point.isStationary)
      position_deviations?[index] = point.uncertainty?.positionDeviation ?? .nan
    }
  }
}

/// The path of a recording; see the header.
@c @implementation public func inertial_track(
  _ motion: UnsafePointer<inertial_motions>?, _ method: UnsafePointer<CChar>?,
  _ damping_rate: Double, _ skips_startup: Int32,
  _ points: UnsafeMutablePointer<inertial_points>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let motion = try required(motion, "motion")
    let result = try required(points, "points")
    let motions = try motion.pointee.motions()
    let startup = skips_startup != 0 ? StartupDetector().count(in: motions) : 0
    let estimate = try estimation(method, dampingRate: damping_rate)
      .estimate(motions[startup...])
    result.pointee.write(estimate.points)
    let path = estimate.figures
    try writeJSON(
      PathSummary(
        length: path.length, loopClosureError: path.loopClosureError,
        stationaryPhases: path.stationaryPhaseCount, startupSamples: startup,
        faults: path.faults, findings: path.findings.map(\.description)),
      to: report)
  }
}

/// Creates a path tracker at the origin; see the header.
@c @implementation public func inertial_path_new(
  _ method: UnsafePointer<CChar>?, _ damping_rate: Double,
  _ path: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(path, "path")
    result.pointee = Handle.make(
      GrowingPath(session: PathSession(try estimation(method, dampingRate: damping_rate))))
  }
}

/// Frees a path.
@c @implementation
public func inertial_path_free(_ path: OpaquePointer?) { Handle<GrowingPath>.free(path) }

/// Takes the next motion; see the header.
@c @implementation public func inertial_path_update(
  _ path: OpaquePointer?, _ motion: UnsafePointer<inertial_motion>?,
  _ position: UnsafeMutablePointer<Double>?, _ velocity: UnsafeMutablePointer<Double>?
) -> Int32 {
  guard let path, let motion = motion?.pointee.deviceMotion else { return 0 }
  let handle = Handle<GrowingPath>.object(path)
  var isUsed = false
  var points: [PathPoint] = []
  swap(&points, &handle.value.points)
  handle.value.session.update(motion) { event in
    if case .position(let point) = event {
      isUsed = true
      position?.set(0, point.position)
      velocity?.set(0, point.velocity)
    }
    points.apply(event)
  }
  swap(&points, &handle.value.points)
  return isUsed ? 1 : 0
}

/// The rows of a path since its start; see the header.
@c @implementation public func inertial_path_points(
  _ path: OpaquePointer?, _ finish: Int32, _ capacity: Int,
  _ points: UnsafeMutablePointer<inertial_points>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<GrowingPath>.object(try required(path, "path"))
    let result = try required(points, "points")
    if finish != 0 {
      var all = handle.value.points
      handle.value.session.finish { all.apply($0) }
      handle.value.points = all
    }
    // A size_t above the largest Int arrives as a negative number.
    result.pointee.write(Array(handle.value.points.prefix(capacity < 0 ? .max : capacity)))
  }
}
