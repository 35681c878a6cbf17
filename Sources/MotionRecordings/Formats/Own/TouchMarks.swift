/// Whether moments lie in marked spans of time; cheapest where they are asked for in order.
struct TouchMarks {
  /// By their beginnings.
  private let spans: [ClosedRange<Double>]
  /// The first span that begins after the last moment.
  private var next = 0
  /// The latest end of those before.
  private var end = -Double.infinity
  private var last = -Double.infinity

  init(_ spans: [ClosedRange<Double>]) {
    self.spans = spans.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether `time` lies in one of the spans.
  mutating func contains(_ time: Double) -> Bool {
    if time < last { (next, end) = (0, -.infinity) }
    last = time
    while next < spans.count, spans[next].lowerBound <= time {
      end = max(end, spans[next].upperBound)
      next += 1
    }
    return time <= end
  }
}
