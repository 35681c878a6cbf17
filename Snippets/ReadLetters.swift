// Letters of a synthetic writer: recognition, training, model files.

import GestureRecognition
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
func learn(from recordings: [LabeledRecording<DeviceMotion>]) async throws -> [UInt8] {
  let classifier = NearestTemplates()
  let set = try classifier.examples(of: recordings)
  for rejected in set.rejected { print(rejected.name, rejected.reason) }
  let model = try await classifier.train(set.examples)
  return try model.file()
}
// snippet.end

// snippet.evaluate
func evaluate(_ set: ExampleSet<MotionSeries>) async throws {
  let result = try await Evaluation(.leaveOneUserOut, seed: 1).run(NearestTemplates(), on: set)
  print(result.accuracy, result.worstUser?.accuracy ?? .nan, result.confusion.counts)
}
// snippet.end

// snippet.simulate
func write() throws {
  let recording = try AirSimulator().recording(of: "HELLO", by: Writer(seed: 7), seed: 1)
  for letter in recording.letters {
    let truth = recording.truth[letter.samples]
    print(letter.character, letter.times, truth.last?.position ?? .zero)
  }
}
// snippet.end
