// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's quaternion of floats: a vector part `v` and a scalar part `s` or `w`.
@frozen
public struct GLKQuaternion: Hashable, Sendable {
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
  @inlinable public init(v: GLKVector3, s: Float) {
    lanes = SIMD4(v.x, v.y, v.z, s)
  }

  /// Creates a quaternion from its coefficients.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) {
    lanes = SIMD4(x, y, z, w)
  }

  /// Creates a quaternion from its coefficients, scalar last.
  @inlinable public init(q: (Float, Float, Float, Float)) {
    lanes = SIMD4(q.0, q.1, q.2, q.3)
  }
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
