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
  static func note(_ message: String) { write(message + "\n") }

  /// Writes `text` on standard error as it stands. What cannot be told there cannot be told.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Whether standard output is a terminal: pictures and colours are for people.
  static var answersGoToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal: progress is for people.
  static var messagesGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
