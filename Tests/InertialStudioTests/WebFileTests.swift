import Foundation
import TestSupport
import Testing

@testable import InertialStudio

@Suite("The files of the page")
struct WebFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/InertialStudio/Web")

  @Test("the embedded files are those of Web/: run Scripts/embed-web after a change")
  func embedded() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(WebFiles.all.map(\.name).sorted() == names)
    for file in WebFiles.all {
      let written = try String(contentsOf: Self.folder.appending(path: file.name), encoding: .utf8)
      #expect(Array(file.text.utf8) == Array(written.utf8), "\(file.name)")
    }
  }

  @Test("the page is under 200 kB, has no inline script or style, and loads nothing from elsewhere")
  func small() {
    var total = 0
    for file in WebFiles.all {
      let text = String(decoding: file.text.utf8, as: UTF8.self)
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
  func paths() {
    #expect(WebFile.named("/")?.name == "index.html")
    #expect(WebFile.named("/phone")?.name == "phone.html")
    #expect(WebFile.named("/app.js")?.type == "text/javascript; charset=utf-8")
    for path in ["", "//", "/../app.js", "/Web/app.js", "/app.js/", "/nothing"] {
      #expect(WebFile.named(path) == nil)
    }
  }
}
