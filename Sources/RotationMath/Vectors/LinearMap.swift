/// A linear map from a vector space to itself.
public protocol LinearMap: AdditiveArithmetic, Hashable, Sendable {
  /// The type of the vectors that it maps.
  associatedtype Vector: EuclideanVector

  /// The identity map.
  static var identity: Self { get }
  /// The image of `vector`.
  static func * (map: Self, vector: Vector) -> Vector
  /// The composition: `b` first, then `a`.
  static func * (a: Self, b: Self) -> Self
  /// The transpose. A covariance P transforms to `map * P * map.transpose`.
  var transpose: Self { get }
}
