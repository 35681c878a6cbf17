public import GLKMath
internal import LinearAlgebra

extension Sample2D {
  /// Seconds since an arbitrary, fixed start: `timestamp`, under the lab's name.
  public var t: Double {
    get { timestamp }
    set { timestamp = newValue }
  }

  /// A point of a stroke, with the lab's names.
  public init(x: Double, y: Double, t: Double) { self.init(x: x, y: y, timestamp: t) }
}

extension Sample3D {
  /// Seconds since an arbitrary, fixed start: `timestamp`, under the lab's name.
  public var t: Double {
    get { timestamp }
    set { timestamp = newValue }
  }

  /// A point of a path, with the lab's names and GLKit's types.
  ///
  /// - Parameters:
  ///   - location: The position in the reference frame, in metres.
  ///   - attitude: The attitude, device to reference.
  ///   - t: Seconds since an arbitrary, fixed start.
  public init(location: GLKVector3, attitude: GLKQuaternion, t: Double) {
    let quaternion = attitude.quaternion
    self.init(
      location: Vector3(
        Double(location.x), Double(location.y), Double(location.z)),
      attitude: Attitude(
        quaternion: Quaternion(
          x: Double(quaternion.x), y: Double(quaternion.y), z: Double(quaternion.z),
          w: Double(quaternion.w)
        ).normalized() ?? .identity),
      timestamp: t)
  }
}

/// The rotation nearest to a matrix of GLKit, computed in doubles: the lab's `nearestRotation`.
///
/// A sum of rotation matrices yields their chordal mean.
///
/// - Throws: `LinearAlgebraError` for a matrix that is not finite.
public func nearestRotation(_ matrix: GLKMatrix3) throws -> GLKMatrix3 {
  let nearest = try nearestRotation(to: Matrix3<Double>(matrix))
  return GLKMatrix3MakeWithQuaternion(GLKQuaternionFromCMQuaternion(nearest.rotation))
}

extension Matrix3 where Scalar == Double {
  /// A matrix of GLKit in doubles.
  public init(_ matrix: GLKMatrix3) {
    self.init(
      columns: Vector3(Double(matrix.m00), Double(matrix.m01), Double(matrix.m02)),
      Vector3(Double(matrix.m10), Double(matrix.m11), Double(matrix.m12)),
      Vector3(Double(matrix.m20), Double(matrix.m21), Double(matrix.m22)))
  }
}
