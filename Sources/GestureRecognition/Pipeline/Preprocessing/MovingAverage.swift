/// A moving average.
///
/// Until the window is full, the mean of the samples so far: a constant input passes unchanged from
/// the first sample on. A window of 1 is the identity. The sum is recomputed at each sample, so
/// rounding errors do not accumulate and a sample has no effect after it leaves the window.
package struct MovingAverage: Hashable, Sendable {
  /// The number of samples in the window.
  package let window: Int
  private var ring: [Double] = []
  private var next = 0

  /// Creates a moving average with an empty window.
  ///
  /// - Precondition: `window` is positive.
  package init(window: Int) {
    precondition(window > 0, "expected a window of 1 sample or more, got \(window)")
    self.window = window
    ring.reserveCapacity(window)
  }

  /// Processes a sample and returns the mean.
  ///
  /// A sample that is not finite is ignored, and the previous mean is returned, 0 before the first
  /// finite sample.
  ///
  /// - Complexity: O(window), no allocation.
  @discardableResult
  package mutating func update(_ input: Double) -> Double {
    if input.isFinite {
      if ring.count < window {
        ring.append(input)
      } else {
        ring[next] = input
      }
      next = (next + 1) % window
    }
    guard !ring.isEmpty else { return 0 }
    // Divide before adding: the sum cannot overflow.
    let share = 1 / Double(ring.count)
    return ring.reduce(0) { $0 + $1 * share }
  }
}
