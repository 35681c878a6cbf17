public import RealModule

/// A Hamilton quaternion *x***i** + *y***j** + *z***k** + *w*, stored scalar last.
///
/// As a rotation it is active: `q.act(v)` rotates `v`, and `p * q` applies `q` first. `q` and `-q`
/// are different values and the same rotation. An attitude quaternion maps device to reference:
/// `reference = q.act(device)`.
///
/// **Length.** Rotations are unit quaternions. Algebra (`+`, `*`, ``conjugate``, ``inverse``,
/// ``exp(_:)``, ``log(_:)``, ``normalized()``, ``angle``, ``axis``, `Matrix3(normalizing:)`)
/// accepts every length. All other functions of rotations need length 1, and do not check it in
/// release builds: an error δ of the length causes a relative error of up to 2δ. Debug builds stop
/// the program where the length differs from 1 by more than 1 %. Initialisers from coefficients do
/// not normalise: use ``normalized()``, or ``renormalized`` near length 1.
///
/// The product `*` keeps the lengths of its factors and adds up to an eps: the deviation of a chain
/// grows linearly. ``composed(with:)`` removes it.
@frozen public struct Quaternion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The coefficient of **i**.
  public var x: Scalar
  /// The coefficient of **j**.
  public var y: Scalar
  /// The coefficient of **k**.
  public var z: Scalar
  /// The scalar part.
  public var w: Scalar

  /// Creates a quaternion from its coefficients, without normalising.
  @inlinable public init(x: Scalar, y: Scalar, z: Scalar, w: Scalar) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates a quaternion from its vector part and scalar part.
  @inlinable public init(vector: Vector3<Scalar>, scalar: Scalar) {
    self.init(x: vector.x, y: vector.y, z: vector.z, w: scalar)
  }

  /// Converts a quaternion from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Quaternion<Other>) {
    self.init(x: Scalar(other.x), y: Scalar(other.y), z: Scalar(other.z), w: Scalar(other.w))
  }

  /// The identity rotation.
  @inlinable public static var identity: Self { Self(x: 0, y: 0, z: 0, w: 1) }

  /// The vector part (*x*, *y*, *z*).
  @inlinable public var vector: Vector3<Scalar> {
    get { Vector3(x, y, z) }
    set { (x, y, z) = (newValue.x, newValue.y, newValue.z) }
  }
}

// MARK: - Algebra

extension Quaternion: EuclideanVector {
  /// The zero quaternion, which is not a rotation.
  @inlinable public static var zero: Self { Self(x: 0, y: 0, z: 0, w: 0) }

  /// The sum, coefficient by coefficient.
  @inlinable public static func + (p: Self, q: Self) -> Self {
    Self(x: p.x + q.x, y: p.y + q.y, z: p.z + q.z, w: p.w + q.w)
  }
  /// The difference, coefficient by coefficient.
  @inlinable public static func - (p: Self, q: Self) -> Self {
    Self(x: p.x - q.x, y: p.y - q.y, z: p.z - q.z, w: p.w - q.w)
  }
  /// The negated quaternion, which is the same rotation.
  @inlinable public static prefix func - (q: Self) -> Self {
    Self(x: -q.x, y: -q.y, z: -q.z, w: -q.w)
  }
  /// Each coefficient times `scalar`.
  @inlinable public static func * (q: Self, scalar: Scalar) -> Self {
    Self(x: q.x * scalar, y: q.y * scalar, z: q.z * scalar, w: q.w * scalar)
  }
  /// Each coefficient divided by `scalar`.
  @inlinable public static func / (q: Self, scalar: Scalar) -> Self {
    Self(x: q.x / scalar, y: q.y / scalar, z: q.z / scalar, w: q.w / scalar)
  }

  /// The Hamilton product; as a rotation it applies `q` first.
  @inlinable public static func * (p: Self, q: Self) -> Self {
    // Pairs with the same left factors, for two-lane SIMD. No sign changes between the sums, which
    // shortens the dependency chain in products of many factors.
    let a = (sumOfProducts(p.w, q.x, p.y, q.z), sumOfProducts(p.w, q.y, p.y, q.w))
    let b = (sumOfProducts(p.z, q.x, -p.x, q.z), sumOfProducts(p.z, q.y, -p.x, q.w))
    let c = (sumOfProducts(p.w, q.z, -p.y, q.x), sumOfProducts(p.w, q.w, -p.y, q.y))
    let d = (sumOfProducts(p.z, q.z, p.x, q.x), sumOfProducts(p.z, q.w, p.x, q.y))
    return Self(
      x: Relaxed.sum(a.0, -b.1), y: Relaxed.sum(a.1, b.0), z: Relaxed.sum(c.0, d.1),
      w: Relaxed.sum(c.1, -d.0))
  }

  /// The Hamilton product in four lanes: faster than `*` beside other work on vectors, slower in
  /// chains (benchmark "rigid composition").
  @inlinable @inline(__always) static func laneProduct(_ p: Self, _ q: Self) -> Self {
    typealias Lanes = SIMD4<Scalar>
    // Products whose sum has a negative scalar part, and the others.
    let sums =
      Lanes(p.y, p.z, p.x, p.z) * Lanes(q.z, q.x, q.y, q.z)
      + Lanes(p.w, p.w, p.w, p.y) * Lanes(q.x, q.y, q.z, q.y)
    let differences =
      Lanes(p.x, p.y, p.z, p.w) * q.w - Lanes(p.z, p.x, p.y, p.x) * Lanes(q.y, q.z, q.x, q.x)
    return Self(differences + sums * Lanes(1, 1, 1, -1))
  }

  /// The dot product of the four coefficients.
  @inlinable public func dot(_ other: Self) -> Scalar {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The largest absolute value of a coefficient, NaN if any is NaN.
  @inlinable public var maximumMagnitude: Scalar { Vector4(x, y, z, w).maximumMagnitude }

  /// Whether all coefficients are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }

  /// The conjugate: for a unit quaternion the inverse rotation.
  @inlinable public var conjugate: Self { Self(x: -x, y: -y, z: -z, w: w) }
}

// MARK: - Action on vectors

extension Quaternion {
  /// Rotates `vector` by this unit quaternion.
  ///
  /// With *u* the vector part, *v* + 2*w*(*u* × *v*) + 2*u* × (*u* × *v*): 18 multiplications.
  @inlinable public func act(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    assertUnit()
    let u = self.vector
    let t = u.cross(vector)
    let t2 = t + t
    return vector + t2 * w + u.cross(t2)
  }
}

extension Quaternion {
  /// Stops debug builds if the length is finite and not 1 to 1 %. Others show in the result.
  @inlinable @inline(__always) func assertUnit() {
    assert(
      abs(lengthSquared - 1) <= 0.02 || !lengthSquared.isFinite,
      "expected a unit quaternion; use normalized()")
  }

  /// Whether the length is 1 to a few rounding errors.
  @inlinable package var isUnitToRounding: Bool { abs(lengthSquared - 1) <= 16 * Scalar.ulpOfOne }
}

// MARK: - SIMD

extension Quaternion {
  /// Creates a quaternion from the lanes of a SIMD vector, scalar last.
  @inlinable public init(_ simd: SIMD4<Scalar>) {
    self.init(x: simd.x, y: simd.y, z: simd.z, w: simd.w)
  }
}

extension SIMD4 where Scalar: RealScalar {
  /// Creates a SIMD vector from the coefficients of a quaternion, scalar last.
  @inlinable public init(_ quaternion: Quaternion<Scalar>) {
    self.init(quaternion.x, quaternion.y, quaternion.z, quaternion.w)
  }
}

extension Quaternion: CustomStringConvertible {
  /// The vector part and the scalar part in parentheses.
  public var description: String { "(\(x), \(y), \(z); \(w))" }
}

// MARK: - Arrays of coefficients, with the order in the name

extension Quaternion {
  /// Creates a quaternion from an array of coefficients with the scalar part last.
  ///
  /// The order of SciPy's default, simd, GLKit, ROS and of Eigen's memory.
  ///
  /// - Precondition: The array has four elements.
  @inlinable public init(xyzw coefficients: [Scalar]) {
    precondition(coefficients.count == 4, "expected 4 coefficients, got \(coefficients.count)")
    self.init(x: coefficients[0], y: coefficients[1], z: coefficients[2], w: coefficients[3])
  }

  /// Creates a quaternion from an array of coefficients with the scalar part first.
  ///
  /// The order of Eigen's constructor, of VQF and of many papers.
  ///
  /// - Precondition: The array has four elements.
  @inlinable public init(wxyz coefficients: [Scalar]) {
    precondition(coefficients.count == 4, "expected 4 coefficients, got \(coefficients.count)")
    self.init(x: coefficients[1], y: coefficients[2], z: coefficients[3], w: coefficients[0])
  }

  /// The coefficients with the scalar part last.
  @inlinable public var xyzw: [Scalar] { [x, y, z, w] }

  /// The coefficients with the scalar part first.
  @inlinable public var wxyz: [Scalar] { [w, x, y, z] }
}

// MARK: - Algebra of all quaternions, unit or not

extension Quaternion {
  /// The multiplicative inverse, or `nil` if zero or not finite.
  @inlinable public var inverse: Self? {
    guard isFinite, let scale = reciprocalScale(maximumMagnitude) else { return nil }
    let scaled = self * scale
    // In two steps: the product of the factors can overflow.
    return scaled.conjugate * (1 / scaled.lengthSquared) * scale
  }

  /// The quaternion exponential.
  ///
  /// exp(*w*) (cos ‖**v**‖ + **v**/‖**v**‖ sin ‖**v**‖), for quaternions of any length.
  ///
  /// If the vector part is half a rotation vector and the scalar part zero, the result is the
  /// rotation; ``init(rotationVector:)`` computes it directly.
  @inlinable public static func exp(_ q: Self) -> Self {
    let turn = Self(rotationVector: q.vector * 2), growth = Scalar.exp(q.w)
    if growth.isNormal { return turn * growth }
    // exp(*w*) overflows or underflows: multiply in two steps, so that small coefficients stay
    // finite and nonzero.
    let half = min(Scalar.exp(q.w / 2), .greatestFiniteMagnitude)
    return turn * half * half
  }

  /// The principal logarithm.
  ///
  /// The scalar part is ln ‖*q*‖, the vector part the direction of that of *q* times an angle in
  /// 0...π.
  ///
  /// `nil` for zero, for quaternions that are not finite, and for negative real numbers, whose
  /// logarithm has no direction.
  ///
  /// The scalar part is accurate to a few units in the last place, also for lengths near 1.
  @inlinable public static func log(_ q: Self) -> Self? {
    let length = q.length
    guard length > 0, length < .infinity else { return nil }
    let growth =
      length > 0.5 && length < 2 ? Scalar.log(onePlus: q.excess) / 2 : Scalar.log(length)
    guard let direction = q.vector.normalized() else {
      return q.w > 0 ? Self(vector: .zero, scalar: growth) : nil
    }
    let angle = Scalar.atan2(y: q.vector.length, x: q.w)
    return Self(vector: direction * angle, scalar: growth)
  }

  /// ‖*q*‖² - 1 to full precision. The squares must not overflow or underflow.
  @inlinable var excess: Scalar {
    typealias Word = DoubleWord<Scalar>
    let squares =
      (Word.product(x, x) + Word.product(y, y)) + (Word.product(z, z) + Word.product(w, w))
    return (squares - Word(1)).value
  }
}
