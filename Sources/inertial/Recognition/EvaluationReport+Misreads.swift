internal import GestureRecognition
internal import MotionFusion

extension EvaluationReport {
  private static let mostMisreads = 12

  /// The worst misreads, drawn.
  var misreads: String? {
    let wrong = result.outcomes.filter { !$0.isCorrect && $0.recognition != nil }
      .sorted { a, b in
        let (one, other) = (a.recognition, b.recognition)
        return (one?.isGesture == true ? 1 : 0, one?.confidence ?? 0)
          > (other?.isGesture == true ? 1 : 0, other?.confidence ?? 0)
      }
    let kinds = Dictionary(grouping: wrong) { [$0.label, $0.recognition?.label ?? ""] }
    guard !wrong.isEmpty else { return nil }
    // The surest of each kind, so that one confusion does not hide the others.
    let worst = wrong.filter { outcome in
      kinds[[outcome.label, outcome.recognition?.label ?? ""]]?.first?.name == outcome.name
    }
    let cards = worst.prefix(Self.mostMisreads).compactMap { outcome -> String? in
      guard let recognition = outcome.recognition else { return nil }
      let example = example(of: recognition.label, like: outcome)
      let own = pictures[outcome.name]
      // The folder is told at the top.
      let name = outcome.name.split(separator: "/").last.map(String.init) ?? outcome.name
      let other = example.map { pictures[$0.name] } ?? []
      let drawn =
        own.isEmpty
        ? ""
        : "<div class=\"pair\">"
          + picture(own, "written: \(outcome.label)", "wrong")
          + (other.isEmpty ? "" : picture(other, "read right: \(recognition.label)", "right"))
          + "</div>"
      let believed = recognition.isGesture ? "" : ", but not believed"
      let others = (kinds[[outcome.label, recognition.label]]?.count ?? 1) - 1
      let more = others > 0 ? ", and \(others) more like it" : ""
      return """
        <div class="card"><p><b>\(HTML.escaped(outcome.label))</b> read as \
        <b>\(HTML.escaped(recognition.label))</b>, \(percentage(recognition.confidence))\
        \(believed)</p>
        \(drawn)<small>\(HTML.escaped(name))\(more)</small></div>
        """
    }
    let shown =
      cards.count < worst.count ? "The worst \(cards.count) of \(worst.count) kinds" : "All kinds"
    let drawings =
      wrong.contains { !pictures[$0.name].isEmpty }
      ? " Left, what was written; right, for comparison, a gesture of what it was taken for, by the "
        + "same writer where there is one. The dot is where it starts; the path of a phone in the "
        + "air is the one that its acceleration gives, projected to its screen." : ""
    return section(
      "The worst misreads",
      (
        "<div class=\"cards\">\(cards.joined(separator: "\n"))</div>\n",
        "\(shown) of misreads, each by its surest, those that were believed first, with the "
          + "confidence in the wrong reading.\(drawings)"
      ))
  }

  /// The surest right reading of `label`, by the same writer where there is one.
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
