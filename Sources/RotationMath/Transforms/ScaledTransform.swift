/// A scaling along the axes, then a rotation, then a translation: *p* ↦ *R* (*s* ∘ *p*) + *t*.
///
/// The parts that scene graphs store, often called TRS. Such transforms are not closed under
/// composition: compose their matrices. For transforms without scaling see ``RigidTransform``.
@frozen
public struct ScaledTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
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
  /// Returns `nil` if the matrix has no such parts: its last row is not 0 0 0 1, a column is zero
  /// or not finite, or the columns are not perpendicular (shear). `PolarDecomposition` of
  /// LinearAlgebra handles shear.
  ///
  /// - Parameters:
  ///   - matrix: An affine matrix.
  ///   - tolerance: The largest cosine between two columns (default: √eps).
  @inlinable public init?(
    _ matrix: Matrix4<Scalar>, tolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) {
    guard matrix[row: 3] == Vector4(0, 0, 0, 1), matrix.isFinite else { return nil }
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
