public import RealModule

/// The scalars of this module: `Float` and `Double`.
///
/// Every type is generic over its scalar and runs the same code for both. Members are
/// `@inlinable`, so that a dependent's optimiser sees through the generics.
public protocol RealScalar: Real, BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where RawSignificand: FixedWidthInteger {}

extension Float: RealScalar {}
extension Double: RealScalar {}
