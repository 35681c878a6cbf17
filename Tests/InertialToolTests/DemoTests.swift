import Foundation
import Testing

@Suite("inertial demo")
struct DemoTests {
  @Test("recognises the word from raw samples and writes a self-contained page")
  func demo() throws {
    let folder = try TemporaryFolder()
    let report = folder.path("demo.html")
    let outcome = try Program.run("demo", "--json", "--report", report)
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    let answer = try outcome.object()
    #expect(answer["text"] as? String == "AMAZING")
    #expect((answer["gestures"] as? [[String: Any]])?.count == 7)
    #expect(answer["report"] as? String == report)
    let page = try String(contentsOfFile: report, encoding: .utf8)
    #expect(page.components(separatedBy: "<polyline").count == 8)
    #expect(!page.contains("http"))
  }

  @Test("prints each stroke above its letter")
  func picture() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run("demo", "--report", folder.path("demo.html"))
    #expect(outcome.output.contains("Read: AMAZING"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("Report: ") })
    let dots = outcome.output.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
    #expect(dots > 7 * 15)
  }
}
