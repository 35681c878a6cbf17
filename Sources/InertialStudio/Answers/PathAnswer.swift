internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion

/// The path of a gesture as the page draws it.
struct PathAnswer: Encodable, Sendable {
  /// The corrected path, each point as ``row(_:)``.
  var points: [[Double]]
  /// The plain double integral of the same samples.
  var raw: [[Double]]
  /// The attitude of the writing plane: *x*, *y*, *z*, *w*; absent without a unique mean.
  var plane: [Double]?

  /// The path of `motions` by an estimation.
  init(_ motions: [DeviceMotion], by estimation: PathEstimation) {
    let estimate = estimation.estimate(motions)
    var integration = PathEstimation(method: .unstabilized)
    integration.updateRule = estimation.updateRule
    points = estimate.points.map(Self.row)
    raw = integration.estimate(motions).points.map(Self.row)
    plane = (try? ScreenPlane(meanAttitudeOf: estimate.points.map(\.sample)))
      .map { Self.list($0.attitude.quaternion) }
  }

  /// Time, position, velocity and attitude: 11 numbers in s, m and m/s.
  static func row(_ point: PathPoint) -> [Double] {
    let (p, v) = (point.position, point.velocity)
    return [point.timestamp, p.x, p.y, p.z, v.x, v.y, v.z] + list(point.attitude.quaternion)
  }

  /// A quaternion as *x*, *y*, *z*, *w*.
  static func list(_ q: Quaternion<Double>) -> [Double] {
    [q.vector.x, q.vector.y, q.vector.z, q.w]
  }
}
