internal import RealModule

/// A second-order Butterworth filter for samples at one rate, low-pass or high-pass.
///
/// By the bilinear transform with the cut-off prewarped, so that the gain there is 1/√2 exactly;
/// run in the transposed direct form II.
public struct ButterworthFilter: Hashable, Sendable, Codable {
  /// What passes.
  public enum Band: String, Hashable, Sendable, Codable, CaseIterable {
    /// What is slower than the cut-off.
    case low
    /// What is faster than the cut-off.
    case high
  }

  /// What passes.
  public let band: Band
  /// The frequency at which the gain is 1/√2, in Hz.
  public let cutoff: Double
  /// The rate of the samples, in Hz.
  public let sampleRate: Double
  /// The numerator's coefficients, of the newest sample first.
  public let numerator: Vector3<Double>
  /// The denominator's coefficients after the leading 1.
  public let denominator: Vector2<Double>
  /// The last output; `nil` before the first sample.
  public private(set) var output: Double?

  private var first = 0.0
  private var second = 0.0

  /// A filter that has seen nothing yet.
  ///
  /// - Precondition: 0 < `cutoff` < `sampleRate` / 2.
  public init(_ band: Band, cutoff: Double, sampleRate: Double) {
    precondition(
      cutoff > 0 && cutoff < sampleRate / 2,
      "cut-off \(cutoff) Hz is not between 0 and half the rate \(sampleRate) Hz")
    self.band = band
    self.cutoff = cutoff
    self.sampleRate = sampleRate
    let k = Double.tan(.pi * cutoff / sampleRate)
    let scale = 1 / (1 + k * (k + 2.0.squareRoot()))
    switch band {
    case .low: numerator = Vector3(1, 2, 1) * (k * k * scale)
    case .high: numerator = Vector3(1, -2, 1) * scale
    }
    denominator = Vector2(
      2 * (k * k - 1) * scale, (1 - k * (2.0.squareRoot() - k)) * scale)
  }

  /// Takes a sample and returns the output: at the first, what a constant input settles at.
  ///
  /// A sample that is not finite, or so large that the filter would overflow for good, changes nothing
  /// and returns the last output, 0 before any.
  @discardableResult
  public mutating func update(_ input: Double) -> Double {
    // Written so that a NaN fails it.
    guard abs(input) <= largestInput else { return output ?? 0 }
    if output == nil {
      let settled = band == .low ? input : 0
      second = numerator.z * input - denominator.y * settled
      first = numerator.y * input - denominator.x * settled + second
    }
    let result = numerator.x * input + first
    first = numerator.y * input - denominator.x * result + second
    second = numerator.z * input - denominator.y * result
    output = result
    return result
  }
}

/// What simple filters take: sums and differences of such numbers, times a few, are finite.
let largestInput = 1e300
