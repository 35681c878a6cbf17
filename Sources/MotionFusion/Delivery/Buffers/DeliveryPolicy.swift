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
