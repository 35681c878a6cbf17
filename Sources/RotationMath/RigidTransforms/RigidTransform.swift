/// A rigid motion: a rotation about the origin, then a translation.
///
/// `(a * b).act(p) == a.act(b.act(p))`. Named from where to where, as rotations are: with
/// `earthFromDevice`, `earthFromDevice.act(p)` takes a point in the device's coordinates to the
/// earth's, and ``translation`` is the device's origin in the earth's coordinates.
///
/// The rotation must be a unit quaternion. Products keep it one up to rounding, which grows as
/// the square root of their number; ``normalized()`` takes that off in long chains.
@frozen
public struct RigidTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation, which comes first.
  public var rotation: Quaternion<Scalar>
  /// The translation, which comes second.
  public var translation: Vector3<Scalar>

  /// The rotation by a unit quaternion, then the translation.
  @inlinable public init(
    rotation: Quaternion<Scalar> = .identity, translation: Vector3<Scalar> = .zero
  ) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The same motion in another precision, rounded to nearest.
  @inlinable public init<Other: RealScalar>(_ other: RigidTransform<Other>) {
    self.init(
      rotation: Quaternion(other.rotation), translation: Vector3(other.translation))
  }

  /// The motion that moves nothing.
  @inlinable public static var identity: Self { Self() }

  /// The product: `b` first, then `a`.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    Self(
      rotation: a.rotation * b.rotation,
      translation: a.rotation.act(b.translation) + a.translation)
  }

  /// The motion back.
  @inlinable public func inverted() -> Self {
    let back = rotation.conjugate
    return Self(rotation: back, translation: -back.act(translation))
  }

  /// The image of a point: turned, then moved.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(point) + translation
  }

  /// The image of a direction or displacement: turned, not moved.
  @inlinable public func act(onVector vector: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(vector)
  }

  /// The motion with its quaternion brought back to length one, or `nil` when that has no
  /// direction (zero or not finite).
  @inlinable public func normalized() -> Self? {
    guard let rotation = rotation.normalized() else { return nil }
    return Self(rotation: rotation, translation: translation)
  }

  /// Whether no component is infinite or NaN.
  @inlinable public var isFinite: Bool { rotation.isFinite && translation.isFinite }
}

// MARK: - Matrices

extension RigidTransform {
  /// The motion of a homogeneous matrix, of which only the upper three rows are read.
  ///
  /// - Parameter m: A rotation matrix beside a translation, above 0 0 0 1. A block that is not
  ///   orthonormal gives a rotation near it, not the nearest.
  @inlinable public init(_ m: Matrix4<Scalar>) {
    self.init(rotation: Quaternion(m.linear), translation: m.translation)
  }
}

extension Matrix4 {
  /// The homogeneous matrix of a rigid motion: it takes (*x*, *y*, *z*, 1) to the image of that
  /// point.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    self.init(rotation: transform.rotation, translation: transform.translation)
  }
}

extension RigidTransform: CustomStringConvertible {
  /// The rotation and the translation.
  public var description: String { "rotation \(rotation), translation \(translation)" }
}
