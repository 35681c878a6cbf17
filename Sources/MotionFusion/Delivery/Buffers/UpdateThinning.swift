/// Chooses, of motion at any rate, what comes nearest to a grid of update times.
struct UpdateThinning {
  /// The update time of the last motion that was chosen.
  private var anchor: Double?
  private var latest: Double?

  /// Whether the motion at `time` is chosen, with `interval` seconds between updates.
  ///
  /// Motion comes up to half a step before its update time, so that a jitter of the source does
  /// not cost every other update.
  mutating func chooses(_ time: Double, interval: Double) -> Bool {
    let step = latest.map { time - $0 } ?? 0
    latest = time
    guard interval > 0, let last = anchor, step >= 0 else {
      anchor = time
      return true
    }
    let due = last + interval
    guard time + min(step, interval) / 2 >= due else { return false }
    // After a pause the grid starts anew.
    anchor = time - due < interval ? due : time
    return true
  }
}
