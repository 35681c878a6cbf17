internal import GestureRecognition
internal import MotionFusion

/// An HTML page about an evaluation.
///
/// It has the confusion matrix, accuracy by writer, pictures of the worst errors, reliability of
/// confidences, rejection, and learning curves. It is self-contained: no script, font or picture is
/// loaded.
struct EvaluationReport {
  let answer: EvaluationAnswer
  let result: EvaluationResult
  let rejection: RejectionResult?
  let curves: [LearningCurve]
  /// The gestures of the data set by name.
  private let gestures: [String: RecordedGesture]

  init(answer: EvaluationAnswer, summary: EvaluationSummary, gestures: [RecordedGesture]) {
    self.answer = answer
    result = summary.results.all
    rejection = summary.rejection
    curves = summary.learningCurves ?? []
    self.gestures = Dictionary(gestures.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The stroke of a gesture; empty without one.
  func stroke(of name: String) -> [Sample2D] { gestures[name]?.samples.stroke ?? [] }

  /// The page.
  var html: String {
    let sections = [
      confusion, writers, misreads, trust, learning,
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

  // MARK: - Summary

  private var tiles: String {
    var tiles = [
      HTML.Tile(percentage(answer.accuracy), "accuracy", "\(answer.correct) of \(answer.total)")
    ]
    if answer.rejected > 0 {
      tiles.append(
        HTML.Tile(
          percentage(Double(answer.acceptedCorrect) / Double(max(1, answer.total))),
          "accepted and right",
          "\(answer.acceptedWrong) accepted and wrong, \(answer.rejected) rejected"))
    }
    if let worst = answer.worstUser {
      tiles.append(
        HTML.Tile(
          percentage(worst.accuracy), "accuracy of the worst writer",
          "\(worst.correct) of \(worst.total)")
      )
    }
    if let part = answer.withoutLong {
      tiles.append(
        HTML.Tile(
          percentage(part.accuracy), "without long recordings",
          "\(part.excluded) over twice the writer’s median length"))
    }
    if let error = answer.calibrationError {
      tiles.append(HTML.Tile(decimal(error, places: 3), "calibration error", "of the confidences"))
    }
    if let rejection = answer.rejection {
      tiles.append(
        HTML.Tile(
          percentage(rejection.unknownAcceptanceAt95), "false acceptance",
          "of out-of-vocabulary letters, at 95 % true acceptance"))
    }
    if answer.refused > 0 {
      tiles.append(HTML.Tile("\(answer.refused)", "unusable", "recordings without a gesture"))
    }
    return HTML.tiles(tiles)
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
