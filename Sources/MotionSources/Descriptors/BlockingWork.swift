internal import Dispatch

/// A dedicated thread for blocking calls, which must not occupy the threads of the task pool.
final class BlockingWork: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  /// Returns the result of `work`; suspends the task until then.
  func perform<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
