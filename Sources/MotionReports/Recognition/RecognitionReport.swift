package import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// Recognised gestures as JSON, as text, and as an HTML page with each stroke, its label and its
/// alternatives.
///
/// The page is self-contained: no script, font or picture is loaded.
package struct RecognitionReport {
  /// The answer as JSON.
  package private(set) var answer: RecognitionAnswer
  /// The stroke of each gesture, in the same order.
  private var strokes: [[Sample2D]] = []

  package init(_ gestures: [RecognizedGesture] = [], modelName: String) {
    answer = RecognitionAnswer(gestures: [], model: modelName)
    append(gestures)
  }

  /// Adds recognised gestures, and with a decoder their words.
  package mutating func append(
    _ gestures: [RecognizedGesture], decodedBy decoder: WordDecoder? = nil
  ) {
    for gesture in gestures {
      answer.gestures.append(.init(gesture))
      let isRecognized = (try? gesture.result.get()) != nil || gesture.gesture.samples.count >= 2
      strokes.append(isRecognized ? gesture.gesture.samples.stroke : [])
    }
    guard let decoder else { return }
    answer.words = (answer.words ?? []) + decoder.decode(gestures)
  }

  /// The reasons why gestures are not recognised, and the problems with the duration of others.
  ///
  /// - Parameter limitsDuration: Whether the model's gestures last at most
  ///   `GestureRecognizer.longestGesture` seconds.
  package func warnings(limitsDuration: Bool) -> [String] {
    answer.gestures.flatMap { gesture -> [String] in
      var warnings = gesture.reason.map { ["\(gesture.recording): \($0)"] } ?? []
      let longest = GestureRecognizer.longestGesture
      if limitsDuration, gesture.seconds > longest {
        warnings.append(
          "\(gesture.recording): expected a gesture of at most \(decimal(longest, places: 0)) s, "
            + "got \(decimal(gesture.seconds, places: 1)) s: its label is unreliable")
      }
      return warnings
    }
  }

  /// Writes the page, and adds its name to the answer.
  package mutating func write(to path: String, title: String) throws {
    try OutputFile.write(html(title: title), to: path)
    answer.report = path
  }

  /// The strokes side by side in Braille, each above its label and confidence.
  package func picture(width: Int) -> String {
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
        let confidence = gesture.confidence.map { " \(decimal(100 * $0, places: 0)) %" } ?? ""
        return ((gesture.label ?? "?") + confidence).padded(to: cell, .center)
      }
      lines.append(captions.joined())
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// The recognised text, and each gesture in a line.
  package var text: String {
    var lines = [answer.text]
    for word in (answer.words ?? []).map(\.word) {
      let next = word.alternatives.prefix(2).map(\.text).joined(separator: ", ")
      lines.append(
        "word \(word.text), confidence \(percentage(word.confidence))"
          + (word.isInLexicon ? "" : ", not in the lexicon")
          + (next.isEmpty ? "" : ", then \(next)"))
    }
    for gesture in answer.gestures {
      let rejected = gesture.label == nil ? gesture.best.map { ", best \($0)" } ?? "" : ""
      let best = gesture.confidence.map { ", confidence \(percentage($0))" } ?? ""
      let next = gesture.rivals.prefix(2).map(\.label).joined(separator: ", ")
      lines.append(
        "\(gesture.label ?? "?")\(rejected)\(best)\(next.isEmpty ? "" : ", then \(next)")"
          + "  (\(gesture.recording))")
    }
    if let score = answer.score {
      lines.append(
        "accuracy \(percentage(Double(score.correct) / Double(score.total))) "
          + "(\(score.correct) of \(score.total))")
    }
    if let report = answer.report { lines.append("Report: \(report)") }
    return lines.joined(separator: "\n")
  }

  // MARK: - Page

  func html(title: String) -> String {
    let cards = zip(answer.gestures, strokes).map(card).joined(separator: "\n")
    let recognized = answer.gestures.count { $0.label != nil }
    return HTML.page(
      title: title, style: "recognition.css",
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
    let text = words.map(\.word.text).joined(separator: " ")
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
}
