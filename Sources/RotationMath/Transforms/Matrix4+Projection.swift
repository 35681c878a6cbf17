public import RealModule

/// The depth of the near and the far plane after a projection.
@frozen
public enum DepthRange: Hashable, Sendable, CaseIterable {
  /// -1 at the near plane and 1 at the far one: OpenGL and GLKit.
  case negativeOneToOne
  /// 0 at the near plane and 1 at the far one: Metal, Direct3D and Vulkan.
  case zeroToOne
}

// MARK: - Views and projections. The eye looks along -z, right-handed.

extension Matrix4 {
  /// The view from `eye` towards `center`: world coordinates to the eye's. `nil` when the two are
  /// the same point, or `up` has no direction across the line of sight.
  @inlinable
  public init?(lookingFrom eye: Vector3<Scalar>, at center: Vector3<Scalar>, up: Vector3<Scalar>) {
    guard let back = (eye - center).normalized(), let right = up.cross(back).normalized() else {
      return nil
    }
    let rotation = Matrix3(rows: right, back.cross(right), back)
    self.init(linear: rotation, translation: -(rotation * eye))
  }

  /// A perspective projection.
  ///
  /// - Parameters:
  ///   - fieldOfView: The vertical angle of view in radians, between 0 and π.
  ///   - aspect: Width over height.
  ///   - near: The near distance, positive.
  ///   - far: The far distance; may be infinite.
  ///   - depth: What becomes of the depth.
  @inlinable
  public static func perspective(
    fieldOfView: Scalar, aspect: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let top = near * Scalar.tan(fieldOfView / 2)
    return frustum(
      left: -top * aspect, right: top * aspect, bottom: -top, top: top, near: near, far: far,
      depth: depth)
  }

  /// A perspective projection of the frustum through a rectangle at the near distance.
  @inlinable
  public static func frustum(
    left: Scalar, right: Scalar, bottom: Scalar, top: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let (width, height) = (right - left, top - bottom)
    // Written with near / far, so that an infinite far distance gives its limit.
    let ratio = near / far
    let (slope, offset): (Scalar, Scalar) =
      switch depth {
      case .negativeOneToOne: (-(1 + ratio) / (1 - ratio), -2 * near / (1 - ratio))
      case .zeroToOne: (-1 / (1 - ratio), -near / (1 - ratio))
      }
    return Self(
      columns: Vector4(2 * near / width, 0, 0, 0), Vector4(0, 2 * near / height, 0, 0),
      Vector4((right + left) / width, (top + bottom) / height, slope, -1),
      Vector4(0, 0, offset, 0))
  }

  /// A parallel projection of a box.
  @inlinable
  public static func orthographic(
    left: Scalar, right: Scalar, bottom: Scalar, top: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let (width, height, length) = (right - left, top - bottom, far - near)
    let (slope, offset): (Scalar, Scalar) =
      switch depth {
      case .negativeOneToOne: (-2 / length, -(far + near) / length)
      case .zeroToOne: (-1 / length, -near / length)
      }
    return Self(
      columns: Vector4(2 / width, 0, 0, 0), Vector4(0, 2 / height, 0, 0),
      Vector4(0, 0, slope, 0),
      Vector4(-(right + left) / width, -(top + bottom) / height, offset, 1))
  }
}

/// A rectangle of a window, in any unit, origin bottom left.
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

  /// The rectangle of these edges.
  @inlinable public init(x: Scalar = 0, y: Scalar = 0, width: Scalar, height: Scalar) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Where a point appears in the window: *x*, *y* and a depth from 0 (near) to 1 (far).
  ///
  /// - Parameters:
  ///   - point: The point in the world's coordinates.
  ///   - transform: The projection times the view.
  ///   - depth: What the projection makes of the depth.
  @inlinable
  public func project(
    _ point: Vector3<Scalar>, by transform: Matrix4<Scalar>, depth: DepthRange = .negativeOneToOne
  ) -> Vector3<Scalar> {
    let device = transform.transformPoint(point)
    return Vector3(
      x + width * (device.x + 1) / 2, y + height * (device.y + 1) / 2,
      depth == .zeroToOne ? device.z : (device.z + 1) / 2)
  }

  /// The point that appears at `window`: the inverse of ``project(_:by:depth:)``, or `nil` when the
  /// transform is singular.
  ///
  /// - Parameters:
  ///   - window: *x*, *y* and a depth from 0 (near) to 1 (far).
  ///   - transform: The projection times the view.
  ///   - depth: What the projection makes of the depth.
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
