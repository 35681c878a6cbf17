import Foundation
import TestSupport
import Testing

@testable import InertialStudio

@Suite("The files of the page")
struct WebFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/InertialStudio/Web")

  @Test("the embedded files are those of Web/: page.c has a list of them")
  func embedded() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(WebFiles.builtIn.map(\.name).sorted() == names)
    for file in WebFiles.builtIn {
      let written = try String(
        contentsOf: Self.folder.appending(path: file.name), encoding: .utf8)
      let lines = written.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter {
          !$0.isEmpty && !$0.hasPrefix("// ") && !($0.hasPrefix("/*") && $0.hasSuffix("*/"))
        }
      let text = lines.joined(separator: "\n")
      #expect(file.bytes == Array(text.utf8), "\(file.name)")
    }
  }

  @Test("a folder is served as it is at each request, without what is outside of it")
  func folder() throws {
    let folder = TestFolder()
    let web = "\(folder.path)/web"
    try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
    #expect(throws: StudioError.self) { try WebFiles(folder: web) }
    try Data("one".utf8).write(to: URL(filePath: "\(web)/index.html"))
    try Data("secret".utf8).write(to: URL(filePath: "\(folder.path)/token.js"))
    try Data("secret".utf8).write(to: URL(filePath: "\(web)/.hidden.js"))
    let files = try WebFiles(folder: web)
    #expect(files.file(at: "/")?.bytes == Array("one".utf8))
    try Data("two".utf8).write(to: URL(filePath: "\(web)/index.html"))
    #expect(files.file(at: "/")?.bytes == Array("two".utf8))
    for path in ["/app.js", "/../token.js", "/web/../token.js", "/.hidden.js", "//token.js", ""] {
      #expect(files.file(at: path) == nil, "\(path)")
    }
  }

  @Test(
    "the page is at most 130 kB, has no inline script or style, and loads nothing from elsewhere")
  func small() {
    var total = 0
    for file in WebFiles.builtIn {
      let text = String(decoding: file.bytes, as: UTF8.self)
      if !file.name.hasPrefix("phone") { total += text.utf8.count }
      for line in text.split(separator: "\n") {
        #expect(!line.contains("style=\"") && !line.contains("onclick="), "\(file.name): \(line)")
        let isNamespace = line.contains("http://www.w3.org/")
        #expect(
          isNamespace || !(line.contains("http://") || line.contains("https://")),
          "\(file.name): \(line)")
        if line.contains("<script") { #expect(line.contains(/src="[a-z]+[.]js"/)) }
      }
    }
    #expect(total <= 130_000)
  }

  @Test("text has a contrast of at least 4.5 on its grounds, in both schemes")
  func contrast() throws {
    let style = try #require(WebFiles.builtIn.first { $0.name == "studio.css" })
    let text = String(decoding: style.bytes, as: UTF8.self)
    let schemes = text.split(separator: "prefers-color-scheme: dark")
    for scheme in schemes {
      var colors: [String: Double] = [:]
      for match in scheme.prefix(700).matches(of: /--([a-z-]+): ?#([0-9a-f]{6})/) {
        let value = try #require(Int(match.2, radix: 16))
        let parts = [16, 8, 0].map { shift -> Double in
          let part = Double(value >> shift & 255) / 255
          return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        colors[String(match.1)] =
          colors[String(match.1)] ?? 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
      }
      func contrast(_ one: String, _ other: String) throws -> Double {
        let (a, b) = (try #require(colors[one]), try #require(colors[other]))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
      }
      for name in ["ink", "muted", "accent", "good", "doubt", "bad"] {
        for ground in ["ground", "raised", "wash"] {
          #expect(try contrast(name, ground) >= 4.5, "\(name) on \(ground)")
        }
      }
      #expect(try contrast("on-accent", "accent") >= 4.5)
    }
  }

  @Test("paths lead to files by name only")
  func paths() throws {
    let files = try WebFiles()
    #expect(files.file(at: "/")?.name == "index.html")
    #expect(files.file(at: "/phone")?.name == "phone.html")
    #expect(files.file(at: "/app.js")?.type == "text/javascript; charset=utf-8")
    for path in ["", "//", "/../app.js", "/Web/app.js", "/app.js/", "/nothing"] {
      #expect(files.file(at: path) == nil)
    }
  }
}
