#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  private let compiler: String? = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
    .first { (path: String) in access(path, X_OK) == 0 }

  /// Calls that fail while the program writes, by a library that is preloaded into it.
  @Suite("Faults of disks", .enabled(if: compiler != nil, "no C compiler"))
  struct DiskFaultTests {
    /// A command that writes `output` of a folder with inputs.
    struct Command: Sendable, CustomTestStringConvertible {
      var output: String
      var arguments: [String]
      var testDescription: String { arguments.joined(separator: " ") }
    }

    static let commands: [Command] = [
      Command(output: "o.csv", arguments: ["simulate", "I", "--output", "o.csv"]),
      Command(
        output: "o.csv",
        arguments: ["convert", "sensors.csv", "--to", "inertial-jsonl", "--output", "o.csv"]),
      Command(
        output: "o.zip",
        arguments: ["convert", "sensors.csv", "--to", "sensor-logger", "--output", "o.zip"]),
      Command(output: "o.csv", arguments: ["orientation", "sensors.csv", "--output", "o.csv"]),
      Command(output: "o.html", arguments: ["orientation", "sensors.csv", "--report", "o.html"]),
      Command(output: "o.csv", arguments: ["track", "sensors.csv", "--output", "o.csv"]),
      Command(output: "o.html", arguments: ["recognize", "strokes.csv", "--report", "o.html"]),
      Command(
        output: "o.model",
        arguments: [
          "train", "--dataset", "strokes.csv", "--classifier", "zone-softmax", "--output",
          "o.model",
        ]),
      Command(output: "set.csv", arguments: ["collect", "strokes.csv", "--dataset", "set.csv"]),
    ]

    private let folder: TemporaryFolder
    private let library: String

    init() throws {
      folder = try TemporaryFolder()
      library = folder.path("faults.so")
      let process = Process()
      process.executableURL = URL(filePath: try #require(compiler))
      process.arguments = [
        "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library,
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faults.c").path,
      ]
      try process.run()
      try #require(process.endStatus() == 0)
    }

    /// The folder of inputs and outputs, with an earlier output.
    private func prepare(_ command: Command, in name: String) throws -> URL {
      let url = URL(filePath: folder.path(name))
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (file, line) in [
        ("sensors.csv", ["simulate", "I"]),
        ("strokes.csv", ["simulate", "HI", "--kind", "strokes"]),
        ("others.csv", ["simulate", "HI", "--kind", "strokes", "--writer", "2"]),
      ] {
        let path = url.appending(path: file).path
        try #require(Program.run(line + ["--output", path]).status == 0)
      }
      let output = url.appending(path: command.output)
      if command.arguments[0] == "collect" {
        let set = try Program.run(
          "collect", url.appending(path: "others.csv").path, "--dataset", output.path)
        try #require(set.status == 0)
      } else {
        try Data("earlier".utf8).write(to: output)
      }
      return url
    }

    private func run(
      _ command: Command, in url: URL, _ faults: [String: String]
    ) throws -> Program.Outcome {
      try Program.run(
        command.arguments,
        environment: faults.merging(["LD_PRELOAD": library, "FAULT_FOLDER": url.path]) { $1 },
        in: url)
    }

    /// The files of a folder, without locks.
    private func contents(of url: URL) throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      return try Dictionary(
        uniqueKeysWithValues: names.filter { !$0.hasSuffix(".lock") }
          .map { ($0, try Data(contentsOf: url.appending(path: $0))) })
    }

    @Test("each call that fails gives a message, and leaves the earlier file", arguments: commands)
    func failures(command: Command) throws {
      let counting = try prepare(command, in: "counting")
      let earlier = try contents(of: counting)
      let counts = folder.path("counts")
      #expect(try run(command, in: counting, ["FAULT_COUNTS": counts]).status == 0)
      let whole = try contents(of: counting)
      #expect(whole[command.output] != earlier[command.output])
      let numbers = try String(contentsOfFile: counts, encoding: .utf8).split(separator: "\n")
        .compactMap { Int($0) }
      for (call, number) in zip(["open", "write", "fsync", "rename"], numbers) {
        try #require(number > 0, "\(call) was not seen")
        for index in 1...number {
          let url = URL(filePath: folder.path("\(call)-\(index)"))
          try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
          for (name, data) in earlier { try data.write(to: url.appending(path: name)) }
          let outcome = try run(
            command, in: url,
            ["FAULT_CALL": call, "FAULT_NUMBER": "\(index)", "FAULT_ERROR": "\(ENOSPC)"])
          #expect([73, 74].contains(outcome.status), "\(call) \(index): \(outcome)")
          #expect(outcome.messages.contains(command.output), "\(call) \(index): \(outcome)")
          #expect(outcome.messages.contains("No space left"), "\(call) \(index): \(outcome)")
          #expect(try contents(of: url) == earlier, "\(call) \(index)")
        }
      }
    }

    @Test("short and interrupted writes give the same file", arguments: commands)
    func shortWrites(command: Command) throws {
      let url = try prepare(command, in: "short")
      let earlier = try contents(of: url)
      #expect(try run(command, in: url, [:]).status == 0)
      let expected = try contents(of: url)
      for (name, data) in earlier { try data.write(to: url.appending(path: name)) }
      #expect(try run(command, in: url, ["FAULT_SHORT": "1"]).status == 0)
      #expect(try contents(of: url) == expected)
    }
  }
#endif
