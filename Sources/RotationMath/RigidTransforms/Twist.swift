/// A tangent vector of SE(3): an angular and a linear part.
///
/// The exponential coordinates of SE(3) in SciPy's order, [rotation vector, translation part]. The
/// parts have different units, radians and a length: ``dot(_:)``, ``length`` and distances depend
/// on the unit of length.
@frozen public struct Twist<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation vector, in radians.
  public var angular: Vector3<Scalar>
  /// The translation part, in a unit of length.
  public var linear: Vector3<Scalar>

  /// Creates a twist from its parts.
  @inlinable public init(angular: Vector3<Scalar>, linear: Vector3<Scalar>) {
    self.angular = angular
    self.linear = linear
  }

  /// Converts a twist from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Twist<Other>) {
    self.init(angular: Vector3(other.angular), linear: Vector3(other.linear))
  }
}

extension Twist: EuclideanVector {
  /// The zero twist.
  @inlinable public static var zero: Self { Self(angular: .zero, linear: .zero) }
  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(angular: a.angular + b.angular, linear: a.linear + b.linear)
  }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(angular: a.angular - b.angular, linear: a.linear - b.linear)
  }
  /// The negated twist.
  @inlinable public static prefix func - (twist: Self) -> Self {
    Self(angular: -twist.angular, linear: -twist.linear)
  }
  /// Each component times `scalar`.
  @inlinable public static func * (twist: Self, scalar: Scalar) -> Self {
    Self(angular: twist.angular * scalar, linear: twist.linear * scalar)
  }
  /// Each component divided by `scalar`.
  @inlinable public static func / (twist: Self, scalar: Scalar) -> Self {
    Self(angular: twist.angular / scalar, linear: twist.linear / scalar)
  }

  /// The sum of the products of corresponding components.
  @inlinable public func dot(_ other: Self) -> Scalar {
    angular.dot(other.angular) + linear.dot(other.linear)
  }
  /// The largest absolute value of a component; NaN if any component is NaN.
  @inlinable public var maximumMagnitude: Scalar {
    let (a, b) = (angular.maximumMagnitude, linear.maximumMagnitude)
    return a >= b || a.isNaN ? a : b
  }
  /// Whether all components are finite.
  @inlinable public var isFinite: Bool { angular.isFinite && linear.isFinite }
}

extension Twist: CustomStringConvertible {
  /// The rotation vector and the translation part.
  public var description: String { "angular \(angular), linear \(linear)" }
}

// MARK: - Matrices

extension Matrix4 {
  /// Creates the matrix of a twist in the Lie algebra se(3).
  ///
  /// Its matrix exponential is the homogeneous matrix of the transform.
  @inlinable public init(hat twist: Twist<Scalar>) {
    self.init(linear: Matrix3(hat: twist.angular), translation: twist.linear)
    c3.w = 0
  }
}

extension Twist {
  /// Creates the twist of a matrix in the Lie algebra se(3).
  ///
  /// The inverse of ``Matrix4/init(hat:)``.
  ///
  /// Uses only the skew-symmetric part of the upper left block.
  @inlinable public init(vee m: Matrix4<Scalar>) {
    self.init(angular: Vector3(vee: m.linear), linear: m.translation)
  }
}

/// A linear map of twists: a 6×6 matrix in the order angular, linear.
///
/// The adjoint and the Jacobians of ``RigidTransform`` and covariances of twists have this type.
@frozen public struct TwistMap<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The block from angular to angular: rows 0..<3, columns 0..<3.
  public var angularFromAngular: Matrix3<Scalar>
  /// The block from linear to angular: rows 0..<3, columns 3..<6.
  public var angularFromLinear: Matrix3<Scalar>
  /// The block from angular to linear: rows 3..<6, columns 0..<3.
  public var linearFromAngular: Matrix3<Scalar>
  /// The block from linear to linear: rows 3..<6, columns 3..<6.
  public var linearFromLinear: Matrix3<Scalar>

  /// Creates a map from its blocks; those between the two parts are zero by default.
  @inlinable public init(
    angularFromAngular: Matrix3<Scalar>, angularFromLinear: Matrix3<Scalar> = .zero,
    linearFromAngular: Matrix3<Scalar> = .zero, linearFromLinear: Matrix3<Scalar>
  ) {
    self.angularFromAngular = angularFromAngular
    self.angularFromLinear = angularFromLinear
    self.linearFromAngular = linearFromAngular
    self.linearFromLinear = linearFromLinear
  }

  /// The element in `row` and `column`, both from 0.
  ///
  /// - Precondition: both are in `0..<6`.
  @inlinable public subscript(row: Int, column: Int) -> Scalar {
    switch (row < 3, column < 3) {
    case (true, true): angularFromAngular[row, column]
    case (true, false): angularFromLinear[row, column - 3]
    case (false, true): linearFromAngular[row - 3, column]
    case (false, false): linearFromLinear[row - 3, column - 3]
    }
  }

  /// The transpose.
  @inlinable public var transpose: Self {
    Self(
      angularFromAngular: angularFromAngular.transpose,
      angularFromLinear: linearFromAngular.transpose,
      linearFromAngular: angularFromLinear.transpose,
      linearFromLinear: linearFromLinear.transpose)
  }
}

extension TwistMap: LinearMap {
  /// The type of the vectors that it maps.
  public typealias Vector = Twist<Scalar>

  /// The identity map.
  @inlinable public static var identity: Self {
    Self(angularFromAngular: .identity, linearFromLinear: .identity)
  }
  /// The zero map.
  @inlinable public static var zero: Self {
    Self(angularFromAngular: .zero, linearFromLinear: .zero)
  }
  /// The sum, element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(
      angularFromAngular: a.angularFromAngular + b.angularFromAngular,
      angularFromLinear: a.angularFromLinear + b.angularFromLinear,
      linearFromAngular: a.linearFromAngular + b.linearFromAngular,
      linearFromLinear: a.linearFromLinear + b.linearFromLinear)
  }
  /// The difference, element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(
      angularFromAngular: a.angularFromAngular - b.angularFromAngular,
      angularFromLinear: a.angularFromLinear - b.angularFromLinear,
      linearFromAngular: a.linearFromAngular - b.linearFromAngular,
      linearFromLinear: a.linearFromLinear - b.linearFromLinear)
  }
  /// Applies the map to a twist.
  @inlinable public static func * (map: Self, twist: Twist<Scalar>) -> Twist<Scalar> {
    Twist(
      angular: map.angularFromAngular * twist.angular + map.angularFromLinear * twist.linear,
      linear: map.linearFromAngular * twist.angular + map.linearFromLinear * twist.linear)
  }
  /// The composition: `b` first, then `a`.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    Self(
      angularFromAngular: a.angularFromAngular * b.angularFromAngular
        + a.angularFromLinear * b.linearFromAngular,
      angularFromLinear: a.angularFromAngular * b.angularFromLinear
        + a.angularFromLinear * b.linearFromLinear,
      linearFromAngular: a.linearFromAngular * b.angularFromAngular
        + a.linearFromLinear * b.linearFromAngular,
      linearFromLinear: a.linearFromAngular * b.angularFromLinear
        + a.linearFromLinear * b.linearFromLinear)
  }
}

/// A screw motion: a rotation about a line and a displacement along it.
///
/// By Chasles' theorem every rigid transform is one.
@frozen public struct ScrewMotion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The direction of the line, a unit vector.
  public var axis: Vector3<Scalar>
  /// The moment of the line: the cross product of a point on it with ``axis``.
  public var moment: Vector3<Scalar>
  /// The rotation angle about the line, in radians.
  public var angle: Scalar
  /// The displacement along the line, in the unit of the translation.
  public var displacement: Scalar

  /// Creates a screw motion from its parameters.
  @inlinable public init(
    axis: Vector3<Scalar>, moment: Vector3<Scalar>, angle: Scalar, displacement: Scalar
  ) {
    self.axis = axis
    self.moment = moment
    self.angle = angle
    self.displacement = displacement
  }

  /// The point of the line that is nearest to the origin.
  @inlinable public var point: Vector3<Scalar> { axis.cross(moment) }

  /// The displacement per full turn, infinite for a pure translation.
  ///
  /// Some texts define the pitch per radian, which is smaller by a factor of 2π.
  @inlinable public var pitch: Scalar { 2 * .pi * displacement / angle }

  /// Creates the screw of `transform`, with an angle in 0...π.
  ///
  /// Returns `nil` for the identity, which has no axis, and for transforms that are not finite.
  ///
  /// A pure translation has angle and moment zero. For small angles the moment is as large as the
  /// translation over the angle; if that overflows, the transform is treated as a translation.
  @inlinable public init?(_ transform: RigidTransform<Scalar>) {
    let twist = transform.exponentialCoordinates
    guard twist.isFinite else { return nil }
    if let axis = twist.angular.normalized() {
      let angle = twist.angular.length
      let displacement = axis.dot(twist.linear)
      let moment = (twist.linear - axis * displacement) / angle
      if moment.isFinite {
        self.init(axis: axis, moment: moment, angle: angle, displacement: displacement)
        return
      }
    }
    guard let direction = twist.linear.normalized() else { return nil }
    self.init(axis: direction, moment: .zero, angle: 0, displacement: twist.linear.length)
  }
}

extension ScrewMotion: CustomStringConvertible {
  /// The axis, moment, angle and displacement.
  public var description: String {
    "axis \(axis), moment \(moment), angle \(angle), displacement \(displacement)"
  }
}

extension Twist {
  /// Creates the twist of a screw motion.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(
      angular: screw.axis * screw.angle,
      linear: screw.axis * screw.displacement + screw.moment * screw.angle)
  }
}

// MARK: - Interpolation

extension LieGroup where Tangent == Twist<Scalar> {
  /// Screw linear interpolation (ScLERP) to `other` along the shortest screw.
  ///
  /// Returns `self` for `t` = 0 and `other` for 1, to rounding; values outside 0...1 extrapolate.
  /// The rate is constant. The result does not depend on the choice of frames, unlike interpolating
  /// rotation and translation separately.
  @inlinable public func sclerp(to other: Self, _ t: Scalar) -> Self {
    self * (inverted() * other).power(t)
  }
}

extension RigidTransform {
  /// Creates the rigid transform of a screw motion.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(exponentialCoordinates: Twist(screw))
  }
}
