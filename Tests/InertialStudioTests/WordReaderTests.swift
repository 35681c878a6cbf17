import Foundation
import MotionRecordings
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

@Suite("POST /api/words")
struct WordReaderTests {
  private let folder = TestFolder()

  private func service(_ words: [String]) throws -> StudioService {
    let path = folder.path + "-words"
    try OutputFile.write(words.joined(separator: "\n"), to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var configuration = StudioConfiguration(folder: folder.path)
    configuration.lexiconPath = path
    return try StudioService(configuration)
  }

  /// A gesture that is read as `label` with a confidence of 0.6, or as one of the others.
  private static func gesture(_ label: String, or others: String = "") -> [String: Any] {
    let share = others.isEmpty ? 0 : 0.4 / Double(others.count)
    let rest: [[String: Any]] = others.map {
      ["label": String($0), "score": 0, "confidence": share]
    }
    let best: [String: Any] = [
      "label": label, "score": 1, "confidence": others.isEmpty ? 1 : 0.6,
    ]
    return ["scores": rest + [best], "isGesture": true]
  }

  @Test("words by the list, spaces between them, and words that are not in it")
  func words() async throws {
    let service = try service(["BOAT", "GOAT", "TOAST"])
    let gestures =
      [
        Self.gesture("D", or: "BP"), Self.gesture("O", or: "Q"), Self.gesture("A"),
        Self.gesture("T"),
      ]
      + [Self.gesture(" ")] + "XQZ".map { Self.gesture(String($0)) }
    let answer = try await service.answer(
      WebRequest("POST", "/api/words", json: ["gestures": gestures]))
    let words = try #require(try answer.object()["words"] as? [[String: Any]])
    #expect(words.map { $0["text"] as? String } == ["BOAT", "XQZ"])
    #expect(words.map { $0["isInLexicon"] as? Bool } == [true, false])
    #expect(words.map { $0["first"] as? Int } == [0, 5])
    #expect(words.map { $0["count"] as? Int } == [4, 3])
    let none = try await service.answer(WebRequest("POST", "/api/words", json: ["gestures": []]))
    #expect((try none.object()["words"] as? [Any])?.isEmpty == true)
  }

  @Test("gestures spotted without a touch are weighed as the tool weighs them")
  func spotted() async throws {
    let service = try service(["CAT", "CART"])
    func words(isSpotted: Bool) async throws -> [String: Double] {
      var gestures = "CART".map { Self.gesture(String($0)) }
      gestures[2] = Self.gesture("R", or: "BDKP")
      gestures[2]["isGesture"] = false
      gestures[0]["isSpotted"] = isSpotted
      let answer = try await service.answer(
        WebRequest("POST", "/api/words", json: ["gestures": gestures]))
      let words = try #require(try answer.object()["words"] as? [[String: Any]])
      let word = try #require(words.first)
      let all = [word] + (word["alternatives"] as? [[String: Any]] ?? [])
      return Dictionary(
        uniqueKeysWithValues: all.compactMap { choice in
          (choice["text"] as? String).flatMap { text in
            (choice["confidence"] as? Double).map { (text, $0) }
          }
        })
    }
    // A rejected gesture is likelier to be none where movements between letters are spotted too.
    let (touched, spotted) = try await (words(isSpotted: false), words(isSpotted: true))
    #expect(try #require(spotted["CAT"]) > 2 * (try #require(touched["CAT"])))
  }

  @Test("bad requests are answered with the reason")
  func badRequests() async throws {
    let service = try service(["BOAT"])
    func reason(_ json: Any) async throws -> String? {
      await service.answer(try WebRequest("POST", "/api/words", json: json)).reason
    }
    #expect(try await reason([:])?.contains("the key 'gestures' is missing") == true)
    let empty: [String: Any] = ["scores": [], "isGesture": true]
    #expect(try await reason(["gestures": [empty]])?.contains("expected classes") == true)
    var wrong = Self.gesture("A")
    wrong["scores"] = [["label": "A", "score": 0, "confidence": 3]]
    #expect(try await reason(["gestures": [wrong]])?.contains("from 0 to 1") == true)
    let many = Array(repeating: Self.gesture("A"), count: 257)
    #expect(try await reason(["gestures": many])?.contains("at most 256 gestures") == true)
  }

  @Test("a list that cannot be read stops the start; the state says whether words are decoded")
  func lists() async throws {
    var configuration = StudioConfiguration(folder: folder.path)
    configuration.lexiconPath = "/no/such/list"
    let error = #expect(throws: StudioError.self) { try StudioService(configuration) }
    #expect(error?.description.contains("/no/such/list") == true)
    let state = try await service(["BOAT"]).answer(WebRequest("GET", "/api/state")).object()
    #expect(state["decodesWords"] as? Bool == true)
    #expect(throws: StudioError.self) { try self.service(["123", "--"]) }
  }
}
