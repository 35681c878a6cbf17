import Foundation
import TestSupport
import Testing

/// The built program on a terminal of its own, by the `script` of util-linux.
final class Terminal {
  /// Whether this system has that program.
  static let isAvailable: Bool = {
    #if os(Linux)
      return FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      return false
    #endif
  }()

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var text = ""

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - prefix: A command that runs the program.
  ///   - command: A command on the same terminal afterwards.
  init(_ arguments: String..., before prefix: String = "", then command: String) throws {
    let quoted = ([Program.location.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = ["-qec", "\(prefix) \(quoted); \(command)", "/dev/null"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Types keys.
  func type(_ keys: String) { input.fileHandleForWriting.write(Data(keys.utf8)) }

  /// Reads the output until it contains `expected`.
  func wait(for expected: String) throws {
    while !text.contains(expected) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "expected \(expected), got \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// The whole output, after the end of the program.
  func finish() throws -> String {
    if let rest = try output.fileHandleForReading.readToEnd() {
      text += String(decoding: rest, as: UTF8.self)
    }
    process.endStatus()
    return text
  }
}
