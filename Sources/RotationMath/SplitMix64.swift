public import RealModule

/// The SplitMix64 random number generator.
///
/// A seed gives the same sequence on every platform.
///
/// For simulation, tests and initial values of training; not for cryptography.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*,
/// OOPSLA 2014, doi:10.1145/2660193.2660195.
@frozen
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator from a seed.
  @inlinable public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  @inlinable public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension RandomNumberGenerator {
  /// A random value of the standard normal distribution (Box and Muller, 1958).
  @inlinable public mutating func nextNormal() -> Double {
    // 1 - u is in (0, 1], so that the logarithm is finite.
    let u = 1 - Double.random(in: 0..<1, using: &self)
    let v = Double.random(in: 0..<1, using: &self)
    return (-2 * Double.log(u)).squareRoot() * Double.cos(2 * .pi * v)
  }
}
