internal import MotionRecordings
internal import MotionReports
internal import Platform
internal import Synchronization

/// Output on the terminal: answers on standard output, messages on standard error.
enum Console {
  /// Which messages are printed, and how.
  static let settings = Mutex(MessageSettings())

  /// Prints the answer, text or JSON, on standard output.
  ///
  /// - Throws: `FileError.writeFailed`, for instance when the disk is full.
  static func print(_ text: String) throws {
    clearProgress()
    try OutputFile.write(text + "\n", to: "-")
  }

  /// Prints a warning on standard error, unless with `--quiet`.
  static func warning(_ message: String) {
    let settings = settings.withLock(\.self)
    guard settings.detail != .errors else { return }
    write(colored("Warning:", yellow, settings) + visible(" \(message)\n"))
  }

  /// Prints an error on standard error.
  static func error(_ message: String) {
    write(colored("Error:", red, settings.withLock(\.self)) + visible(" \(message)\n"))
  }

  /// Prints a message on standard error with `--verbose`.
  static func detail(_ message: @autoclosure () -> String) {
    guard settings.withLock(\.detail) == .everything else { return }
    note(message())
  }

  /// Prints what is awaited if standard input is a terminal, where nothing else shows it.
  static func awaitInput(_ expected: String) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    note("Waiting for \(expected) on standard input; Control-D ends it.")
  }

  private static let red = "1;31"
  private static let yellow = "33"

  private static func colored(_ text: String, _ code: String, _ settings: MessageSettings) -> String
  {
    settings.hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Prints a message on standard error.
  static func note(_ message: String) { write(visible(message) + "\n") }

  /// Escapes control characters and changes of the writing direction, which would act on the
  /// terminal.
  static func visible(_ message: String) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar == "\n" || scalar == "\t"
        || !(scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }
    guard !message.unicodeScalars.allSatisfy(isPlain) else { return message }
    return message.unicodeScalars.reduce(into: "") { text, scalar in
      text += isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// Opens closed standard streams on /dev/null.
  ///
  /// Otherwise the next opened file has the number of a standard stream and receives its output.
  static func holdStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // Opened in the opposite direction: using the stream remains an error.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static let progressLine = Mutex(ProgressLine())

  /// Shows `done` of `total` parts of a step on one line of the terminal, after the first second.
  ///
  /// Silent when standard error is not a terminal, and with `--quiet`. Smaller values than before
  /// are ignored, except for 0, which restarts the step. Thread-safe.
  @Sendable static func progress(_ step: String, done: Int, of total: Int) {
    guard messagesGoToTerminal, total > 0, settings.withLock(\.detail) != .errors else { return }
    progressLine.withLock { line in
      guard let text = line.text(step, done: done, of: total) else { return }
      line.isShown = true
      writeBytes("\r\u{1B}[2K" + visible(text))
    }
  }

  /// Clears the progress line.
  static func clearProgress() {
    progressLine.withLock { line in
      if line.isShown { writeBytes("\r\u{1B}[2K") }
      line.isShown = false
    }
  }

  /// Writes `text` on standard error without escapes; write errors are ignored.
  static func write(_ text: String) {
    clearProgress()
    writeBytes(text)
  }

  private static func writeBytes(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Platform.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Whether standard output is a terminal; pictures are drawn on terminals only.
  static var answersGoToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal; progress is shown on terminals only.
  static var messagesGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Which messages are printed, and how.
struct MessageSettings: Sendable {
  /// From few to many.
  enum Detail: Sendable {
    case errors, warnings, everything
  }

  /// When messages have colours.
  enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  var detail = Detail.warnings
  var color = Color.auto

  /// Whether messages have colours: by the convention of no-color.org.
  var hasColor: Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      return Console.messagesGoToTerminal && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb"
    }
  }
}

/// What the progress line shows.
private struct ProgressLine {
  private var step = ""
  private var start = ContinuousClock.now
  private var percent = -1
  /// Whether the line is on the terminal.
  var isShown = false

  /// The new text, or `nil` for none: in the first second of a step, and without a change.
  mutating func text(_ step: String, done: Int, of total: Int) -> String? {
    let now = ContinuousClock.now
    if step != self.step || done == 0 { (self.step, start, percent) = (step, now, -1) }
    let percent = 100 * done / total
    guard percent > self.percent, now - start >= .seconds(1) else { return nil }
    self.percent = percent
    let left = (now - start) / .seconds(1) * Double(100 - percent) / Double(max(percent, 1))
    let time = left < 100 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
    return "\(step): \(percent) %" + (percent < 100 ? ", \(time) left" : "")
  }
}

/// The time since `start`, such as `0.25 s`.
func elapsed(since start: ContinuousClock.Instant) -> String {
  decimal((ContinuousClock.now - start) / .seconds(1), places: 2) + " s"
}
