import Foundation
import TestSupport
import Testing

/// The commands of Documentation/Sources.md, in order.
@Suite("The page of the source documents")
struct SourcesTests {
  /// A command of the page, and whether it ends with an error on purpose.
  private struct Command {
    var text: String
    var fails: Bool
  }

  /// The shell blocks and the table cells that call the tool.
  private static func commands() throws -> [Command] {
    let page = try String(
      contentsOf: Locations.package.appending(path: "Documentation/Sources.md"), encoding: .utf8)
    var commands: [Command] = []
    /// The language and the lines of the open block.
    var block: (language: Substring, lines: [String])?
    for line in page.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block {
          if block.language.isEmpty {
            commands.append(Command(text: block.lines.joined(separator: "\n"), fails: false))
          }
        }
        block = block == nil ? (line.dropFirst(3), []) : nil
      } else if block != nil {
        block?.lines.append(line)
      } else if line.hasPrefix("| ") {
        let cell = line.replacing("\\|", with: "\u{1}").split(separator: "|").last ?? ""
        let quoted = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element.replacing("\u{1}", with: "|")) }
        commands += quoted.filter { $0.contains("inertial ") && !$0.contains("inertial help") }
          .map { Command(text: $0, fails: cell.contains(" fails ")) }
      }
    }
    return commands.filter { $0.text.contains("inertial ") || $0.text.contains("cat >") }
  }

  /// The command with fewer random starts: those of the page take minutes in a debug build.
  private static func shortened(_ command: String) -> String {
    command.replacing("--starts 100", with: "--starts 1 --epochs 20")
      .replacing("--writers 20", with: "--writers 1")
      .replacing(
        /--classifier lab(?! --starts)/, with: "--classifier lab --starts 1 --epochs 20")
  }

  /// As they stand with `INERTIAL_ALL_COMMANDS=1`; by default with fewer random starts, and without
  /// evaluations on the development set.
  @Test("every command runs, with the files of those before it")
  func commands() throws {
    let commands = try Self.commands()
    #expect(commands.count > 60)
    let folder = try TemporaryFolder()
    let data = Locations.recordings?.path
    let runsAll = ProcessInfo.processInfo.environment["INERTIAL_ALL_COMMANDS"] != nil
    if let data {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("DATA"), withDestinationPath: data)
    }
    for command in commands {
      // Some models are trained on that data.
      let needsData = ["DATA/", "lab.model", "lab-weights.model"].contains(
        where: command.text.contains)
      guard data != nil || !needsData else { continue }
      var text = command.text
      if !runsAll {
        // Evaluations on the letters of five people take minutes too.
        guard !text.contains("evaluate --dataset DATA") else { continue }
        text = Self.shortened(text)
      }
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = [
        "-ec", "PATH=\"$0:$PATH\"; cd \"$1\"; ALPHABET=ABCDEFGHIJKLMNOPQRSTUVWXYZ; \(text)",
        Program.location.deletingLastPathComponent().path, folder.path(""),
      ]
      let messages = folder.path("messages")
      try Data().write(to: URL(filePath: messages))
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = try FileHandle(forWritingTo: URL(filePath: messages))
      shell.standardInput = FileHandle.nullDevice
      try shell.run()
      let status = shell.endStatus()
      let error = try String(contentsOfFile: messages, encoding: .utf8)
      #expect((status != 0) == command.fails, "\(text): \(error)")
    }
  }
}
