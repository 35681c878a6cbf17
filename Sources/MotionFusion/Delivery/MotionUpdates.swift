/// The motion of a device as it comes: an asynchronous sequence for one consumer.
///
/// It ends when its source ends, when updates are stopped, and when the task that takes from it is
/// cancelled; it fails with the source. Each call of ``MotionManager/updates(using:policy:every:)``
/// gives a sequence of its own with a buffer of its own. Several iterators of one sequence share
/// its motion.
public struct MotionUpdates: AsyncSequence, Sendable {
  /// The motion of a device at one instant.
  public typealias Element = DeviceMotion
  /// Why there is no more motion.
  public typealias Failure = MotionError

  private let subscription: Subscription

  init(buffer: UpdateBuffer, session: MotionSession) {
    subscription = Subscription(buffer: buffer, session: session)
  }

  /// What became of the motion so far.
  public var counts: DeliveryCounts { subscription.buffer.counts }

  /// What happens when the consumer is too slow.
  public var policy: DeliveryPolicy { subscription.buffer.policy }

  /// Takes the motion in order.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// Takes motion in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// The next motion, or `nil` at the end.
    ///
    /// - Throws: ``MotionError`` when the source failed.
    public mutating func next() async throws(MotionError) -> DeviceMotion? {
      try await next(isolation: nil)
    }

    /// The next motion, or `nil` at the end.
    ///
    /// - Parameter isolation: The actor to come back to.
    /// - Throws: ``MotionError`` when the source failed.
    public mutating func next(
      isolation: isolated (any Actor)?
    ) async throws(MotionError) -> DeviceMotion? {
      subscription.begin()
      switch await subscription.buffer.next(isolation: isolation) {
      case .motion(let motion): return motion
      case .failed(let error): throw error
      case .finished:
        if Task.isCancelled { subscription.cancel() }
        return nil
      }
    }
  }

  /// Tells the session when the last copy of the sequence and of its iterators is gone.
  fileprivate final class Subscription: Sendable {
    let buffer: UpdateBuffer
    private let session: MotionSession

    init(buffer: UpdateBuffer, session: MotionSession) {
      self.buffer = buffer
      self.session = session
    }

    deinit { cancel() }

    func begin() { session.begin() }
    func cancel() { session.remove(buffer) }
  }
}
