// Letters from a recording, and from a stream.

// snippet.hide
import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings

// snippet.show
// snippet.recording
func printLetters(inRecordingAt path: String) throws {
  let recordings = try RecordingReader().read(path)
  let recognizer = try GestureRecognizer.uppercaseLetters()
  for letter in recognizer.recognize(recordings) {
    print(letter.label ?? "?", letter.recognition?.confidence ?? 0)
  }
}
// snippet.end

// snippet.stream
func printLetters(from samples: some AsyncSequence<SensorSample, any Error>) async throws {
  var session = WritingSession(try GestureRecognizer.uppercaseLetters())
  for try await sample in samples {
    for letter in session.update(sample) { print(letter.label ?? "?", letter.start, letter.end) }
  }
  for letter in session.finish() { print(letter.label ?? "?", letter.start, letter.end) }
}
// snippet.end
