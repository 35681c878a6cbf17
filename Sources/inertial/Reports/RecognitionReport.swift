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

/// An HTML page with each recognised stroke, its label and its alternatives.
///
/// The page is self-contained: no script, font or picture is loaded.
struct RecognitionReport {
  let title: String
  let answer: RecognitionAnswer
  /// The stroke of each gesture, in the same order.
  let strokes: [[Sample2D]]

  var html: String {
    let cards = zip(answer.gestures, strokes).map(card).joined(separator: "\n")
    let recognized = answer.gestures.count { $0.label != nil }
    return HTML.page(
      title: title, style: Self.style,
      body: """
        <h1>\(HTML.escaped(answer.text))</h1>
        <p class="lead">\(HTML.escaped(title)): \(recognized) of \(answer.gestures.count) gestures recognised \
        with the model <em>\(HTML.escaped(answer.model))</em>. The dot marks the start of a \
        stroke. Below it are the best labels with their confidences and scores.</p>
        \(words)<main>
        \(cards)
        </main>
        """)
  }

  /// The decoded words, if any.
  private var words: String {
    guard let words = answer.words else { return "" }
    let text = words.map(\.text).joined(separator: " ")
    return "<p>Words: <strong>\(HTML.escaped(text))</strong></p>\n"
  }

  private func card(_ gesture: RecognitionAnswer.Gesture, stroke: [Sample2D]) -> String {
    let label = gesture.label ?? "?"
    let picture = StrokePicture(stroke).svg(size: 160, title: "stroke recognised as \(label)")
    var rows: [String] = []
    if let score = gesture.score, let confidence = gesture.confidence {
      rows.append(bar(gesture.best ?? label, score: score, confidence: confidence))
    }
    rows += gesture.rivals.map { bar($0.label, score: $0.score, confidence: $0.confidence) }
    let truth = gesture.truth.map { truth in
      let mark = truth == gesture.label ? "right" : "wrong"
      return "<p class=\"\(mark)\">true label: \(HTML.escaped(truth))</p>"
    }
    let reason = gesture.reason.map { "<p class=\"wrong\">\(HTML.escaped($0))</p>" }
    return """
      <section>
      <h2>\(HTML.escaped(label))</h2>
      \(picture)
      \(truth ?? "")\(reason ?? "")
      <table>\(rows.joined())</table>
      <p class="source">\(HTML.escaped(gesture.recording)), \(gesture.samples) samples, \
      \(decimal(gesture.seconds, places: 2)) s</p>
      </section>
      """
  }

  private func bar(_ label: String, score: Double, confidence: Double) -> String {
    let percent = decimal(100 * min(1, max(0, confidence)), places: 1)
    return """
      <tr><th>\(HTML.escaped(label))</th><td><span style="width:\(percent)%"></span></td>\
      <td>\(percent) %</td><td>\(decimal(score, places: 2))</td></tr>
      """
  }

  private static let style = """
    h1 { letter-spacing: .2em; }
    main { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; }
    section { margin: 0; padding: .75rem; break-inside: avoid; }
    h2 { margin: 0; }
    svg { display: block; margin: 0 auto; }
    polyline { fill: none; stroke: var(--first); stroke-width: 3; stroke-linejoin: round; \
    stroke-linecap: round; }
    .start { fill: var(--second); }
    table { width: 100%; border-collapse: collapse; font-size: .85rem; }
    td:nth-child(2) { width: 45%; }
    td:nth-child(n+3) { text-align: right; font-variant-numeric: tabular-nums; }
    td span { display: block; height: .6rem; background: var(--first); border-radius: .2rem; }
    .right { color: var(--third); margin: .2rem 0; }
    .wrong { color: var(--second); margin: .2rem 0; }
    .source { color: var(--soft); font-size: .75rem; margin: .4rem 0 0; overflow-wrap: anywhere; }
    """
}
