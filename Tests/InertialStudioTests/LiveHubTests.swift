import DeadReckoning
import Foundation
import GestureRecognition
import MotionDelivery
import MotionFusion
import MotionRecordings
import MotionSimulation
import MotionSources
import StudioEngine
import Synchronization
import Testing
import WebServer

@testable import InertialStudio

@Suite("Live motion")
struct LiveHubTests {
  /// The built-in models, read once.
  private static let recognizer = Result { try GestureRecognizer.uppercaseLetters() }

  private func makeHub() throws -> LiveHub {
    LiveHub(ModelShelf(letters: try Self.recognizer.get()))
  }

  /// The events of a hub, decoded.
  private final class Events: Sendable {
    private let lines = Mutex<[String]>([])

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    /// The events of a type. Only their lines are decoded.
    func all(_ type: String) throws -> [[String: Any]] {
      try lines.withLock { $0.filter { $0.hasPrefix("{\"type\":\"\(type)\"") } }.map { line in
        try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }

  private func samples(_ text: String) throws -> [SensorSample] {
    try AirSimulator().recording(of: text, by: Writer(seed: 3), seed: 1).samples
  }

  private func labels(_ events: Events) throws -> [String?] {
    try events.all("gesture").map { event in
      (event["gestures"] as? [[String: Any]])?.first?["label"] as? String
    }
  }

  @Test(
    "live samples and a replay give the labels and scores of the file", arguments: [true, false])
  func sameScores(isTouched: Bool) async throws {
    let samples = isTouched ? try samples("HELLO") : try bare("HELLO")
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [LabeledRecording(samples: samples)]
    let whole = try Self.recognizer.get().recognize(recordings)
    #expect(whole.count >= 4)
    func isSame(_ events: Events) throws {
      let found = try events.all("gesture").flatMap { $0["gestures"] as? [[String: Any]] ?? [] }
      #expect(found.map { $0["best"] as? String } == whole.map(\.recognition?.label))
      for (one, expected) in zip(found, whole) {
        let (score, other) = (one["score"] as? Double, expected.recognition?.score)
        // JSONSerialization reads the last digit of some numbers differently.
        #expect(abs((score ?? .nan) - (other ?? .nan)) < 1e-14)
      }
    }

    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    await hub.follow(ReplaySource(samples), as: StudioSource(kind: .machine))
    try await wait { try events.all("error").count == 1 }
    try isSame(events)

    let replay = try makeHub()
    let replayed = Events()
    let id = await replay.subscribe { replayed.append($0) }
    let number = await replay.add(try stored(samples))
    try await replay.control(["action": "select", "recording": JSON(number)], by: id)
    try await wait { try !replayed.all("contents").isEmpty }
    let marks = try #require(replayed.all("contents").first?["marks"] as? [[String: Any]])
    let best = marks.map { $0["best"] as? [String: Any] }
    #expect(best.map { $0?["label"] as? String } == whole.map(\.recognition?.label))
    for (mark, expected) in zip(best, whole) {
      let (score, other) = (mark?["score"] as? Double, expected.recognition?.score)
      #expect(abs((score ?? .nan) - (other ?? .nan)) < 1e-14)
    }
    // The path of a recording without a touch is drawn whole.
    let path = try replayed.all("contents").first?["path"] as? [Any]
    #expect((path?.isEmpty == false) == !isTouched)
    await replay.unsubscribe(id)
  }

  /// A recording as the studio keeps it.
  private func stored(
    _ samples: [SensorSample], label: String? = nil
  ) throws -> [StudioRecording] {
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [LabeledRecording(label: label, samples: samples)]
    return try StudioRecording.all(
      in: StreamedRecordings(recordings), name: "test.csv", first: 0
    ).recordings
  }

  @Test("samples as JSON Lines give the letters of the recording, with paths and revisions")
  func lines() async throws {
    let samples = try samples("HELLO")
    let hub = try makeHub()
    let events = Events()
    let id = await hub.subscribe { events.append($0) }
    var client = LiveClient(hub, id: id)
    for start in stride(from: 0, to: samples.count, by: 7) {
      let batch = samples[start..<min(start + 7, samples.count)]
      var recordings = Recordings(format: "inertial-jsonl")
      recordings.sensorSamples = [LabeledRecording(samples: Array(batch))]
      let text = try RecordingWriter.text(of: recordings, format: "inertial-jsonl")
      #expect(await client.take(Array(text.utf8)) == nil)
    }
    #expect(try labels(events) == ["H", "E", "L", "L", "O"])
    let starts = try events.all("path").filter { $0["start"] as? Bool == true }
    #expect(starts.count == 5)
    #expect(try events.all("revision").count >= 5)
    let moved = try events.all("motion").reduce(0) {
      $0 + (($1["samples"] as? [[String: Any]])?.count ?? 0)
    }
    #expect(moved > samples.count - 200 && moved <= samples.count)
    await hub.unsubscribe(id)
  }

  @Test("an app that pushes late, repeated and disordered batches gives the same letters")
  func push() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    let samples = try samples("LO")
    let order = Array(stride(from: 0, to: samples.count, by: 12))
    var messages = order.enumerated().map { number, start in
      var payload: [[String: Any]] = []
      for sample in samples[start..<min(start + 12, samples.count)] {
        let time = Int64((sample.timestamp * 1e9).rounded()) + 1_700_000_000_000_000_000
        for (name, vector) in [
          ("accelerometeruncalibrated", sample.acceleration),
          ("gyroscopeuncalibrated", sample.rotationRate),
        ] {
          guard let vector else { continue }
          payload.append([
            "name": name, "time": time,
            "values": ["x": vector.x, "y": vector.y, "z": vector.z],
          ])
        }
        payload.append([
          "name": "touch", "time": time, "values": ["touch": sample.isTouching == true],
        ])
      }
      return [
        "messageId": number, "sessionId": "s", "deviceId": "d", "payload": payload,
      ] as [String: Any]
    }
    messages.swapAt(3, 4)
    messages.insert(messages[6], at: 9)
    for message in messages {
      let body = Array(try JSONSerialization.data(withJSONObject: message))
      #expect(await hub.push(body) == nil)
    }
    #expect(try labels(events) == ["L", "O"])
    #expect(await hub.push(Array("nonsense".utf8)) != nil)
  }

  @Test("the button of the page cuts gestures of a source without a touch")
  func hold() async throws {
    let hub = try makeHub()
    let events = Events()
    let id = await hub.subscribe { events.append($0) }
    var isHeld = false
    for sample in try samples("LO") {
      if sample.isTouching != isHeld {
        isHeld = sample.isTouching == true
        await hub.hold(isHeld, by: id)
      }
      var bare = sample
      bare.isTouching = nil
      await hub.add([bare], from: "test")
    }
    #expect(try labels(events).suffix(2) == ["L", "O"])
  }

  /// The samples of a source without a touch.
  private func bare(_ text: String) throws -> [SensorSample] {
    try samples(text).map { sample in
      var sample = sample
      sample.isTouching = nil
      return sample
    }
  }

  @Test("spotting stays on after a release without a press, and is on for another source")
  func spotting() async throws {
    let samples = try bare("HELLO")
    var found: [[String?]] = []
    for number in 0..<3 {
      let hub = try makeHub()
      let events = Events()
      let id = await hub.subscribe { events.append($0) }
      // A page that loses the focus releases its button.
      if number > 0 { await hub.hold(false, by: id) }
      if number > 1 {
        await hub.hold(true, by: id)
        await hub.hold(false, by: id)
        await hub.follow(nil, as: StudioSource())
      }
      await hub.add(samples, from: "test")
      found.append(try labels(events))
    }
    #expect(found[0].contains("L"))
    #expect(found[1] == found[0] && found[2] == found[0])
  }

  @Test("a gesture ends when the page that holds the button closes, and not by another page")
  func closedPage() async throws {
    let hub = try makeHub()
    let events = Events()
    let (first, second) = (await hub.subscribe { _ in }, await hub.subscribe { events.append($0) })
    let recording = try samples("L")
    let press = try #require(recording.firstIndex { $0.isTouching == true })
    let release = try #require(recording.lastIndex { $0.isTouching == true }) + 1
    let samples = try bare("L")
    await hub.add(Array(samples[..<press]), from: "test")
    await hub.hold(true, by: first)
    let middle = (press + release) / 2
    await hub.add(Array(samples[press..<middle]), from: "test")
    await hub.hold(false, by: second)
    await hub.add(Array(samples[middle..<release]), from: "test")
    #expect(try labels(events).isEmpty)
    await hub.unsubscribe(first)
    await hub.add(Array(samples[release...]), from: "test")
    #expect(try labels(events) == ["L"])
  }

  @Test("another model is used from the next gesture on: one in progress is read to its end")
  func otherModel() async throws {
    let recognizer = try Self.recognizer.get()
    let hub = LiveHub(
      ModelShelf(letters: recognizer, file: (name: "first", model: recognizer.motionModel)))
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    let samples = try samples("LO")
    let press = try #require(samples.firstIndex { $0.isTouching == true })
    await hub.add(Array(samples[..<(press + 20)]), from: "test")
    try await hub.change { models throws(RequestFailure) in
      try models.choose(.builtIn(.letters))
    }
    await hub.add(Array(samples[(press + 20)...]), from: "test")
    #expect(try labels(events) == ["L", "O"])
    let models = try events.all("gesture").map { $0["model"] as? String }
    #expect(models == ["first", "Built-in uppercase letters"])
  }

  private func reread(
    _ hub: LiveHub, _ id: Int, _ settings: StudioSettings
  ) async throws -> GestureAnswer {
    let read = try await hub.gesture(id)
    return LiveWriting.reread(id, read, by: await hub.recognizer, settings)
  }

  @Test("a gesture read again has the answer of the session, which knows the writer")
  func readAgain() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    await hub.add(try samples("HELLOTHERE"), from: "test")
    let found = try events.all("gesture")
    #expect(found.count == 10)
    for event in found {
      let id = try #require(event["id"] as? Int)
      let again = Data(try await reread(hub, id, StudioSettings()).json.bytes)
      let answer = try #require(try JSONSerialization.jsonObject(with: again) as? [String: Any])
      let (read, first) = (answer["gestures"] as? [[String: Any]], event["gestures"])
      #expect(read as NSArray? == first as? NSArray)
    }
  }

  @Test("a gesture is redrawn and read under other choices")
  func choices() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    await hub.add(try samples("L"), from: "test")
    let id = try #require(try events.all("gesture").first?["id"] as? Int)
    var settings = StudioSettings()
    var answers: [GestureAnswer] = []
    for method in [StudioSettings().method, .unstabilized, .exponentialDamping] {
      settings.method = method
      answers.append(try await reread(hub, id, settings))
    }
    let ends = answers.map { $0.path?.points.last }
    #expect(ends[0] != ends[1] && ends[1] != ends[2])
    #expect(answers[1].path?.points == answers[1].path?.raw)
    settings.reading = .path
    let read = try await reread(hub, id, settings)
    #expect(read.detail?.input?["kind"] == "zones")
    #expect(answers[0].detail?.input?["kind"] == "warping")
    await #expect(throws: RequestFailure.self) { try await reread(hub, 999, settings) }
  }

  @Test(
    "bad messages are rejected with a reason, and the stream goes on",
    arguments: [
      "hello", "{", #"{"type":"fly"}"#, #"{"type":"devicemotion","apple":false,"readings":[[1]]}"#,
      #"{"type":"replay","action":"explode"}"#, #"{"type":"devicemotion"}"#, "[1,2,3]",
    ])
  func badMessages(_ text: String) async throws {
    let hub = try makeHub()
    var client = LiveClient(hub, id: 1)
    #expect(await client.take(Array(text.utf8)) != nil)
    #expect(await client.take(Array(#"{"type":"hold","down":true}"#.utf8)) == nil)
  }

  @Test("a replay delivers every sample once, at any speed, and stops at the end")
  func replay() throws {
    let motions = MotionEstimation(usesMagnetometer: false).estimate(try samples("L")).motions
    var replay = Replay(
      StudioRecording(id: 1, name: "l", motions: motions), LiveWriting(try Self.recognizer.get()))
    #expect(replay.advance(by: 1).isEmpty)
    replay.play()
    replay.set(speed: 3)
    var delivered: [DeviceMotion] = []
    for _ in 0..<10_000 where replay.isPlaying { delivered += replay.advance(by: 0.02) }
    #expect(delivered == motions)
    #expect(replay.isAtEnd && replay.position == 1)
    replay.seek(to: 0.5)
    replay.play()
    let next = try #require(replay.advance(by: 0.05).first)
    #expect(next.timestamp - motions[0].timestamp >= 0.5 * replay.recording.duration)
    replay.seek(to: .nan)
    replay.set(speed: .infinity)
    #expect(replay.speed == 3)
  }

  @Test("a replay belongs to its page, ends with it, and writes nothing into the shared text")
  func replayOfAPage() async throws {
    let hub = try makeHub()
    let (events, others) = (Events(), Events())
    let id = await hub.subscribe { events.append($0) }
    _ = await hub.subscribe { others.append($0) }
    let number = await hub.add(try stored(try samples("HELLO"), label: "HELLO"))
    try await hub.control(["action": "select", "recording": JSON(number)], by: id)
    try await hub.control(["action": "speed", "speed": JSON(100)], by: id)
    try await wait { try !events.all("contents").isEmpty && !events.all("revision").isEmpty }
    let marks = try #require(events.all("contents").first?["marks"] as? [[String: Any]])
    #expect(marks.count == 5)
    let comparison = try #require(
      events.all("contents").first?["comparison"] as? [String: Any])
    let letters = try #require(comparison["letters"] as? [[String: Any]])
    #expect(letters.compactMap { $0["truth"] as? String } == ["H", "E", "L", "L", "O"])
    #expect(letters.compactMap { $0["gesture"] as? Int } == marks.compactMap { $0["id"] as? Int })
    #expect(letters.allSatisfy { $0["outcome"] as? String == "right" })
    #expect(comparison["right"] as? Int == 5 && comparison["share"] as? Double == 1)
    // Live motion is for the other page meanwhile.
    await hub.add(try samples("L"), from: "test")
    #expect(try labels(others) == ["L"] && labels(events).isEmpty)
    #expect(try others.all("contents").isEmpty && others.all("revision").count == 1)
    #expect(await hub.memory[.air].entries.map(\.label) == ["L"])
    // A gesture of a mark is read again, and a seek reads nothing twice.
    let mark = try #require(marks[2]["id"] as? Int)
    #expect(try await reread(hub, mark, StudioSettings()).written?.label == "L")
    try await hub.control(["action": "seek", "position": JSON(0.9)], by: id)
    try await wait { try (events.all("replay").last?["position"] as? Double ?? 0) >= 0.9 }
    #expect(try labels(events).isEmpty)
    let state = try #require(events.all("replay").last)
    #expect(abs((state["rate"] as? Double ?? 0) - 100) < 5)
    try await hub.control(["action": "select", "recording": JSON(7)], by: id)
    #expect(try events.all("error").count == 1)
    try await hub.control(["action": "stop"], by: id)
    #expect(try events.all("replay").last?["recording"] is NSNull)
    await hub.unsubscribe(id)
    await #expect(throws: RequestFailure.self) {
      try await reread(hub, mark + 99, StudioSettings())
    }
  }

  @Test("text and settings survive a restart, and an entry that is sent twice is one")
  func memory() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    func makeHub() throws -> LiveHub {
      LiveHub(
        ModelShelf(letters: try Self.recognizer.get()),
        memory: StudioMemory(folder: folder.path), folder: folder.path)
    }
    let first = try makeHub()
    let events = Events()
    _ = await first.subscribe { events.append($0) }
    func change(_ json: String, _ hub: LiveHub) async throws {
      try await hub.change(
        try StudioMemory.Change(#require(JSON(Array(json.utf8)))))
    }
    let entry = #"""
      {"action":"add","entry":{"id":"a-1","label":"B","isGesture":true,"isSpotted":false,
      "scores":[{"label":"B","score":1,"confidence":0.9}]}}
      """#
    try await change(entry, first)
    try await change(entry, first)
    try await change(#"{"action":"correct","id":"a-1","label":"P"}"#, first)
    await first.add(try samples("LO"), from: "test")
    var settings = StudioSettings()
    settings.method = .unstabilized
    await first.set(settings)
    // Each mode has a line of its own.
    #expect(await first.memory[.screen].entries.map(\.label) == ["P"])
    #expect(await first.memory[.air].entries.map(\.label) == ["L", "O"])
    let event = try #require(events.all("text").last)
    #expect(event["line"] as? String == "air" && event["start"] as? Int == 1)
    await first.close()
    let second = try makeHub()
    #expect(await second.memory[.screen].entries.map(\.label) == ["P"])
    #expect(await second.memory[.air].entries.map(\.label) == ["L", "O"])
    #expect(await second.settings.method == .unstabilized)
    try await change(#"{"action":"clear","line":"air"}"#, second)
    #expect(await second.memory[.screen].entries.map(\.label) == ["P"])
    #expect(await second.memory[.air].entries.isEmpty)
    try await change(#"{"action":"restore","line":"air"}"#, second)
    try await change(#"{"action":"remove","id":"a-1"}"#, second)
    #expect(await second.memory[.screen].entries.isEmpty)
    #expect(await second.memory[.air].entries.map(\.label) == ["L", "O"])
    let long = String(repeating: "\u{301}", count: 1000)
    await #expect(throws: RequestFailure.self) {
      try await change(#"{"action":"correct","id":"a-1","label":"e\#(long)"}"#, second)
    }
  }

  @Test("of two phones one is read, the other is told, and a press takes over after it")
  func twoPhones() async throws {
    let hub = try makeHub()
    let (first, second) = (Events(), Events())
    let ids = [
      await hub.subscribe { first.append($0) }, await hub.subscribe { second.append($0) },
    ]
    func send(_ samples: [SensorSample], by page: Int, beside other: [SensorSample] = []) async {
      for start in stride(from: 0, to: samples.count, by: 5) {
        await hub.add(
          Array(samples[start..<min(start + 5, samples.count)]), from: "Phone page", of: ids[page])
        let rest = other.dropFirst(start).prefix(5)
        await hub.add(Array(rest), from: "Phone page", of: ids[1 - page])
      }
    }
    func told(_ events: Events) throws -> [Bool?] {
      try events.all("pen").map { $0["isYours"] as? Bool }
    }
    // A phone that lies still beside one that writes.
    let still = try samples("MO").map { sample in
      var sample = sample
      sample.isTouching = false
      return sample
    }
    await send(try samples("MO"), by: 0, beside: still)
    #expect(await hub.memory[.air].entries.map(\.label) == ["M", "O"])
    #expect(try told(first) == [true] && told(second) == [false])
    // Its press takes over, and the letters are its own.
    await send(try samples("QU"), by: 1)
    #expect(await hub.memory[.air].entries.map(\.label) == ["M", "O", "Q", "U"])
    #expect(try told(first) == [true, false] && told(second) == [false, true])
    #expect(try labels(first) == ["M", "O"] && labels(second) == ["Q", "U"])
  }

  @Test("a gesture that a page collects is no text")
  func collected() async throws {
    let hub = try makeHub()
    let events = Events()
    let id = await hub.subscribe { events.append($0) }
    await hub.collect(true, by: id)
    await hub.add(try samples("L"), from: "test")
    #expect(try events.all("gesture").map { $0["isCollected"] as? Bool } == [true])
    #expect(await hub.memory[.air].entries.isEmpty)
    await hub.collect(false, by: id)
    await hub.add(try samples("O"), from: "test")
    #expect(await hub.memory[.air].entries.map(\.label) == ["O"])
  }

  @Test("a browser's readings become samples with Core Motion's sign and units")
  func browser() throws {
    func sample(apple: Bool) throws -> SensorSample {
      let text = """
        {"apple": \(apple), "readings": [{"t": 2.5, "acceleration": [0, 0, 9.80665],
         "rotation": [90, 0, -180], "touch": true}]}
        """
      return try BrowserMotion.samples(#require(JSON(Array(text.utf8))))[0]
    }
    let android = try sample(apple: false)
    #expect(android.acceleration == Vector3(0, 0, -1))
    #expect(android.rotationRate == Vector3(.pi / 2, 0, -.pi))
    #expect(android.isTouching == true && android.timestamp == 2.5)
    let phone = try sample(apple: true)
    #expect(phone.acceleration == Vector3(0, 0, 1))
  }

  /// Waits until a condition holds, at most ten seconds.
  private func wait(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<1000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try await condition())
  }

  @Test("a chosen source gives its letters, and pages are heard again when it ends")
  func source() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    let samples = try samples("LO")
    await hub.follow(ReplaySource(samples), as: StudioSource(kind: .machine))
    try await wait { try labels(events) == ["L", "O"] }
    try await wait { try events.all("error").count == 1 }
    #expect(try events.all("error")[0]["error"] as? String == "This machine: the source has ended")
    let kinds = try events.all("status").compactMap { $0["kind"] as? String }
    #expect(kinds.contains("machine") && kinds.last == "pages")
    await hub.add(samples, from: "Phone page")
    #expect(try labels(events) == ["L", "O", "L", "O"])
  }

  /// A source that passes one sample on, and ends when it is cancelled or fails.
  private struct Stalled: MotionSource {
    var sensors: MotionSensors? { nil }
    let fails: Bool
    let hasEnded = Shared()

    final class Shared: Sendable {
      let value = Mutex(false)
    }

    func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
      await receive(SensorSample(timestamp: 0, rotationRate: .zero, acceleration: [0, 0, -1]))
      if fails {
        throw MotionSourceError(source: "test", kind: .brokenOff, reason: "unplugged")
      }
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      hasEnded.value.withLock { $0 = true }
    }
  }

  @Test("another choice and the end of the studio stop a source")
  func stopped() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    let (first, second) = (Stalled(fails: false), Stalled(fails: false))
    await hub.follow(first, as: StudioSource(kind: .machine))
    // Nothing else is read meanwhile.
    await hub.add(try samples("L"), from: "Phone page")
    #expect(try labels(events).isEmpty)
    await hub.follow(second, as: StudioSource(kind: .machine))
    try await wait { first.hasEnded.value.withLock { $0 } }
    #expect(!second.hasEnded.value.withLock { $0 })
    await hub.close()
    #expect(second.hasEnded.value.withLock { $0 })
    #expect(try events.all("error").isEmpty)
  }

  @Test("a source that fails is reported, and pages are heard again")
  func failing() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    await hub.follow(Stalled(fails: true), as: StudioSource(kind: .machine))
    try await wait { try events.all("error").count == 1 }
    #expect(try events.all("error")[0]["error"] as? String == "test: unplugged")
    await hub.add(try samples("L"), from: "Phone page")
    #expect(try labels(events) == ["L"])
  }

  @Test(
    "requests for sources that do not exist are answered with the reason",
    arguments: [
      #"{"kind":"connection"}"#, #"{"kind":"connection","url":"ftp://phone"}"#, #"{"kind":"fly"}"#,
      #"{"kind":"connection","url":"http://phone","platform":"palm"}"#, "{}",
    ])
  func badSources(_ body: String) async throws {
    let folder = TestFolder()
    let service = try StudioService(StudioConfiguration(folder: folder.path))
    let response = await service.answer(
      WebRequest(method: "POST", path: "/api/source", body: Array(body.utf8)))
    #expect([400, 422].contains(response.status))
    #expect(response.body.count > 20)
  }

  @Test("each statistic of zero-velocity detection is a choice")
  func statistics() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    await hub.add(try samples("L"), from: "test")
    let id = try #require(try events.all("gesture").first?["id"] as? Int)
    var settings = StudioSettings()
    settings.method = .zeroVelocity
    var paths: Set<[PathAnswer.Point]> = []
    for statistic in ZeroVelocityStatistic.allCases {
      settings.statistic = statistic
      paths.insert(try #require(try await reread(hub, id, settings).path?.points))
    }
    #expect(paths.count > 1)
    settings.statistic = nil
    let standard = try #require(try await reread(hub, id, settings).path?.points)
    #expect(paths.contains(standard))
    // The limit and the time of rests are choices too.
    settings.restAcceleration = 0.5
    settings.restWindow = 0.2
    #expect(try #require(try await reread(hub, id, settings).path?.points) != standard)
    for bad in [-1, 0, 11, Double.nan] {
      settings.restWindow = bad
      #expect(throws: RequestFailure.self) { try settings.checked() }
    }
  }

  @Test("each motion has its tilt, as it is and smoothed: the level of the page")
  func level() async throws {
    let hub = try makeHub()
    let events = Events()
    _ = await hub.subscribe { events.append($0) }
    let samples = try samples("L")
    await hub.add(samples, from: "test")
    let rows = try events.all("motion").flatMap { $0["samples"] as? [[String: Any]] ?? [] }
    #expect(rows.count > 100)
    var filter = ScalarKalmanFilter.tilt
    for row in rows {
      let attitude = try #require(row["attitude"] as? [Double])
      let (x, y, z, w) = (attitude[0], attitude[1], attitude[2], attitude[3])
      // The formula of the post: asin 2(xz - wy).
      let tilt = Double.asin(max(-1, min(1, 2 * (x * z - w * y))))
      #expect(abs((row["tilt"] as? Double ?? .nan) - tilt * 180 / .pi) < 1e-9)
      let filtered = filter.update(tilt) ?? .nan
      #expect(abs((row["level"] as? Double ?? .nan) - filtered * 180 / .pi) < 1e-9)
    }
  }
}
