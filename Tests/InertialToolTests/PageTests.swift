import Foundation
import TestSupport
import Testing

/// The commands, options, scripts and links of README, how-to pages and articles.
@Suite("Pages of the documentation")
struct PageTests {
  /// The text of each page by its path.
  private static let pages: [String: String] = {
    var paths = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    paths += ["Benchmarks/README.md", "Bindings/Python/README.md"]
    for folder in ["Documentation", "Sources"] {
      let files = FileManager.default.enumerator(
        atPath: Locations.package.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        if file.hasSuffix(".md") { paths.append("\(folder)/\(file)") }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        let url = Locations.package.appending(path: path)
        return (try? String(contentsOf: url, encoding: .utf8)).map { (path, $0) }
      })
  }()

  /// The lines of blocks without a language and of shell, and the text outside of blocks.
  private static func parts(of page: String) -> (shell: [String], prose: String) {
    var (shell, prose): ([String], [String]) = ([], [])
    var language: Substring?
    for line in page.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if let language {
        if language.isEmpty || language == "sh" { shell.append(line) }
      } else {
        prose.append(line)
      }
    }
    return (shell, prose.joined(separator: "\n"))
  }

  /// The code between single backquotes.
  private static func spans(in prose: String) -> [String] {
    prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.replacing("\n", with: " ")) }
  }

  /// The options of each subcommand.
  private static func options() throws -> [String: Set<String>] {
    let dump = try Program.run("--experimental-dump-help").object()
    let root = try #require(dump["command"] as? [String: Any])
    var options: [String: Set<String>] = [:]
    for command in try #require(root["subcommands"] as? [[String: Any]]) {
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
        .compactMap { $0["name"] as? String }
      options[try #require(command["commandName"] as? String)] = Set(names)
    }
    return options
  }

  @Test("every subcommand and option that a page names exists")
  func options() throws {
    let known = try Self.options()
    #expect(Self.pages.count > 40 && known.count > 15)
    for (path, text) in Self.pages {
      let (shell, prose) = Self.parts(of: text)
      for line in shell + Self.spans(in: prose) {
        // Each call of the tool, up to the end of its command.
        for call in line.split(separator: /[|;]|&&/) {
          let words = call.split(separator: " ").map(String.init)
          guard words.count > 1, words[0] == "inertial", words[1] != "help",
            words[1].allSatisfy(\.isLetter), words[1] == words[1].lowercased()
          else { continue }
          let name = words[1]
          let options = try #require(known[name], "\(path): \(call)")
          for word in words where word.hasPrefix("--") && word.count > 2 {
            let option = word.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }
            #expect(options.contains(String(option)), "\(path): \(call)")
          }
        }
      }
    }
  }

  @Test("every script and relative link of a page exists")
  func links() {
    for (path, text) in Self.pages {
      let folder = Locations.package.appending(path: path).deletingLastPathComponent()
      let prose = Self.parts(of: text).prose
      for match in prose.matches(of: /\]\(([^)#\s]+)[^)]*\)/) where !match.1.contains("://") {
        let target = folder.appending(path: String(match.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(path): \(match.1)")
      }
      for match in text.matches(of: /\bScripts\/([a-z][a-z-]*)/) {
        let script = Locations.package.appending(path: String(match.0)).path
        #expect(FileManager.default.fileExists(atPath: script), "\(path): \(match.0)")
      }
    }
  }

  @Test("help and manual agree: the same options in the same order")
  func manual() throws {
    let dump = try Program.run("--experimental-dump-help").object()
    let root = try #require(dump["command"] as? [String: Any])
    for command in try #require(root["subcommands"] as? [[String: Any]]) {
      let name = try #require(command["commandName"] as? String)
      guard name != "help" else { continue }
      let arguments = (command["arguments"] as? [[String: Any]] ?? [])
        .filter { $0["shouldDisplay"] as? Bool == true }
      // A titled group of the help follows the command's own options.
      let groups = arguments.map { $0["sectionTitle"] as? String ?? "" }
      let titles = groups.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      let expected = ([""] + titles.filter { $0 != "" }).flatMap { title in
        zip(arguments, groups).filter { $1 == title }.compactMap { argument, _ -> String? in
          let names = argument["names"] as? [[String: Any]] ?? []
          return names.first { $0["kind"] as? String == "long" }?["name"] as? String
        }
      }
      let lines = try Program.run("help", name).output.split(separator: "\n")
      let shown = lines.compactMap { $0.firstMatch(of: /^  (?:-[a-z], )?--([a-z-]+)/) }
        .map { String($0.1) }
      #expect(
        shown.filter { $0 != "help" && $0 != "version" }
          == expected.filter { $0 != "help" && $0 != "version" }, "\(name)")
      if titles.contains("Messages") { #expect(titles.last == "Messages", "\(name)") }
    }
  }

  // MARK: - Commands

  /// Rows of a table, in order of time: three slow swings of a sensor about its axes.
  private static func rows(_ row: (_ index: Int, _ time: Double) -> [Double]) -> String {
    (0..<400).map { index in
      row(index, Double(index) * 0.01).map { "\(($0 * 1e6).rounded() / 1e6)" }
        .joined(separator: ",")
    }.joined(separator: "\n") + "\n"
  }

  @Test("the commands of the page on formats run")
  func formats() throws {
    let folder = try TemporaryFolder()
    func force(_ time: Double) -> [Double] {
      let angle = 0.3 * sin(2 * time)
      return [sin(angle), 0, cos(angle)]
    }
    /// About *y*, in rad/s.
    func rate(_ time: Double) -> [Double] { [0.001, -0.6 * cos(2 * time), 0.002] }
    func degrees(_ rate: [Double]) -> [Double] { rate.map { $0 * 180 / .pi } }
    _ = try folder.write(
      "t,gx,gy,gz,ax,ay,az\n" + Self.rows { [1000 * $1] + degrees(rate($1)) + force($1) },
      to: "log.csv")
    _ = try folder.write(
      Self.rows { [$1] + force($1).map { $0 * 9.80665 } + rate($1) }, to: "log.txt")
    _ = try folder.write(
      "aX,aY,aZ,gX,gY,gZ\n" + Self.rows { force($1) + degrees(rate($1)) }, to: "gestures.csv")
    _ = try folder.write(
      Self.rows { index, time in
        [
          Double(index / 100), Double(index % 100) * 1e7, 0, 0, sin(0.01 * time), 0,
          cos(0.01 * time),
        ]
          + [Double](repeating: 0, count: 22) + force(time).map { $0 * 9.80665 }
      }, to: "echo.csv")
    _ = try folder.write("t,x,y,z\n" + Self.rows { [$1] + force($1) }, to: "acc.csv")
    _ = try folder.write("t,x,y,z\n" + Self.rows { [$1] + degrees(rate($1)) }, to: "gyro.csv")
    _ = try folder.write(
      "id,ms,gx,gy,gz,ax,ay,az\n"
        + Self.rows { index, time in
          [Double(index % 2), 1000 * time] + degrees(rate(time)) + force(time)
        }, to: "imus.csv")
    _ = try folder.write(
      "t,gx,gy,gz,ax,ay,az\n" + Self.rows { [$1] + degrees(rate($1)) + force($1) }, to: "imu.csv")
    _ = try folder.write(
      "t,W,X,Y,Z\n"
        + Self.rows { _, time in [time, cos(0.15 * sin(2 * time)), 0, sin(0.15 * sin(2 * time)), 0]
        },
      to: "quat.csv")
    _ = try folder.write(
      "t,gx,gy,gz,ax,ay,az,yaw,pitch,roll\n"
        + Self.rows { [$1] + degrees(rate($1)) + force($1) + [0, 17.2 * sin(2 * $1), 0] },
      to: "angles.csv")
    let page = "Sources/MotionRecordings/MotionRecordings.docc/Formats.md"
    let commands = Self.parts(of: try #require(Self.pages[page])).shell
      .filter { $0.hasPrefix("inertial ") }
    #expect(commands.count >= 5)
    for command in commands { try Shell.expectAnswer(of: command, in: folder) }
  }

  @Test("the commands of the page on the studio run on a data set of strokes")
  func studio() throws {
    let folder = try TemporaryFolder()
    for command in [
      "inertial simulate LOLOLO --kind strokes --output some.csv",
      "inertial collect some.csv --dataset strokes.csv",
      "inertial train --dataset strokes.csv --classifier zone-perceptron --output strokes.model",
    ] { try Shell.expectAnswer(of: command, in: folder) }
    let commands = Self.parts(of: try #require(Self.pages["Documentation/Studio.md"])).shell
      .filter { $0.hasPrefix("inertial ") && $0 != "inertial studio" }
    #expect(!commands.isEmpty)
    for command in commands { try Shell.expectAnswer(of: command, in: folder) }
  }
}
