import Foundation
import TestSupport
import Testing

/// The built program as a process.
enum Program {
  struct Outcome {
    var status: Int32
    /// Standard output.
    var bytes: Data
    var messages: String
    /// Standard output as text.
    var output: String { String(decoding: bytes, as: UTF8.self) }

    /// Standard output as one JSON object.
    func object() throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: bytes)
      return try #require(value as? [String: Any])
    }
  }

  /// The path of `inertial`, in the folder of the test bundle.
  static let location: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "inertial")
  }()

  /// The program before its start, for tests that interact with it.
  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = location
    process.arguments = arguments
    return process
  }

  /// Runs the program to its end.
  static func run(_ arguments: String..., input: String? = nil) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Without the name of the program.
  ///   - input: Standard input; empty by default.
  ///   - environment: Variables in addition to those of this process.
  ///   - directory: The working directory; by default that of this process.
  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    in directory: URL? = nil
  ) throws -> Outcome {
    let process = process(arguments)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = directory }
    // Files instead of pipes: no answer is long enough to block the program.
    let folder = try TemporaryFolder()
    let output = folder.path("output")
    let messages = folder.path("messages")
    for path in [output, messages] { try Data().write(to: URL(filePath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: messages))
    if let input {
      process.standardInput = try FileHandle(
        forReadingFrom: URL(filePath: folder.write(input, to: "input")))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    return Outcome(
      status: process.endStatus(),
      bytes: try Data(contentsOf: URL(filePath: output)),
      messages: try String(contentsOfFile: messages, encoding: .utf8))
  }
}

/// Shell lines of the documentation.
enum Shell {
  /// Runs a shell line, and expects status 0 and, unless it goes to a file, an answer.
  ///
  /// A line that waits for a phone is ended by SIGINT.
  static func expectAnswer(of line: String, in folder: TemporaryFolder) throws {
    // A shorter text: a debug build tracks slowly.
    var line = line.replacing("HELLO WORLD", with: "HI HI")
    if line.contains("--listen") {
      // Interrupted before it listens, it ends with status 130.
      let listen = line.replacing(":8765", with: ":0")
      let tries = [3, 30, 120].map { "timeout --preserve-status -s INT \($0) \(listen)" }
      line = tries.joined(separator: " || ")
    }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "PATH=\"$0:$PATH\"; cd \"$1\"; \(line)"]
    shell.arguments? += [Program.location.deletingLastPathComponent().path, folder.path("")]
    let answer = folder.path("answer")
    try Data().write(to: URL(filePath: answer))
    shell.standardOutput = try FileHandle(forWritingTo: URL(filePath: answer))
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    #expect(shell.endStatus() == 0, "\(line)")
    #expect(try line.contains(" > ") || !Data(contentsOf: URL(filePath: answer)).isEmpty, "\(line)")
  }
}

/// A folder that is removed with this object.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "inertial-tests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file of this name.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = path(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}
