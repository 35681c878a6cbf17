/// Selects the motion nearest to a regular grid of update times.
package struct UpdateDecimator {
  /// The grid time of the last selected motion.
  private var anchor: Double?
  private var latest: Double?

  /// A grid that begins with the first motion.
  package init() {}

  /// Whether the motion at `time` is selected, with `interval` seconds between updates.
  ///
  /// Motion may precede its grid time by half a step, so that jitter does not skip updates.
  package mutating func selects(_ time: Double, interval: Double) -> Bool {
    let step = latest.map { time - $0 } ?? 0
    latest = time
    guard interval > 0, let last = anchor, step >= 0 else {
      anchor = time
      return true
    }
    let due = last + interval
    guard time + min(step, interval) / 2 >= due else { return false }
    // Restart the grid after a pause.
    anchor = time - due < interval ? due : time
    return true
  }
}
