internal import DeadReckoning
internal import DeviceMotion
internal import Foundation
internal import MotionRecordings

/// A reference beside the motions of a recording: where each of them really was.
struct ReferenceTrack {
  /// The position at each motion, in metres; `nil` where unknown.
  private(set) var positions: [Vector3<Double>?]
  /// The velocity at each motion, in m/s; `nil` where it is not certain.
  private(set) var velocities: [Vector3<Double>?]
  /// Whether the data set counts errors there.
  private(set) var isScored: [Bool]

  /// Half the width of the fit that gives a velocity, in samples.
  private static let reach = 5

  /// The reference nearest in time to each motion; `nil` where none has a position.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - poses: In the order of time, in the frame of the motions but for a shift.
  init?(_ motions: [DeviceMotion], poses: [ReferencePose]) {
    guard poses.contains(where: { $0.position != nil }), let first = motions.first,
      let last = motions.last
    else { return nil }
    let tolerance = (last.timestamp - first.timestamp) / Double(max(motions.count - 1, 1))
    let nearest = poses.nearest(to: motions.map(\.timestamp), within: tolerance)
    let positions = nearest.map { $0?.position }
    let times = zip(nearest, motions).map { $0?.timestamp ?? $1.timestamp }
    isScored = nearest.map { $0?.isScored ?? false }
    velocities = positions.indices.map { Self.slope(positions, times, at: $0) }
    self.positions = positions
  }

  /// The slope of a cubic through the points around one, by least squares (A. Savitzky and
  /// M. J. E. Golay, *Analytical Chemistry* 36, 1964).
  private static func slope(
    _ positions: [Vector3<Double>?], _ times: [Double], at index: Int
  ) -> Vector3<Double>? {
    guard index >= reach, index + reach < positions.count else { return nil }
    // About the middle of even steps, odd powers are fitted apart from even ones: x = a t + b t³.
    var (s2, s4, s6) = (0.0, 0.0, 0.0)
    var (x1, x3) = (Vector3<Double>.zero, Vector3<Double>.zero)
    for place in index - reach...index + reach {
      guard let position = positions[place] else { return nil }
      let t = times[place] - times[index]
      s2 += t * t
      s4 += t * t * t * t
      s6 += t * t * t * t * t * t
      x1 += position * t
      x3 += position * (t * t * t)
    }
    let determinant = s2 * s6 - s4 * s4
    return determinant > 0 ? (x1 * s6 - x3 * s4) / determinant : nil
  }
}

extension ReferenceTrack {
  /// How far a path is from the reference: at its end, and on the way, in metres.
  struct Errors {
    var end: Double
    var rmse: Double
  }

  /// The errors of a path that starts at motion `start`, laid on the reference there; `nil` where
  /// the reference is unknown at either end.
  func errors(of path: [Vector3<Double>], from start: Int) -> Errors? {
    guard let origin = positions[start], let first = path.first,
      positions[start + path.count - 1] != nil
    else { return nil }
    var sum = 0.0
    var count = 0.0
    var end = 0.0
    for (offset, location) in path.enumerated() {
      guard let position = positions[start + offset] else { continue }
      end = ((location - first) - (position - origin)).length
      sum += end * end
      count += 1
    }
    return Errors(end: end, rmse: (sum / count).squareRoot())
  }

  /// The windows of so many motions, one after another, over which the reference is whole, counts,
  /// and has a velocity at both ends.
  func windows(of length: Int) -> [Range<Int>] {
    var windows: [Range<Int>] = []
    // The first index after which nothing is wrong up to the current one.
    var start = 0
    for index in positions.indices {
      if positions[index] == nil || !isScored[index] {
        start = index + 1
      } else if index == start, velocities[index] == nil {
        start = index + 1
      } else if index - start == length {
        if velocities[index] != nil {
          windows.append(start..<index + 1)
          start = index
        } else {
          start += 1
        }
      }
    }
    return windows
  }
}

extension ReferenceTrack {
  /// The first motion whose place is known.
  var firstKnown: Int? { positions.firstIndex { $0 != nil } }
  /// The last one.
  var lastKnown: Int? { positions.lastIndex { $0 != nil } }

  /// How the rest that a detector finds in `motions` agrees with what the data set marks as movement;
  /// `nil` where it marks none, or finds none.
  func restFigures(of motions: [DeviceMotion]) -> TrackAnswer.RestFigures? {
    guard isScored.contains(true), isScored.contains(false) else { return nil }
    var detector = RestDetector()
    var (right, claimed, resting) = (0.0, 0.0, 0.0)
    for (motion, isMoving) in zip(motions, isScored) {
      let isClaimed = detector.update(motion)
      claimed += isClaimed ? 1 : 0
      resting += isMoving ? 0 : 1
      right += isClaimed && !isMoving ? 1 : 0
    }
    guard claimed > 0 else { return nil }
    return TrackAnswer.RestFigures(precision: right / claimed, recall: right / resting)
  }
}

extension [DeviceMotion] {
  /// Turns the reference frame about the vertical, so that headings grow by `angle` radians.
  mutating func turnFrame(by angle: Double) {
    let turn = Attitude(pitch: 0, roll: 0, yaw: angle).quaternion
    for index in indices {
      self[index].attitude = Attitude(quaternion: turn * self[index].attitude.quaternion)
    }
  }

  /// Turns the reference frame about the vertical to that of a reference, by the mean difference.
  mutating func align(with poses: [ReferencePose]) {
    let errors = zip(self, poses.nearest(to: map(\.timestamp), within: 0.05)).compactMap {
      motion, pose in
      (pose?.attitude).map { $0.quaternion * motion.attitude.quaternion.conjugate }
    }
    if !errors.isEmpty { turnFrame(by: errors.meanHeading) }
  }
}
