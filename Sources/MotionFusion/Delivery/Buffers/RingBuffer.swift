/// A queue of bounded length that never allocates after its start.
struct RingBuffer<Element> {
  private var slots: [Element?]
  private var head = 0
  private(set) var count = 0

  init(capacity: Int) { slots = Array(repeating: nil, count: capacity) }

  var isFull: Bool { count == slots.count }

  /// Adds at the end of a queue that is not full.
  mutating func append(_ element: Element) {
    precondition(!isFull, "the queue of \(slots.count) is full")
    slots[(head + count) % slots.count] = element
    count += 1
  }

  /// Takes from the front; `nil` when empty.
  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = (head + 1) % slots.count
    count -= 1
    return element
  }

  /// Drops everything.
  mutating func removeAll() {
    while removeFirst() != nil {}
  }
}
