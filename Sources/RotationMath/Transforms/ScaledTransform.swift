/// A scaling along the axes, then a rotation, then a translation: *p* ↦ *R* (*s* ∘ *p*) + *t*.
///
/// The parts that scene graphs store, often called TRS. Such transforms are not closed under
/// composition: compose their matrices. For transforms without scaling see ``RigidTransform``.
@frozen public struct ScaledTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The translation, applied last.
  public var translation: Vector3<Scalar>
  /// The rotation, a unit quaternion, applied second.
  public var rotation: Quaternion<Scalar>
  /// The factors along the coordinate axes, applied first.
  public var scale: Vector3<Scalar>

  /// Creates a transform from its parts.
  @inlinable public init(
    translation: Vector3<Scalar> = .zero, rotation: Quaternion<Scalar> = .identity,
    scale: Vector3<Scalar> = .one
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scale = scale
  }

  /// The identity transform.
  @inlinable public static var identity: Self { Self() }

  /// Transforms a point.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(scale * point) + translation
  }

  /// Transforms a point: ``act(_:)``.
  @inlinable public static func * (transform: Self, point: Vector3<Scalar>) -> Vector3<Scalar> {
    transform.act(point)
  }

  /// Decomposes a matrix into translation, rotation and scale.
  ///
  /// The factors are the lengths of the columns; if the determinant is negative the first one is
  /// negative. The parts compose to the matrix again up to rounding and `tolerance`.
  ///
  /// Returns `nil` if the matrix has no such parts: its last row is not 0 0 0 1 to `tolerance`
  /// times the lengths of the columns above, a column is zero or not finite, or the columns are not
  /// perpendicular (shear). `PolarDecomposition` of LinearAlgebra handles shear.
  ///
  /// - Parameters:
  ///   - matrix: An affine matrix.
  ///   - tolerance: The largest cosine between two columns, and the largest deviation of the last
  ///     row (default: √eps).
  @inlinable public init?(
    _ matrix: Matrix4<Scalar>, tolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) {
    guard matrix.isFinite, matrix.isAffine(tolerance: tolerance) else { return nil }
    let linear = matrix.linear
    guard let x = linear.c0.normalized(), let y = linear.c1.normalized(),
      let z = linear.c2.normalized()
    else { return nil }
    let shear = Vector3(x.dot(y), y.dot(z), z.dot(x)).maximumMagnitude
    guard shear <= tolerance else { return nil }
    let sign: Scalar = x.dot(y.cross(z)) < 0 ? -1 : 1
    self.init(
      translation: matrix.translation,
      rotation: Quaternion(Matrix3(columns: x * sign, y, z)),
      scale: Vector3(linear.c0.length * sign, linear.c1.length, linear.c2.length))
  }
}

extension Matrix4 {
  /// Creates the matrix that scales, then rotates by a unit quaternion, then translates.
  @inlinable public init(
    translation: Vector3<Scalar>, rotation: Quaternion<Scalar>, scale: Vector3<Scalar>
  ) {
    let m = Matrix3(rotation)
    self.init(
      linear: Matrix3(columns: m.c0 * scale.x, m.c1 * scale.y, m.c2 * scale.z),
      translation: translation)
  }

  /// Creates the matrix of a transform with scaling.
  @inlinable public init(_ transform: ScaledTransform<Scalar>) {
    self.init(
      translation: transform.translation, rotation: transform.rotation, scale: transform.scale)
  }
}

extension ScaledTransform: CustomStringConvertible {
  /// The three parts.
  public var description: String {
    "translation \(translation), rotation \(rotation), scale \(scale)"
  }
}

// MARK: - Affine transforms of points in space, in homogeneous coordinates

extension Matrix4 {
  /// Creates a translation matrix.
  @inlinable public init(translation: Vector3<Scalar>) {
    self.init(linear: .identity, translation: translation)
  }

  /// Creates a scaling matrix.
  @inlinable public init(scale: Vector3<Scalar>) {
    self.init(linear: Matrix3(diagonal: scale), translation: .zero)
  }

  /// Creates the matrix that rotates by a unit quaternion, then translates.
  @inlinable public init(rotation: Quaternion<Scalar>, translation: Vector3<Scalar> = .zero) {
    self.init(linear: Matrix3(rotation), translation: translation)
  }

  /// Creates the affine matrix that maps *p* to `linear` *p* + `translation`.
  @inlinable public init(linear: Matrix3<Scalar>, translation: Vector3<Scalar>) {
    self.init(
      columns: Vector4(linear.c0, 0), Vector4(linear.c1, 0), Vector4(linear.c2, 0),
      Vector4(translation, 1))
  }

  /// Whether the last row is 0 0 0 1 to `tolerance`, relative to the columns above.
  @inlinable func isAffine(tolerance: Scalar) -> Bool {
    abs(c3.w - 1) <= tolerance && abs(c0.w) <= tolerance * c0.xyz.length
      && abs(c1.w) <= tolerance * c1.xyz.length && abs(c2.w) <= tolerance * c2.xyz.length
  }

  /// The upper left 3×3 block.
  @inlinable public var linear: Matrix3<Scalar> { Matrix3(columns: c0.xyz, c1.xyz, c2.xyz) }

  /// The first three elements of the last column.
  @inlinable public var translation: Vector3<Scalar> { c3.xyz }

  /// Transforms a point and divides by the homogeneous coordinate.
  ///
  /// The result is infinite if that coordinate is zero.
  @inlinable public func transformPoint(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    let image = self * Vector4(point, 1)
    return image.w == 1 ? image.xyz : image.xyz / image.w
  }

  /// Transforms a direction, without the translation.
  @inlinable public func transformDirection(_ direction: Vector3<Scalar>) -> Vector3<Scalar> {
    (self * Vector4(direction, 0)).xyz
  }
}

extension Vector4 {
  /// Creates a vector from three components and a fourth.
  @inlinable public init(_ xyz: Vector3<Scalar>, _ w: Scalar) { self.init(xyz.x, xyz.y, xyz.z, w) }

  /// The first three components.
  @inlinable public var xyz: Vector3<Scalar> { Vector3(x, y, z) }
}

extension Vector3 {
  /// Creates a vector from two components and a third.
  @inlinable public init(_ xy: Vector2<Scalar>, _ z: Scalar) { self.init(xy.x, xy.y, z) }

  /// The first two components.
  @inlinable public var xy: Vector2<Scalar> { Vector2(x, y) }
}
