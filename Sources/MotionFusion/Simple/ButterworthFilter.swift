internal import RealModule

/// A second-order Butterworth filter for samples at a fixed rate, low-pass or high-pass.
///
/// Bilinear transform with a prewarped cut-off, in the transposed direct form II. The gain at the
/// cut-off is 1/√2.
public struct ButterworthFilter: Hashable, Sendable, Codable {
  /// The pass band.
  public enum Band: String, Hashable, Sendable, Codable, CaseIterable {
    /// Frequencies below the cut-off.
    case low
    /// Frequencies above the cut-off.
    case high
  }

  private let band: Band
  /// The numerator's coefficients, that of the newest sample first.
  private let numerator: Vector3<Double>
  /// The denominator's coefficients after the leading 1.
  private let denominator: Vector2<Double>
  /// The last output; `nil` before the first sample.
  package private(set) var output: Double?

  private var first = 0.0
  private var second = 0.0

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - band: The pass band.
  ///   - cutoff: The cut-off frequency, in Hz.
  ///   - sampleRate: The rate of the samples, in Hz.
  /// - Precondition: 0 < `cutoff` < `sampleRate` / 2.
  public init(_ band: Band, cutoff: Double, sampleRate: Double) {
    precondition(
      cutoff > 0 && cutoff < sampleRate / 2,
      "expected a cut-off between 0 and half the rate \(sampleRate) Hz, got \(cutoff) Hz")
    self.band = band
    let k = Double.tan(.pi * cutoff / sampleRate)
    let scale = 1 / (1 + k * (k + 2.0.squareRoot()))
    switch band {
    case .low: numerator = Vector3(1, 2, 1) * (k * k * scale)
    case .high: numerator = Vector3(1, -2, 1) * scale
    }
    denominator = Vector2(
      2 * (k * k - 1) * scale, (1 - k * (2.0.squareRoot() - k)) * scale)
  }

  /// Takes a sample and returns the output; the first one as after a long constant input.
  ///
  /// A sample that is not finite or exceeds 1e300 is ignored: the last output is returned, 0 before
  /// any.
  @discardableResult
  public mutating func update(_ input: Double) -> Double {
    // A NaN fails this comparison.
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

/// The largest input of the simple filters: small multiples of it are finite.
let largestInput = 1e300
