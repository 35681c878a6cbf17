internal import Foundation

/// Calls a function at the first SIGINT or SIGTERM; the next one ends the program.
///
/// The signal handler writes to a pipe that a queue reads. A dispatch signal source is installed
/// asynchronously and would miss earlier signals.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]
  /// The pipe from the handler to ``source``; created before the handler.
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
        // Async-signal-safe calls only; the default action handles the second signal.
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
