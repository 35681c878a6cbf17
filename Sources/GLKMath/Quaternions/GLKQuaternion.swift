// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's quaternion of floats: a vector part `v` and a scalar `s`, also known as `w`.
@frozen
public struct GLKQuaternion: Hashable, Sendable {
  /// The quaternion as `RotationMath` knows it.
  public var quaternion: Quaternion<Float>

  /// The quaternion of zeros.
  @inlinable public init() { quaternion = .zero }

  /// The quaternion that `RotationMath` knows as `quaternion`.
  @inlinable public init(_ quaternion: Quaternion<Float>) { self.quaternion = quaternion }

  /// The quaternion of this vector part and scalar.
  @inlinable public init(v: GLKVector3, s: Float) {
    quaternion = Quaternion(vector: v.vector, scalar: s)
  }

  /// The quaternion of these coefficients.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) {
    quaternion = Quaternion(x: x, y: y, z: z, w: w)
  }

  /// The quaternion of these coefficients, the scalar last.
  @inlinable public init(q: (Float, Float, Float, Float)) {
    quaternion = Quaternion(x: q.0, y: q.1, z: q.2, w: q.3)
  }
}

// MARK: - Coefficients by name

extension GLKQuaternion {
  /// The coefficients, the scalar last.
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

  /// The first coefficient of the vector part.
  @inlinable public var x: Float {
    get { quaternion.x }
    set { quaternion.x = newValue }
  }

  /// The second coefficient of the vector part.
  @inlinable public var y: Float {
    get { quaternion.y }
    set { quaternion.y = newValue }
  }

  /// The third coefficient of the vector part.
  @inlinable public var z: Float {
    get { quaternion.z }
    set { quaternion.z = newValue }
  }

  /// The scalar part.
  @inlinable public var w: Float {
    get { quaternion.w }
    set { quaternion.w = newValue }
  }

  /// The coefficient at `index`, from 0, the scalar last.
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
