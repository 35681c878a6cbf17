internal import GestureRecognition

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
    let points = answer.riskCoverage
    guard points.count > 1, answer.correct < answer.total else { return nil }
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
        + "\(percentage(Double(answer.total - answer.rejected) / Double(max(1, answer.total))))."
    )
  }

  private var refusal: Figure? {
    guard let rejection, let summary = answer.rejection else { return nil }
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
    for curve in curves where curve.amount == .otherUsers {
      figures.append(
        (
          chart([curve], across: "other writers"),
          "Trained on this many other writers, without the tested one."
        ))
    }
    for curve in curves where curve.amount == .examplesPerClass {
      figures.append(
        (
          chart([curve], across: "examples of each class"),
          "Trained on at most this many examples of each class, ten-fold."
        ))
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
