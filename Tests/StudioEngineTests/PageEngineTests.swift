import GestureRecognition
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import StudioEngine

@Suite("The studio of one page")
struct PageEngineTests {
  private static let letters = Result { try GestureRecognizer.uppercaseLetters() }

  private func engine(kept: JSON = [:]) throws -> PageEngine {
    let engine = try PageEngine(
      letters: try Self.letters.get().strokeModel.file(), kept: kept, run: "r")
    _ = engine.takeEvents()
    return engine
  }

  private func ask(
    _ engine: PageEngine, _ method: String, _ path: String, query: JSON? = nil,
    _ body: JSON = [:]
  ) -> (status: Int, content: JSON) {
    engine.answer(["method": JSON(method), "path": JSON(path), "query": query, "body": body])
  }

  private func strokes(_ text: String, writer: UInt64) throws -> [(label: String, points: JSON)] {
    try SyntheticRecording(text, kind: .strokes, writer: Writer(seed: writer), seed: writer)
      .recordings.strokes.map {
        ($0.label ?? "", JSON($0.samples) { JSON([$0.timestamp, $0.x, $0.y]) })
      }
  }

  /// What the events ask to keep, as the next run gets it.
  private func kept(_ events: [LiveEvent], before: JSON = [:]) -> JSON {
    var values: [String: JSON] = [:]
    if case .object(let members) = before {
      for member in members { values[member.name] = member.value }
    }
    for event in events {
      let json = event.json
      guard json["type"]?.text == "keep", let key = json["key"]?.text else { continue }
      values[key] = json["value"] == .null ? nil : json["value"]
    }
    return .object(values.map { JSON.Member(name: $0.key, value: $0.value) })
  }

  @Test("a gesture without a touch is recognised again in the hold of its session")
  func hold() throws {
    let recording = try AirSimulator().recording(of: "R", by: Writer(seed: 31_003))
    let letter = try #require(recording.letters.first)
    var motions = MotionDisturbance.landscapeLeft.applied(
      to: Array(recording.deviceMotion[letter.samples]))
    for index in motions.indices { motions[index].isTouching = nil }
    let recognizer = try Self.letters.get()
    var recognition = try recognizer.recognize(
      motions, isCut: false, state: WriterState(angle: 1.5 * .pi))
    recognition.turn = 1.5 * .pi
    #expect(recognition.label == "R")
    #expect(try recognizer.recognize(.motion(motions)).label != "R")
    let read = ReadGesture(
      motions: motions,
      gesture: RecognizedGesture(
        RecordedGesture(samples: .motion(motions)), .success(recognition)),
      recognizer: recognizer)
    var other = recognizer
    other.minSize = 1
    #expect(read.gesture.isSpotted && read.read(by: other).recognition?.label == "R")
  }

  @Test("strokes have the label, score and confidence of the recogniser")
  func reads() throws {
    let engine = try engine()
    for (label, points) in try strokes("HELLO", writer: 3) {
      let answer = ask(
        engine, "POST", "/api/recognize", ["stroke": points, "detail": .flag(true)])
      let stroke = try StrokeCall.stroke(["stroke": points])
      let expected: Recognition = try Self.letters.get().recognize(stroke)
      let gesture = try #require(answer.content["gestures"]?.list?.first)
      #expect(answer.status == 200 && gesture["label"] == .text(label))
      #expect(gesture["score"] == .number(expected.score))
      #expect(gesture["confidence"] == .number(expected.confidence))
    }
  }

  @Test("motion of a browser becomes letters, a path and text, while the button is held")
  func writes() throws {
    let engine = try engine()
    try engine.load(.letters, try Self.letters.get().motionModel.file())
    let samples = try AirSimulator().recording(of: "AIR", by: Writer(seed: 3), seed: 1).samples
    var events: [LiveEvent] = []
    for sample in samples {
      guard let rate = sample.rotationRate, let acceleration = sample.acceleration else { continue }
      engine.take(["type": "hold", "down": JSON(sample.isTouching == true)])
      let numbers = { (v: Vector3<Double>, scale: Double) in
        JSON([v.x * scale, v.y * scale, v.z * scale])
      }
      engine.take([
        "type": "devicemotion", "apple": .flag(true),
        "readings": .list([
          [
            "t": JSON(sample.timestamp), "acceleration": numbers(acceleration, 9.80665),
            "rotation": numbers(rate, 180 / .pi),
          ]
        ]),
      ])
      events += engine.takeEvents()
    }
    let types = Set(events.compactMap { $0.json["type"]?.text })
    #expect(types.isSuperset(of: ["motion", "path", "revision", "gesture", "text", "status"]))
    let entries = try #require(
      kept(events)["text/air/entries/0"]?.list?.compactMap { $0["label"]?.text })
    #expect(entries == ["A", "I", "R"])
  }

  @Test("own gestures are taught, kept and read in the next run; damaged values are dropped")
  func teaches() throws {
    let engine = try engine()
    var stored: [LiveEvent] = []
    for seed in UInt64(1)...3 {
      for (label, points) in try strokes("SVO", writer: seed) {
        let answer = ask(
          engine, "POST", "/api/examples",
          ["kind": "stroke", "label": JSON("my \(label)"), "strokes": .list([points])])
        #expect(answer.status == 200)
      }
      stored += engine.takeEvents()
    }
    let trained = ask(engine, "POST", "/api/train", ["kind": "stroke"])
    #expect(trained.content["total"]?.integer == 9)
    stored += engine.takeEvents()
    let values = kept(stored)
    let next = try self.engine(kept: values)
    let state = ask(next, "GET", "/api/state").content
    #expect(state["model"] == "own")
    for (label, points) in try strokes("SVO", writer: 8) {
      let answer = ask(next, "POST", "/api/recognize", ["stroke": points])
      #expect(answer.content["gestures"]?.list?.first?["label"] == .text("my \(label)"))
    }
    let listed = ask(next, "GET", "/api/examples", query: ["kind": "stroke"]).content
    let first = try #require(listed["examples"]?.list?.first?["id"]?.integer)
    #expect(listed["examples"]?.list?.count == 9)
    #expect(
      ask(next, "DELETE", "/api/examples", query: ["kind": "stroke", "id": JSON("\(first)")])
        .status
        == 200)
    let fewer = kept(next.takeEvents(), before: values)
    let last = try self.engine(kept: fewer)
    let left = ask(last, "GET", "/api/examples", query: ["kind": "stroke"]).content
    #expect(left["examples"]?.list?.count == 8)
    let damaged: JSON = [
      "memory": "nothing", "model/stroke": "00ff0", "model/motion": "zz", "example/1": [:],
    ]
    let empty = try self.engine(kept: damaged)
    #expect(ask(empty, "GET", "/api/state").content["model"] == "built-in")
  }

  @Test("own gestures of one kind are read beside the letters, also in the next run")
  func besideLetters() throws {
    let engine = try engine()
    var stored: [LiveEvent] = []
    for seed in UInt64(1)...3 {
      // Taught under another name, one letter's shape is the own gesture.
      for (_, points) in try strokes("S", writer: seed) {
        let answer = ask(
          engine, "POST", "/api/examples",
          ["kind": "stroke", "label": "snake", "strokes": .list([points])])
        #expect(answer.status == 200)
      }
      stored += engine.takeEvents()
    }
    let trained = ask(
      engine, "POST", "/api/train", ["kind": "stroke", "adapts": .flag(true)])
    #expect(trained.content["correct"]?.integer == 3)
    #expect(trained.content["total"]?.integer == 3)
    stored += engine.takeEvents()
    for engine in [engine, try self.engine(kept: kept(stored))] {
      for (label, points) in try strokes("ASTSO", writer: 8) {
        let answer = ask(engine, "POST", "/api/recognize", ["stroke": points])
        #expect(
          answer.content["gestures"]?.list?.first?["label"]
            == .text(label == "S" ? "snake" : label))
      }
    }
  }

  @Test("examples and models are files that recordings and models are read from")
  func files() throws {
    let engine = try engine()
    let labels = ["a \"quoted\", b", "c"]
    let written = try strokes("SVSV", writer: 2)
    for (index, (_, points)) in written.enumerated() {
      let body: JSON = [
        "kind": "stroke", "label": JSON(labels[index % 2]), "strokes": .list([points]),
      ]
      #expect(ask(engine, "POST", "/api/examples", body).status == 200)
    }
    let kind: JSON = ["kind": "stroke"]
    #expect(ask(engine, "GET", "/api/model/file", query: kind).status == 404)
    #expect(ask(engine, "POST", "/api/train", kind).content["state"] == "done")
    let table = ask(engine, "GET", "/api/examples/file", query: kind).content
    #expect(table["name"] == "strokes.csv")
    let text = try #require(table["text"]?.text)
    let read = try RecordingReader().read(Array(text.utf8), name: "strokes.csv").strokes
    #expect(read.map { $0.label } == labels + labels)
    for (recording, (_, points)) in zip(read, written) {
      #expect(JSON(recording.samples) { JSON([$0.timestamp, $0.x, $0.y]) } == points)
    }
    let file = ask(engine, "GET", "/api/model/file", query: kind).content
    #expect(file["name"] == "strokes.model")
    let digits = Array(try #require(file["hexadecimal"]?.text))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    #expect(try RecognitionModel(file: bytes).labels == labels)
  }

  @Test("spaces and controls of labels are those of Unicode")
  func scalars() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      if StoredExample.isSpace(scalar) != properties.isWhitespace
        || StoredExample.isControl(scalar) != (properties.generalCategory == .control)
      {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test("a letter changes one part of a long text, and the parts are the text of the next run")
  func keepsText() throws {
    let engine = try engine()
    func change(_ action: String, _ number: Int) -> JSON {
      let entry: JSON = [
        "id": JSON("i\(number)"), "label": "A", "isGesture": .flag(true), "scores": .list([]),
        "isSpotted": .flag(false),
      ]
      return ["line": "screen", "action": JSON(action), "id": JSON("i\(number)"), "entry": entry]
    }
    var values: JSON = [:]
    for number in 0..<120 {
      #expect(ask(engine, "POST", "/api/text", change("add", number)).status == 200)
      let events = engine.takeEvents()
      #expect(events.count { $0.json["type"] == "keep" } == 1)
      values = kept(events, before: values)
    }
    func text(_ engine: PageEngine) -> [String]? {
      engine.takeEvents().first { $0.json["line"] == "screen" }?.json["entries"]?.list?
        .compactMap { $0["id"]?.text }
    }
    let next = try PageEngine(
      letters: try Self.letters.get().strokeModel.file(), kept: values, run: "s")
    #expect(text(next) == (0..<120).map { "i\($0)" })
    // Fewer entries leave no part behind, and a restored text is whole.
    #expect(ask(next, "POST", "/api/text", change("remove", 3)).status == 200)
    #expect(ask(next, "POST", "/api/text", change("clear", 0)).status == 200)
    values = kept(next.takeEvents(), before: values)
    let last = try PageEngine(
      letters: try Self.letters.get().strokeModel.file(), kept: values, run: "t")
    #expect(text(last) == [])
    #expect(ask(last, "POST", "/api/text", change("restore", 0)).status == 200)
    #expect(text(last)?.count == 119)
  }

  @Test("what needs a server is rejected with a reason, and so is what is not as expected")
  func rejects() throws {
    let engine = try engine()
    let absent = ask(engine, "POST", "/api/recordings")
    #expect(absent.status == 404)
    #expect(absent.content["error"]?.text?.contains("/api/recordings") == true)
    #expect(ask(engine, "POST", "/api/recognize", ["stroke": "A"]).status == 400)
    #expect(ask(engine, "POST", "/api/model", ["id": "own"]).status == 404)
    #expect(ask(engine, "POST", "/api/settings", ["pause": JSON(-1)]).status == 422)
    engine.take(["type": "devicemotion", "apple": .flag(false)])
    #expect(engine.takeEvents().map { $0.json["type"]?.text } == ["error"])
  }
}
