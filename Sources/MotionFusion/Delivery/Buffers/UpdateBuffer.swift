internal import Synchronization

/// The motion that waits for one consumer.
///
/// One task delivers; any number may take. All waiting is by continuations, never by a blocked
/// thread.
final class UpdateBuffer: Sendable {
  let policy: DeliveryPolicy
  /// Seconds between updates; `nil` follows the manager.
  private let interval: Double?
  private let state: Mutex<State>

  private struct State {
    var queue: RingBuffer<DeviceMotion>
    var counts = DeliveryCounts()
    var thinning = UpdateThinning()
    var takers: [Taker] = []
    var lastTaker = 0
    /// The delivering task, while it waits for room.
    var deliverer: CheckedContinuation<Void, Never>?
    /// Set once no more motion comes.
    var end: Update?
  }

  private struct Taker {
    var id: Int
    var continuation: CheckedContinuation<Update, Never>
  }

  /// What a taker gets.
  enum Update: Sendable {
    case motion(DeviceMotion)
    case finished
    case failed(MotionError)
  }

  init(policy: DeliveryPolicy, interval: Double?) {
    precondition(policy.capacity > 0, "a buffer for \(policy.capacity) motions holds none")
    self.policy = policy
    self.interval = interval
    state = Mutex(State(queue: RingBuffer(capacity: policy.capacity)))
  }

  var counts: DeliveryCounts {
    state.withLock { state in
      var counts = state.counts
      counts.waiting = state.queue.count
      return counts
    }
  }

  /// Ends the sequence: what waits can still be taken, then takers get `end`.
  func finish(_ end: Update) {
    let (takers, deliverer) = state.withLock {
      state -> ([Taker], CheckedContinuation<Void, Never>?)
      in
      guard state.end == nil else { return ([], nil) }
      state.end = end
      // With takers waiting the queue is empty.
      defer { state.takers = [] }
      return (state.takers, state.deliverer.take())
    }
    for taker in takers { taker.continuation.resume(returning: end) }
    deliverer?.resume()
  }

  /// Ends the sequence and drops what waits: its consumer is gone.
  func abandon() {
    state.withLock { state in
      state.counts.dropped += state.queue.count
      state.queue.removeAll()
    }
    finish(.finished)
  }
}

// MARK: - The delivering side

extension UpdateBuffer {
  /// Hands over one motion; with a full buffer and a policy that misses nothing, waits for room.
  ///
  /// - Parameters:
  ///   - motion: The motion.
  ///   - defaultInterval: Seconds between updates where the consumer asked for none of its own.
  func deliver(_ motion: DeviceMotion, defaultInterval: Double) async {
    guard chooses(motion, interval: interval ?? defaultInterval), !settle(motion) else { return }
    await waitForRoom()
    // Without room after the wait, the sequence or the delivering task has ended.
    if !settle(motion) { state.withLock { $0.counts.dropped += 1 } }
  }

  private func chooses(_ motion: DeviceMotion, interval: Double) -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      let isChosen = state.thinning.chooses(motion.timestamp, interval: interval)
      if !isChosen { state.counts.thinned += 1 }
      return isChosen
    }
  }

  /// Gives the motion to a taker or to the queue; `false` when there is no room.
  private func settle(_ motion: DeviceMotion) -> Bool {
    let (isSettled, taker) = state.withLock { state -> (Bool, Taker?) in
      guard state.end == nil else { return (false, nil) }
      // With takers waiting the queue is empty, so that nothing is overtaken.
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
    return isSettled
  }

  private func waitForRoom() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayGoOn = state.withLock { state in
          if state.end != nil || !state.queue.isFull || Task.isCancelled { return true }
          state.deliverer = continuation
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.deliverer.take() }?.resume()
    }
  }
}

// MARK: - The taking side

extension UpdateBuffer {
  /// The next motion; suspends until there is one, the sequence ends, or the task is cancelled.
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

  /// What can be taken at once; otherwise `nil`, and `taker` waits.
  private func take(orWaitAs taker: Taker? = nil) -> Update? {
    let (update, deliverer) = state.withLock {
      state -> (Update?, CheckedContinuation<Void, Never>?) in
      if let motion = state.queue.removeFirst() {
        state.counts.delivered += 1
        return (.motion(motion), state.deliverer.take())
      }
      if let end = state.end { return (end, nil) }
      guard let taker else { return (nil, nil) }
      // Cancelled before it waited: nobody would wake it.
      if Task.isCancelled { return (.finished, nil) }
      state.takers.append(taker)
      return (nil, nil)
    }
    deliverer?.resume()
    return update
  }
}
