// The names are those of simd.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !canImport(simd)
  public import RealModule
  public import RotationMath

  /// simd's `simd_quatf` and `simd_quatd`: a quaternion in a SIMD vector, scalar last.
  ///
  /// As in simd nothing is optional: a direction that does not exist is NaN.
  @frozen
  public struct SimdQuaternion<Scalar: RealScalar>: Hashable, Sendable,
    CustomDebugStringConvertible
  {
    /// The coefficients, scalar last.
    public var vector: SIMD4<Scalar>

    /// Creates a quaternion from its coefficients, scalar last.
    @inlinable public init(vector: SIMD4<Scalar>) { self.vector = vector }
    /// The zero quaternion.
    @inlinable public init() { self.init(vector: .zero) }
    /// Creates a quaternion from its coefficients.
    @inlinable public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) {
      self.init(vector: SIMD4(ix, iy, iz, r))
    }
    /// Creates a quaternion from its scalar part and its vector part.
    @inlinable public init(real: Scalar, imag: SIMD3<Scalar>) {
      self.init(vector: SIMD4(imag, real))
    }
    /// Creates the rotation by `angle` radians about a unit vector.
    @inlinable public init(angle: Scalar, axis: SIMD3<Scalar>) {
      self.init(real: Scalar.cos(angle / 2), imag: axis * Scalar.sin(angle / 2))
    }
    /// Creates the smallest rotation from one unit vector to another.
    @inlinable public init(from start: SIMD3<Scalar>, to end: SIMD3<Scalar>) {
      let q = Quaternion(from: Vector3(start), to: Vector3(end))
      self = q.map { Self($0) } ?? Self(vector: SIMD4(repeating: .nan))
    }
    /// Creates the rotation of a rotation matrix.
    @inlinable public init(_ matrix: SimdMatrix3<Scalar>) { self.init(Quaternion(matrix.math)) }
    /// Creates the rotation of the upper left block of a matrix.
    @inlinable public init(_ matrix: SimdMatrix4<Scalar>) {
      self.init(Quaternion(matrix.math.linear))
    }
    /// Converts a quaternion of RotationMath.
    @inlinable public init(_ q: Quaternion<Scalar>) { self.init(vector: SIMD4(q)) }

    /// The scalar part.
    @inlinable public var real: Scalar {
      get { vector.w }
      set { vector.w = newValue }
    }
    /// The vector part.
    @inlinable public var imag: SIMD3<Scalar> {
      get { SIMD3(vector.x, vector.y, vector.z) }
      set { vector = SIMD4(newValue, vector.w) }
    }
    /// The rotation angle in radians, in 0...2π.
    @inlinable public var angle: Scalar { 2 * Scalar.atan2(y: SimdMath.length(imag), x: real) }
    /// The unit axis, NaN for the identity.
    @inlinable public var axis: SIMD3<Scalar> { SimdMath.normalize(imag) }
    /// The conjugate: for a unit quaternion the inverse rotation.
    @inlinable public var conjugate: Self { Self(vector: vector * SIMD4(-1, -1, -1, 1)) }
    /// The multiplicative inverse, NaN for zero.
    @inlinable public var inverse: Self { Self(Quaternion(self).inverse ?? .zero * Scalar.nan) }
    /// The length of the coefficients.
    @inlinable public var length: Scalar { SimdMath.length(vector) }
    /// The quaternion of length 1; the identity for zero, as in simd.
    @inlinable public var normalized: Self {
      vector == .zero ? Self(real: 1, imag: .zero) : Self(vector: SimdMath.normalize(vector))
    }
    /// Rotates a vector by this unit quaternion: *q* *v* *q*̄.
    ///
    /// As in simd on ARM, a quaternion of another length also multiplies the vector by its squared
    /// length.
    @inlinable public func act(_ v: SIMD3<Scalar>) -> SIMD3<Scalar> {
      let u = imag, w = real
      let along = u * (2 * dot(u, v)) + v * (w * w - dot(u, u))
      return along + cross(u, v) * (2 * w)
    }

    /// The parts, in simd's form.
    public var debugDescription: String {
      "simd_quat\(Scalar.self == Float.self ? "f" : "d")(real: \(real), imag: \(imag))"
    }

    /// The sum of the coefficients.
    @inlinable public static func + (p: Self, q: Self) -> Self { Self(vector: p.vector + q.vector) }
    /// The difference of the coefficients.
    @inlinable public static func - (p: Self, q: Self) -> Self { Self(vector: p.vector - q.vector) }
    /// The negated quaternion, which is the same rotation.
    @inlinable public static prefix func - (q: Self) -> Self { Self(vector: -q.vector) }
    /// The product; as a rotation it applies `q` first.
    @inlinable public static func * (p: Self, q: Self) -> Self {
      Self(Quaternion(p) * Quaternion(q))
    }
    /// Replaces `p` by `p * q`.
    @inlinable public static func *= (p: inout Self, q: Self) { p = p * q }
    /// Each coefficient times `scalar`.
    @inlinable public static func * (q: Self, scalar: Scalar) -> Self {
      Self(vector: q.vector * scalar)
    }
    /// Each coefficient times `scalar`.
    @inlinable public static func * (scalar: Scalar, q: Self) -> Self { q * scalar }
    /// Each coefficient divided by `scalar`.
    @inlinable public static func / (q: Self, scalar: Scalar) -> Self {
      Self(vector: q.vector / scalar)
    }
  }

  extension Quaternion {
    /// Converts a quaternion of simd.
    @inlinable public init(_ q: SimdQuaternion<Scalar>) { self.init(q.vector) }
  }

  public typealias simd_quatf = SimdQuaternion<Float>
  public typealias simd_quatd = SimdQuaternion<Double>

  // MARK: - Functions

  /// The rotation by `angle` radians about a unit vector.
  @inlinable public func simd_quaternion<S: RealScalar>(
    _ angle: S, _ axis: SIMD3<S>
  ) -> SimdQuaternion<S> { SimdQuaternion(angle: angle, axis: axis) }
  /// The smallest rotation from one unit vector to another.
  @inlinable public func simd_quaternion<S: RealScalar>(
    _ start: SIMD3<S>, _ end: SIMD3<S>
  ) -> SimdQuaternion<S> { SimdQuaternion(from: start, to: end) }
  /// The rotation of a rotation matrix.
  @inlinable public func simd_quaternion<S>(_ m: SimdMatrix3<S>) -> SimdQuaternion<S> {
    SimdQuaternion(m)
  }
  /// The rotation of the upper left block of a matrix.
  @inlinable public func simd_quaternion<S>(_ m: SimdMatrix4<S>) -> SimdQuaternion<S> {
    SimdQuaternion(m)
  }
  /// The quaternion with these coefficients, scalar last.
  @inlinable public func simd_quaternion<S>(
    _ ix: S, _ iy: S, _ iz: S, _ r: S
  ) -> SimdQuaternion<S> { SimdQuaternion(ix: ix, iy: iy, iz: iz, r: r) }
  @inlinable public func simd_quaternion<S>(_ xyzr: SIMD4<S>) -> SimdQuaternion<S> {
    SimdQuaternion(vector: xyzr)
  }
  @inlinable public func simd_real<S>(_ q: SimdQuaternion<S>) -> S { q.real }
  @inlinable public func simd_imag<S>(_ q: SimdQuaternion<S>) -> SIMD3<S> { q.imag }
  @inlinable public func simd_length<S>(_ q: SimdQuaternion<S>) -> S { q.length }
  @inlinable public func simd_negate<S>(_ q: SimdQuaternion<S>) -> SimdQuaternion<S> { -q }
  @inlinable public func simd_add<S>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>
  ) -> SimdQuaternion<S> { p + q }
  @inlinable public func simd_sub<S>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>
  ) -> SimdQuaternion<S> { p - q }
  /// Rotates a vector by a unit quaternion: ``SimdQuaternion/act(_:)``.
  @inlinable public func simd_act<S>(_ q: SimdQuaternion<S>, _ v: SIMD3<S>) -> SIMD3<S> { q.act(v) }
  /// The product; as a rotation it applies `q` first.
  @inlinable public func simd_mul<S>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>
  ) -> SimdQuaternion<S> { p * q }
  /// The multiplicative inverse.
  @inlinable public func simd_inverse<S>(_ q: SimdQuaternion<S>) -> SimdQuaternion<S> { q.inverse }
  /// The conjugate.
  @inlinable public func simd_conjugate<S>(_ q: SimdQuaternion<S>) -> SimdQuaternion<S> {
    q.conjugate
  }
  /// The quaternion of length 1.
  @inlinable public func simd_normalize<S>(_ q: SimdQuaternion<S>) -> SimdQuaternion<S> {
    q.normalized
  }
  /// The rotation angle in radians.
  @inlinable public func simd_angle<S>(_ q: SimdQuaternion<S>) -> S { q.angle }
  /// The unit axis.
  @inlinable public func simd_axis<S>(_ q: SimdQuaternion<S>) -> SIMD3<S> { q.axis }
  /// The dot product of the coefficients.
  @inlinable public func simd_dot<S>(_ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>) -> S {
    dot(p.vector, q.vector)
  }
  /// Spherical linear interpolation along the shorter arc.
  ///
  /// The result has length 1 for quaternions of any length.
  @inlinable public func simd_slerp<S: RealScalar>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>, _ t: S
  ) -> SimdQuaternion<S> {
    let (a, b) = (Quaternion(p), Quaternion(q))
    if a.isUnitToRounding && b.isUnitToRounding { return SimdQuaternion(a.slerp(to: b, t)) }
    return slerpOfAnyLength(p, dot(p.vector, q.vector) < 0 ? -q : q, t)
  }
  /// Spherical linear interpolation along the longer arc.
  ///
  /// The result has length 1 for quaternions of any length.
  @inlinable public func simd_slerp_longest<S: RealScalar>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>, _ t: S
  ) -> SimdQuaternion<S> {
    let (a, b) = (Quaternion(p), Quaternion(q))
    if a.isUnitToRounding && b.isUnitToRounding { return SimdQuaternion(a.slerpLonger(to: b, t)) }
    return slerpOfAnyLength(p, dot(p.vector, q.vector) < 0 ? q : -q, t)
  }
  /// Interpolation with the weights of Apple's `simd/quaternion.h`.
  @inlinable func slerpOfAnyLength<S: RealScalar>(
    _ p: SimdQuaternion<S>, _ q: SimdQuaternion<S>, _ t: S
  ) -> SimdQuaternion<S> {
    let angle = 2 * S.atan2(y: (p - q).length, x: (p + q).length)
    return SimdQuaternion(Quaternion(p).weighted(with: Quaternion(q), angle: angle, t)).normalized
  }
#endif
