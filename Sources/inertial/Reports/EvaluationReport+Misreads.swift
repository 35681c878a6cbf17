internal import GestureRecognition
internal import MotionFusion

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
