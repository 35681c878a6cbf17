internal import DeadReckoning
internal import GestureRecognition
internal import GestureTraining
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation
internal import MotionSources
internal import Platform
internal import StudioEngine
package import WebServer

/// Answers the requests of the page and of scripts.
package actor StudioService {
  /// The largest bodies, in bytes.
  static let largestBody = 4 << 20
  static let largestUpload = 64 << 20

  let hub: LiveHub
  nonisolated let files: WebFiles
  private var examples: ExampleStore
  private var training: TrainingJob?
  /// The examples that were added from gestures of the hub: example by gesture.
  private var taught: [Int: Int] = [:]
  private var words: WordReader
  private let uploads: UploadReader

  package init(_ configuration: StudioConfiguration) throws(StudioError) {
    files = try WebFiles(folder: configuration.pageFolder)
    let memory = StudioMemory(folder: configuration.folder)
    let models = try ModelShelf(
      folder: configuration.folder, modelPath: configuration.modelPath,
      builtIn: configuration.builtIn, remembered: memory.model)
    uploads = UploadReader(folder: configuration.folder)
    examples = try ExampleStore(folder: configuration.folder)
    words = try WordReader(lexicon: configuration.lexiconPath)
    hub = LiveHub(models, memory: memory, folder: configuration.folder)
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
        let call = try StrokeCall(try request.content)
        return WebAnswer(json: call.answer(by: hub.reader.withLock(\.self)))
      }
      if request.method == "GET", let file = files.file(at: request.path) {
        return WebAnswer(type: file.type, file.bytes)
      }
      if request.method == "GET", request.path == "/api/examples/file" {
        return try await exported(try request.kind)
      }
      return WebAnswer(json: try await json(request))
    } catch {
      return WebAnswer(error)
    }
  }

  private func json(_ request: WebRequest) async throws(RequestFailure) -> JSON {
    switch "\(request.method) \(request.path)" {
    case "GET /api/state": return await state()
    case "POST /api/words":
      let call = try WordReader.Call(try request.content)
      let decoder = try words.load()
      return await LongWork.run { ["words": WordReader.words(of: call, by: decoder)] }
    case "POST /api/settings":
      await hub.set(try StudioSettings(try request.content))
      await announce()
    case "POST /api/text": try await hub.change(try StudioMemory.Change(try request.content))
    case "POST /api/gesture":
      let call = try request.content
      let id = try call.required("id") { $0.integer }
      let read = try await hub.gesture(id)
      let settings = try StudioSettings(call)
      let (reference, recognizer) = (await hub.reference(of: id), await hub.recognizer)
      return await LongWork.run {
        LiveWriting.reread(id, read, reference: reference, by: recognizer, settings).json
      }
    case "POST /api/model":
      let id = try request.content.required("id") { ModelShelf.Choice($0) }
      try await hub.change { models throws(RequestFailure) in try models.choose(id) }
      await announce()
    case "POST /api/recordings/example": return try await addExampleRecording()
    case "POST /api/recordings": return try await addRecording(request)
    case "POST /api/source":
      let choice = try StudioSource(try request.content)
      // What is read already goes on.
      guard await hub.choice != choice else { break }
      do throws(MotionSourceError) {
        await hub.follow(try choice.open(), as: choice)
      } catch {
        throw .unprocessable("\(error)")
      }
      await announce()
    case "POST /api/motion":
      if let rejection = await hub.push(request.body) { throw .unprocessable(rejection) }
    case "GET /api/examples":
      let kind = try request.kind
      try examples.refresh(kind)
      return ["examples": JSON(examples.all(kind)) { $0.json }]
    case "POST /api/examples": return ["example": try await addExample(try request.content)]
    case "DELETE /api/examples":
      guard let id = request.query["id"].flatMap({ Int($0) }) else {
        throw .badRequest("expected ?id= with the number of an example")
      }
      try examples.remove(id, kind: try request.kind)
    case "POST /api/examples/file":
      let content = try await uploads.content(request.body, name: request.fileName)
      return [
        "added": JSON(
          try examples.add(content, name: request.fileName, kind: try request.kind))
      ]
    case "GET /api/train":
      guard let training else { throw .notFound("no training was started") }
      return training.json
    case "POST /api/train": return try await train(try request.content)
    case "DELETE /api/train": training?.cancel()
    default: throw .notFound("there is nothing at \(request.method) \(request.path)")
    }
    return [:]
  }

  // MARK: - State

  /// Sends the shared state to all pages.
  private func announce() async { await hub.send(.session(await state())) }

  /// The state that all pages share.
  func state() async -> JSON {
    await hub.models.state(
      await hub.settings, recordings: await hub.recordingNames,
      limits: ["body": JSON(Self.largestBody), "upload": JSON(Self.largestUpload)],
      decodesWords: words.isAvailable)
  }

  // MARK: - Motion

  private func addRecording(
    _ request: WebRequest
  ) async throws(RequestFailure) -> JSON {
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

  /// The recording to replay, and what there is to say about the file.
  private func add(_ added: [StudioRecording], _ warnings: [String]) async -> JSON {
    let last = await hub.add(added)
    await announce()
    return ["recording": JSON(last), "warnings": JSON(warnings) { JSON($0) }]
  }

  /// A word of a simulated phone.
  private func addExampleRecording() async throws(RequestFailure) -> JSON {
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

  // MARK: - Examples

  /// The table of the examples, as a file.
  private func exported(_ kind: StoredExample.Kind) throws(RequestFailure) -> WebAnswer {
    guard let bytes = try? InputFile.read(examples.path(of: kind)) else {
      throw .notFound("there are no examples of a \(kind.rawValue)")
    }
    var answer = WebAnswer(type: "text/csv; charset=utf-8", bytes)
    answer.headers["Content-Disposition"] = "attachment; filename=\"\(kind.fileName)\""
    return answer
  }

  private func addExample(_ call: JSON) async throws(RequestFailure) -> JSON {
    let label = try call.required("label") { $0.text }
    switch try call.required("kind", { StoredExample.Kind($0) }) {
    case .stroke:
      return try examples.add(.stroke(try StrokeCall.stroke(call)), label: label, kind: .stroke)
        .json
    case .motion:
      let gesture = try call.optional("gesture") { $0.integer } ?? 0
      let motions = try await hub.gesture(gesture).motions
      // All pages get the same gesture: the first one that stores it decides on its label.
      if let id = taught[gesture],
        let example = examples.all(.motion).first(where: { $0.id == id })
      {
        throw RequestFailure(
          status: 409, reason: "gesture \(gesture) is an example of \(example.label) already")
      }
      let example = try examples.add(.motion(motions), label: label, kind: .motion)
      taught[gesture] = example.id
      return example.json
    }
  }

  // MARK: - Training

  private func train(_ call: JSON) async throws(RequestFailure) -> JSON {
    let kind = try call.required("kind") { StoredExample.Kind($0) }
    let adapts = try call.optional("adapts") { $0.flag } ?? false
    let base = adapts ? await hub.models.adaptable(kind) : nil
    guard training?.isRunning != true else {
      throw RequestFailure(status: 409, reason: "a training is running: cancel it first")
    }
    guard !adapts || base != nil else {
      throw .unprocessable("the built-in model of \(kind.rawValue)s takes no examples")
    }
    try examples.refresh(kind)
    let path = "\(examples.folder)/\(kind.modelName)"
    let job = TrainingJob(
      on: examples.recordings(kind), examples: examples.all(kind), base: base
    ) { [weak self, hub] trained in
      try OutputFile.write(try trained.model.file(), to: path)
      try await hub.change { $0.keep(trained.model, kind) }
      await self?.announce()
    }
    training = job
    return job.json
  }
}
