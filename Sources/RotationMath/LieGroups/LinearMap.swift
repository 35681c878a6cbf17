/// A linear map of a vector space to itself.
public protocol LinearMap: AdditiveArithmetic, Hashable, Sendable {
  /// What it maps.
  associatedtype Vector: EuclideanVector

  /// The map that changes nothing.
  static var identity: Self { get }
  /// The image of `vector`.
  static func * (map: Self, vector: Vector) -> Vector
  /// The product: `b` first, then `a`.
  static func * (a: Self, b: Self) -> Self
  /// The map with rows and columns exchanged: a covariance P goes to `map * P * map.transpose`.
  var transpose: Self { get }
}
