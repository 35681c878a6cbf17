internal import Foundation

/// Turns the first SIGINT or SIGTERM into a call; the next one ends the program as usual.
///
/// The signal's handler writes to a pipe, and a queue reads from it. A dispatch source of the signal
/// itself would be in place only some time after it was made, and lose what comes before.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]
  /// Read by ``source``, written by the handler; made before the handler is set.
  private static let pipe = Pipe()
  private static let writer = pipe.fileHandleForWriting.fileDescriptor

  private let source: any DispatchSourceRead

  init(_ stop: @escaping @Sendable () -> Void) {
    let reader = Self.pipe.fileHandleForReading.fileDescriptor
    source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      guard read(reader, &number, 1) == 1 else { return }
      stop()
    }
    source.resume()
    _ = Self.writer
    for number in Self.signals {
      signal(number) { number in
        // Only what a handler may call. The second signal is the system's again.
        signal(number, SIG_DFL)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.writer, &byte, 1)
      }
    }
  }

  deinit {
    for number in Self.signals { signal(number, SIG_DFL) }
    source.cancel()
  }
}
