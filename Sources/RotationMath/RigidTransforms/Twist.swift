/// A tangent vector of SE(3): an angular and a linear part.
///
/// The exponential coordinates of SE(3) in SciPy's order, [rotation vector, translation part]. The
/// parts have different units, radians and a length: ``dot(_:)``, ``length`` and distances depend
/// on the unit of length.
@frozen
public struct Twist<Scalar: RealScalar>: Hashable, Sendable, Codable {
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
