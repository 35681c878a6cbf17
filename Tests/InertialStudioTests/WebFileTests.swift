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
      let written = try Data(contentsOf: Self.folder.appending(path: file.name))
      #expect(file.bytes == Array(written), "\(file.name)")
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

  @Test("the page is under 200 kB, has no inline script or style, and loads nothing from elsewhere")
  func small() {
    var total = 0
    for file in WebFiles.builtIn {
      let text = String(decoding: file.bytes, as: UTF8.self)
      total += text.utf8.count
      for line in text.split(separator: "\n") {
        #expect(!line.contains("style=\"") && !line.contains("onclick="), "\(file.name): \(line)")
        let isNamespace = line.contains("http://www.w3.org/")
        #expect(
          isNamespace || !(line.contains("http://") || line.contains("https://")),
          "\(file.name): \(line)")
        if line.contains("<script") { #expect(line.contains("src=\"/")) }
      }
    }
    #expect(total < 200_000)
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
