internal import DeadReckoning
internal import GestureRecognition
internal import GestureTraining
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation
internal import MotionSources
internal import Platform
internal import Synchronization
package import WebServer

/// Answers the requests of the page and of scripts.
package actor StudioService {
  /// The largest bodies, in bytes.
  static let largestBody = 4 << 20
  static let largestUpload = 64 << 20

  let hub: LiveHub
  nonisolated let files: WebFiles
  private var models: ModelShelf { didSet { recognizer.withLock { $0 = models.recognizer } } }
  /// That of the models. A letter is read beside this actor: it waits for no other work.
  private nonisolated let recognizer: Mutex<GestureRecognizer>
  private var examples: ExampleStore
  private var training: TrainingJob?
  /// The examples that were added from gestures of the hub: example by gesture.
  private var taught: [Int: Int] = [:]
  private var words: WordReader
  private let uploads: UploadReader

  package init(_ configuration: StudioConfiguration) throws(StudioError) {
    files = try WebFiles(folder: configuration.pageFolder)
    let memory = StudioMemory(folder: configuration.folder)
    models = try ModelShelf(
      folder: configuration.folder, modelPath: configuration.modelPath,
      builtIn: configuration.builtIn, remembered: memory.model)
    recognizer = Mutex(models.recognizer)
    uploads = UploadReader(folder: configuration.folder)
    examples = try ExampleStore(folder: configuration.folder)
    words = try WordReader(lexicon: configuration.lexiconPath)
    hub = LiveHub(models.recognizer, memory: memory, folder: configuration.folder)
  }

  /// The largest body of a request, in bytes.
  static func largestBody(of request: WebRequest) -> Int {
    switch request.path {
    case "/api/recordings", "/api/examples/file": largestUpload
    default: largestBody
    }
  }

  /// Answers a request that passed the guard.
  package nonisolated func answer(_ request: WebRequest) async -> WebAnswer {
    do throws(RequestFailure) {
      if request.method == "POST", request.path == "/api/recognize" {
        return WebAnswer(json: try recognize(request))
      }
      if request.method == "GET", let file = files.file(at: request.path) {
        return WebAnswer(type: file.type, file.bytes)
      }
      return try await answerCall(request)
    } catch {
      return WebAnswer(error)
    }
  }

  private func answerCall(
    _ request: WebRequest
  ) async throws(RequestFailure) -> WebAnswer {
    switch (request.method, request.path) {
    case ("GET", "/api/state"): return WebAnswer(json: await state())
    case ("POST", "/api/words"):
      let call = try request.decoded(WordReader.Call.self)
      let decoder = try words.load()
      // Not here: a long text would hold up the next letter.
      return try await withTaskExecutorPreference(LongWork.executor) {
        () async throws(RequestFailure) in
        WebAnswer(json: ["words": try await WordReader.words(of: call, by: decoder)])
      }
    case ("POST", "/api/settings"):
      await hub.set(try request.decoded(StudioSettings.self).checked())
      await announce()
      return WebAnswer(json: [String: String]())
    case ("POST", "/api/text"):
      try await hub.change(try request.decoded(StudioMemory.Change.self))
      return WebAnswer(json: [String: String]())
    case ("POST", "/api/gesture"):
      let call = try request.decoded(GestureCall.self)
      let read = try await hub.gesture(call.id)
      let settings = try call.settings.checked()
      let (reference, recognizer) = (await hub.reference(of: call.id), await hub.recognizer)
      return await withTaskExecutorPreference(LongWork.executor) {
        await Self.reread(call.id, read, reference, by: recognizer, settings)
      }
    case ("POST", "/api/model"):
      try models.choose(try request.decoded(ModelCall.self).id)
      await hub.use(models.recognizer, as: models.choice)
      await announce()
      return WebAnswer(json: [String: String]())
    case ("POST", "/api/recordings/example"):
      return WebAnswer(json: try await addExampleRecording())
    case ("POST", "/api/recordings"): return WebAnswer(json: try await addRecording(request))
    case ("POST", "/api/source"):
      let choice = try request.decoded(StudioSource.self)
      do throws(MotionSourceError) {
        await hub.follow(try choice.open(), as: choice)
      } catch {
        throw .unprocessable("\(error)")
      }
      await announce()
      return WebAnswer(json: [String: String]())
    case ("POST", "/api/motion"): return try await addMotion(request)
    case (_, let path) where path.hasPrefix("/api/examples"): return try await examples(request)
    case (_, "/api/train"): return try train(request)
    default: throw .notFound("there is nothing at \(request.method) \(request.path)")
    }
  }

  // MARK: - State

  struct Choice: Encodable, Sendable {
    var id: String
    var name: String
  }

  struct RecordingName: Encodable, Sendable {
    var id: Int
    var name: String
  }

  /// The state that all pages share.
  struct State: Encodable, Sendable {
    var models: [Choice]
    var model: String
    var choices: [String: [Choice]]
    var settings: StudioSettings
    /// The kinds of examples that the built-in model takes.
    var adaptable: [StoredExample.Kind]
    var recordings: [RecordingName]
    var limits: [String: Int]
    /// Whether words can be decoded.
    var decodesWords: Bool
    /// Whether the model of the last run is not there any more.
    var isModelLost: Bool
  }

  /// Sends the shared state to all pages.
  private func announce() async { await hub.send(.session(await state())) }

  /// The state that all pages share.
  func state() async -> State {
    State(
      models: models.choices.map { Choice(id: $0.id.rawValue, name: $0.name) },
      model: models.choice.rawValue,
      choices: [
        "readings": StudioSettings.Reading.allCases.map { Choice(id: $0.rawValue, name: $0.name) },
        "methods": Self.methods.map { Choice(id: $0.rawValue, name: $0.displayName) },
        "statistics": ZeroVelocityStatistic.allCases.map {
          Choice(id: $0.rawValue, name: $0.displayName)
        },
        "integrators": UpdateRule.allCases.map { Choice(id: $0.rawValue, name: $0.displayName) },
      ],
      settings: await hub.settings,
      adaptable: StoredExample.Kind.allCases.filter { models.adaptable($0) != nil },
      recordings: await recordingNames(),
      limits: ["body": Self.largestBody, "upload": Self.largestUpload],
      decodesWords: words.isAvailable && models.recognizer.spellsWords, isModelLost: models.isLost)
  }

  private static let methods: [PathMethod] = [
    .gesture, .navigator, .zeroVelocity, .zeroEndVelocity, .exponentialDamping,
    .constantDeceleration, .unstabilized,
  ]

  private func recordingNames() async -> [RecordingName] {
    await hub.recordingNames.map { RecordingName(id: $0.id, name: $0.name) }
  }

  // MARK: - Recognition

  private struct RecognizeCall: Decodable {
    /// Points as time in seconds, x, y.
    var stroke: [[Double]]?
    var strokes: [[[Double]]]?
    var minSize: Double?
    var detail: Bool?
  }

  /// Not on this actor: a long gesture would hold up the next letter.
  @concurrent
  private static func reread(
    _ id: Int, _ read: ReadGesture, _ reference: [ReferencePose],
    by recognizer: GestureRecognizer, _ settings: StudioSettings
  ) async -> WebAnswer {
    WebAnswer(
      json: LiveWriting.reread(id, read, reference: reference, by: recognizer, settings))
  }

  private struct GestureCall: Decodable {
    var id: Int
    var settings: StudioSettings

    private enum CodingKeys: String, CodingKey { case id }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      settings = try StudioSettings(from: decoder)
    }
  }

  private struct ModelCall: Decodable { var id: ModelShelf.Choice }

  private nonisolated func recognize(_ request: WebRequest) throws(RequestFailure) -> GestureAnswer
  {
    let call = try request.decoded(RecognizeCall.self)
    let stroke = try Self.stroke(call.stroke.map { [$0] } ?? call.strokes ?? [])
    var recognizer = self.recognizer.withLock(\.self)
    recognizer.minSize = call.minSize ?? 0
    return GestureAnswer(
      recognizer.recognized(RecordedGesture(name: "stroke", samples: .stroke(stroke))),
      by: recognizer, isDetailed: call.detail == true)
  }

  /// The gesture of points as time, x, y.
  private static func stroke(_ strokes: [[[Double]]]) throws(RequestFailure) -> [Sample2D] {
    var samples: [[Sample2D]] = []
    for stroke in strokes {
      samples.append([])
      for point in stroke {
        guard point.count == 3 else {
          throw .badRequest("expected points [t, x, y], got one of \(point.count) numbers")
        }
        samples[samples.count - 1].append(
          Sample2D(x: point[1], y: point[2], timestamp: point[0]))
      }
    }
    guard samples.contains(where: { !$0.isEmpty }) else {
      throw .badRequest(
        "expected {\"stroke\": [[t, x, y], …]} or {\"strokes\": […]}, got no points")
    }
    return [Sample2D](strokes: samples)
  }

  // MARK: - Motion

  private struct RecordingsAnswer: Encodable {
    /// The one to replay.
    var recording: Int
    var recordings: [RecordingName]
    var warnings: [String]
  }

  private func addRecording(
    _ request: WebRequest
  ) async throws(RequestFailure) -> RecordingsAnswer {
    let (added, warnings) = try await uploads.recordings(
      request.body, name: request.fileName, columns: try request.columnMap)
    let displaced = await hub.displaced(by: added)
    guard displaced.isEmpty || request.headers["x-replace"] != nil else {
      throw RequestFailure(
        status: 409,
        reason: "\(request.fileName) takes the place of \(displaced.joined(separator: ", ")): the "
          + "studio keeps \(StudioRecording.kept) recordings, and an hour of motion in all")
    }
    return await add(added, warnings)
  }

  private func add(_ added: [StudioRecording], _ warnings: [String]) async -> RecordingsAnswer {
    let last = await hub.add(added)
    await announce()
    return RecordingsAnswer(
      recording: last, recordings: await recordingNames(), warnings: warnings)
  }

  /// A word of a simulated phone.
  private func addExampleRecording() async throws(RequestFailure) -> RecordingsAnswer {
    do {
      let word = "HELLO"
      let seed = UInt64.random(in: 1...1000)
      let simulated = try AirSimulator().recording(of: word, by: Writer(seed: seed), seed: seed)
      let motions = MotionEstimation.ofGestures.estimate(simulated.samples).motions
      var recording = StudioRecording(id: 0, name: "Example: \(word)", motions: motions)
      recording.truths = simulated.letters.map {
        ($0.label, simulated.samples[$0.samples.lowerBound].timestamp)
      }
      recording.reference = simulated.reference
      return await add([recording], [])
    } catch {
      throw .unprocessable("\(error)")
    }
  }

  private func addMotion(_ request: WebRequest) async throws(RequestFailure) -> WebAnswer {
    let rejection = await hub.push(request.body)
    if let rejection { throw .unprocessable(rejection) }
    return WebAnswer(json: [String: String]())
  }

  // MARK: - Examples

  private struct ExampleCall: Decodable {
    var kind: StoredExample.Kind
    var label: String
    var strokes: [[[Double]]]?
    var gesture: Int?
  }

  private func examples(_ request: WebRequest) async throws(RequestFailure) -> WebAnswer {
    switch (request.method, request.path) {
    case ("GET", "/api/examples"):
      let kind = try request.kind
      try examples.refresh(kind)
      return WebAnswer(json: ["examples": examples.all(kind).map(ExampleAnswer.init)])
    case ("POST", "/api/examples"):
      return WebAnswer(json: ["example": try await addExample(request)])
    case ("DELETE", "/api/examples"):
      guard let id = request.query["id"].flatMap({ Int($0) }) else {
        throw .badRequest("expected ?id= with the number of an example")
      }
      try examples.remove(id, kind: try request.kind)
      return WebAnswer(json: [String: String]())
    case ("GET", "/api/examples/file"):
      let kind = try request.kind
      guard let bytes = try? InputFile.read(examples.path(of: kind)) else {
        throw .notFound("there are no examples of a \(kind.rawValue)")
      }
      var response = WebAnswer(type: "text/csv; charset=utf-8", bytes)
      response.headers["Content-Disposition"] = "attachment; filename=\"\(kind.fileName)\""
      return response
    case ("POST", "/api/examples/file"):
      let content = try await uploads.content(request.body, name: request.fileName)
      let added = try examples.add(content, name: request.fileName, kind: try request.kind)
      return WebAnswer(json: ["added": added])
    default: throw .notFound("there is nothing at \(request.method) \(request.path)")
    }
  }

  private func addExample(_ request: WebRequest) async throws(RequestFailure) -> ExampleAnswer {
    let call = try request.decoded(ExampleCall.self)
    switch call.kind {
    case .stroke:
      let stroke = Gesture.stroke(try Self.stroke(call.strokes ?? []))
      return ExampleAnswer(try examples.add(stroke, label: call.label, kind: .stroke))
    case .motion:
      let gesture = call.gesture ?? 0
      let motions = try await hub.gesture(gesture).motions
      // All pages get the same gesture: the first one that stores it decides on its label.
      if let id = taught[gesture],
        let example = examples.all(.motion).first(where: { $0.id == id })
      {
        throw RequestFailure(
          status: 409, reason: "gesture \(gesture) is an example of \(example.label) already")
      }
      let example = try examples.add(.motion(motions), label: call.label, kind: .motion)
      taught[gesture] = example.id
      return ExampleAnswer(example)
    }
  }

  // MARK: - Training

  private struct TrainCall: Decodable {
    var kind: StoredExample.Kind
    /// Whether the examples are added to the built-in model.
    var adapts: Bool?
  }

  private func train(_ request: WebRequest) throws(RequestFailure) -> WebAnswer {
    switch request.method {
    case "GET":
      guard let training else { throw .notFound("no training was started") }
      return WebAnswer(json: training)
    case "POST":
      guard training?.isRunning != true else {
        throw RequestFailure(status: 409, reason: "a training is running: cancel it first")
      }
      let call = try request.decoded(TrainCall.self)
      let kind = call.kind
      let base = call.adapts == true ? models.adaptable(kind) : nil
      guard call.adapts != true || base != nil else {
        throw .unprocessable("the built-in model of \(kind.rawValue)s takes no examples")
      }
      try examples.refresh(kind)
      let job = TrainingJob(
        on: examples.recordings(kind), examples: examples.all(kind), base: base
      ) { [weak self] trained in
        try await self?.keep(trained.model, kind)
      }
      training = job
      return WebAnswer(json: job)
    case "DELETE":
      training?.cancel()
      return WebAnswer(json: [String: String]())
    default: throw .notFound("there is nothing at \(request.method) \(request.path)")
    }
  }

  private func keep(_ model: RecognitionModel, _ kind: StoredExample.Kind) async throws {
    try models.keep(model, kind)
    await hub.use(models.recognizer, as: models.choice)
    await announce()
  }
}
