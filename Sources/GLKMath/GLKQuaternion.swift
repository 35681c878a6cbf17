// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RealModule
public import RotationMath

/// GLKit's quaternion of floats: a vector part `v` and a scalar part `s` or `w`.
@frozen public struct GLKQuaternion: Hashable, Sendable {
  /// The coefficients in a SIMD vector, for Apple's alignment of 16 bytes.
  @usableFromInline var lanes: SIMD4<Float>

  /// The underlying `RotationMath` quaternion.
  @inlinable public var quaternion: Quaternion<Float> {
    get { Quaternion(lanes) }
    set { lanes = SIMD4(newValue) }
  }

  /// Creates the zero quaternion.
  @inlinable public init() { lanes = .zero }

  /// Wraps a `RotationMath` quaternion.
  @inlinable public init(_ quaternion: Quaternion<Float>) { lanes = SIMD4(quaternion) }

  /// Creates a quaternion from its vector part and scalar part.
  @inlinable public init(v: GLKVector3, s: Float) { lanes = SIMD4(v.x, v.y, v.z, s) }

  /// Creates a quaternion from its coefficients.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) { lanes = SIMD4(x, y, z, w) }

  /// Creates a quaternion from its coefficients, scalar last.
  @inlinable public init(q: (Float, Float, Float, Float)) { lanes = SIMD4(q.0, q.1, q.2, q.3) }
}

// MARK: - Coefficients by name

extension GLKQuaternion {
  /// The coefficients, scalar last.
  @inlinable public var q: (Float, Float, Float, Float) {
    get { (x, y, z, w) }
    set { self = GLKQuaternion(q: newValue) }
  }
  /// The vector part.
  @inlinable public var v: GLKVector3 {
    get { GLKVector3(quaternion.vector) }
    set { quaternion.vector = newValue.vector }
  }
  /// The scalar part.
  @inlinable public var s: Float {
    get { lanes.w }
    set { lanes.w = newValue }
  }
  /// The first component of the vector part.
  @inlinable public var x: Float {
    get { lanes.x }
    set { lanes.x = newValue }
  }
  /// The second component of the vector part.
  @inlinable public var y: Float {
    get { lanes.y }
    set { lanes.y = newValue }
  }
  /// The third component of the vector part.
  @inlinable public var z: Float {
    get { lanes.z }
    set { lanes.z = newValue }
  }
  /// The scalar part.
  @inlinable public var w: Float {
    get { lanes.w }
    set { lanes.w = newValue }
  }
  /// The coefficient at the zero-based `index`, scalar last.
  @inlinable public subscript(index: Int) -> Float {
    get { lanes[index] }
    set { lanes[index] = newValue }
  }
}

/// The identity rotation.
public let GLKQuaternionIdentity = GLKQuaternion(Quaternion.identity)

// MARK: - Creation

/// Creates a quaternion from its coefficients.
@inlinable public func GLKQuaternionMake(
  _ x: Float, _ y: Float, _ z: Float, _ w: Float
) -> GLKQuaternion {
  GLKQuaternion(x: x, y: y, z: z, w: w)
}

/// Creates a quaternion from its vector part and scalar part.
@inlinable public func GLKQuaternionMakeWithVector3(
  _ vector: GLKVector3, _ scalar: Float
) -> GLKQuaternion {
  GLKQuaternion(v: vector, s: scalar)
}

/// Creates a quaternion from four floats, scalar last.
@inlinable public func GLKQuaternionMakeWithArray(_ values: UnsafePointer<Float>) -> GLKQuaternion {
  GLKQuaternion(x: values[0], y: values[1], z: values[2], w: values[3])
}
/// The rotation by `radians` about the unit axis (`x`, `y`, `z`).
///
/// The axis is not normalised.
@inlinable public func GLKQuaternionMakeWithAngleAndAxis(
  _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKQuaternion {
  GLKQuaternionMakeWithAngleAndVector3Axis(radians, GLKVector3(x: x, y: y, z: z))
}

/// The rotation by `radians` about the unit vector `axis`.
///
/// The axis is not normalised.
@inlinable public func GLKQuaternionMakeWithAngleAndVector3Axis(
  _ radians: Float, _ axis: GLKVector3
) -> GLKQuaternion {
  GLKQuaternion(
    Quaternion(
      vector: axis.vector * Float.sin(radians / 2), scalar: Float.cos(radians / 2)))
}

// MARK: - Angle and axis

/// The rotation angle in radians, in 0...2π.
///
/// Computed with `atan2`; GLKit's `acos` of *w* is inaccurate at small angles.
@inlinable public func GLKQuaternionAngle(_ quaternion: GLKQuaternion) -> Float {
  2 * Float.atan2(y: quaternion.quaternion.vector.length, x: quaternion.w)
}
/// The unit axis of the rotation, or zero for the identity.
@inlinable public func GLKQuaternionAxis(_ quaternion: GLKQuaternion) -> GLKVector3 {
  GLKVector3(quaternion.quaternion.vector.normalized() ?? .zero)
}

// MARK: - Algebra

/// The sum, coefficient by coefficient.
@inlinable public func GLKQuaternionAdd(
  _ left: GLKQuaternion, _ right: GLKQuaternion
) -> GLKQuaternion {
  GLKQuaternion(left.quaternion + right.quaternion)
}

/// The difference, coefficient by coefficient.
@inlinable public func GLKQuaternionSubtract(
  _ left: GLKQuaternion, _ right: GLKQuaternion
) -> GLKQuaternion {
  GLKQuaternion(left.quaternion - right.quaternion)
}

/// The Hamilton product; as a rotation it applies `right` first.
@inlinable public func GLKQuaternionMultiply(
  _ left: GLKQuaternion, _ right: GLKQuaternion
) -> GLKQuaternion {
  GLKQuaternion(left.quaternion * right.quaternion)
}

/// Spherical linear interpolation along the shorter arc.
///
/// Quaternions can have any length: the result is `start` at 0 and `end` or `-end` at 1. Between
/// them it has GLKit's weights, which depend on the dot product alone.
@inlinable public func GLKQuaternionSlerp(
  _ start: GLKQuaternion, _ end: GLKQuaternion, _ t: Float
) -> GLKQuaternion {
  let (p, q) = (start.quaternion, end.quaternion)
  if p.isUnitToRounding && q.isUnitToRounding { return GLKQuaternion(p.slerp(to: q, t)) }
  let product = p.dot(q)
  return GLKQuaternion(
    p.weighted(with: product < 0 ? -q : q, angle: Float.acos(min(abs(product), 1)), t))
}

/// The Euclidean length.
@inlinable public func GLKQuaternionLength(_ quaternion: GLKQuaternion) -> Float {
  quaternion.quaternion.length
}
/// The conjugate.
@inlinable public func GLKQuaternionConjugate(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(quaternion.quaternion.conjugate)
}
/// The inverse: the conjugate divided by the squared length.
@inlinable public func GLKQuaternionInvert(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(quaternion.quaternion.conjugate / quaternion.quaternion.lengthSquared)
}
/// The unit quaternion in this direction; NaN for zero, as in GLKit.
@inlinable public func GLKQuaternionNormalize(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(
    quaternion.quaternion.normalized() ?? Quaternion(x: .nan, y: .nan, z: .nan, w: .nan))
}

// MARK: - Vectors

/// Rotates `vector` by `quaternion`, which is normalised.
@inlinable public func GLKQuaternionRotateVector3(
  _ quaternion: GLKQuaternion, _ vector: GLKVector3
) -> GLKVector3 {
  GLKVector3(GLKQuaternionNormalize(quaternion).quaternion.act(vector.vector))
}

/// Rotates `count` vectors in place.
@inlinable public func GLKQuaternionRotateVector3Array(
  _ quaternion: GLKQuaternion, _ vectors: UnsafeMutablePointer<GLKVector3>, _ count: Int
) {
  for i in 0..<count { vectors[i] = GLKQuaternionRotateVector3(quaternion, vectors[i]) }
}

/// Rotates the first three components of `vector` and keeps the fourth.
@inlinable public func GLKQuaternionRotateVector4(
  _ quaternion: GLKQuaternion, _ vector: GLKVector4
) -> GLKVector4 {
  let turned = GLKQuaternionRotateVector3(
    quaternion, GLKVector3(x: vector.x, y: vector.y, z: vector.z))
  return GLKVector4MakeWithVector3(turned, vector.w)
}

/// Rotates `count` vectors in place.
@inlinable public func GLKQuaternionRotateVector4Array(
  _ quaternion: GLKQuaternion, _ vectors: UnsafeMutablePointer<GLKVector4>, _ count: Int
) {
  for i in 0..<count { vectors[i] = GLKQuaternionRotateVector4(quaternion, vectors[i]) }
}

// GLKit's conversions of matrices to quaternions.

/// The quaternion of a rotation matrix.
@inlinable public func GLKQuaternionMakeWithMatrix3(_ matrix: GLKMatrix3) -> GLKQuaternion {
  GLKQuaternion(Quaternion(matrix.matrix))
}
/// The quaternion of the upper left 3×3 block, a rotation matrix.
@inlinable public func GLKQuaternionMakeWithMatrix4(_ matrix: GLKMatrix4) -> GLKQuaternion {
  GLKQuaternionMakeWithMatrix3(GLKMatrix4GetMatrix3(matrix))
}
