internal import DeadReckoning
internal import MotionFusion

/// The current position on standard error, every 0.1 s of the recording.
///
/// A terminal shows one line that is rewritten; other outputs receive a line for each position.
struct LiveView {
  private var next = -Double.infinity
  private var start: Double?
  private let isTerminal = Console.messagesGoToTerminal

  /// Shows an event of a tracker.
  mutating func show(_ event: PathEvent) {
    switch event {
    case .position(let point):
      guard point.timestamp >= next else { return }
      next = point.timestamp + 0.1
      let start = start ?? point.timestamp
      self.start = start
      write(Self.line(point, since: start))
    case .revision(let range, _):
      write("revised the last \(range.count) samples")
    }
  }

  /// Ends the line.
  func finish() {
    if isTerminal { Console.write("\n") }
  }

  private func write(_ line: String) {
    Console.write(isTerminal ? "\r\u{1B}[2K\(line)" : line + "\n")
  }

  private static func line(_ point: PathPoint, since start: Double) -> String {
    let p = point.position
    var text = "\(decimal(point.timestamp - start, places: 1)) s  "
    text += [p.x, p.y, p.z].map { decimal($0, places: 3) }.joined(separator: " ") + " m"
    if let uncertainty = point.uncertainty {
      text += " ± \(decimal(uncertainty.positionDeviation, places: 3))"
    }
    return text + "  \(decimal(point.velocity.length, places: 2)) m/s"
      + (point.isStationary ? "  stationary" : "")
  }
}
