internal import Dispatch
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import Platform

/// Waits until descriptors are readable or the task is cancelled, without blocking a task.
final class DescriptorWaiter: Sendable {
  private let thread = BlockingWork(label: "inertial.descriptors")
  /// A pipe to wake the waiting thread.
  private let wakeReader: Int32
  private let wakeWriter: Int32

  /// A waiter for one run of a source.
  init(source: String) throws(MotionSourceError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw MotionSourceError(
        source: source, kind: .unavailable, reason: "cannot create a pipe: \(systemReason(errno))")
    }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(wakeReader)
    close(wakeWriter)
  }

  /// Waits for descriptors that are readable or at their end.
  ///
  /// - Returns: Their indices in `descriptors`; `nil` if the task was cancelled.
  func readable(of descriptors: [Int32]) async -> [Int]? {
    let wakeReader = wakeReader
    let wakeWriter = wakeWriter
    return await withTaskCancellationHandler {
      await thread.perform {
        var requests = (descriptors + [wakeReader]).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&requests, nfds_t(requests.count), -1) < 0 {
          // Ignore a signal; the next read reports any other error.
          guard errno == EINTR else { return Array(descriptors.indices) }
        }
        guard requests.removeLast().revents == 0 else { return nil }
        return requests.indices.filter { requests[$0].revents != 0 }
      }
    } onCancel: {
      // The byte stays in the pipe, so that a cancelled run never waits again.
      var byte: UInt8 = 0
      _ = write(wakeWriter, &byte, 1)
    }
  }
}

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

enum ReadOutcome {
  case bytes([UInt8])
  /// No data now: another reader took it, or a signal interrupted the read.
  case nothing, end
  case failure(String)

  /// Reads up to `count` bytes of a readable descriptor.
  init(of descriptor: Int32, count: Int) {
    var status = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      status = read(descriptor, buffer.baseAddress, count)
      filled = max(0, status)
    }
    switch status {
    case 1...: self = .bytes(bytes)
    case 0: self = .end
    default:
      self =
        errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK
        ? .nothing : .failure(systemReason(errno))
    }
  }
}
