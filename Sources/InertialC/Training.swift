// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import Dispatch
internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import MotionReports
internal import MotionSimulation
internal import Platform
internal import Synchronization

/// Simulated recordings; see the header.
@c @implementation public func inertial_simulate(
  _ text: UnsafePointer<CChar>?, _ vocabulary: UnsafePointer<CChar>?,
  _ kind: UnsafePointer<CChar>?, _ writer: UInt64, _ seed: UInt64,
  _ recordings: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let text = String(cString: try required(text, "text"))
    let result = try required(recordings, "recordings")
    let vocabulary = try choice(vocabulary, "vocabulary", default: Vocabulary.letters)
    let synthetic = try SyntheticRecording(
      vocabulary.written(text), vocabulary: vocabulary,
      kind: choice(kind, "kind", default: .sensors), writer: Writer(seed: writer), seed: seed)
    guard !synthetic.letters.isEmpty else {
      throw ArgumentError("text: expected letters or names of the vocabulary, got none")
    }
    result.pointee = Handle.make(synthetic.recordings)
  }
}

/// The description of a file; see the header.
@c @implementation public func inertial_inspect(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<inertial_reading_options>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let path = String(cString: try required(path, "path"))
    let reader = RecordingReader(options: try options?.pointee.options() ?? ReadingOptions())
    var answer = InspectionAnswer()
    try answer.add(try reader.open(path, format: text(options?.pointee.format)), name: path)
    try writeJSON(answer, to: required(json, "json"))
  }
}

/// A recogniser trained on labelled recordings; see the header.
@c @implementation public func inertial_train(
  _ examples: OpaquePointer?, _ classifier: UnsafePointer<CChar>?, _ seed: UInt64,
  _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(recognizer, "recognizer")
    let content = try content(examples)
    let trainer = try trainer(classifier, seed)
    let trained = try waiting { try await trainer.train(on: content, name: "examples") }
    try writeJSON(TrainAnswer(trained, output: "", seed: seed), to: json)
    result.pointee = Handle.make(GestureRecognizer(trained.model))
  }
}

/// Accuracies on unseen examples; see the header.
@c @implementation public func inertial_evaluate(
  _ examples: OpaquePointer?, _ method: UnsafePointer<CChar>?, _ classifier: UnsafePointer<CChar>?,
  _ seed: UInt64, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let content = try content(examples)
    let trainer = try trainer(classifier, seed)
    let method = try choice(method, "protocol", default: EvaluationProtocol.leaveOneUserOut)
    guard method != .trainTest else {
      throw ArgumentError("protocol: expected one that splits the examples, got 'train-test'")
    }
    let summary = try waiting {
      try await trainer.evaluate(
        Evaluation(method, seed: seed), on: content, name: "examples", options: EvaluationOptions())
    }
    try writeJSON(
      EvaluationAnswer(
        summary, dataset: "examples", disturbance: nil, method: method, seed: seed),
      to: required(json, "json"))
  }
}

/// Writes the model of a recogniser; see the header.
@c @implementation public func inertial_recognizer_write(
  _ recognizer: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<GestureRecognizer>.object(try required(recognizer, "recognizer"))
    let path = String(cString: try required(path, "path"))
    let model = handle.value.motionModel
    guard model == handle.value.strokeModel else {
      throw ArgumentError("recognizer: expected one model, got one for strokes and one for motions")
    }
    try OutputFile.write(try model.file(), to: path)
  }
}

private func content(_ examples: OpaquePointer?) throws -> DataSetContent {
  .recordings(Handle<Recordings>.object(try required(examples, "examples")).value)
}

private func trainer(_ classifier: UnsafePointer<CChar>?, _ seed: UInt64) throws -> ModelTrainer {
  var trainer = ModelTrainer()
  trainer.seed = seed
  if classifier != nil {
    trainer.classifier = try choice(classifier, "classifier", default: .nearestTemplates)
  }
  return trainer
}

/// Waits for `body`, which runs on other threads.
private func waiting<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.result.withLock(\.self) else { throw ArgumentError("no result") }
  return try result.get()
}

/// The result of work on another thread.
private final class Outcome<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}
