internal import Foundation
internal import MotionRecordings

/// The outcome of a read.
enum ReadOutcome {
  case bytes([UInt8])
  /// No data now: another reader took it, or a signal interrupted the read.
  case nothing
  case end
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
