/// A rectangle of a window in any unit, with the origin at the bottom left.
@frozen
public struct Viewport<Scalar: RealScalar>: Hashable, Sendable {
  /// The left edge.
  public var x: Scalar
  /// The bottom edge.
  public var y: Scalar
  /// The width.
  public var width: Scalar
  /// The height.
  public var height: Scalar

  /// Creates a viewport.
  @inlinable public init(x: Scalar = 0, y: Scalar = 0, width: Scalar, height: Scalar) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Projects a point to the window: *x*, *y* and a depth from 0 (near) to 1 (far).
  ///
  /// - Parameters:
  ///   - point: The point in world coordinates.
  ///   - transform: The projection matrix times the view matrix.
  ///   - depth: The range of depths of the projection.
  @inlinable
  public func project(
    _ point: Vector3<Scalar>, by transform: Matrix4<Scalar>, depth: DepthRange = .negativeOneToOne
  ) -> Vector3<Scalar> {
    let device = transform.transformPoint(point)
    return Vector3(
      x + width * (device.x + 1) / 2, y + height * (device.y + 1) / 2,
      depth == .zeroToOne ? device.z : (device.z + 1) / 2)
  }

  /// Maps a window position back to world coordinates.
  ///
  /// The inverse of ``project(_:by:depth:)``.
  ///
  /// Returns `nil` if the transform is singular.
  ///
  /// - Parameters:
  ///   - window: *x*, *y* and a depth from 0 (near) to 1 (far).
  ///   - transform: The projection matrix times the view matrix.
  ///   - depth: The range of depths of the projection.
  @inlinable
  public func unproject(
    _ window: Vector3<Scalar>, by transform: Matrix4<Scalar>,
    depth: DepthRange = .negativeOneToOne
  ) -> Vector3<Scalar>? {
    let device = Vector3(
      2 * (window.x - x) / width - 1, 2 * (window.y - y) / height - 1,
      depth == .zeroToOne ? window.z : 2 * window.z - 1)
    return transform.inverse?.transformPoint(device)
  }
}
