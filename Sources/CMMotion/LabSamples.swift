public import GLKMath

extension Sample2D {
  /// Seconds since an arbitrary, fixed start: `timestamp` by the lab's name.
  public var t: Double {
    get { timestamp }
    set { timestamp = newValue }
  }

  /// A point of a stroke, with the lab's names.
  public init(x: Double, y: Double, t: Double) { self.init(x: x, y: y, timestamp: t) }
}

extension Sample3D {
  /// Seconds since an arbitrary, fixed start: `timestamp` by the lab's name.
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
