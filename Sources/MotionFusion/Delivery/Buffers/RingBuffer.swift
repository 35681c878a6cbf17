/// A queue of fixed capacity, without allocation after its initialisation.
struct RingBuffer<Element> {
  private var slots: [Element?]
  private var head = 0
  private(set) var count = 0

  init(capacity: Int) { slots = Array(repeating: nil, count: capacity) }

  var isFull: Bool { count == slots.count }

  /// Appends to a queue that is not full.
  mutating func append(_ element: Element) {
    precondition(!isFull, "the queue of \(slots.count) is full")
    slots[(head + count) % slots.count] = element
    count += 1
  }

  /// Removes and returns the first element; `nil` if empty.
  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = (head + 1) % slots.count
    count -= 1
    return element
  }

  /// Removes all elements.
  mutating func removeAll() {
    while removeFirst() != nil {}
  }
}
