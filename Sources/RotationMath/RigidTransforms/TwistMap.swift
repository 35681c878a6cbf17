/// A linear map of twists: a 6×6 matrix in the order angular, linear.
///
/// The adjoint and the Jacobians of ``RigidTransform`` and covariances of twists have this type.
@frozen
public struct TwistMap<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The block from angular to angular: rows 0..<3, columns 0..<3.
  public var angularFromAngular: Matrix3<Scalar>
  /// The block from linear to angular: rows 0..<3, columns 3..<6.
  public var angularFromLinear: Matrix3<Scalar>
  /// The block from angular to linear: rows 3..<6, columns 0..<3.
  public var linearFromAngular: Matrix3<Scalar>
  /// The block from linear to linear: rows 3..<6, columns 3..<6.
  public var linearFromLinear: Matrix3<Scalar>

  /// Creates a map from its blocks.
  @inlinable public init(
    angularFromAngular: Matrix3<Scalar>, angularFromLinear: Matrix3<Scalar>,
    linearFromAngular: Matrix3<Scalar>, linearFromLinear: Matrix3<Scalar>
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
    Self(
      angularFromAngular: .identity, angularFromLinear: .zero, linearFromAngular: .zero,
      linearFromLinear: .identity)
  }
  /// The zero map.
  @inlinable public static var zero: Self {
    Self(
      angularFromAngular: .zero, angularFromLinear: .zero, linearFromAngular: .zero,
      linearFromLinear: .zero)
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
