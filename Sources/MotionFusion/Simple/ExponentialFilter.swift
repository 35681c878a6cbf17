/// A first-order filter by a fixed share of each sample, low-pass or high-pass.
///
/// The low-pass moves its output towards the input by a share *s*, *y* ← *s x* + (1 − *s*) *y*; the
/// high-pass is the rest, *x* − *y*. At a rate *f* the time constant is −1/(*f* ln(1 − *s*)): 0.1
/// at 60 Hz is 0.16 s, a cut-off of 1.0 Hz. Apple's samples for device motion use this form, with
/// *s* = 0.1 for the user's acceleration; ``ButterworthFilter`` takes a frequency.
public struct ExponentialFilter: Hashable, Sendable, Codable {
  private let band: ButterworthFilter.Band
  private let share: Double
  private var mean: Double?

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - band: The pass band.
  ///   - share: The share of a new sample.
  /// - Precondition: `share` is above 0 and at most 1.
  public init(_ band: ButterworthFilter.Band, share: Double = 0.1) {
    precondition(share > 0 && share <= 1, "expected a share above 0 and at most 1, got \(share)")
    self.band = band
    self.share = share
  }

  /// Takes a sample and returns the output; the first one as after a long constant input.
  ///
  /// A sample that is not finite or exceeds 1e300 leaves the filter as it is: the output is the
  /// low-pass's last one, 0 before any, and 0 of the high-pass.
  @discardableResult
  public mutating func update(_ input: Double) -> Double {
    // A NaN fails this comparison.
    guard abs(input) <= largestInput else { return band == .low ? mean ?? 0 : 0 }
    let last = mean ?? input
    let next = input * share + last * (1 - share)
    mean = next
    return band == .low ? next : input - next
  }
}
