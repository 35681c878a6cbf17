/// The last elements of a stream, in memory that is allocated once if it is reserved.
///
/// Access is inlined for the workloads `path-tracker` and `inertial-navigator`.
struct SampleRing<Element> {
  private var elements: [Element] = []
  private var start = 0
  private(set) var count = 0
  let capacity: Int

  init(capacity: Int, reserves: Bool = true) {
    self.capacity = capacity
    if reserves { elements.reserveCapacity(capacity) }
  }

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : self[0] }

  /// The element at `offset` from the oldest.
  subscript(offset: Int) -> Element {
    @inline(__always) get { elements[place(offset)] }
    @inline(__always) _modify { yield &elements[place(offset)] }
  }

  /// Adds an element; the oldest is removed when the ring is full.
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

  /// Removes all but the last `kept` elements, and moves them to the start of the memory if they do
  /// not wrap: a stream of short stretches then needs little memory.
  mutating func keepLast(_ kept: Int) {
    start = place(count - kept)
    count = kept
    guard start + kept <= capacity else { return }
    for offset in 0..<kept { elements[offset] = elements[start + offset] }
    start = 0
  }

  /// The number of elements at the end that all satisfy a condition.
  func countFromEnd(_ isIncluded: (Element) -> Bool) -> Int {
    var offset = count
    while offset > 0, isIncluded(self[offset - 1]) { offset -= 1 }
    return count - offset
  }

  /// Removes all elements and keeps the memory.
  mutating func removeAll() {
    start = 0
    count = 0
  }

  @inline(__always)
  private func place(_ offset: Int) -> Int {
    let place = start + offset
    return place < capacity ? place : place - capacity
  }
}

extension SampleRing: Sendable where Element: Sendable {}
