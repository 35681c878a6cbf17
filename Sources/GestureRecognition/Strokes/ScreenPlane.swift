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
    self.init(attitude: Attitude(quaternion: mean.quaternion))
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
