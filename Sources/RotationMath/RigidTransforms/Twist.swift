/// A tangent vector of rigid motions: a rotation vector and the translation that goes with it.
///
/// These are the exponential coordinates of SE(3) in scipy's order, [rotation vector,
/// translation part]. The six numbers have two units, radians and a length; ``dot(_:)``, lengths
/// and distances treat them alike and mean something only once the unit of length is chosen so.
@frozen
public struct Twist<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation vector, in radians.
  public var angular: Vector3<Scalar>
  /// The translation part: where a constant motion would lead without the rotation.
  public var linear: Vector3<Scalar>

  /// The twist of these parts.
  @inlinable public init(angular: Vector3<Scalar>, linear: Vector3<Scalar>) {
    self.angular = angular
    self.linear = linear
  }

  /// The same twist in another precision, rounded to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Twist<Other>) {
    self.init(angular: Vector3(other.angular), linear: Vector3(other.linear))
  }
}

extension Twist: EuclideanVector {
  /// No motion.
  @inlinable public static var zero: Self { Self(angular: .zero, linear: .zero) }
  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(angular: a.angular + b.angular, linear: a.linear + b.linear)
  }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(angular: a.angular - b.angular, linear: a.linear - b.linear)
  }
  /// The opposite motion.
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

  /// The sum of the products of equal components.
  @inlinable public func dot(_ other: Self) -> Scalar {
    angular.dot(other.angular) + linear.dot(other.linear)
  }
  /// The largest absolute value of a component; NaN if any component is NaN.
  @inlinable public var maximumMagnitude: Scalar {
    let (a, b) = (angular.maximumMagnitude, linear.maximumMagnitude)
    return a >= b || a.isNaN ? a : b
  }
  /// Whether no component is infinite or NaN.
  @inlinable public var isFinite: Bool { angular.isFinite && linear.isFinite }
}

extension Twist: CustomStringConvertible {
  /// The rotation vector and the translation part.
  public var description: String { "angular \(angular), linear \(linear)" }
}

// MARK: - Matrices

extension Matrix4 {
  /// The matrix of a twist in the Lie algebra: its exponential is the matrix of the motion.
  @inlinable public init(hat twist: Twist<Scalar>) {
    self.init(linear: Matrix3(hat: twist.angular), translation: twist.linear)
    c3.w = 0
  }
}

extension Twist {
  /// The twist of a matrix in the Lie algebra: the inverse of ``Matrix4/init(hat:)``. Of the
  /// upper left block, only the skew-symmetric part counts.
  @inlinable public init(vee m: Matrix4<Scalar>) {
    self.init(angular: Vector3(vee: m.linear), linear: m.translation)
  }
}
