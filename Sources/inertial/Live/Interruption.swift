internal import Foundation

/// Calls a function at the first SIGINT or SIGTERM, and another one at each SIGUSR1; the second
/// SIGINT or SIGTERM ends the program.
///
/// The signal handler writes to a pipe that a queue reads. A dispatch signal source is installed
/// asynchronously and would miss earlier signals.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]
  /// The pipe from the handler to ``source``; created before the handler.
  private static let pipe = Pipe()
  private static let writer = pipe.fileHandleForWriting.fileDescriptor

  private let source: any DispatchSourceRead
  private let takesUserSignal: Bool

  /// - Parameters:
  ///   - userSignal: Called at SIGUSR1, which ends the program without it.
  ///   - stop: Called at the first SIGINT or SIGTERM.
  init(userSignal: (@Sendable () -> Void)? = nil, _ stop: @escaping @Sendable () -> Void) {
    let reader = Self.pipe.fileHandleForReading.fileDescriptor
    takesUserSignal = userSignal != nil
    source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      guard read(reader, &number, 1) == 1 else { return }
      if number == SIGUSR1 { userSignal?() } else { stop() }
    }
    source.resume()
    _ = Self.writer
    for number in Self.signals {
      signal(number) { number in
        // Async-signal-safe calls only; the default action handles the second signal.
        signal(number, SIG_DFL)
        TerminalKeys.restoreTerminal()
        Interruption.report(number)
      }
    }
    if takesUserSignal { signal(SIGUSR1) { Interruption.report($0) } }
  }

  deinit {
    for number in Self.signals { signal(number, SIG_DFL) }
    if takesUserSignal { signal(SIGUSR1, SIG_DFL) }
    source.cancel()
  }

  /// Passes the number of a signal to the queue.
  private static func report(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writer, &byte, 1)
  }
}
