import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@Suite("RecognitionSession")
struct RecognitionSessionTests {
  private func samples(_ text: String, writer: UInt64) throws -> [SensorSample] {
    try AirSimulator().recording(of: text, by: Writer(seed: writer), seed: 1).samples
  }

  @Test(
    "samples one by one give the same gestures as the whole recording",
    arguments: [3, 9] as [UInt64])
  func stream(writer: UInt64) throws {
    let samples = try samples("HELLO WORLD", writer: writer)
    let recognizer = try GestureRecognizer.uppercaseLetters("DEHLORW")
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [LabeledRecording(samples: samples)]
    let whole = recognizer.recognize(recordings)
    var session = RecognitionSession(recognizer)
    var stream = samples.flatMap { session.update($0) }
    stream += session.finish()
    #expect(stream.count == 10)
    #expect(stream.map(\.label) == whole.map(\.label))
    #expect(stream.map(\.recognition) == whole.map(\.recognition))
    #expect(stream.map(\.start) == whole.map(\.start) && stream.map(\.end) == whole.map(\.end))
  }

  @Test("samples that are not finite or go back in time change nothing but the count of faults")
  func badSamples() throws {
    let good = try samples("L", writer: 3)
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var clean = RecognitionSession(recognizer)
    var dirty = RecognitionSession(recognizer)
    var (letters, others): ([String?], [String?]) = ([], [])
    for (index, sample) in good.enumerated() {
      letters += clean.update(sample).map(\.label)
      others += dirty.update(sample).map(\.label)
      if index == 150 {
        var bad = sample
        bad.acceleration?.x = .nan
        bad.timestamp += 0.001
        #expect(dirty.update(bad).isEmpty)
      }
    }
    #expect(letters.count == 1 && letters == others)
    #expect(dirty.estimator.faults.total > clean.estimator.faults.total)
  }
}
