internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import Platform
internal import StudioEngine
internal import Synchronization

extension ModelShelf {
  /// Loads the models of a folder, and the built-in ones.
  ///
  /// - Throws: ``StudioError/model(path:cause:)`` for a file that cannot be read.
  init(
    folder: String, modelPath: String?, builtIn first: BuiltInModel? = nil,
    remembered: Choice? = nil
  ) throws(StudioError) {
    var file: (name: String, model: RecognitionModel)?
    if let modelPath {
      guard let model = try Self.load(modelPath) else {
        throw .model(path: modelPath, cause: FileError.missing(path: modelPath))
      }
      file = (InputFile.displayName(modelPath), model)
    }
    var own: [StoredExample.Kind: RecognitionModel] = [:]
    for kind in StoredExample.Kind.allCases {
      own[kind] = try Self.load("\(folder)/\(kind.modelName)")
    }
    do {
      self.init(letters: try .uppercaseLetters(), file: file, own: own)
      for model in BuiltInModel.allCases where model != .letters { add(model, try .builtIn(model)) }
    } catch {
      throw .model(path: "built-in model", cause: error)
    }
    // Options of the command line take precedence.
    if first == nil, modelPath == nil { remember(remembered) }
    if let first, modelPath == nil { remember(.builtIn(first)) }
  }

  private static func load(_ path: String) throws(StudioError) -> RecognitionModel? {
    do {
      return try RecognitionModel(importing: try InputFile.read(InputFile.regular(path)))
    } catch FileError.missing {
      return nil
    } catch {
      throw .model(path: path, cause: error)
    }
  }
}

/// A training in the background: cross-validation, then the model on all examples.
final class TrainingJob: Sendable {
  /// The progress from 0 to 1, or the state at the end.
  private let state = Mutex<(progress: Double, end: JSON?)>((0, nil))
  private let task = Mutex<Task<Void, Never>?>(nil)

  var isRunning: Bool { state.withLock { $0.end == nil } }

  /// The state for the page.
  var json: JSON {
    let (progress, end) = state.withLock(\.self)
    return end ?? ["state": "running", "progress": JSON(progress)]
  }

  /// Starts a training.
  ///
  /// - Parameters:
  ///   - recordings: The examples, named by their numbers.
  ///   - examples: The examples.
  ///   - base: A model to which the examples are added; `nil` for a model of the examples alone.
  ///   - finish: Takes the model before the training ends; what it throws is the reason of a
  ///     failure.
  init(
    on recordings: Recordings, examples: [StoredExample], base: RecognitionModel?,
    finish: @escaping @Sendable (TrainedModel) async throws -> Void
  ) {
    let content = DataSetContent.recordings(recordings)
    let work = Task(executorPreference: LongWork.executor) { [weak self] in
      do {
        let evaluation = Evaluation(.mixed)
        var options = EvaluationOptions()
        options.progress = { [weak self] _, done, total in
          self?.report(progress: 0.9 * Double(done) / Double(total))
        }
        let trainer = ModelTrainer()
        let summary: EvaluationSummary?
        do {
          summary = try await trainer.evaluate(
            evaluation, on: content, name: "examples", updating: base, options: options)
        } catch TrainingError.nothingLeft {
          // One example of each label: there is none to test on.
          summary = nil
        }
        let model =
          if let base {
            try await trainer.update(base, with: content, name: "examples")
          } else {
            try await trainer.train(on: content, name: "examples")
          }
        try Task.checkCancellation()
        try await finish(model)
        self?.end(CrossValidation.done(summary, examples))
      } catch is CancellationError {
        self?.end(["state": "cancelled"])
      } catch TrainingError.cancelled {
        self?.end(["state": "cancelled"])
      } catch {
        self?.end(CrossValidation.failed("\(error)"))
      }
    }
    task.withLock { $0 = work }
  }

  func cancel() { task.withLock { $0?.cancel() } }

  private func report(progress: Double) { state.withLock { $0.progress = progress } }

  private func end(_ end: JSON) { state.withLock { $0.end = end } }
}

extension CrossValidation {
  fileprivate static func done(_ summary: EvaluationSummary?, _ examples: [StoredExample]) -> JSON {
    guard let summary else { return done(labels: [], confusion: [], misread: [], rejected: []) }
    let result = summary.results.all
    let samples = Dictionary(
      examples.map { ("\($0.id)", $0.samples) }, uniquingKeysWith: { one, _ in one })
    func strokes(_ name: String) -> JSON {
      samples[name].map { StoredExample.picture(of: $0) } ?? .list([])
    }
    return done(
      labels: result.confusion.labels, confusion: result.confusion.counts,
      misread: result.outcomes.filter { !$0.isCorrect }.prefix(drawn).map {
        unread($0.label, recognized: $0.recognition?.label, strokes: strokes($0.name))
      },
      rejected: summary.rejected.prefix(drawn).map {
        unread($0.label ?? "?", reason: "\($0.reason)", strokes: strokes($0.name))
      })
  }
}
