public import DeadReckoning
internal import LinearAlgebra
public import MotionFusion

/// The plane of a gesture in the air: the device's screen in its mean attitude.
///
/// The mean is the rotation nearest to the sum of the attitudes' matrices, the chordal mean
/// (M. Moakher, *Means and averaging in the group of rotations*, 2002,
/// doi:10.1137/S0895479801383877). Left, right, up and down are those of the device as it was held,
/// whatever the posture of the user.
public struct ScreenPlane: Hashable, Sendable {
  /// The rotation from the mean device frame to the reference frame.
  package let attitude: Attitude

  /// The plane of a device with this attitude.
  package init(attitude: Attitude) { self.attitude = attitude }

  /// The plane of the mean attitude along `path`.
  ///
  /// - Throws: ``GestureError`` for an empty path, an attitude that is not finite, and attitudes
  ///   without a unique mean.
  /// - Complexity: O(*n*), no allocation.
  public init(meanAttitudeOf path: [Sample3D]) throws(GestureError) {
    guard !path.isEmpty else { throw .tooFewSamples(count: 0, minimum: 1) }
    var sum = Matrix3<Double>.zero
    for (index, sample) in path.enumerated() {
      guard sample.attitude.quaternion.isFinite else { throw .notFinite(sample: index) }
      sum = sum + Matrix3(sample.attitude.quaternion)
    }
    guard let mean = try? nearestRotation(to: sum), mean.isUnique else { throw .noMeanAttitude }
    self.init(attitude: Attitude(quaternion: mean.rotation))
  }

  /// The projection of `path` to the plane, in the path's unit of length.
  ///
  /// *x* points along the device's *x* axis, *y* against its *y* axis: down, as on a screen.
  ///
  /// - Complexity: O(*n*), one allocation.
  public func project(_ path: [Sample3D]) -> [Sample2D] {
    let right = attitude.quaternion.act(.unitX)
    let up = attitude.quaternion.act(.unitY)
    return path.map { sample in
      Sample2D(
        x: right.dot(sample.location), y: -up.dot(sample.location), timestamp: sample.timestamp)
    }
  }
}

extension [DeviceMotion] {
  /// The stroke drawn on the screen's mean plane, in metres.
  ///
  /// - Parameters:
  ///   - stabilizer: The drift correction of the path.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  /// - Throws: ``GestureError`` for fewer than two samples, a sample that is not finite or earlier
  ///   than its predecessor, and attitudes without a unique mean.
  public func stroke(
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2
  ) throws(GestureError) -> [Sample2D] {
    try checkGesture()
    let path = DeadReckoner.path(of: self, stabilizer: stabilizer, dampingRate: dampingRate)
    return try ScreenPlane(meanAttitudeOf: path).project(path)
  }

  /// Checks for at least two samples, all within sensor range and in order of time.
  func checkGesture() throws(GestureError) {
    guard count >= 2 else { throw .tooFewSamples(count: count, minimum: 2) }
    for (index, motion) in enumerated() {
      guard DeadReckoner.isPlausible(motion) else { throw .notFinite(sample: index) }
      if index > 0, motion.timestamp < self[index - 1].timestamp {
        throw .timeRunsBackward(sample: index)
      }
    }
  }
}
