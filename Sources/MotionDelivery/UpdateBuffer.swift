internal import MotionFusion
internal import Synchronization

/// The buffered motion of one consumer.
///
/// One task delivers motion; any number of tasks receive it. Tasks wait by continuations and never
/// block a thread.
final class UpdateBuffer: Sendable {
  let policy: DeliveryPolicy
  /// Seconds between updates; `nil` for the manager's interval.
  private let interval: Double?
  private let state: Mutex<State>

  private struct State {
    var queue: RingBuffer<DeviceMotion>
    var counts = DeliveryCounts()
    var decimator = UpdateDecimator()
    var takers: [Taker] = []
    var lastTaker = 0
    /// The delivering task while it waits for room.
    var deliverer: CheckedContinuation<Void, Never>?
    /// The end of the sequence, once it is known.
    var end: Update?
  }

  private struct Taker {
    var id: Int
    var continuation: CheckedContinuation<Update, Never>
  }

  /// The result of taking from the buffer.
  enum Update: Sendable {
    case motion(DeviceMotion)
    case finished
    case failed(MotionError)
  }

  init(policy: DeliveryPolicy, interval: Double?) {
    precondition(
      policy.capacity > 0, "expected a buffer for at least one motion, got \(policy.capacity)")
    self.policy = policy
    self.interval = interval
    state = Mutex(State(queue: RingBuffer(capacity: policy.capacity)))
  }

  var counts: DeliveryCounts {
    state.withLock { state in
      var counts = state.counts
      counts.waiting = state.queue.count + (state.deliverer == nil ? 0 : 1)
      return counts
    }
  }

  /// Ends the sequence: buffered motion can still be taken, then takers receive `end`.
  func finish(_ end: Update) {
    let (takers, deliverer) = state.withLock {
      state -> ([Taker], CheckedContinuation<Void, Never>?)
      in
      guard state.end == nil else { return ([], nil) }
      state.end = end
      // The queue is empty while takers wait.
      defer { state.takers = [] }
      return (state.takers, state.deliverer.take())
    }
    for taker in takers { taker.continuation.resume(returning: end) }
    deliverer?.resume()
  }

  /// Ends the sequence and drops buffered motion, after its consumer was released.
  func abandon() {
    state.withLock { state in
      state.counts.dropped += state.queue.count
      state.queue.removeAll()
    }
    finish(.finished)
  }
}

// MARK: - Delivering

extension UpdateBuffer {
  /// Delivers one motion; waits for room if the buffer is full and the policy drops nothing.
  ///
  /// - Parameter defaultInterval: Seconds between updates for a consumer without its own interval.
  func deliver(_ motion: DeviceMotion, defaultInterval: Double) async {
    guard selects(motion, interval: interval ?? defaultInterval), !enqueue(motion) else { return }
    await waitForRoom()
    // Without room after the wait, the sequence or the delivering task has ended.
    if !enqueue(motion) { state.withLock { $0.counts.dropped += 1 } }
  }

  private func selects(_ motion: DeviceMotion, interval: Double) -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      let isSelected = state.decimator.selects(motion.timestamp, interval: interval)
      if !isSelected { state.counts.decimated += 1 }
      return isSelected
    }
  }

  /// Passes the motion to a taker or to the queue; `false` without room.
  private func enqueue(_ motion: DeviceMotion) -> Bool {
    let (isEnqueued, taker) = state.withLock { state -> (Bool, Taker?) in
      guard state.end == nil else { return (false, nil) }
      // The queue is empty while takers wait, so that the order is kept.
      if !state.takers.isEmpty {
        state.counts.delivered += 1
        return (true, state.takers.removeFirst())
      }
      if state.queue.isFull {
        guard case .keepLatest = policy else { return (false, nil) }
        _ = state.queue.removeFirst()
        state.counts.dropped += 1
      }
      state.queue.append(motion)
      return (true, nil)
    }
    taker?.continuation.resume(returning: .motion(motion))
    return isEnqueued
  }

  private func waitForRoom() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let canContinue = state.withLock { state in
          if state.end != nil || !state.queue.isFull || Task.isCancelled { return true }
          state.deliverer = continuation
          return false
        }
        if canContinue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.deliverer.take() }?.resume()
    }
  }
}

// MARK: - Taking

extension UpdateBuffer {
  /// Returns the next motion; suspends until there is one, the sequence ends, or the task is
  /// cancelled.
  func next(isolation: isolated (any Actor)?) async -> Update {
    if Task.isCancelled { return .finished }
    if let update = take() { return update }
    let id = state.withLock { state in
      state.lastTaker += 1
      return state.lastTaker
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let update = take(orWaitAs: Taker(id: id, continuation: continuation)) {
          continuation.resume(returning: update)
        }
      }
    } onCancel: {
      let taker = state.withLock { state in
        state.takers.firstIndex { $0.id == id }.map { state.takers.remove(at: $0) }
      }
      taker?.continuation.resume(returning: .finished)
    }
  }

  /// Returns what can be taken at once; otherwise `nil`, and `taker` waits.
  private func take(orWaitAs taker: Taker? = nil) -> Update? {
    let (update, deliverer) = state.withLock {
      state -> (Update?, CheckedContinuation<Void, Never>?) in
      if let motion = state.queue.removeFirst() {
        state.counts.delivered += 1
        return (.motion(motion), state.deliverer.take())
      }
      if let end = state.end { return (end, nil) }
      guard let taker else { return (nil, nil) }
      // The cancellation handler has already run.
      if Task.isCancelled { return (.finished, nil) }
      state.takers.append(taker)
      return (nil, nil)
    }
    deliverer?.resume()
    return update
  }
}

/// The handling of motion that a slow consumer has not taken.
public enum DeliveryPolicy: Hashable, Sendable {
  /// Keeps up to this many of the newest motions; drops and counts older ones.
  case keepLatest(Int)
  /// Drops nothing: with this many motions in the buffer, the source waits until one is taken.
  ///
  /// Every other consumer waits too. The writer of a pipe is suspended; a device whose buffer
  /// overflows loses samples, which the filter treats as a gap.
  case neverMiss(buffering: Int)

  /// The capacity of the buffer.
  var capacity: Int {
    switch self {
    case .keepLatest(let count), .neverMiss(let count): count
    }
  }
}

/// Counts of the motion for one consumer.
public struct DeliveryCounts: Hashable, Sendable {
  /// Motion taken by the consumer.
  public internal(set) var delivered = 0
  /// Motion in the buffer, or for which the source waits until there is room.
  public internal(set) var waiting = 0
  /// Motion lost because the consumer was too slow, or still in the buffer at its end.
  public internal(set) var dropped = 0
  /// Motion left out by the update interval.
  public internal(set) var decimated = 0

  /// The sum of all counts.
  package var total: Int { delivered + waiting + dropped + decimated }
}

/// Selects the motion nearest to a regular grid of update times.
package struct UpdateDecimator {
  /// The grid time of the last selected motion.
  private var anchor: Double?
  private var latest: Double?

  /// A grid that begins with the first motion.
  package init() {}

  /// Whether the motion at `time` is selected, with `interval` seconds between updates.
  ///
  /// Motion may precede its grid time by half a step, so that jitter does not skip updates.
  package mutating func selects(_ time: Double, interval: Double) -> Bool {
    let step = latest.map { time - $0 } ?? 0
    latest = time
    guard interval > 0, let last = anchor, step >= 0 else {
      anchor = time
      return true
    }
    let due = last + interval
    guard time + min(step, interval) / 2 >= due else { return false }
    // Restart the grid after a pause.
    anchor = time - due < interval ? due : time
    return true
  }
}

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
  mutating func removeAll() { while removeFirst() != nil {} }
}
