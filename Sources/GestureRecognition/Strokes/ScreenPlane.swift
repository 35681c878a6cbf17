internal import LinearAlgebra
public import MotionFusion

/// The plane that a gesture in the air is drawn on: the device's screen, in its mean attitude.
///
/// People think of left and right, up and down by the device they hold, whichever way they sit
/// or lie, and do not change that in the middle of a letter. So the device's attitudes during the
/// gesture are averaged (the rotation nearest to the sum of their matrices, which is the chordal
/// mean: M. Moakher, *Means and averaging in the group of rotations*, 2002,
/// doi:10.1137/S0895479801383877), and positions are read in that frame.
public struct ScreenPlane: Hashable, Sendable {
  /// From the mean device frame to the reference frame.
  public let attitude: Attitude

  /// The plane of a device in this attitude.
  public init(attitude: Attitude) { self.attitude = attitude }

  /// The plane of the mean of the attitudes along `path`.
  ///
  /// - Throws: ``GestureError`` for an empty path, an attitude that is not finite, and attitudes
  ///   that have no unique mean.
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

  /// `path` as it is seen on the plane: *x* along the device's *x* axis, *y* against its *y* axis,
  /// downwards as on a screen, in the path's unit of length.
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
