/// The first derivative of samples at one rate, by the difference to the sample before.
///
/// The first sample has derivative 0, as after a long constant; a straight line has its slope from
/// the second on.
package struct Differentiator: Hashable, Sendable {
  /// The rate of the samples, in Hz.
  package let sampleRate: Double
  private var previous: Double?
  private var output = 0.0

  /// A differentiator that has seen nothing yet.
  ///
  /// - Precondition: `sampleRate` is finite and positive.
  package init(sampleRate: Double) {
    precondition(sampleRate > 0 && sampleRate.isFinite, "a rate of \(sampleRate) Hz")
    self.sampleRate = sampleRate
  }

  /// Takes a sample and returns the derivative, per second; a sample that is not finite changes
  /// nothing and returns the last derivative.
  @discardableResult
  package mutating func update(_ input: Double) -> Double {
    guard input.isFinite else { return output }
    if let previous { output = (input - previous) * sampleRate }
    previous = input
    return output
  }
}
