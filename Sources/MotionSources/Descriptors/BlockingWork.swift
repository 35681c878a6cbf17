internal import Dispatch

/// A thread of its own for calls that block: a task that waits for a device must not hold one of
/// the few threads that all tasks share.
final class BlockingWork: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  /// What `work` gives; the task is suspended meanwhile.
  func perform<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
