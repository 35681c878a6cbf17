package import GestureRecognition
internal import GestureTraining
internal import MotionFusion

/// An HTML page about an evaluation.
///
/// It has the confusion matrix, accuracy by writer, pictures of the worst errors, reliability of
/// confidences, rejection, and learning curves. It is self-contained: no script, font or picture is
/// loaded.
package struct EvaluationReport {
  let answer: EvaluationAnswer
  /// The gestures of the data set by name.
  private let gestures: [String: RecordedGesture]

  var result: EvaluationResult { answer.result }

  package init(answer: EvaluationAnswer, gestures: [RecordedGesture]) {
    self.answer = answer
    self.gestures = Dictionary(gestures.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The stroke of a gesture; empty without one.
  func stroke(of name: String) -> [Sample2D] { gestures[name]?.samples.stroke ?? [] }

  package var html: String {
    let sections = [confusion, writers, misreads, trust, learning].compactMap(\.self)
    let classifier = answer.summary.classifier
    let stabilizer = answer.summary.stabilizer.map { ", paths by \($0.rawValue)" } ?? ""
    let disturbance = answer.disturbance.map { ", tested gestures disturbed: \($0)" } ?? ""
    return HTML.page(
      title: "Evaluation of \(classifier)", style: "evaluation.css",
      body: """
        <h1>\(HTML.escaped(classifier))</h1>
        <p class="lead">\(HTML.escaped(answer.dataset)), protocol \(answer.method.rawValue)\
        \(stabilizer)\(disturbance), seed \(answer.seed)</p>
        \(tiles)
        \(sections.joined(separator: "\n"))
        """)
  }

  // MARK: - Summary

  private var tiles: String {
    let counts = result.counts
    let accepted = Double(counts.acceptedCorrect) / Double(max(1, counts.total))
    let tiles: [HTML.Tile?] = [
      HTML.Tile(percentage(counts.accuracy), "accuracy", "\(counts.correct) of \(counts.total)"),
      counts.rejected == 0
        ? nil
        : HTML.Tile(
          percentage(accepted), "accepted and right",
          "\(counts.acceptedWrong) accepted and wrong, \(counts.rejected) rejected"),
      result.worstUser.map {
        HTML.Tile(
          percentage($0.accuracy), "accuracy of the worst writer", "\($0.correct) of \($0.total)")
      },
      answer.summary.results.withoutLong.map {
        HTML.Tile(
          percentage($0.accuracy), "without long recordings",
          "\($0.excluded) over twice the writer’s median length")
      },
      answer.calibrationError.map {
        HTML.Tile(decimal($0, places: 3), "calibration error", "of the confidences")
      },
      answer.rejection.map {
        HTML.Tile(
          percentage($0.unknownAcceptanceAt95), "false acceptance",
          "of out-of-vocabulary letters, at 95 % true acceptance")
      },
      result.rejectedRecordings == 0
        ? nil
        : HTML.Tile("\(result.rejectedRecordings)", "unusable", "recordings without a gesture"),
    ]
    return HTML.tiles(tiles.compactMap(\.self))
  }

  /// The HTML of a figure and its caption.
  typealias Figure = (content: String, caption: String)

  /// A section of figures with their captions.
  func section(_ title: String, _ figures: Figure...) -> String { section(title, figures) }

  /// A section of figures with their captions.
  func section(_ title: String, _ figures: [Figure]) -> String {
    let parts = figures.map {
      "<figure>\n\($0.content)<figcaption>\(HTML.escaped($0.caption))</figcaption></figure>"
    }
    return "<section>\n<h2>\(HTML.escaped(title))</h2>\n<div class=\"figures\">"
      + "\(parts.joined(separator: "\n"))</div>\n</section>"
  }
}

extension EvaluationReport {
  /// The confusion matrix.
  var confusion: String? {
    let labels = result.labels
    guard !labels.isEmpty else { return nil }
    let head = labels.map { "<th scope=\"col\">\(HTML.escaped($0))</th>" }.joined()
    let rows = labels.indices.map { row -> String in
      let counts = result.confusion.counts[row]
      let total = counts.reduce(0, +)
      let cells = counts.indices.map { column -> String in
        let count = counts[column]
        guard count > 0 else { return "<td></td>" }
        let share = Double(count) / Double(total)
        let isRight = row == column
        // Single errors stay visible; the diagonal is muted.
        let strength = isRight ? 0.12 + 0.5 * share : 0.25 + 0.6 * share
        return "<td class=\"\(isRight ? "hit" : "miss")\" style=\"--s:"
          + "\(decimal(100 * strength, places: 0))%\" title=\"\(HTML.escaped(labels[row])) "
          + "recognised as \(HTML.escaped(labels[column])): \(count)\">\(count)</td>"
      }
      let right = total > 0 ? percentage(Double(counts[row]) / Double(total)) : "–"
      return "<tr><th scope=\"row\">\(HTML.escaped(labels[row]))</th>\(cells.joined())"
        + "<td class=\"sum\">\(right)</td></tr>"
    }
    let table =
      "<div class=\"wide\"><table class=\"confusion\"><thead><tr><td></td>\(head)"
      + "<td class=\"sum\">accuracy</td></tr></thead><tbody>\(rows.joined(separator: "\n"))"
      + "</tbody></table></div>\n"
    let wrong = result.total - result.correct
    let unread = result.outcomes.count { $0.recognition == nil }
    return section(
      "Confusion matrix",
      (
        table,
        "Rows are true labels, columns recognised labels; empty cells are zero. "
          + "\(wrong) of \(result.total) are wrong; the last column is the accuracy of each row."
          + (unread > 0 ? " \(unread) without a recognition have no column." : "")
      ))
  }

  /// The accuracy by writer, as bars.
  var writers: String? {
    guard !result.perUser.isEmpty else { return nil }
    let rows = result.perUser.sorted { $0.key < $1.key }.map { user, share -> String in
      let interval = Self.interval(correct: share.correct, total: share.total)
      return """
        <tr><th scope="row">\(HTML.escaped(user))</th><td class="bar">\
        <span style="width:\(decimal(100 * share.accuracy, places: 1))%"></span>\
        <i style="left:\(decimal(100 * interval.lowerBound, places: 1))%;\
        width:\(decimal(100 * (interval.upperBound - interval.lowerBound), places: 1))%"></i></td>\
        <td>\(percentage(share.accuracy))</td><td>\(share.correct) of \(share.total)</td></tr>
        """
    }
    return section(
      "Accuracy by writer",
      (
        "<table class=\"bars\">\(rows.joined(separator: "\n"))</table>\n",
        "The accuracy on each writer’s gestures, from 0 to 100 %. The thin line is the 95 % "
          + "interval (Wilson)."
      ))
  }

  /// The 95 % confidence interval of a share (E. B. Wilson, 1927).
  static func interval(correct: Int, total: Int) -> ClosedRange<Double> {
    guard total > 0 else { return 0...1 }
    let (n, z) = (Double(total), 1.959964)
    let share = Double(correct) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half =
      z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - half)...min(1, middle + half)
  }
}

extension EvaluationReport {
  private static let mostMisreads = 12

  /// The worst errors, drawn.
  var misreads: String? {
    let wrong = result.outcomes.filter { !$0.isCorrect && $0.recognition != nil }
      .sorted { a, b in
        let (one, other) = (a.recognition, b.recognition)
        return (one?.isGesture == true ? 1 : 0, one?.confidence ?? 0)
          > (other?.isGesture == true ? 1 : 0, other?.confidence ?? 0)
      }
    let kinds = Dictionary(grouping: wrong) { [$0.label, $0.recognition?.label ?? ""] }
    guard !wrong.isEmpty else { return nil }
    // One card for each kind of error, the most confident.
    let worst = wrong.filter { outcome in
      kinds[[outcome.label, outcome.recognition?.label ?? ""]]?.first?.name == outcome.name
    }
    let cards = worst.prefix(Self.mostMisreads).compactMap { outcome -> String? in
      guard let recognition = outcome.recognition else { return nil }
      let example = example(of: recognition.label, like: outcome)
      let own = stroke(of: outcome.name)
      // The folder is in the heading.
      let name = outcome.name.split(separator: "/").last.map(String.init) ?? outcome.name
      let other = example.map { stroke(of: $0.name) } ?? []
      let drawn =
        own.isEmpty
        ? ""
        : "<div class=\"pair\">"
          + picture(own, "true label: \(outcome.label)", "wrong")
          + (other.isEmpty ? "" : picture(other, "example: \(recognition.label)", "right"))
          + "</div>"
      let verdict = recognition.isGesture ? "" : ", but rejected"
      let others = (kinds[[outcome.label, recognition.label]]?.count ?? 1) - 1
      let more = others > 0 ? ", and \(others) more of this kind" : ""
      return """
        <div class="card"><p><b>\(HTML.escaped(outcome.label))</b> recognised as \
        <b>\(HTML.escaped(recognition.label))</b>, \(percentage(recognition.confidence))\
        \(verdict)</p>
        \(drawn)<small>\(HTML.escaped(name))\(more)</small></div>
        """
    }
    let shown =
      cards.count < worst.count ? "The worst \(cards.count) of \(worst.count) kinds" : "All kinds"
    let drawings =
      wrong.contains { !stroke(of: $0.name).isEmpty }
      ? " Left: the gesture. Right: a correctly recognised gesture of the other label, by the same "
        + "writer where there is one. The dot marks the start. Paths in the air are integrated from "
        + "acceleration and projected to the screen's plane." : ""
    return section(
      "The worst errors",
      (
        "<div class=\"cards\">\(cards.joined(separator: "\n"))</div>\n",
        "\(shown) of errors, the most confident of each, accepted ones first, with the confidence "
          + "of the wrong label.\(drawings)"
      ))
  }

  /// The most confident correct recognition of `label`, preferably by the same writer.
  private func example(
    of label: String, like outcome: EvaluationResult.Outcome
  ) -> EvaluationResult.Outcome? {
    result.outcomes.filter { $0.label == label && $0.isCorrect }.max { a, b in
      (a.user == outcome.user ? 1 : 0, a.recognition?.confidence ?? 0)
        < (b.user == outcome.user ? 1 : 0, b.recognition?.confidence ?? 0)
    }
  }

  private func picture(_ stroke: [Sample2D], _ title: String, _ kind: String) -> String {
    "<div class=\"\(kind)\">\(StrokePicture(stroke).svg(size: 110, title: title))"
      + "<span>\(HTML.escaped(title))</span></div>"
  }
}
