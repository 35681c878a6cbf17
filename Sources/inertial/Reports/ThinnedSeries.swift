/// A series of bounded length: of more elements every second, fourth and so on is kept.
struct ThinnedSeries<Element> {
  private(set) var elements: [Element] = []
  private let limit: Int
  private var step = 1
  private var count = 0

  /// Enough for several points in each column of a chart.
  static var usualLimit: Int { 1 << 15 }

  /// A series of up to `limit` elements.
  init(limit: Int) { self.limit = limit }

  /// Adds the next element.
  mutating func append(_ element: @autoclosure () -> Element) {
    defer { count += 1 }
    guard limit > 0, count % step == 0 else { return }
    if elements.count == limit {
      elements = stride(from: 0, to: limit, by: 2).map { elements[$0] }
      step *= 2
      guard count % step == 0 else { return }
    }
    elements.append(element())
  }
}
