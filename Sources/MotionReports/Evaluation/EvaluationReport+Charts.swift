internal import GestureRecognition
internal import GestureTraining

extension EvaluationReport {
  private static let right = "var(--first)"
  private static let wrong = "var(--second)"
  private static let tenths = stride(from: 0.0, through: 1, by: 0.2).map {
    (x: $0, text: "\(decimal(100 * $0, places: 0)) %")
  }

  /// Reliability of confidences, and rejection.
  var trust: String? {
    let figures = [reliability, risk, refusal].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    return section(
      "Reliability of \(refusal == nil ? "confidences" : "confidences and rejection")",
      figures)
  }

  private var reliability: Figure? {
    let bins = result.reliability()
    guard let error = answer.calibrationError, !bins.isEmpty else { return nil }
    let most = Double(bins.map(\.count).max() ?? 1)
    let points = bins.map { bin in
      ShareChart.Point(
        x: bin.confidence, share: bin.accuracy,
        interval: Self.interval(
          correct: Int((bin.accuracy * Double(bin.count)).rounded()), total: bin.count),
        note: "\(bin.count)", radius: 3 + 5 * (Double(bin.count) / most).squareRoot())
    }
    let diagonal = [0.0, 1].map { ShareChart.Point(x: $0, share: $0, radius: 0) }
    let chart = ShareChart(
      title: "Accuracy by confidence", across: "confidence", up: "accuracy",
      lines: [
        .init(points: diagonal, color: "var(--soft)", isDotted: true),
        .init(points: points, color: Self.right, isConnected: false, notes: .foot),
      ], range: 0...1, marks: Self.tenths)
    return (
      chart.svg,
      "Accuracy by confidence, in ten bins; with the number of gestures and the 95 % interval of "
        + "each. On the dotted line confidence equals accuracy. Expected "
        + "calibration error: \(decimal(error, places: 4))."
    )
  }

  /// The errors by the share of accepted gestures.
  private var risk: Figure? {
    let points = result.riskCoverage
    guard points.count > 1, result.correct < result.total else { return nil }
    let counts = result.counts
    let largest = max(0.01, points.map(\.risk).max() ?? 0)
    let chart = ShareChart(
      title: "Errors by coverage", across: "share of gestures accepted", up: "errors among them",
      lines: [
        .init(
          points: points.map { .init(x: $0.coverage, share: $0.risk, radius: 0) },
          color: Self.wrong)
      ], range: 0...1, marks: Self.tenths, shares: 0...largest)
    return (
      chart.svg,
      "The share of wrong labels among the accepted gestures, by the share of gestures that a "
        + "threshold accepts. The model's own accepts "
        + "\(percentage(Double(counts.total - counts.rejected) / Double(max(1, counts.total))))."
    )
  }

  private var refusal: Figure? {
    guard let rejection = answer.summary.rejection, let summary = answer.rejection else {
      return nil
    }
    let points = stride(from: 50, through: 100, by: 1).compactMap { percent in
      let known = Double(percent) / 100
      return rejection.falseAcceptanceRate(atTrueAcceptanceRate: known).map {
        ShareChart.Point(x: known, share: $0, radius: 0)
      }
    }
    let own = ShareChart.Point(
      x: summary.knownAcceptance, share: summary.unknownAcceptance,
      note: percentage(summary.unknownAcceptance), radius: 5)
    let chart = ShareChart(
      title: "False acceptance by true acceptance",
      across: "true acceptance", up: "false acceptance",
      lines: [.init(points: points, color: Self.right), .init(points: [own], color: Self.wrong)],
      range: 0.5...1,
      marks: stride(from: 0.5, through: 1, by: 0.1).map {
        (x: $0, text: "\(decimal(100 * $0, places: 0)) %")
      })
    return (
      chart.svg,
      "Each letter in turn is left out of the training set; its gestures should be rejected and the "
        + "others accepted. The line is one threshold for all, the dot the thresholds of the "
        + "training sets. Area under the receiver operating characteristic: "
        + "\(decimal(summary.areaUnderCurve, places: 4))."
    )
  }

  /// Learning curves.
  var learning: String? {
    let curves = answer.summary.learningCurves ?? []
    let own = curves.filter { $0.amount == .ownExamples || $0.amount == .addedExamples }
    var figures: [Figure] = []
    if !own.isEmpty {
      figures.append(
        (
          chart(own, across: "own examples of each letter"),
          "Trained on the writer’s own first examples alone, or on all other writers and these; "
            + "tested on the writer’s other gestures."
        ))
    }
    let others: [(amount: LearningCurve.Amount, across: String, caption: String)] = [
      (.otherUsers, "other writers", "Trained on this many other writers, without the tested one."),
      (
        .examplesPerClass, "examples of each class",
        "Trained on at most this many examples of each class, ten-fold."
      ),
    ]
    for kind in others {
      figures += curves.filter { $0.amount == kind.amount }
        .map { (chart([$0], across: kind.across), kind.caption) }
    }
    return figures.isEmpty ? nil : section("Learning curves", figures)
  }

  private func chart(_ curves: [LearningCurve], across: String) -> String {
    let points = curves.flatMap(\.points)
    let amounts = Set(points.map(\.amount)).sorted()
    let least = points.map(\.accuracy).min() ?? 0
    let lines = curves.map { curve in
      let isOwn = curve.amount == .ownExamples
      return ShareChart.Line(
        name: curves.count == 1 ? "" : isOwn ? "own examples alone" : "with all other writers",
        points: curve.points.map {
          .init(
            x: Double($0.amount), share: $0.accuracy, note: decimal(100 * $0.accuracy, places: 1))
        }, color: isOwn ? Self.wrong : Self.right, notes: isOwn ? .below : .above)
    }
    let (first, last) = (Double(amounts.first ?? 0), Double(amounts.last ?? 1))
    let room = max(0.05 * (last - first), 0.1)
    return ShareChart(
      title: "Accuracy by \(across)", across: across, up: "accuracy", lines: lines,
      range: (first - room)...(last + room),
      marks: amounts.map { (x: Double($0), text: "\($0)") },
      shares: max(0, (10 * least - 0.5).rounded(.down) / 10)...1
    ).svg
  }
}

/// Percentages over a quantity, as lines with dots in one SVG drawing.
struct ShareChart {
  /// One line, or a set of dots.
  struct Line {
    /// The position of the points' notes.
    enum Notes {
      case above, below
      /// At the foot of the chart, away from lines.
      case foot
    }

    /// The name in the legend; empty for none.
    var name = ""
    /// The points in order of *x*, with shares from 0 to 1.
    var points: [Point]
    var color: String
    var isConnected = true
    var isDotted = false
    var notes = Notes.above
  }

  /// A point with an optional confidence interval and a note.
  struct Point {
    var x: Double
    var share: Double
    var interval: ClosedRange<Double>?
    var note = ""
    /// The radius of the dot; 0 for none.
    var radius = 4.0
  }

  var title: String
  /// The names of the axes.
  var across: String
  var up: String
  var lines: [Line]
  /// The range of the horizontal axis, and its ticks.
  var range: ClosedRange<Double>
  var marks: [(x: Double, text: String)]
  /// The range of the vertical axis.
  var shares: ClosedRange<Double> = 0...1

  private static let size = (width: 460.0, height: 300.0)
  private static let margin = (left: 58.0, right: 22.0, top: 26.0, bottom: 44.0)

  var svg: String {
    let (size, margin) = (Self.size, Self.margin)
    let vertical = Axis(
      from: 100 * shares.lowerBound, to: 100 * shares.upperBound, parts: 5, widened: false)
    let width = size.width - margin.left - margin.right
    let height = size.height - margin.top - margin.bottom
    func x(_ value: Double) -> Double {
      margin.left + width * (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    func y(_ share: Double) -> Double {
      let shown = min(max(share, shares.lowerBound), shares.upperBound)
      return margin.top + height * (1 - vertical.share(of: 100 * shown))
    }
    let (bottom, right) = (margin.top + height, margin.left + width)
    var content = ""
    for tick in vertical.ticks {
      content += SVG.rule(x1: margin.left, x2: right, y1: y(tick / 100), y2: y(tick / 100))
      content += SVG.label(
        "\(vertical.text(tick)) %", x: margin.left - 6, y: y(tick / 100) + 4, anchor: .end)
    }
    for mark in marks {
      content += SVG.rule(x1: x(mark.x), x2: x(mark.x), y1: margin.top, y2: bottom)
      content += SVG.label(mark.text, x: x(mark.x), y: bottom + 16)
    }
    content += SVG.text(across, x: margin.left + width / 2, y: bottom + 36, anchor: .middle)
    content += SVG.text(
      up, x: 0, y: 0, anchor: .middle,
      "transform=\"translate(12 \(decimal(margin.top + height / 2, places: 0))) rotate(-90)\"")
    for line in lines {
      let points = line.points.map { (x: x($0.x), y: y($0.share)) }
      if line.isConnected {
        content += SVG.polyline(
          points,
          "fill=\"none\" stroke=\"\(line.color)\" stroke-width=\"2\" stroke-linejoin=\"round\""
            + (line.isDotted ? " stroke-dasharray=\"4 4\"" : ""))
      }
      for (point, place) in zip(line.points, points) {
        if let interval = point.interval {
          content += SVG.line(
            x1: place.x, x2: place.x, y1: y(interval.lowerBound), y2: y(interval.upperBound),
            "stroke=\"\(line.color)\" stroke-width=\"1.5\" stroke-opacity=\"0.6\"")
        }
        if point.radius > 0 {
          content += SVG.disk(
            x: place.x, y: place.y, radius: point.radius, "fill=\"\(line.color)\"")
        }
        guard !point.note.isEmpty else { continue }
        let noteY =
          switch line.notes {
          case .above: place.y - 9
          case .below: place.y + 19
          case .foot: bottom - 6
          }
        content += SVG.text(
          point.note, x: place.x, y: noteY, anchor: .middle,
          "fill=\"\(line.color)\" font-size=\"11\"")
      }
    }
    let named = lines.filter { !$0.name.isEmpty }
    for (index, line) in named.enumerated() {
      let y = bottom - 10 - 17 * Double(named.count - 1 - index)
      content += SVG.text(
        line.name, x: right - 8, y: y, anchor: .end, "fill=\"\(line.color)\" font-weight=\"600\"")
    }
    return SVG.drawing(width: size.width, height: size.height, title: title, content)
  }
}
