/// Orders numbered messages that arrive late, repeatedly or out of order.
///
/// A message waits for its predecessors. They are given up when the waiting messages span more than
/// ``patience`` of the phone's time, or are more than ``capacity``.
struct MessageOrder<Message: Sendable>: Sendable {
  /// The largest number of messages that wait for an earlier one.
  static var capacity: Int { 256 }
  /// The numbers of messages: integers that a JSON number holds without rounding.
  static var numbers: Range<Int> { 0..<1 << 53 }

  private struct Entry {
    var message: Message
    var times: ClosedRange<Int64>?
  }

  /// The longest wait, in nanoseconds of the phone's time.
  let patience: Int64
  /// Messages that had already arrived.
  private(set) var repeatedCount = 0
  /// The number of the next message; `nil` before the first.
  private var expected: Int?
  private var waiting: [Int: Entry] = [:]
  private var missing: Set<Int> = []

  /// An order before the first message.
  ///
  /// - Parameter patience: The longest wait for a message, in seconds of the phone's time.
  init(patience: Double = 3) { self.patience = Int64(patience * 1e9) }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - number: The message's number, one of ``numbers``.
  ///   - times: The times of its readings, of ``ReadingMerger/times``; `nil` without readings.
  mutating func add(_ message: Message, number: Int, times: ClosedRange<Int64>?) {
    // A far higher first number: the phone began before this order did.
    let next = expected ?? (number < 32 ? 0 : number)
    expected = next
    guard number >= next || missing.remove(number) != nil, waiting[number] == nil else {
      repeatedCount += 1
      return
    }
    waiting[number] = Entry(message: message, times: times)
  }

  /// Removes and returns the next message, once none before it is waited for.
  mutating func next() -> Message? {
    guard let expected, let first = waiting.keys.min() else { return nil }
    if first < expected {
      // It was given up, and came after all.
      return waiting.removeValue(forKey: first)?.message
    }
    guard first == expected || isOverdue else { return nil }
    for number in expected..<min(first, expected + Self.capacity)
    where missing.count < Self.capacity { missing.insert(number) }
    self.expected = first + 1
    return waiting.removeValue(forKey: first)?.message
  }

  /// Removes and returns the next message without waiting for others.
  mutating func rest() -> Message? {
    guard let first = waiting.keys.min() else { return nil }
    if first >= expected ?? first { expected = first + 1 }
    return waiting.removeValue(forKey: first)?.message
  }

  private var isOverdue: Bool {
    guard waiting.count > 1 else { return false }
    let times = waiting.values.compactMap(\.times)
    guard let start = times.map(\.lowerBound).min(), let end = times.map(\.upperBound).max() else {
      return waiting.count > Self.capacity
    }
    return end - start > patience || waiting.count > Self.capacity
  }
}
