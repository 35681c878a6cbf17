public import RealModule

/// The scalar types of this module: `Float` and `Double`.
///
/// Every type is generic over its scalar, with the same code for both. Members are `@inlinable` so
/// that other modules can specialise them.
public protocol RealScalar: Real, BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where RawSignificand: FixedWidthInteger, SIMD4Storage: Sendable {}

extension Float: RealScalar {}
extension Double: RealScalar {}
