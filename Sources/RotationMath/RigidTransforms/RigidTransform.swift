/// A rigid transform: a rotation followed by a translation.
///
/// `(a * b).act(p) == a.act(b.act(p))`. Name transforms as `targetFromSource`:
/// `earthFromDevice.act(p)` maps a point from device to earth coordinates, and ``translation`` is
/// the device's origin in earth coordinates.
///
/// The rotation must be a unit quaternion. The rounding error of its length grows as the square
/// root of the number of products; use ``normalized()`` in long chains.
@frozen
public struct RigidTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation, applied first.
  public var rotation: Quaternion<Scalar>
  /// The translation, applied second.
  public var translation: Vector3<Scalar>

  /// Creates a transform that rotates by a unit quaternion, then translates.
  @inlinable public init(
    rotation: Quaternion<Scalar> = .identity, translation: Vector3<Scalar> = .zero
  ) {
    self.rotation = rotation
    self.translation = translation
  }

  /// Converts a transform from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: RigidTransform<Other>) {
    self.init(
      rotation: Quaternion(other.rotation), translation: Vector3(other.translation))
  }

  /// The identity transform.
  @inlinable public static var identity: Self { Self() }

  /// The composition: `b` first, then `a`.
  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self {
    // Always inlined: a call passes both through memory and takes 1.3 times as long.
    Self(
      rotation: .laneProduct(a.rotation, b.rotation),
      translation: a.rotation.act(b.translation) + a.translation)
  }

  /// The inverse transform.
  @inlinable public func inverted() -> Self {
    let back = rotation.conjugate
    return Self(rotation: back, translation: -back.act(translation))
  }

  /// Transforms a point: rotates, then translates.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(point) + translation
  }

  /// Rotates a direction or displacement, without the translation.
  @inlinable public func act(onVector vector: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(vector)
  }

  /// The transform with a unit quaternion, or `nil` if that is zero or not finite.
  @inlinable public func normalized() -> Self? {
    guard let rotation = rotation.normalized() else { return nil }
    return Self(rotation: rotation, translation: translation)
  }

  /// Whether all components are finite.
  @inlinable public var isFinite: Bool { rotation.isFinite && translation.isFinite }
}

// MARK: - Matrices

extension RigidTransform {
  /// Creates a transform from the upper three rows of a homogeneous matrix.
  ///
  /// - Parameter m: A rotation matrix beside a translation, above the row 0 0 0 1. If the block is
  ///   not orthonormal, the rotation is near it but not the nearest.
  @inlinable public init(_ m: Matrix4<Scalar>) {
    self.init(rotation: Quaternion(m.linear), translation: m.translation)
  }
}

extension Matrix4 {
  /// Creates the homogeneous matrix of a rigid transform.
  ///
  /// It maps (*x*, *y*, *z*, 1) to the transformed point.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    self.init(rotation: transform.rotation, translation: transform.translation)
  }
}

extension RigidTransform: CustomStringConvertible {
  /// The rotation and the translation.
  public var description: String { "rotation \(rotation), translation \(translation)" }
}
