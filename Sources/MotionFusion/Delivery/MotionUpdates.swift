/// The motion of a device as an asynchronous sequence for one consumer.
///
/// The sequence ends when the source ends, when updates are stopped, and when the consuming task is
/// cancelled; it throws when the source fails. Each call of
/// ``MotionManager/updates(using:policy:every:)`` returns a sequence with its own buffer. Iterators
/// of one sequence share its motion.
public struct MotionUpdates: AsyncSequence, Sendable {
  /// The motion of a device at one instant.
  public typealias Element = DeviceMotion
  /// The error that ends the sequence.
  public typealias Failure = MotionError

  private let subscription: Subscription

  init(buffer: UpdateBuffer, session: MotionSession) {
    subscription = Subscription(buffer: buffer, session: session)
  }

  /// The counts of delivered and dropped motion so far.
  public var counts: DeliveryCounts { subscription.buffer.counts }

  /// Returns an iterator over the motion in order.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// An iterator over the motion in order.
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
    /// - Parameter isolation: The actor of the caller.
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

  /// Leaves the session when the last copy of the sequence and of its iterators is released.
  fileprivate final class Subscription: Sendable {
    let buffer: UpdateBuffer
    private let session: MotionSession

    init(buffer: UpdateBuffer, session: MotionSession) {
      self.buffer = buffer
      self.session = session
    }

    deinit { cancel() }

    func begin() { session.begin(for: buffer) }
    func cancel() { session.remove(buffer) }
  }
}
