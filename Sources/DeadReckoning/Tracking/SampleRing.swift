/// The last elements of a stream, in memory that is taken once.
struct SampleRing<Element> {
  private var elements: [Element] = []
  private var start = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { elements.count }
  var first: Element? { elements.isEmpty ? nil : elements[start] }
  /// The element at `offset` from the oldest.
  subscript(offset: Int) -> Element {
    let place = start + offset
    return elements[place < elements.count ? place : place - elements.count]
  }

  /// Adds an element; the oldest goes when there is no room.
  mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[start] = element
      start = start + 1 == capacity ? 0 : start + 1
    }
  }

  /// Removes all and keeps the memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    start = 0
  }
}

extension SampleRing: Sendable where Element: Sendable {}
