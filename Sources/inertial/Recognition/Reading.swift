internal import GestureRecognition
internal import MotionRecordings

/// Gestures read by a model: the answer, and the strokes that a report draws.
struct Reading {
  private(set) var answer: RecognitionAnswer
  private(set) var strokes: [[Sample2D]] = []

  /// Reads `inputs`; a gesture that cannot be read stays in the answer, with the reason.
  init(_ inputs: [GestureInput], reader: LetterReader, modelName: String) {
    answer = RecognitionAnswer(gestures: [], model: modelName)
    for input in inputs {
      var gesture = RecognitionAnswer.Gesture(
        recording: input.name, alternatives: [], isGesture: false, truth: input.truth,
        samples: input.count, seconds: input.duration)
      var stroke: [Sample2D] = []
      do throws(GestureError) {
        // Said before anything is made of them: a single point has no extent either.
        guard input.count >= 2 else { throw .tooFewSamples(count: input.count, minimum: 2) }
        // A path that cannot be had ends a linear model's reading with the reason.
        stroke = reader.stroke(of: input.samples)
        gesture.fill(with: try reader.recognize(input.samples))
      } catch {
        gesture.reason = error.description
      }
      answer.gestures.append(gesture)
      strokes.append(stroke)
    }
  }

  /// Writes the report, and notes its name in the answer.
  mutating func writeReport(to path: String, title: String) throws {
    answer.report = path
    let report = RecognitionReport(title: title, answer: answer, strokes: strokes)
    try OutputFile.write(report.html, to: path)
  }

  /// The strokes side by side in Braille characters, each over its label and confidence.
  func picture(width: Int) -> String {
    let rows = 5
    let cell = 2 * rows + 1
    let perLine = max(1, width / cell)
    var lines: [String] = []
    for start in stride(from: 0, to: strokes.count, by: perLine) {
      let indices = start..<min(start + perLine, strokes.count)
      let pictures = indices.map { StrokePicture(strokes[$0]).braille(rows: rows) }
      for row in 0..<rows { lines.append(pictures.map { $0[row] }.joined(separator: " ")) }
      let captions = indices.map { index in
        let gesture = answer.gestures[index]
        let caption =
          (gesture.label ?? "?")
          + (gesture.confidence.map { " \(decimal(100 * $0, places: 0)) %" } ?? "")
        let left = (cell - caption.count) / 2
        return String(repeating: " ", count: max(0, left)) + caption
          + String(repeating: " ", count: max(0, cell - left - caption.count))
      }
      lines.append(captions.joined())
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}

extension RecognitionAnswer.Gesture {
  /// How many rivals of the best label are told.
  private static let alternativeCount = 4

  mutating func fill(with recognition: Recognition) {
    isGesture = recognition.isGesture
    label = recognition.isGesture ? recognition.label : nil
    score = recognition.score
    confidence = recognition.confidence
    alternatives = recognition.alternatives.prefix(Self.alternativeCount).map {
      RecognitionAnswer.Alternative(label: $0.label, score: $0.score, confidence: $0.confidence)
    }
    if !recognition.isGesture { reason = "no label fits well enough to be believed" }
  }
}
