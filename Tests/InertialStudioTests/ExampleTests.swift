import Foundation
import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import MotionSimulation
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

extension Sample2D {
  /// Two turns outward: no letter.
  fileprivate static func spiral(seed: UInt64) -> [Sample2D] {
    let (width, height) = (1 + 0.1 * sin(Double(seed)), 1 + 0.1 * sin(2 * Double(seed)))
    return (0..<60).map { index in
      let angle = 4 * Double.pi * Double(index) / 60
      return Sample2D(
        x: 20 * width * angle * cos(angle), y: 20 * height * angle * sin(angle),
        timestamp: 0.02 * Double(index))
    }
  }
}

@Suite("Teaching")
struct ExampleTests {
  private let folder = TestFolder()

  private func service() throws -> StudioService {
    try StudioService(StudioConfiguration(folder: folder.path))
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
  }

  /// Adds strokes of synthetic writers through requests.
  private func teach(_ service: StudioService, _ text: String, writers: ClosedRange<UInt64>)
    async throws
  {
    for seed in writers {
      let recording = try SyntheticRecording(
        text, kind: .strokes, writer: Writer(seed: seed), seed: seed)
      for stroke in recording.recordings.strokes {
        let response = try await service.answer(
          WebRequest(
            "POST", "/api/examples",
            json: [
              "kind": "stroke", "label": stroke.label ?? "",
              "strokes": [stroke.samples.map { [$0.timestamp, $0.x, $0.y] }],
            ]))
        #expect(response.status == 200)
      }
    }
  }

  private func train(
    _ service: StudioService, kind: String = "stroke", adapts: Bool = false
  ) async throws -> [String: Any] {
    var answer = try await service.answer(
      WebRequest("POST", "/api/train", json: ["kind": kind, "adapts": adapts])
    ).object()
    while answer["state"] as? String == "running" {
      try await Task.sleep(for: .milliseconds(5))
      answer = try await service.answer(WebRequest("GET", "/api/train")).object()
    }
    return answer
  }

  @Test("two studios on one folder keep each other's examples, and their numbers")
  func twoStudios() async throws {
    try makeFolder()
    let (first, second) = (try service(), try service())
    try await teach(first, "AB", writers: 1...1)
    try await teach(second, "C", writers: 2...2)
    try await teach(first, "D", writers: 3...3)
    let listed = try await first.answer(WebRequest("GET", "/api/examples?kind=stroke")).object()
    let examples = try #require(listed["examples"] as? [[String: Any]])
    #expect(examples.map { $0["label"] as? String } == ["A", "B", "C", "D"])
    #expect(Set(examples.compactMap { $0["id"] as? Int }).count == 4)
    let ids = try await examplesOf(first).map(\.id)
    #expect(examples.map { $0["id"] as? Int } == ids)
    // The second studio deletes its own example, and writes what the first has added.
    let own = try #require(try await examplesOf(second).first { $0.label == "C" })
    let removed = try await second.answer(
      WebRequest("DELETE", "/api/examples?kind=stroke&id=\(own.id)"))
    #expect(removed.status == 200)
    let file = try RecordingReader().read(folder.path + "/strokes.csv")
    #expect(file.strokes.map(\.label) == ["A", "B", "D"])
    let kept = try await examplesOf(first)
    #expect(kept.map(\.id) == [ids[0], ids[1], ids[3]])
  }

  /// The examples as they are listed.
  private func examplesOf(
    _ service: StudioService, kind: String = "stroke"
  ) async throws -> [(id: Int, label: String)] {
    let listed = try await service.answer(WebRequest("GET", "/api/examples?kind=\(kind)")).object()
    return try #require(listed["examples"] as? [[String: Any]]).map { example in
      (try #require(example["id"] as? Int), try #require(example["label"] as? String))
    }
  }

  @Test("a number from before a restart deletes no other example")
  func restarted() async throws {
    try makeFolder()
    let before = try service()
    try await teach(before, "AB", writers: 1...1)
    let ids = try await examplesOf(before).map(\.id)
    let after = try service()
    for status in [200, 404] {
      let removed = try await after.answer(
        WebRequest("DELETE", "/api/examples?kind=stroke&id=\(ids[0])"))
      #expect(removed.status == status)
    }
    #expect(try await examplesOf(after).map(\.label) == ["B"])
  }

  @Test("examples of other programs are listed and trained on; gestures without a label are kept")
  func otherPrograms() async throws {
    try makeFolder()
    let path = folder.path + "/strokes.csv"
    let strokes = try SyntheticRecording("ACAC", kind: .strokes, writer: Writer(seed: 1), seed: 1)
      .recordings.strokes
    var unlabeled = Recordings(format: "inertial-strokes")
    unlabeled.strokes = [LabeledRecording(samples: strokes[0].samples)]
    try RecordingWriter.write(unlabeled, format: "inertial-strokes", to: path)
    let service = try service()
    #expect(try await examplesOf(service).isEmpty)
    var file = try ExampleFile(path)
    let added = strokes.map { RecordedGesture(label: $0.label, samples: .stroke($0.samples)) }
    #expect(try file.add(added) == 4)
    let report = try await train(service)
    #expect(report["total"] as? Int == 4)
    let examples = try await examplesOf(service)
    #expect(examples.map(\.label) == ["A", "C", "A", "C"])
    let removed = try await service.answer(
      WebRequest("DELETE", "/api/examples?kind=stroke&id=\(examples[1].id)"))
    #expect(removed.status == 200)
    #expect(try RecordingReader().read(path).strokes.map { $0.label ?? "" } == ["", "A", "A", "C"])
    #expect(
      try await examplesOf(service).map(\.id) == [examples[0].id, examples[2].id, examples[3].id])
  }

  @Test("a motion is one example, whatever the number of pages, and keeps its number")
  func motionOnce() async throws {
    try makeFolder()
    let service = try service()
    let samples = try AirSimulator().recording(of: "LO", by: Writer(seed: 8), seed: 1).samples
    await service.hub.add(samples, from: "test")
    func add(_ gesture: Int, _ label: String) async throws -> WebAnswer {
      try await service.answer(
        WebRequest(
          "POST", "/api/examples", json: ["kind": "motion", "label": label, "gesture": gesture]))
    }
    #expect(try await add(1, "A").status == 200)
    let second = try await add(1, "B")
    #expect(second.status == 409)
    #expect(second.reason == "gesture 1 is an example of A already")
    let id = try #require(try await examplesOf(service, kind: "motion").first?.id)
    // Another program adds a motion: the file is read again.
    var file = try ExampleFile(folder.path + "/motions.csv")
    _ = try file.add([
      RecordedGesture(label: "O", samples: .motion(try await service.hub.gesture(2).motions))
    ])
    let examples = try await examplesOf(service, kind: "motion")
    #expect(examples.map(\.label) == ["A", "O"])
    #expect(examples.first?.id == id)
    // A deleted example may be added again.
    _ = try await service.answer(WebRequest("DELETE", "/api/examples?kind=motion&id=\(id)"))
    #expect(try await add(1, "B").status == 200)
    #expect(try await examplesOf(service, kind: "motion").map(\.label) == ["O", "B"])
  }

  @Test("examples are stored, listed, deleted, and found again by the next studio")
  func stored() async throws {
    try makeFolder()
    let service = try service()
    try await teach(service, "AB", writers: 1...2)
    let listed = try await service.answer(WebRequest("GET", "/api/examples?kind=stroke"))
      .object()
    let examples = try #require(listed["examples"] as? [[String: Any]])
    #expect(examples.map { $0["label"] as? String } == ["A", "B", "A", "B"])
    let id = try #require(examples[1]["id"] as? Int)
    let removed = try await service.answer(
      WebRequest("DELETE", "/api/examples?kind=stroke&id=\(id)"))
    #expect(removed.status == 200)
    let again = try await service.answer(
      WebRequest("DELETE", "/api/examples?kind=stroke&id=\(id)"))
    #expect(again.status == 404)
    let other = try ExampleStore(folder: folder.path)
    #expect(other.all(.stroke).map(\.label) == ["A", "A", "B"])
    #expect(other.all(.motion).isEmpty)
    // The tool reads the same file.
    let recordings = try RecordingReader().read("\(folder.path)/strokes.csv")
    #expect(recordings.strokes.map(\.label) == ["A", "A", "B"])
  }

  @Test("a model of five letters reads them, is kept in the folder, and reads as the tool does")
  func trained() async throws {
    try makeFolder()
    let service = try service()
    try await teach(service, "ACLOS", writers: 1...3)
    let report = try await train(service)
    #expect(report["state"] as? String == "done")
    #expect(report["total"] as? Int == 15)
    #expect((report["accuracy"] as? Double ?? 0) >= 0.8)
    #expect(report["labels"] as? [String] == ["A", "C", "L", "O", "S"])
    let state = try await service.answer(WebRequest("GET", "/api/state")).object()
    #expect(state["model"] as? String == "own")
    let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/strokes.model"))
    let recognizer = GestureRecognizer(try RecognitionModel(file: Array(bytes)))
    let recording = try SyntheticRecording(
      "ACLOS", kind: .strokes, writer: Writer(seed: 77), seed: 77)
    for stroke in recording.recordings.strokes {
      let answer = try await service.answer(
        WebRequest(
          "POST", "/api/recognize",
          json: ["stroke": stroke.samples.map { [$0.timestamp, $0.x, $0.y] }])
      ).object()
      let score = (answer["gestures"] as? [[String: Any]])?.first?["score"] as? Double
      // `JSONSerialization` rounds the last digit of coordinates.
      let expected = try recognizer.recognize(stroke.samples).score
      #expect(abs(try #require(score) - expected) < 1e-9)
    }
  }

  @Test("the built-in letters in the air take own examples, and keep theirs")
  func adapted() async throws {
    try makeFolder()
    let service = try service()
    // A gesture that is no letter: two of them without a release between them.
    func held(seed: UInt64) throws -> [SensorSample] {
      var samples = try AirSimulator().recording(of: "VO", by: Writer(seed: 8), seed: seed).samples
      let first = try #require(samples.firstIndex { $0.isTouching == true })
      let last = try #require(samples.lastIndex { $0.isTouching == true })
      for index in first...last { samples[index].isTouching = true }
      return samples
    }
    for gesture in 1...4 {
      await service.hub.add(try held(seed: UInt64(gesture)), from: "test")
      let response = try await service.answer(
        WebRequest(
          "POST", "/api/examples", json: ["kind": "motion", "label": "@", "gesture": gesture]))
      #expect(response.status == 200)
    }
    let alone = try await train(service, kind: "motion")
    #expect(alone["state"] as? String == "failed")
    let report = try await train(service, kind: "motion", adapts: true)
    #expect(report["state"] as? String == "done")
    #expect(report["total"] as? Int == 4)
    #expect(report["correct"] as? Int == 4)
    let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/motions.model"))
    let recognizer = GestureRecognizer(try RecognitionModel(file: Array(bytes)))
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [
      LabeledRecording(
        samples: try AirSimulator().recording(of: "HELO", by: Writer(seed: 8), seed: 3).samples)
    ]
    #expect(recognizer.recognize(recordings).map(\.label) == ["H", "E", "L", "O"])
    recordings.sensorSamples = [LabeledRecording(samples: try held(seed: 9))]
    #expect(recognizer.recognize(recordings).map(\.label) == ["@"])
  }

  @Test("the built-in letters on the screen stay beside own gestures, in one file")
  func beside() async throws {
    try makeFolder()
    let service = try service()
    for seed in 1...3 as ClosedRange<UInt64> {
      let response = try await service.answer(
        WebRequest(
          "POST", "/api/examples",
          json: [
            "kind": "stroke", "label": "spiral",
            "strokes": [Sample2D.spiral(seed: seed).map { [$0.timestamp, $0.x, $0.y] }],
          ]))
      #expect(response.status == 200)
    }
    let alone = try await train(service)
    #expect(alone["state"] as? String == "failed")
    let report = try await train(service, adapts: true)
    #expect(report["state"] as? String == "done")
    #expect(report["total"] as? Int == 3)
    #expect(report["correct"] as? Int == 3)
    let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/strokes.model"))
    let recognizer = GestureRecognizer(try RecognitionModel(file: Array(bytes)))
    for gesture in try SyntheticRecording(
      "HELO", kind: .strokes, writer: Writer(seed: 8), seed: 3
    ).recordings.strokes {
      #expect(try recognizer.recognize(gesture.samples).label == gesture.label)
    }
    #expect(try recognizer.recognize(Sample2D.spiral(seed: 9)).label == "spiral")
  }

  @Test("three examples of three gestures in the air train without the one that is too short")
  func fewMotions() async throws {
    try makeFolder()
    let service = try service()
    let tap = try #require(
      try AirSimulator().recording(of: "L", by: Writer(seed: 3), seed: 9).samples.first)
    for seed in 1...3 as ClosedRange<UInt64> {
      await service.hub.add(
        try AirSimulator().recording(of: "LOS", by: Writer(seed: 3), seed: seed).samples,
        from: "test")
    }
    await service.hub.add(
      (0..<40).map { index in
        var sample = tap
        sample.timestamp = 100 + Double(index) / 100
        sample.isTouching = (20..<24).contains(index)
        return sample
      }, from: "test")
    for gesture in 1...10 {
      let response = try await service.answer(
        WebRequest(
          "POST", "/api/examples",
          json: [
            "kind": "motion", "label": ["line", "ring", "snake"][(gesture - 1) % 3],
            "gesture": gesture,
          ]))
      #expect(response.status == 200, "\(gesture)")
    }
    let report = try await train(service, kind: "motion")
    #expect(report["state"] as? String == "done", "\(report["error"] ?? "")")
    #expect(report["total"] as? Int == 9)
    #expect(report["correct"] as? Int ?? 0 >= 8)
    let rejected = try #require(report["rejected"] as? [[String: Any]])
    #expect(rejected.map { $0["label"] as? String } == ["line"])
    #expect((rejected.first?["reason"] as? String)?.isEmpty == false)
  }

  @Test("training that cannot succeed fails with the reason, and can be cancelled")
  func failures() async throws {
    try makeFolder()
    let service = try service()
    let none = try await train(service)
    #expect(none["state"] as? String == "failed")
    try await teach(service, "AA", writers: 1...2)
    let one = try await train(service)
    #expect(one["state"] as? String == "failed")
    #expect((one["error"] as? String)?.contains("class") == true)
    try await teach(service, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", writers: 1...3)
    let running = try await service.answer(
      WebRequest("POST", "/api/train", json: ["kind": "stroke"]))
    #expect(running.status == 200)
    let second = try await service.answer(
      WebRequest("POST", "/api/train", json: ["kind": "stroke"]))
    #expect(second.status == 409)
    _ = try await service.answer(WebRequest("DELETE", "/api/train"))
    var state = "running"
    while state == "running" {
      try await Task.sleep(for: .milliseconds(5))
      state =
        try await service.answer(WebRequest("GET", "/api/train")).object()["state"] as? String
        ?? ""
    }
    #expect(state == "cancelled")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/strokes.model"))
  }

  @Test("a data set that is no file is rejected at once")
  func pipe() throws {
    try makeFolder()
    #expect(mkfifo("\(folder.path)/strokes.csv", 0o600) == 0)
    #expect(throws: (any Error).self) { try service() }
  }

  @Test(
    "names and labels cannot leave the folder",
    arguments: [
      "../../etc/passwd", "a/b", "..%2f..%2fx", "\u{0}", "", "    ", "12345678901234567",
      // One character of 1 kB.
      "a" + String(repeating: "\u{301}", count: 500),
    ])
  func names(_ name: String) async throws {
    try makeFolder()
    let service = try service()
    let stroke = [[0.0, 0, 0], [1, 10, 10]]
    let response = try await service.answer(
      WebRequest(
        "POST", "/api/examples", json: ["kind": "stroke", "label": name, "strokes": [stroke]]))
    var upload = try WebRequest("POST", "/api/examples/file?kind=stroke")
    upload.headers["x-name"] = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    upload.body = Array("recording,label,user,time_s,x,y\n1,Q,,0,0,0\n1,Q,,1,1,1\n".utf8)
    #expect(!upload.fileName.contains("/"))
    _ = await service.answer(upload)
    // A label is data: whatever it is, the only file is that of the strokes.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files == ["strokes.csv"])
    #expect(response.status == (["a/b"].contains(name) || name.hasPrefix("..") ? 200 : 422))
    for path in ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/Web/../app.js", "/strokes.csv"] {
      #expect(try await service.answer(WebRequest("GET", path)).status == 404)
    }
  }

  @Test("exported examples are imported again")
  func exported() async throws {
    try makeFolder()
    let service = try service()
    let empty = try await service.answer(WebRequest("GET", "/api/examples/file?kind=stroke"))
    #expect(empty.status == 404)
    try await teach(service, "AB", writers: 1...1)
    let file = try await service.answer(WebRequest("GET", "/api/examples/file?kind=stroke"))
    #expect(file.status == 200)
    var upload = try WebRequest("POST", "/api/examples/file?kind=stroke")
    upload.body = file.body
    let added = try await service.answer(upload).object()
    #expect(added["added"] as? Int == 2)
    upload.query["kind"] = "motion"
    #expect(await service.answer(upload).status == 422)
    upload.query["kind"] = "other"
    #expect(await service.answer(upload).status == 400)
    upload.query["kind"] = "stroke"
    upload.body = Array("not a recording".utf8)
    let rejected = await service.answer(upload)
    #expect(rejected.status == 422)
    #expect(rejected.reason?.isEmpty == false)
  }
}
