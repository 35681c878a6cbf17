internal import Foundation
internal import MotionRecordings

/// What people see: answers on standard output, messages on standard error.
enum Console {
  /// Prints the answer, text or JSON, on standard output.
  ///
  /// - Throws: `FileError.writeFailed`, for instance when the disk is full.
  static func print(_ text: String) throws {
    try OutputFile.write(text + "\n", to: "-")
  }

  /// Tells of something that went wrong and did not stop the work.
  static func warning(_ message: String) { note("Warning: \(message)") }

  /// Tells why the work stopped.
  static func error(_ message: String) { note("Error: \(message)") }

  /// Prints a message on standard error.
  static func note(_ message: String) { write(visible(message) + "\n") }

  /// Makes the control characters of what a file or an argument held visible, so that a message does
  /// to a terminal nothing but be read.
  private static func visible(_ message: String) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t"
    }
    guard !message.unicodeScalars.allSatisfy(isPlain) else { return message }
    return message.unicodeScalars.reduce(into: "") { text, scalar in
      text += isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// Holds the numbers of the standard streams that the program was started without: otherwise the
  /// next file to be opened would take their place, and get what is printed.
  static func holdStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The wrong way round, so that using the stream is an error still.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes `text` on standard error as it stands. What cannot be told there cannot be told.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Whether standard output is a terminal: pictures and colours are for people.
  static var answersGoToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal: progress is for people.
  static var messagesGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
