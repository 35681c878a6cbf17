internal import MotionFusion

/// Gathers the spans of time in which a table says that the user marked a gesture.
struct TouchCollector {
  private var spans: [String: [ClosedRange<Double>]] = [:]
  private var isTouched = false
  private var last = ""

  /// Takes the mark of one row.
  mutating func add(isTouched now: Bool, time: Double, recording key: String) {
    let continues = isTouched && key == last
    if now, time.isFinite {
      if continues, let span = spans[key]?.last, time >= span.lowerBound {
        spans[key]?.removeLast()
        spans[key]?.append(span.lowerBound...time)
      } else {
        spans[key, default: []].append(time...time)
      }
    }
    isTouched = now
    last = key
  }

  /// The spans of the recording called `key`, in order.
  func spans(of key: String) -> [ClosedRange<Double>] { spans[key] ?? [] }
}
