internal import Foundation
internal import GestureRecognition
internal import MotionRecordings
internal import Synchronization

/// A training in the background: cross-validation, then the model on all examples.
final class TrainingJob: Sendable {
  /// An example that was read as another class.
  struct Misread: Encodable, Sendable {
    var label: String
    var recognized: String?
    var strokes: [[[Double]]]
  }

  /// The outcome of the cross-validation.
  struct Report: Encodable, Sendable {
    var accuracy: Double
    var correct: Int
    var total: Int
    var labels: [String]
    /// Rows are true labels, columns recognised ones.
    var confusion: [[Int]]
    /// The first misread examples.
    var misread: [Misread]
  }

  enum State: Sendable {
    case running(progress: Double)
    case done(Report)
    case failed(String)
    case cancelled
  }

  private let stored = Mutex(State.running(progress: 0))
  private let task = Mutex<Task<Void, Never>?>(nil)

  var state: State { stored.withLock { $0 } }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// Starts a training.
  ///
  /// - Parameters:
  ///   - recordings: The examples, named by their numbers.
  ///   - examples: The examples.
  ///   - base: A model to which the examples are added; `nil` for a model of the examples alone.
  ///   - finish: Takes the model before the state becomes ``State/done(_:)``; what it throws is the
  ///     reason of a failure.
  init(
    on recordings: Recordings, examples: [StoredExample], base: TemplateModel?,
    finish: @escaping @Sendable (TrainedModel) async throws -> Void
  ) {
    let content = DataSetContent.recordings(recordings)
    let work = Task { [weak self] in
      do {
        var evaluation = Evaluation(.mixed)
        evaluation.folds = min(10, examples.count)
        var options = EvaluationOptions()
        options.progress = { [weak self] _, done, total in
          self?.report(progress: 0.9 * Double(done) / Double(total))
        }
        let trainer = ModelTrainer()
        let summary: EvaluationSummary
        let model: TrainedModel
        if let base {
          summary = try await trainer.evaluateUpdate(
            of: base, by: evaluation, with: content, name: "examples", options: options)
          model = try trainer.update(base, with: content, name: "examples")
        } else {
          summary = try await trainer.evaluate(
            evaluation, on: content, name: "examples", options: options)
          model = try await trainer.train(on: content, name: "examples")
        }
        try Task.checkCancellation()
        try await finish(model)
        self?.end(.done(Report(summary.results.all, examples)))
      } catch is CancellationError {
        self?.end(.cancelled)
      } catch TrainingError.cancelled {
        self?.end(.cancelled)
      } catch {
        self?.end(.failed("\(error)"))
      }
    }
    task.withLock { $0 = work }
  }

  func cancel() { task.withLock { $0?.cancel() } }

  private func report(progress: Double) {
    stored.withLock { state in
      if case .running = state { state = .running(progress: progress) }
    }
  }

  private func end(_ state: State) { stored.withLock { $0 = state } }
}

extension TrainingJob: Encodable {
  private enum CodingKeys: String, CodingKey { case state, progress, error }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch state {
    case .running(let progress):
      try container.encode("running", forKey: .state)
      try container.encode(progress, forKey: .progress)
    case .done(let report):
      try container.encode("done", forKey: .state)
      try report.encode(to: encoder)
    case .failed(let reason):
      try container.encode("failed", forKey: .state)
      try container.encode(reason, forKey: .error)
    case .cancelled:
      try container.encode("cancelled", forKey: .state)
    }
  }
}

extension TrainingJob.Report {
  /// The most misread examples that are drawn.
  private static let drawn = 12

  fileprivate init(_ result: EvaluationResult, _ examples: [StoredExample]) {
    let samples = Dictionary(uniqueKeysWithValues: examples.map { ("\($0.id)", $0.samples) })
    self.init(
      accuracy: result.accuracy, correct: result.correct, total: result.total,
      labels: result.confusion.labels, confusion: result.confusion.counts,
      misread: result.outcomes.filter { !$0.isCorrect }.prefix(Self.drawn).map { outcome in
        TrainingJob.Misread(
          label: outcome.label, recognized: outcome.recognition?.label,
          strokes: samples[outcome.name].map(ExampleAnswer.picture) ?? [])
      })
  }
}
