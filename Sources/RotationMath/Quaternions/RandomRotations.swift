public import RealModule

/// The SplitMix64 random number generator.
///
/// A seed determines the sequence on every platform.
///
/// For simulation, tests and initial values of training; not for cryptography.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*,
/// OOPSLA 2014, doi:10.1145/2660193.2660195.
@frozen public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
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

// MARK: - Random

extension Quaternion {
  /// A uniformly distributed random rotation.
  ///
  /// Source: K. Shoemake, *Uniform random rotations*, Graphics Gems III, 1992.
  @inlinable public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let u = Scalar(Double.random(in: 0..<1, using: &generator))
    let (a, b) = (
      Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi,
      Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi
    )
    let (r, s) = ((1 - u).squareRoot(), u.squareRoot())
    return Self(
      x: r * Scalar.sin(a), y: r * Scalar.cos(a), z: s * Scalar.sin(b), w: s * Scalar.cos(b))
  }

  /// A uniformly distributed random rotation from the system's generator.
  @inlinable public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}

// MARK: - Random rotations near one

extension Quaternion {
  /// A random rotation within `angle` radians of `center`, uniformly distributed among these.
  ///
  /// The angle θ has a density proportional to sin²(θ/2). It is drawn from the density θ² and
  /// accepted with probability sinc²(θ/2), which is 0.61 on average at π, and more below.
  ///
  /// - Parameters:
  ///   - center: A unit quaternion.
  ///   - angle: The largest angle to `center`; values above π are taken as π.
  ///   - generator: The source of randomness.
  @inlinable public static func random(
    near center: Self, within angle: Scalar, using generator: inout some RandomNumberGenerator
  ) -> Self {
    let limit = min(angle, .pi)
    while true {
      let uniform = Scalar(Double.random(in: 0..<1, using: &generator))
      let candidate = limit * Scalar.root(uniform, 3), half = candidate / 2
      let sinc = half > 0 ? Scalar.sin(half) / half : 1
      guard Scalar(Double.random(in: 0..<1, using: &generator)) <= sinc * sinc else { continue }
      let direction = Vector3<Scalar>.randomDirection(using: &generator)
      return center.composed(with: Self(rotationVector: direction * candidate))
    }
  }

  /// A random rotation about `center` with normally distributed rotation vectors.
  ///
  /// The rotation vector relative to `center` has independent components of this standard deviation
  /// in radians: the noise of an attitude with isotropic errors.
  @inlinable public static func random(
    near center: Self, standardDeviation: Scalar,
    using generator: inout some RandomNumberGenerator
  ) -> Self {
    let (x, y, z) = (generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    let vector = Vector3(Scalar(x), Scalar(y), Scalar(z)) * standardDeviation
    return center.composed(with: Self(rotationVector: vector))
  }
}
