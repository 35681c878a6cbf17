public import RotationMath

/// A vector as a pair of numbers and a third, which is how two lanes of a processor take it.
///
/// Left to itself, the compiler pairs the components of one operation after another differently and
/// spends on rearranging what it saves. In memory a pair is written and read as one.
@usableFromInline
struct PairedVector: Hashable, Sendable {
  @usableFromInline var xy: SIMD2<Double>
  @usableFromInline var z: Double

  @inlinable @inline(__always)
  init(xy: SIMD2<Double>, z: Double) {
    self.xy = xy
    self.z = z
  }

  @inlinable @inline(__always)
  init(_ vector: Vector3<Double>) {
    self.init(xy: SIMD2(vector.x, vector.y), z: vector.z)
  }

  /// The same with names for its components.
  @inlinable @inline(__always)
  var vector: Vector3<Double> {
    get { Vector3(xy.x, xy.y, z) }
    set { self = Self(newValue) }
  }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(xy: a.xy + b.xy, z: a.z + b.z) }

  @inlinable @inline(__always)
  static func * (vector: Self, scalar: Double) -> Self {
    Self(xy: vector.xy * scalar, z: vector.z * scalar)
  }
}

extension Quaternion<Double> {
  /// ``act(_:)`` of a vector in pairs.
  @inlinable @inline(__always)
  func act(_ a: PairedVector) -> PairedVector {
    // t = 2 u × a; then a + w t + u × t.
    let (yz, zx) = (SIMD2(y, z), SIMD2(z, x))
    var t = PairedVector(
      xy: yz * SIMD2(a.z, a.xy.x) - zx * SIMD2(a.xy.y, a.z), z: x * a.xy.y - y * a.xy.x)
    t = t + t
    return PairedVector(
      xy: a.xy + t.xy * w + (yz * SIMD2(t.z, t.xy.x) - zx * SIMD2(t.xy.y, t.z)),
      z: a.z + t.z * w + (x * t.xy.y - y * t.xy.x))
  }
}
