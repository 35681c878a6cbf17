internal import Dispatch
internal import MotionRecordings
internal import MotionSources
internal import Platform

/// The lines of a descriptor, as they arrive.
enum InputLines {
  /// The longest wait for input, in milliseconds: signals do not interrupt a read.
  static let longestWait: Int32 = 100

  /// Passes each line to `take`, until the end, `false` from `take`, or `true` from `isStopped`.
  ///
  /// - Parameter wait: Called before each wait for input; returns the longest one in milliseconds.
  /// - Returns: The bytes after the last line feed at the end; `nil` if stopped.
  static func read(
    _ descriptor: Int32, name: String, isStopped: () -> Bool,
    wait: () throws -> Int32 = { longestWait }, take: ([UInt8]) throws -> Bool
  ) throws -> [UInt8]? {
    var lines = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isStopped() {
      let milliseconds = try wait()
      guard !isStopped() else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, min(milliseconds, longestWait)) > 0 else { continue }
      let count = Platform.read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR {
        throw FileError.unreadable(path: name, reason: String(cString: strerror(errno)))
      }
      if count == 0 { return lines.rest() ?? [] }
      lines.append(Array(chunk.prefix(max(0, count))))
      while let line = lines.next() {
        guard try take(line), !isStopped() else { return nil }
      }
      if lines.isOverfull {
        throw ToolError(
          .badData,
          "\(name): over \(LineSplitter.longestLine) bytes without a line feed; expected samples")
      }
    }
    return nil
  }
}

/// Standard output line by line, without buffering.
struct LineOutput {
  /// Ignores SIGPIPE: a closed output is reported by ``print(_:)`` instead.
  init() { signal(SIGPIPE, SIG_IGN) }

  /// Writes the line at once.
  ///
  /// - Returns: `false` when the output is closed.
  func print(_ line: String) throws(FileError) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      guard count < 0 else {
        written += count
        continue
      }
      if errno == EPIPE { return false }
      guard errno == EINTR else {
        throw .writeFailed(path: "standard output", reason: systemReason(errno))
      }
    }
    return true
  }
}

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

/// Calls a function at the first SIGINT or SIGTERM, and another one at each SIGUSR1; the second
/// SIGINT or SIGTERM ends the program.
///
/// The signal handler writes to a pipe that a queue reads. A dispatch signal source is installed
/// asynchronously and would miss earlier signals.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM]
  /// The pipe from the handler to ``source``; created before the handler.
  private static let pipe: (reader: Int32, writer: Int32) = {
    var ends: [Int32] = [-1, -1]
    precondition(Platform.pipe(&ends) == 0, "pipe: \(String(cString: strerror(errno)))")
    return (ends[0], ends[1])
  }()
  private static let writer = pipe.writer

  private let source: any DispatchSourceRead
  private let takesUserSignal: Bool

  /// - Parameters:
  ///   - userSignal: Called at SIGUSR1, which ends the program without it.
  ///   - stop: Called at the first SIGINT or SIGTERM.
  init(userSignal: (@Sendable () -> Void)? = nil, _ stop: @escaping @Sendable () -> Void) {
    let reader = Self.pipe.reader
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
