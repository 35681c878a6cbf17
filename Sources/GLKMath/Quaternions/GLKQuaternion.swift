// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's quaternion of floats: a vector part `v` and a scalar part `s` or `w`.
@frozen
public struct GLKQuaternion: Hashable, Sendable {
  /// The underlying `RotationMath` quaternion.
  public var quaternion: Quaternion<Float>

  /// Creates the zero quaternion.
  @inlinable public init() { quaternion = .zero }

  /// Wraps a `RotationMath` quaternion.
  @inlinable public init(_ quaternion: Quaternion<Float>) { self.quaternion = quaternion }

  /// Creates a quaternion from its vector part and scalar part.
  @inlinable public init(v: GLKVector3, s: Float) {
    quaternion = Quaternion(vector: v.vector, scalar: s)
  }

  /// Creates a quaternion from its coefficients.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) {
    quaternion = Quaternion(x: x, y: y, z: z, w: w)
  }

  /// Creates a quaternion from its coefficients, scalar last.
  @inlinable public init(q: (Float, Float, Float, Float)) {
    quaternion = Quaternion(x: q.0, y: q.1, z: q.2, w: q.3)
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
    get { quaternion.w }
    set { quaternion.w = newValue }
  }

  /// The first component of the vector part.
  @inlinable public var x: Float {
    get { quaternion.x }
    set { quaternion.x = newValue }
  }

  /// The second component of the vector part.
  @inlinable public var y: Float {
    get { quaternion.y }
    set { quaternion.y = newValue }
  }

  /// The third component of the vector part.
  @inlinable public var z: Float {
    get { quaternion.z }
    set { quaternion.z = newValue }
  }

  /// The scalar part.
  @inlinable public var w: Float {
    get { quaternion.w }
    set { quaternion.w = newValue }
  }

  /// The coefficient at the zero-based `index`, scalar last.
  @inlinable public subscript(index: Int) -> Float {
    get { Vector4(x, y, z, w)[index] }
    set {
      var coefficients = Vector4(x, y, z, w)
      coefficients[index] = newValue
      self = GLKQuaternion(
        x: coefficients.x, y: coefficients.y, z: coefficients.z, w: coefficients.w)
    }
  }
}
