// Letters of a synthetic writer: recognition, training, model files.

import GestureRecognition
import GestureTraining
// snippet.hide
import MotionFusion
import MotionSimulation

// snippet.show
// snippet.recognize
func read(_ motions: [DeviceMotion], _ touches: [Sample2D]) throws {
  let recognizer = try GestureRecognizer.uppercaseLetters()
  let letter = try recognizer.recognize(motions)  // in the air
  print(letter.label, letter.confidence, letter.isGesture)
  print(try recognizer.recognize(touches).label)  // on a screen
}
// snippet.end

// snippet.train
func train(onDataSetAt path: String) async throws -> [UInt8] {
  let trained = try await ModelTrainer().train(on: DataSetContent(path: path), name: path)
  for rejected in trained.rejected { print(rejected.name, rejected.reason) }
  return try trained.model.file()
}
// snippet.end

// snippet.evaluate
func evaluate(dataSetAt path: String) async throws {
  let summary = try await ModelTrainer().evaluate(
    Evaluation(.leaveOneUserOut, seed: 1), on: DataSetContent(path: path), name: path)
  let result = summary.results.all
  print(result.accuracy, result.worstUser?.accuracy ?? .nan, result.confusion.counts)
}
// snippet.end

// snippet.simulate
func write() throws {
  let recording = try AirSimulator().recording(of: "HELLO", by: Writer(seed: 7), seed: 1)
  for letter in recording.letters {
    let truth = recording.truth[letter.samples]
    print(letter.label, letter.times, truth.last?.position ?? .zero)
  }
}
// snippet.end
