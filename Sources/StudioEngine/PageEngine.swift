package import GestureRecognition
internal import MotionFusion

/// The studio of one page without a server: the requests and messages of the page's protocol.
///
/// A worker of the page holds one. What needs files, recordings or other devices is missing.
package final class PageEngine {
  private var desk: WritingDesk
  private var examples: [StoredExample] = []
  private var nextExample = 1
  /// The last training.
  private var training: JSON?
  /// By the times of the samples.
  private var rate = SampleRate()
  private var events: [LiveEvent] = []
  private var keptMemory: StudioMemory

  /// - Parameters:
  ///   - letters: The file of the built-in letters on a screen.
  ///   - kept: The values of earlier events of the type `keep`, by `key`.
  ///   - run: A name of this run.
  /// - Throws: ``ModelError`` for a damaged file.
  package init(letters: [UInt8], kept: JSON, run: String) throws(ModelError) {
    var models: [StoredExample.Kind: RecognitionModel] = [:]
    for kind in StoredExample.Kind.allCases {
      models[kind] = kept["model/\(kind.rawValue)"]?.text.flatMap { Self.model(hexadecimal: $0) }
    }
    // Damaged values are dropped.
    let memory = (try? StudioMemory(parts: kept)) ?? StudioMemory()
    var shelf = ModelShelf(
      letters: GestureRecognizer(.letters, try RecognitionModel(file: letters)), own: models)
    shelf.remember(memory.model)
    keptMemory = memory
    desk = WritingDesk(shelf, memory: memory, run: run)
    if case .object(let members) = kept {
      examples = members.filter { $0.name.hasPrefix("example/") }
        .compactMap { StoredExample(stored: $0.value) }.sorted { $0.id < $1.id }
    }
    nextExample = (examples.last?.id ?? 0) + 1
    start()
  }

  private func start() {
    events.append(.sender("alone"))
    for mode in StudioMemory.Mode.allCases { events.append(desk.text(mode)) }
    announce()
  }

  /// The events since the last call.
  package func takeEvents() -> [LiveEvent] {
    if desk.memory != keptMemory {
      for change in desk.memory.changes(since: keptMemory) { keep(change.key, change.value) }
      keptMemory = desk.memory
    }
    defer { events = [] }
    return events
  }

  /// Asks for a value to be kept beyond this run; `null` removes it.
  private func keep(_ key: String, _ value: JSON) {
    events.append(.other("keep", ["key": JSON(key), "value": value]))
  }

  private func announce() { events.append(.session(state)) }

  private var state: JSON { desk.models.state(desk.settings, limits: [:], decodesWords: false) }

  // MARK: - Models

  /// The file of a built-in model was fetched; of letters, that for the air.
  package func load(_ model: BuiltInModel, _ file: [UInt8]) throws(ModelError) {
    let decoded = try RecognitionModel(file: file)
    try? change { models in
      models.add(
        model,
        model == .letters
          ? GestureRecognizer(strokes: models.letters.strokeModel, motions: decoded)
          : GestureRecognizer(model, decoded))
    }
  }

  private func change(
    _ change: (inout ModelShelf) throws(RequestFailure) -> Void
  ) throws(RequestFailure) {
    try desk.change(change)
    announce()
  }

  // MARK: - Messages

  /// Takes a message of the page.
  package func take(_ message: JSON) {
    do throws(RequestFailure) {
      switch try message.required("type", { $0.text }) {
      case "hold": desk.isHeld = try message.required("down") { $0.flag }
      case "collect": desk.isCollecting = try message.required("collects") { $0.flag }
      case "devicemotion": take(try BrowserMotion.samples(message))
      case "silent":
        rate = SampleRate()
        events += desk.finish()
        desk.restart()
        status()
      default: break
      }
    } catch {
      events.append(.error(error.reason))
    }
  }

  private func take(_ samples: [SensorSample]) {
    // A hand that carries the phone writes nothing.
    desk.isHeld = desk.isHeld ?? false
    events += desk.take(samples)
    if let last = samples.last, rate.count(samples.count, at: last.timestamp) { status() }
  }

  private func status() {
    events.append(.status(source: "This phone", kind: "pages", rate: rate.hertz, pages: 1))
  }

  // MARK: - Requests

  /// Answers a request: `method`, `path`, `query` and `body`.
  package func answer(_ request: JSON) -> (status: Int, content: JSON) {
    do throws(RequestFailure) {
      return (
        200,
        try answer(
          try request.required("method") { $0.text } + " " + request.required("path") { $0.text },
          request["query"] ?? [:], request["body"] ?? [:])
      )
    } catch {
      return (error.status, error.json)
    }
  }

  private func answer(
    _ call: String, _ query: JSON, _ body: JSON
  ) throws(RequestFailure) -> JSON {
    switch call {
    case "GET /api/state": return state
    case "POST /api/recognize": return try StrokeCall(body).answer(by: desk.recognizer)
    case "POST /api/settings":
      desk.set(try StudioSettings(body))
      announce()
    case "POST /api/text": events.append(try desk.change(try StudioMemory.Change(body)))
    case "POST /api/gesture":
      let id = try body.required("id") { $0.integer }
      return LiveWriting.reread(
        id, try desk.gesture(id), by: desk.recognizer, try StudioSettings(body)
      ).json
    case "POST /api/model":
      let id = try body.required("id") { ModelShelf.Choice($0) }
      try change { models throws(RequestFailure) in try models.choose(id) }
    case "GET /api/examples":
      let kind = try query.required("kind") { StoredExample.Kind($0) }
      return ["examples": JSON(examples.filter { $0.kind == kind }) { $0.json }]
    case "GET /api/examples/file":
      let kind = try query.required("kind") { StoredExample.Kind($0) }
      return [
        "name": JSON(kind.fileName),
        "text": JSON(StoredExample.table(of: examples.filter { $0.kind == kind }, kind)),
      ]
    case "GET /api/model/file":
      let kind = try query.required("kind") { StoredExample.Kind($0) }
      guard let model = desk.models.own[kind], let file = try? model.file() else {
        throw .notFound("no model of a \(kind.rawValue) was trained: train it first")
      }
      return ["name": JSON(kind.modelName), "hexadecimal": JSON(Self.hexadecimal(file))]
    case "POST /api/examples": return ["example": try addExample(body)]
    case "DELETE /api/examples":
      let id = try query.required("id") { $0.text.flatMap { Int($0) } }
      guard let index = examples.firstIndex(where: { $0.id == id }) else {
        throw .notFound("there is no example \(id)")
      }
      examples.remove(at: index)
      keep("example/\(id)", .null)
    case "GET /api/train":
      guard let training else { throw .notFound("no training was started") }
      return training
    case "POST /api/train": return try train(body)
    case "DELETE /api/train": break
    default: throw .notFound("a phone alone does not offer \(call)")
    }
    return [:]
  }

  // MARK: - Teaching

  private func addExample(_ body: JSON) throws(RequestFailure) -> JSON {
    let label = try StoredExample.checked(try body.required("label") { $0.text })
    let samples: Gesture =
      switch try body.required("kind", { StoredExample.Kind($0) }) {
      case .stroke: .stroke(try StrokeCall.stroke(body))
      case .motion:
        .motion(try desk.gesture(try body.required("gesture") { $0.integer }).motions)
      }
    let example = StoredExample(id: nextExample, label: label, samples: samples)
    nextExample += 1
    examples.append(example)
    keep("example/\(example.id)", example.stored)
    return example.json
  }

  private func train(_ body: JSON) throws(RequestFailure) -> JSON {
    let kind = try body.required("kind") { StoredExample.Kind($0) }
    let base = body["adapts"]?.flag == true ? desk.models.adaptable(kind) : nil
    let own = examples.filter { $0.kind == kind }
    do throws(ModelError) {
      let model = try Self.model(of: own, kind, base)
      let file = try model.file()
      let report = Self.report(on: own, kind, base)
      try? change { $0.keep(model, kind) }
      keep("model/\(kind.rawValue)", JSON(Self.hexadecimal(file)))
      training = report
    } catch {
      training = CrossValidation.failed(error.description)
    }
    return training ?? [:]
  }

  /// A model of examples: of strokes by the nearest one, of motions by templates.
  private static func model(
    of examples: [StoredExample], _ kind: StoredExample.Kind, _ base: RecognitionModel?
  ) throws(ModelError) -> RecognitionModel {
    switch kind {
    case .stroke:
      let model = try FeatureModel(
        ofNearest: examples.map { ($0.label, $0.samples.stroke) })
      guard case .features(let letters) = base else { return .features(model) }
      return .features(try model.beside(letters))
    case .motion:
      var model = TemplateModel()
      if case .templates(let letters) = base { model = letters }
      for example in examples {
        // Those without features are left out, as in the report.
        if case .motion(let motions) = example.samples {
          try? model.adapt(to: motions, label: example.label)
        }
      }
      return .templates(model)
    }
  }

  /// The most examples that are compared with a model of all others: each takes a training.
  private static let mostCompared = 60

  /// Each example read by a model of all others.
  private static func report(
    on examples: [StoredExample], _ kind: StoredExample.Kind, _ base: RecognitionModel?
  ) -> JSON {
    var outcomes: [(truth: String, read: String)] = []
    var (misread, rejected): ([JSON], [JSON]) = ([], [])
    let step = max(1, examples.count / mostCompared)
    for index in stride(from: 0, to: examples.count, by: step) {
      let example = examples[index]
      let others = examples[..<index] + examples[(index + 1)...]
      let strokes = StoredExample.picture(of: example.samples)
      guard others.contains(where: { $0.label == example.label }) else { continue }
      guard let model = try? model(of: Array(others), kind, base) else { continue }
      let read: Result<Recognition, GestureError> = Result { () throws(GestureError) in
        let recognizer = GestureRecognizer(model)
        if case .motion(let motions) = example.samples {
          return try recognizer.recognize(motions, isCut: true, state: WriterState())
        }
        return try recognizer.recognize(example.samples)
      }
      switch read {
      case .failure(let error):
        if rejected.count < CrossValidation.drawn {
          rejected.append(
            CrossValidation.unread(example.label, reason: error.description, strokes: strokes))
        }
      case .success(let recognition):
        if recognition.label != example.label, misread.count < CrossValidation.drawn {
          misread.append(
            CrossValidation.unread(
              example.label, recognized: recognition.label, strokes: strokes))
        }
        outcomes.append((example.label, recognition.label))
      }
    }
    // Those of the built-in letters only where an example was read as one.
    let labels = Set(examples.map { $0.label } + outcomes.map { $0.read }).sorted()
    var confusion = labels.map { _ in labels.map { _ in 0 } }
    for outcome in outcomes {
      guard let row = labels.firstIndex(of: outcome.truth),
        let column = labels.firstIndex(of: outcome.read)
      else { continue }
      confusion[row][column] += 1
    }
    return CrossValidation.done(
      labels: labels, confusion: confusion, misread: misread, rejected: rejected)
  }

  // MARK: - Files as text

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func model(hexadecimal text: String) -> RecognitionModel? {
    let digits = text.utf8.map { $0 >= 0x61 ? $0 &- 0x57 : $0 &- 0x30 }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
    return try? RecognitionModel(
      file: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }
}
