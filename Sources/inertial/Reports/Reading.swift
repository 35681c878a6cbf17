internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// The answer of a recogniser, with the strokes for a report.
struct Reading {
  private(set) var answer: RecognitionAnswer
  private(set) var strokes: [[Sample2D]] = []

  init(_ gestures: [RecognizedGesture] = [], modelName: String) {
    answer = RecognitionAnswer(gestures: [], model: modelName)
    append(gestures)
  }

  /// Adds recognised gestures; an unrecognised one has the reason.
  mutating func append(_ gestures: [RecognizedGesture]) {
    for gesture in gestures {
      answer.gestures.append(.init(gesture))
      let isRecognized = (try? gesture.result.get()) != nil || gesture.gesture.samples.count >= 2
      strokes.append(isRecognized ? gesture.gesture.samples.stroke : [])
    }
  }

  /// Adds recognised gestures and their words.
  mutating func append(_ gestures: [RecognizedGesture], decodedBy decoder: WordDecoder?) {
    append(gestures)
    guard let decoder else { return }
    answer.words = (answer.words ?? []) + decoder.decode(gestures).map { .init($0) }
  }

  /// Writes the report, and adds its name to the answer.
  mutating func writeReport(to path: String, title: String) throws {
    let report = RecognitionReport(title: title, answer: answer, strokes: strokes)
    try OutputFile.write(report.html, to: path)
    answer.report = path
  }

  /// The strokes side by side in Braille, each above its label and confidence.
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
