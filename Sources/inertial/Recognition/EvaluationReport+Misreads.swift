internal import DeviceMotion
internal import GestureRecognition

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
    guard !wrong.isEmpty else { return nil }
    let cards = wrong.prefix(Self.mostMisreads).compactMap { outcome -> String? in
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
      return """
        <div class="card"><p><b>\(HTML.escaped(outcome.label))</b> read as \
        <b>\(HTML.escaped(recognition.label))</b>, \(percentage(recognition.confidence))\
        \(believed)</p>
        \(drawn)<small>\(HTML.escaped(name))</small></div>
        """
    }
    let shown = cards.count < wrong.count ? "The worst \(cards.count) of \(wrong.count)" : "All"
    let drawings =
      wrong.contains { !pictures[$0.name].isEmpty }
      ? " Left, what was written; right, for comparison, a gesture of what it was taken for, by the "
        + "same writer where there is one. The dot is where it starts; the path of a phone in the "
        + "air is the one that its acceleration gives, projected to its screen." : ""
    return section(
      "The worst misreads",
      (
        "<div class=\"cards\">\(cards.joined(separator: "\n"))</div>\n",
        "\(shown) misreads, those that were believed first, the surest of them at the top, with the "
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
