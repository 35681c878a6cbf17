internal import Foundation

/// The keys pressed on the controlling terminal, one by one and without echo.
///
/// The terminal's modes are restored at release, and by signals that end or stop the program.
final class TerminalKeys {
  /// The modes of the terminal, for signal handlers.
  private struct Modes {
    var descriptor: Int32
    var original: termios
    var immediate: termios
  }

  nonisolated(unsafe) private static let modes: UnsafeMutablePointer<Modes?> = {
    let pointer = UnsafeMutablePointer<Modes?>.allocate(capacity: 1)
    pointer.initialize(to: nil)
    return pointer
  }()
  private static let endings = [SIGHUP, SIGQUIT]

  private let source: any DispatchSourceRead

  /// Passes each key to `take`, on a queue, until released; `nil` without a terminal, or if another
  /// program has it.
  init?(_ take: @escaping @Sendable (Character) -> Void) {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    var original = termios()
    guard descriptor >= 0, tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &original) == 0
    else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    var immediate = original
    immediate.c_lflag &= ~tcflag_t(ICANON | ECHO)
    Self.modes.pointee = Modes(
      descriptor: descriptor, original: original, immediate: immediate)
    tcsetattr(descriptor, TCSANOW, &immediate)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(descriptor, &bytes, bytes.count)
      // Keys such as the arrows send a sequence that begins with an escape.
      guard count > 0, bytes[0] != 0x1B else { return }
      for key in String(decoding: bytes.prefix(count), as: UTF8.self) { take(key) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    for number in Self.endings + [SIGTSTP] { Self.restoreTerminal(at: number) }
    signal(SIGCONT) { _ in TerminalKeys.resume() }
  }

  deinit {
    Self.restoreTerminal()
    Self.modes.pointee = nil
    for number in Self.endings + [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    source.cancel()
  }

  /// Restores the terminal's modes; safe in a signal handler.
  static func restoreTerminal() {
    guard var modes = modes.pointee else { return }
    tcsetattr(modes.descriptor, TCSANOW, &modes.original)
  }

  /// Sets the modes again after a stop, in the foreground; safe in a signal handler.
  private static func resume() {
    guard var modes = modes.pointee, tcgetpgrp(modes.descriptor) == getpgrp() else { return }
    tcsetattr(modes.descriptor, TCSANOW, &modes.immediate)
    restoreTerminal(at: SIGTSTP)
  }

  /// Restores the modes before the default action of a signal.
  private static func restoreTerminal(at number: Int32) {
    signal(number) { number in
      TerminalKeys.restoreTerminal()
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
