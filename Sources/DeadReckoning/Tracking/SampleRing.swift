/// The last elements of a stream, in memory that is taken once.
struct SampleRing<Element> {
  private var elements: [Element] = []
  private var start = 0
  private(set) var count = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    elements.reserveCapacity(capacity)
  }

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : self[0] }

  /// The element at `offset` from the oldest.
  subscript(offset: Int) -> Element {
    get { elements[place(offset)] }
    set { elements[place(offset)] = newValue }
  }

  /// Adds an element; the oldest goes when there is no room.
  mutating func append(_ element: Element) {
    if count == capacity { removeFirst() }
    let place = place(count)
    if place < elements.count {
      elements[place] = element
    } else {
      elements.append(element)
    }
    count += 1
  }

  /// Removes the oldest element.
  mutating func removeFirst() {
    start = place(1)
    count -= 1
  }

  /// Removes all and keeps the memory.
  mutating func removeAll() {
    start = 0
    count = 0
  }

  private func place(_ offset: Int) -> Int {
    let place = start + offset
    return place < capacity ? place : place - capacity
  }
}

extension SampleRing: Sendable where Element: Sendable {}
