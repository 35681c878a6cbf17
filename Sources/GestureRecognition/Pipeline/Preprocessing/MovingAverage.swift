/// The mean of the last samples.
///
/// Before there are as many as the window holds, it is the mean of those there are, so that a
/// constant input comes out unchanged from the first sample on. A window of 1 changes nothing. The
/// sum is taken anew at each sample, so that no rounding builds up and no large sample leaves a
/// trace once it has left the window.
package struct MovingAverage: Hashable, Sendable {
  /// The number of samples in the window.
  package let window: Int
  private var ring: [Double] = []
  private var next = 0

  /// A mean of nothing yet.
  ///
  /// - Precondition: `window` is positive.
  package init(window: Int) {
    precondition(window > 0, "a window of \(window) samples")
    self.window = window
    ring.reserveCapacity(window)
  }

  /// Takes a sample and returns the mean; a sample that is not finite changes nothing, and returns
  /// the mean of those before it, 0 before any.
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
    // Divided first, so that no sum overflows.
    let share = 1 / Double(ring.count)
    return ring.reduce(0) { $0 + $1 * share }
  }
}
