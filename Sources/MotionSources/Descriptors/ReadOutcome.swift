internal import Foundation
internal import MotionRecordings

/// What a read gave.
enum ReadOutcome {
  case bytes([UInt8])
  /// Nothing just now: others were quicker, or a signal came.
  case nothing
  case end
  case failure(String)

  /// At most `count` bytes of `descriptor`, which can be read.
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
