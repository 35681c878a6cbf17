internal import MotionFusion

/// Orders the readings of a phone's sensors by time and merges simultaneous ones into samples.
///
/// Each sensor has its own clock and its own delay. A sample is complete when every sensor has
/// reported a later or equal time; it does not wait for a sensor that lags by more than
/// ``patience``. Memory is bounded by ``capacity``.
struct ReadingMerger: Sendable {
  /// The source of a reading.
  enum Channel: Int, CaseIterable {
    case rotationRate, acceleration, magneticField, gravity, userAcceleration
  }

  /// The largest number of instants that wait for other sensors.
  static let capacity = 1 << 14
  /// The times of readings in nanoseconds: 146 years before and after 0, whose differences do not
  /// overflow.
  static let times: Range<Int64> = -(1 << 62)..<1 << 62

  private struct Moment {
    var time: Int64
    var rotationRate: Vector3<Double>?
    var acceleration: Vector3<Double>?
    var magneticField: Vector3<Double>?
    var gravity: Vector3<Double>?
    var userAcceleration: Vector3<Double>?

    subscript(channel: Channel) -> Vector3<Double>? {
      get {
        switch channel {
        case .rotationRate: rotationRate
        case .acceleration: acceleration
        case .magneticField: magneticField
        case .gravity: gravity
        case .userAcceleration: userAcceleration
        }
      }
      set {
        switch channel {
        case .rotationRate: rotationRate = newValue
        case .acceleration: acceleration = newValue
        case .magneticField: magneticField = newValue
        case .gravity: gravity = newValue
        case .userAcceleration: userAcceleration = newValue
        }
      }
    }
  }

  /// The largest lag of a sensor, in nanoseconds.
  let patience: Int64
  /// Readings that were earlier than a sample that was already complete.
  private(set) var lateCount = 0
  /// Readings of a sensor at a time that it had already reported.
  private(set) var repeatedCount = 0
  /// The time of the latest reading, in nanoseconds.
  private(set) var latest: Int64?

  /// The waiting instants from `start` on, in the order of time.
  private var moments: [Moment] = []
  private var start = 0
  private var newest = [Int64?](repeating: nil, count: Channel.allCases.count)
  private var released: Int64?
  /// The time of the phone's clock at ``offset`` in the samples.
  private var origin: Int64?
  /// The seconds of the samples at which the phone's clock restarted.
  private var offset = 0.0
  private var lastTimestamp = 0.0
  private var touches: [(time: Int64, isTouching: Bool)] = []
  private var isTouching: Bool?
  private var isFinished = false

  /// A merger without readings.
  ///
  /// - Parameter patience: The largest lag of a sensor, in seconds.
  init(patience: Double = 1) { self.patience = Int64(patience * 1e9) }

  /// Adds a reading at one of ``times``.
  mutating func add(_ value: Vector3<Double>, at time: Int64, from channel: Channel) {
    let isRepeated = newest[channel.rawValue].map { time <= $0 } ?? false
    // A late reading too shows that its sensor must be waited for.
    newest[channel.rawValue] = max(newest[channel.rawValue] ?? time, time)
    latest = max(latest ?? time, time)
    if let released, time <= released {
      if isRepeated { repeatedCount += 1 } else { lateCount += 1 }
      return
    }
    isFinished = false
    // Readings are nearly in order: search from the end.
    var place = moments.count
    while place > start, moments[place - 1].time > time { place -= 1 }
    if place > start, moments[place - 1].time == time {
      guard moments[place - 1][channel] == nil else {
        repeatedCount += 1
        return
      }
      moments[place - 1][channel] = value
    } else {
      var moment = Moment(time: time)
      moment[channel] = value
      moments.insert(moment, at: place)
    }
  }

  /// Sets the touch from one of ``times`` on.
  mutating func setTouch(_ isTouching: Bool, at time: Int64) {
    guard touches.count < Self.capacity else { return }
    let place = touches.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    touches.insert((time, isTouching), at: place)
  }

  /// Removes and returns the earliest sample, once no earlier reading can follow.
  private mutating func next() -> SensorSample? {
    while start < moments.count {
      let moment = moments[start]
      guard isFinished || moment.time <= watermark || moments.count - start > Self.capacity
      else { return nil }
      start += 1
      if start == moments.count {
        moments.removeAll(keepingCapacity: true)
        start = 0
      } else if start > Self.capacity {
        moments.removeFirst(start)
        start = 0
      }
      released = moment.time
      if let sample = sample(of: moment) { return sample }
    }
    return nil
  }

  /// Removes and returns the samples that no earlier reading can precede, in the order of time.
  mutating func completed() -> [SensorSample] {
    var samples: [SensorSample] = []
    while let sample = next() { samples.append(sample) }
    return samples
  }

  /// Makes all waiting samples complete.
  mutating func finish() { isFinished = true }

  /// Begins another session of the phone, after ``finish()`` and the last sample.
  ///
  /// Samples continue in time. If the clock goes back, or ahead by a day, time continues one second
  /// after the last sample.
  mutating func begin(at time: Int64) {
    newest = newest.map { _ in nil }
    touches = []
    isTouching = nil
    if let last = released, time <= last || time - last > 86_400_000_000_000 {
      origin = time
      offset = lastTimestamp + 1
      released = nil
      latest = nil
    }
  }

  /// The time up to which every sensor has reported.
  private var watermark: Int64 {
    guard let latest else { return .min }
    return newest.reduce(latest) { mark, time in
      guard let time, latest - time <= patience else { return mark }
      return min(mark, time)
    }
  }

  private mutating func sample(of moment: Moment) -> SensorSample? {
    while let touch = touches.first, touch.time <= moment.time {
      isTouching = touch.isTouching
      touches.removeFirst()
    }
    var acceleration = moment.acceleration
    if acceleration == nil, let gravity = moment.gravity, let user = moment.userAcceleration {
      acceleration = gravity + user
    }
    guard acceleration != nil || moment.rotationRate != nil || moment.magneticField != nil else {
      return nil
    }
    let origin = origin ?? moment.time
    self.origin = origin
    lastTimestamp = offset + Double(moment.time - origin) * 1e-9
    return SensorSample(
      timestamp: lastTimestamp, rotationRate: moment.rotationRate, acceleration: acceleration,
      magneticField: moment.magneticField, isTouching: isTouching)
  }
}

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
    // A much higher first number means that the phone began earlier.
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
      // It was given up but arrived later.
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
