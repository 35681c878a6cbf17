internal import DeviceMotion
internal import GestureRecognition

/// A page about an evaluation: what was taken for what and by whom written, the worst misreads
/// drawn, how far confidences can be trusted, what is refused, and how it grows with learning.
///
/// It stands alone: no script, no font, no picture from anywhere else.
struct EvaluationReport {
  let answer: EvaluationAnswer
  let result: EvaluationResult
  let rejection: RejectionResult?
  let curves: [LearningCurve]
  let pictures: GesturePictures

  /// The page.
  var html: String {
    let sections = [
      confusion, writers, misreads, reliability, refusal, learning,
    ].compactMap { $0 }
    let stabilizer = answer.stabilizer.map { ", paths by \($0)" } ?? ""
    let disturbance = answer.disturbance.map { ", tested gestures disturbed: \($0)" } ?? ""
    return HTML.page(
      title: "Evaluation of \(answer.classifier)", style: Self.style,
      body: """
        <h1>\(HTML.escaped(answer.classifier))</h1>
        <p class="lead">\(HTML.escaped(answer.dataset)), protocol \(answer.protocol)\
        \(stabilizer)\(disturbance), seed \(answer.seed)</p>
        \(tiles)
        \(sections.joined(separator: "\n"))
        """)
  }

  // MARK: - At a glance

  private var tiles: String {
    var tiles = [
      tile(percentage(answer.accuracy), "read right", "\(answer.correct) of \(answer.total)")
    ]
    if let worst = answer.worstUser {
      tiles.append(
        tile(
          percentage(worst.accuracy), "of the worst writer", "\(worst.correct) of \(worst.total)")
      )
    }
    if let part = answer.withoutLong {
      tiles.append(
        tile(
          percentage(part.accuracy), "without long ones",
          "\(part.excluded) over twice the writer’s usual length"))
    }
    if let error = answer.calibrationError {
      tiles.append(tile(decimal(error, places: 3), "calibration error", "of the confidences"))
    }
    if let rejection = answer.rejection {
      tiles.append(
        tile(
          percentage(rejection.unknownAcceptanceAt95), "unknown letters believed",
          "while 95 % of known ones are"))
    }
    if answer.refused > 0 {
      tiles.append(tile("\(answer.refused)", "refused", "recordings that hold no gesture"))
    }
    return "<div class=\"tiles\">\(tiles.joined())</div>"
  }

  private func tile(_ number: String, _ name: String, _ note: String) -> String {
    "<div><strong>\(HTML.escaped(number))</strong><span>\(HTML.escaped(name))</span>"
      + "<small>\(HTML.escaped(note))</small></div>"
  }

  /// A section of figures with their captions.
  private func section(_ title: String, _ figures: (content: String, caption: String)...) -> String
  {
    let parts = figures.map {
      "<figure>\n\($0.content)<figcaption>\(HTML.escaped($0.caption))</figcaption></figure>"
    }
    return "<section>\n<h2>\(HTML.escaped(title))</h2>\n<div class=\"figures\">"
      + "\(parts.joined(separator: "\n"))</div>\n</section>"
  }

  // MARK: - Confusion and writers

  private var confusion: String? {
    guard !answer.labels.isEmpty else { return nil }
    let head = answer.labels.map { "<th scope=\"col\">\(HTML.escaped($0))</th>" }.joined()
    let rows = answer.labels.indices.map { row -> String in
      let counts = answer.confusion[row]
      let total = counts.reduce(0, +)
      let cells = counts.indices.map { column -> String in
        let count = counts[column]
        guard count > 0 else { return "<td></td>" }
        let share = Double(count) / Double(total)
        let isRight = row == column
        // A single mistake is to be seen; a full row of right ones is not to shout.
        let strength = isRight ? 0.12 + 0.5 * share : 0.25 + 0.6 * share
        return "<td class=\"\(isRight ? "hit" : "miss")\" style=\"--s:"
          + "\(decimal(100 * strength, places: 0))%\" title=\"\(HTML.escaped(answer.labels[row])) "
          + "read as \(HTML.escaped(answer.labels[column])): \(count)\">\(count)</td>"
      }
      let right = total > 0 ? percentage(Double(counts[row]) / Double(total)) : "–"
      return "<tr><th scope=\"row\">\(HTML.escaped(answer.labels[row]))</th>\(cells.joined())"
        + "<td class=\"sum\">\(right)</td></tr>"
    }
    let table =
      "<div class=\"wide\"><table class=\"confusion\"><thead><tr><td></td>\(head)"
      + "<td class=\"sum\">right</td></tr></thead><tbody>\(rows.joined(separator: "\n"))"
      + "</tbody></table></div>\n"
    let wrong = answer.total - answer.correct
    return section(
      "What was taken for what",
      (
        table,
        "Rows are what was written, columns what it was read as; empty cells are zero. "
          + "\(wrong == 0 ? "Nothing was" : "\(wrong) of \(answer.total) were") read wrong; at the "
          + "right, the share of each row that was read right."
      ))
  }

  private var writers: String? {
    guard let users = answer.perUser, !users.isEmpty else { return nil }
    let rows = users.sorted { $0.key < $1.key }.map { user, share -> String in
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
      "Writer by writer",
      (
        "<table class=\"bars\">\(rows.joined(separator: "\n"))</table>\n",
        "The share of each writer’s gestures that was read right, from 0 to 100 %. The thin line is "
          + "the 95 % interval (Wilson) that so few gestures allow."
      ))
  }

  /// The interval that holds the true share with 95 % probability (E. B. Wilson, 1927).
  static func interval(correct: Int, total: Int) -> ClosedRange<Double> {
    guard total > 0 else { return 0...1 }
    let (n, z) = (Double(total), 1.959964)
    let share = Double(correct) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half =
      z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - half)...min(1, middle + half)
  }

  // MARK: - Misreads

  private static let mostMisreads = 12

  private var misreads: String? {
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
      let other = example.map { pictures[$0.name] } ?? []
      let drawn =
        own.isEmpty
        ? ""
        : "<div class=\"pair\">"
          + picture(own, "written: \(outcome.label)", "wrong")
          + (other.isEmpty
            ? "" : picture(other, "\(recognition.label) as it is read right", "right")) + "</div>"
      let believed = recognition.isGesture ? "" : ", but not believed"
      return """
        <div class="card"><p><b>\(HTML.escaped(outcome.label))</b> read as \
        <b>\(HTML.escaped(recognition.label))</b>, \(percentage(recognition.confidence))\
        \(believed)</p>
        \(drawn)<small>\(HTML.escaped(outcome.name))\
        \(outcome.user.map { ", \(HTML.escaped($0))" } ?? "")</small></div>
        """
    }
    let shown = cards.count < wrong.count ? "The \(cards.count) surest of \(wrong.count)" : "All"
    return section(
      "The worst misreads",
      (
        "<div class=\"cards\">\(cards.joined(separator: "\n"))</div>\n",
        "\(shown) misreads, the surest first, with the confidence in the wrong reading. Left, what "
          + "was written; right, for comparison, a gesture of what it was taken for, by the same "
          + "writer where there is one. The dot is where it starts; the path of a phone in the air "
          + "is the one that its acceleration gives, projected to its screen."
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

  // MARK: - Charts

  private static let right = "#1f6fb4"
  private static let wrong = "#c2410c"
  private static let tenths = stride(from: 0.0, through: 1, by: 0.2).map {
    (x: $0, text: "\(decimal(100 * $0, places: 0)) %")
  }

  private var reliability: String? {
    let bins = result.reliability()
    guard let error = answer.calibrationError, !bins.isEmpty else { return nil }
    let points = bins.map { bin in
      ShareChart.Point(
        x: bin.confidence, share: bin.accuracy,
        interval: Self.interval(
          correct: Int((bin.accuracy * Double(bin.count)).rounded()), total: bin.count),
        note: "\(bin.count)", radius: 5)
    }
    let diagonal = [0.0, 1].map { ShareChart.Point(x: $0, share: $0, radius: 0) }
    let chart = ShareChart(
      title: "How often readings are right, by confidence", across: "confidence", up: "read right",
      lines: [
        .init(points: diagonal, color: "#7a8699", isDotted: true),
        .init(points: points, color: Self.right),
      ], range: 0...1, marks: Self.tenths)
    return section(
      "How far confidences can be trusted",
      (
        chart.svg,
        "The share that was read right by the confidence in it, in ten parts; the numbers say how "
          + "many gestures are in each, the thin lines are 95 % intervals. On the dotted line "
          + "confidence is what it says. Expected calibration error: "
          + "\(decimal(error, places: 4))."
      ))
  }

  private var refusal: String? {
    guard let rejection, !rejection.known.isEmpty, !rejection.unknown.isEmpty else { return nil }
    let points = stride(from: 50, through: 100, by: 1).map { percent -> ShareChart.Point in
      let known = Double(percent) / 100
      return .init(
        x: known, share: rejection.unknownAcceptance(atKnownAcceptance: known), radius: 0)
    }
    let own = ShareChart.Point(
      x: rejection.knownAcceptance, share: rejection.unknownAcceptance,
      note: percentage(rejection.unknownAcceptance), radius: 5)
    let chart = ShareChart(
      title: "Unknown letters believed, by known letters believed",
      across: "known letters believed", up: "unknown letters believed",
      lines: [.init(points: points, color: Self.right), .init(points: [own], color: Self.wrong)],
      range: 0.5...1,
      marks: stride(from: 0.5, through: 1, by: 0.1).map {
        (x: $0, text: "\(decimal(100 * $0, places: 0)) %")
      })
    return section(
      "What is refused",
      (
        chart.svg,
        "Each letter in turn was left out of the learning; then its gestures should be refused and "
          + "the others believed. The line is what every threshold would give, the dot the one that "
          + "was set in training. Area under the receiver’s curve: "
          + "\(decimal(rejection.areaUnderCurve, places: 4))."
      ))
  }

  private var learning: String? {
    let own = curves.filter { $0.amount == .ownExamples || $0.amount == .addedExamples }
    var figures: [(content: String, caption: String)] = []
    if !own.isEmpty {
      figures.append(
        (
          chart(own, across: "own examples of each letter"),
          "Learned from the writer’s own first examples alone (\(Self.name(of: .ownExamples))), and "
            + "from all other writers and these (\(Self.name(of: .addedExamples)))."
        ))
    }
    for curve in curves where curve.amount == .otherUsers {
      figures.append(
        (
          chart([curve], across: "other writers"),
          "Learned from so many other writers; nothing of the tested one."
        ))
    }
    for curve in curves where curve.amount == .examplesPerClass {
      figures.append(
        (
          chart([curve], across: "examples of each class"),
          "Learned from so many examples of each class at most, tested in ten parts."
        ))
    }
    guard !figures.isEmpty else { return nil }
    let parts = figures.map {
      "<figure>\n\($0.content)<figcaption>\(HTML.escaped($0.caption))</figcaption></figure>"
    }
    return "<section>\n<h2>How it grows with learning</h2>\n<div class=\"figures\">"
      + "\(parts.joined(separator: "\n"))</div>\n</section>"
  }

  private static func name(of amount: LearningCurve.Amount) -> String {
    amount == .ownExamples ? "orange" : "blue"
  }

  private func chart(_ curves: [LearningCurve], across: String) -> String {
    let points = curves.flatMap(\.points)
    let amounts = Set(points.map(\.amount)).sorted()
    let least = points.map(\.accuracy).min() ?? 0
    let lines = curves.map { curve in
      ShareChart.Line(
        points: curve.points.map {
          .init(
            x: Double($0.amount), share: $0.accuracy, note: decimal(100 * $0.accuracy, places: 1))
        }, color: curve.amount == .ownExamples ? Self.wrong : Self.right)
    }
    let (first, last) = (Double(amounts.first ?? 0), Double(amounts.last ?? 1))
    let room = max(0.05 * (last - first), 0.1)
    return ShareChart(
      title: "Read right by \(across)", across: across, up: "read right", lines: lines,
      range: (first - room)...(last + room),
      marks: amounts.map { (x: Double($0), text: "\($0)") },
      shares: max(0, (10 * least - 0.5).rounded(.down) / 10)...1
    ).svg
  }
}

extension EvaluationReport {
  fileprivate static let style = """
    :root { color-scheme: light; --ink: #17233a; --soft: #5a667a; --line: #d8dee8; \
    --right: #1f6fb4; --wrong: #c2410c; }
    body { font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); \
    background: #f6f8fb; max-width: 68rem; margin: 2rem auto 4rem; padding: 0 1.25rem; }
    h1 { margin: 0; font-size: 1.9rem; overflow-wrap: anywhere; }
    h2 { margin: 0 0 .75rem; font-size: 1.2rem; }
    .lead { margin: .2rem 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
    section, .tiles > div { background: #fff; border: 1px solid var(--line); border-radius: .6rem; }
    section { padding: 1.1rem 1.25rem; margin: 1rem 0; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; }
    .tiles > div { padding: .7rem 1rem; display: flex; flex-direction: column; }
    .tiles strong { font-size: 1.55rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
    small { color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
    .figures { display: flex; flex-wrap: wrap; gap: 1.25rem; }
    figure { margin: 0; flex: 1 1 24rem; min-width: 0; }
    figure > svg { display: block; width: 100%; max-width: 34rem; }
    figcaption { color: var(--soft); font-size: .88rem; margin-top: .6rem; max-width: 60rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .confusion { font-size: .82rem; }
    .confusion td, .confusion th { min-width: 1.55rem; height: 1.55rem; padding: 0 .15rem; \
    text-align: center; border: 1px solid #edf0f5; }
    .confusion thead td, .confusion .sum { border: 0; }
    .confusion th { font-weight: 600; background: #f6f8fb; }
    .confusion .sum { padding-left: .6rem; color: var(--soft); white-space: nowrap; \
    text-align: right; }
    .hit { background: color-mix(in srgb, var(--right) var(--s), #fff); }
    .miss { background: color-mix(in srgb, #f08a4b var(--s), #fff); font-weight: 600; }
    .bars { width: 100%; font-size: .92rem; }
    .bars th { text-align: left; font-weight: 500; padding: .2rem .75rem .2rem 0; }
    .bars td { white-space: nowrap; padding: .2rem 0 .2rem .75rem; text-align: right; }
    .bars .bar { width: 100%; position: relative; padding: 0; }
    .bar span { display: block; height: 1rem; background: var(--right); opacity: .75; \
    border-radius: .2rem; }
    .bar i { position: absolute; top: calc(50% - 1px); height: 2px; background: var(--ink); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15.5rem, 1fr)); \
    gap: .8rem; }
    .card { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .75rem; }
    .card p { margin: 0 0 .3rem; }
    .pair { display: flex; gap: .5rem; justify-content: space-around; text-align: center; }
    .pair span { display: block; font-size: .75rem; color: var(--soft); }
    .pair polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
    .pair .wrong polyline { stroke: var(--wrong); }
    .pair .right polyline { stroke: var(--right); }
    .start { fill: var(--ink); }
    """
}
