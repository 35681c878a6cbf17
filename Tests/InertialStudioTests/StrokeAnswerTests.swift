import Foundation
import GestureRecognition
import MotionFusion
import MotionSimulation
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

@Suite("POST /api/recognize")
struct StrokeAnswerTests {
  private let folder = TestFolder()

  private func service() throws -> StudioService {
    try StudioService(StudioConfiguration(folder: folder.path))
  }

  private static func points(_ stroke: [Sample2D]) -> [[Double]] {
    stroke.map { [$0.timestamp, $0.x, $0.y] }
  }

  @Test("a letter does not wait for other work of the service", .timeLimit(.minutes(5)))
  func independent() async throws {
    let service = try service()
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work = Task { await service.wait(begun, ended) }
    while begun.wait(timeout: .now()) != .success { try await Task.sleep(for: .milliseconds(5)) }
    let answer = await service.answer(
      try WebRequest(
        "POST", "/api/recognize", json: ["stroke": [[0, 0, 0], [1, 0, 9], [2, 9, 9]]]))
    #expect(answer.status == 200)
    ended.signal()
    #expect(await work.value)
  }

  @Test("the letters of 20 synthetic writers have the scores of the library, bit for bit")
  func sameScores() async throws {
    let service = try service()
    let recognizer = try GestureRecognizer.uppercaseLetters()
    for seed in 1...20 as ClosedRange<UInt64> {
      let text = String((65...90).map { Character(UnicodeScalar($0)) })
      let recording = try SyntheticRecording(
        text, kind: .strokes, writer: Writer(seed: seed), seed: seed)
      #expect(recording.recordings.strokes.count == 26)
      for stroke in recording.recordings.strokes {
        let expected = try recognizer.recognize(.stroke(stroke.samples))
        var request = try WebRequest("POST", "/api/recognize")
        request.body = Array(
          try JSONEncoder().encode(Call(stroke: Self.points(stroke.samples), detail: true)))
        let answer = try JSONDecoder().decode(
          Answer.self, from: Data(await service.answer(request).body))
        let gesture = try #require(answer.gestures.first)
        #expect(gesture.label == expected.label)
        #expect(gesture.score == expected.score)
        #expect(gesture.confidence == expected.confidence)
        let likely = expected.alternatives.prefix(4).prefix { $0.confidence >= 1e-3 }
        #expect(gesture.alternatives == Array(likely))
        let best = Recognition.Alternative(
          label: expected.label, score: expected.score, confidence: expected.confidence)
        #expect(answer.detail.best == best)
        #expect(
          answer.detail.scores
            == ([best] + expected.alternatives).sorted { $0.label < $1.label })
        #expect(answer.detail.scores.count == 26)
      }
    }
  }

  /// `JSONSerialization` rounds numbers; the coders keep every bit.
  private struct Call: Encodable {
    var stroke: [[Double]]
    var detail: Bool
  }

  private struct Answer: Decodable {
    struct Gesture: Decodable {
      var label: String
      var score: Double
      var confidence: Double
      var alternatives: [Recognition.Alternative]
    }

    struct Detail: Decodable {
      var best: Recognition.Alternative
      var scores: [Recognition.Alternative]
    }

    var gestures: [Gesture]
    var detail: Detail
  }

  @Test("the zones are those of the feature vector, and the stroke lies in the unit square")
  func zones() async throws {
    let stroke = [(0.0, 10.0, 10.0), (0.5, 110.0, 10.0), (1.0, 110.0, 210.0)]
    let answer = try await service().answer(
      WebRequest(
        "POST", "/api/recognize",
        json: ["stroke": stroke.map { [$0.0, $0.1, $0.2] }, "detail": true])
    ).object()
    let detail = try #require(answer["detail"] as? [String: Any])
    let input = try #require(detail["input"] as? [String: Any])
    #expect(input["kind"] as? String == "zones")
    #expect(input["columns"] as? Int == 3 && input["rows"] as? Int == 3)
    #expect(input["strokes"] as? [[[Double]]] == [[[0, 0], [0.5, 0], [0.5, 1]]])
    let zones = try #require(input["zones"] as? [[String: Double]])
    #expect(zones.count == 9)
    // Half of the time to the right in the first zone, half of it down in the middle one.
    #expect(zones[0] == ["share": 0.5, "dx": 0.5, "dy": 0])
    #expect(zones[4] == ["share": 0.5, "dx": 0, "dy": 1])
    #expect(zones.reduce(0) { $0 + ($1["share"] ?? 0) } == 1)
  }

  @Test("several strokes: the score of the recogniser, whatever the pause between them")
  func strokes() async throws {
    let service = try service()
    let first = [[0.0, 0, 0], [0.4, 0, 100]]
    let second = [[9.0, 0, 100], [9.3, 60, 100]]
    func sample(_ point: [Double]) -> Sample2D {
      Sample2D(x: point[1], y: point[2], timestamp: point[0])
    }
    let gesture = [Sample2D](strokes: [first.map(sample), second.map(sample)])
    let expected = try GestureRecognizer.uppercaseLetters().recognize(gesture)
    for pause in [0, 5.0] {
      let later = second.map { [$0[0] + pause, $0[1], $0[2]] }
      let answer = try await service.answer(
        WebRequest(
          "POST", "/api/recognize", json: ["strokes": [first, later], "detail": true])
      ).object()
      let found = try #require((answer["gestures"] as? [[String: Any]])?.first)
      #expect(found["label"] as? String == expected.label)
      #expect(found["score"] as? Double == expected.score)
      // The picture keeps the strokes apart.
      let detail = try #require(answer["detail"] as? [String: Any])
      let input = try #require(detail["input"] as? [String: Any])
      #expect((input["strokes"] as? [[[Double]]])?.count == 2)
    }
  }

  @Test(
    "a stroke without features has a reason and no label",
    arguments: [
      ([[0.0, 1, 1]], "at least 2"), ([[0.0, 1, 1], [0, 5, 5]], "duration"),
      ([[0.0, 1, 1], [1, 1, 1]], "coincide"), ([[1.0, 1, 1], [0, 5, 5]], "backward"),
    ])
  func unreadable(_ stroke: [[Double]], _ word: String) async throws {
    let response = try await service().answer(
      WebRequest("POST", "/api/recognize", json: ["stroke": stroke, "detail": true]))
    #expect(response.status == 200)
    let answer = try response.object()
    let gesture = try #require((answer["gestures"] as? [[String: Any]])?.first)
    #expect(gesture["label"] is NSNull)
    #expect((gesture["reason"] as? String)?.contains(word) == true)
    #expect((answer["detail"] as? [String: Any])?["best"] == nil)
  }

  @Test(
    "malformed bodies are rejected with what is expected",
    arguments: [
      "", "{", "[]", "{}", #"{"stroke": []}"#, #"{"strokes": []}"#, #"{"strokes": [[]]}"#,
      #"{"stroke": [[0, 1]]}"#, #"{"stroke": [[0, 1, 2, 3]]}"#, #"{"stroke": [["a", 1, 2]]}"#,
      #"{"stroke": [[0, 1e999, 2], [1, 2, 3]]}"#, #"{"stroke": [[0, NaN, 2], [1, 2, 3]]}"#,
      #"{"stroke": 7}"#, "\u{0}\u{1}",
    ])
  func malformed(_ body: String) async throws {
    var request = try WebRequest("POST", "/api/recognize")
    request.body = Array(body.utf8)
    let response = try await service().answer(request)
    #expect(response.status == 400)
    #expect(response.reason?.isEmpty == false)
  }
}

extension StudioService {
  /// Occupies the service; whether that ended by a signal.
  fileprivate func wait(_ begun: DispatchSemaphore, _ ended: DispatchSemaphore) -> Bool {
    begun.signal()
    return ended.wait(timeout: .now() + 280) == .success
  }
}
