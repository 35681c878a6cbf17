/// The backward-difference derivative of samples at a constant rate.
///
/// The derivative at the first sample is 0. From the second sample on, a straight line yields its
/// slope.
package struct Differentiator: Hashable, Sendable {
  /// The sampling rate, in Hz.
  package let sampleRate: Double
  private var previous: Double?
  private var output = 0.0

  /// Creates a differentiator without a previous sample.
  ///
  /// - Precondition: `sampleRate` is finite and positive.
  package init(sampleRate: Double) {
    precondition(
      sampleRate > 0 && sampleRate.isFinite,
      "expected a finite positive rate, got \(sampleRate) Hz")
    self.sampleRate = sampleRate
  }

  /// Processes a sample and returns the derivative, per second.
  ///
  /// A sample that is not finite is ignored, and the last derivative is returned.
  @discardableResult
  package mutating func update(_ input: Double) -> Double {
    guard input.isFinite else { return output }
    if let previous { output = (input - previous) * sampleRate }
    previous = input
    return output
  }
}
