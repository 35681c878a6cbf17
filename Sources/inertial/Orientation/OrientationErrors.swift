internal import DeviceMotion
internal import Foundation
internal import MotionRecordings

/// How far attitudes are from a reference, by BROAD's protocol: root mean squares in degrees.
struct OrientationErrors: Sendable {
  /// One comparison, in degrees; heading and inclination are the parts of the total about the
  /// vertical and about a horizontal axis.
  struct Point: Sendable {
    var timestamp: Double
    var total: Double
    var heading: Double
    var inclination: Double
  }

  /// The comparisons where the data set counts errors.
  var points: [Point]

  /// The root mean square of one part.
  func rootMeanSquare(_ part: KeyPath<Point, Double>) -> Double {
    let sum = points.reduce(0.0) { $0 + $1[keyPath: part] * $1[keyPath: part] }
    return (sum / Double(points.count)).squareRoot()
  }

  /// Compares estimates with the reference nearest in time; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - estimates: In the order of time.
  ///   - reference: In the order of time, in the same frame but for `aligned`.
  ///   - aligned: Whether one constant turn about the vertical is taken out first, as it must be
  ///     where the estimate's heading is arbitrary.
  ///   - tolerance: How far apart in seconds the two may be.
  init?(
    _ estimates: [TimedAttitude], reference: [ReferencePose], aligned: Bool, tolerance: Double
  ) {
    let truths = reference.nearest(to: estimates.map(\.timestamp), within: tolerance)
    var pairs: [(time: Double, error: Quaternion<Double>)] = []
    for case (let estimate, let pose?) in zip(estimates, truths) where pose.isScored {
      guard let truth = pose.attitude else { continue }
      pairs.append((estimate.timestamp, estimate.attitude * truth.quaternion.conjugate))
    }
    guard !pairs.isEmpty else { return nil }
    if aligned {
      let half = pairs.map(\.error).meanHeading / 2
      let back = Quaternion(x: 0, y: 0, z: -sin(half), w: cos(half))
      for index in pairs.indices { pairs[index].error = back * pairs[index].error }
    }
    let degrees = 180 / Double.pi
    points = pairs.map { time, e in
      let horizontal = (e.x * e.x + e.y * e.y).squareRoot()
      let vertical = (e.w * e.w + e.z * e.z).squareRoot()
      return Point(
        timestamp: time,
        total: 2 * degrees
          * atan2((horizontal * horizontal + e.z * e.z).squareRoot(), abs(e.w)),
        heading: 2 * degrees * atan2(abs(e.z), abs(e.w)),
        inclination: 2 * degrees * atan2(horizontal, vertical))
    }
  }
}

/// An attitude, device to reference, at its time in seconds.
struct TimedAttitude: Sendable {
  var timestamp: Double
  var attitude: Quaternion<Double>
}
