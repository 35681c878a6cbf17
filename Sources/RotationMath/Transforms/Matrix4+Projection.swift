public import RealModule

// MARK: - Views and projections. The eye looks along -z, right-handed.

extension Matrix4 {
  /// Creates a view matrix, which maps world to eye coordinates.
  ///
  /// The eye is at `eye` and looks towards `center`.
  ///
  /// Returns `nil` if the points coincide, `up` is zero or not finite, or `up` is parallel to the
  /// line of sight to rounding. There `fallbackUp` is used, if given.
  @inlinable public init?(
    lookingFrom eye: Vector3<Scalar>, at center: Vector3<Scalar>, up: Vector3<Scalar>,
    fallbackUp: Vector3<Scalar>? = nil
  ) {
    guard let back = (eye - center).normalized(),
      let axes = Matrix3.lookAxes(back: back, up: up, fallbackUp: fallbackUp)
    else { return nil }
    let rotation = axes.transpose
    self.init(linear: rotation, translation: -(rotation * eye))
  }

  /// A perspective projection.
  ///
  /// - Parameters:
  ///   - fieldOfView: The vertical field of view in radians, between 0 and π.
  ///   - aspect: The aspect ratio, width over height.
  ///   - near: The distance of the near plane, positive.
  ///   - far: The distance of the far plane; it can be infinite.
  ///   - depth: The range of depths (default: -1...1).
  @inlinable public static func perspective(
    fieldOfView: Scalar, aspect: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let top = near * Scalar.tan(fieldOfView / 2)
    return frustum(
      left: -top * aspect, right: top * aspect, bottom: -top, top: top, near: near, far: far,
      depth: depth)
  }

  /// A perspective projection of a frustum.
  ///
  /// The rectangle is given at the near distance.
  @inlinable public static func frustum(
    left: Scalar, right: Scalar, bottom: Scalar, top: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let (width, height) = (right - left, top - bottom)
    // Written with near / far, so that an infinite far distance gives the limit.
    let ratio = near / far
    let (slope, offset): (Scalar, Scalar) =
      switch depth {
      case .negativeOneToOne: (-(1 + ratio) / (1 - ratio), -2 * near / (1 - ratio))
      case .zeroToOne: (-1 / (1 - ratio), -near / (1 - ratio))
      case .oneToZero: (ratio / (1 - ratio), near / (1 - ratio))
      }
    return Self(
      columns: Vector4(2 * near / width, 0, 0, 0), Vector4(0, 2 * near / height, 0, 0),
      Vector4((right + left) / width, (top + bottom) / height, slope, -1),
      Vector4(0, 0, offset, 0))
  }

  /// An orthographic projection of a box.
  @inlinable public static func orthographic(
    left: Scalar, right: Scalar, bottom: Scalar, top: Scalar, near: Scalar, far: Scalar,
    depth: DepthRange = .negativeOneToOne
  ) -> Self {
    let (width, height, length) = (right - left, top - bottom, far - near)
    let (slope, offset): (Scalar, Scalar) =
      switch depth {
      case .negativeOneToOne: (-2 / length, -(far + near) / length)
      case .zeroToOne: (-1 / length, -near / length)
      case .oneToZero: (1 / length, far / length)
      }
    return Self(
      columns: Vector4(2 / width, 0, 0, 0), Vector4(0, 2 / height, 0, 0),
      Vector4(0, 0, slope, 0),
      Vector4(-(right + left) / width, -(top + bottom) / height, offset, 1))
  }
}

/// The range of depths after a projection.
@frozen public enum DepthRange: Hashable, Sendable, CaseIterable {
  /// -1 at the near plane, 1 at the far plane: OpenGL and GLKit.
  case negativeOneToOne
  /// 0 at the near plane, 1 at the far plane: Metal, Direct3D and Vulkan.
  case zeroToOne
  /// 1 at the near plane, 0 at the far plane: reversed depth, which keeps the precision of floating
  /// point far away.
  case oneToZero
}
