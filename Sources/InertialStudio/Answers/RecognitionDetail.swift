internal import GestureRecognition
internal import MotionFusion

/// What the page draws beside the answer of `recognize`: all scores, and the classifier's input.
struct RecognitionDetail: Encodable, Sendable {
  /// The best class, accepted or not; `nil` without a recognition.
  var best: Recognition.Alternative?
  /// Every class in alphabetical order.
  var scores: [Recognition.Alternative] = []
  /// Whether the gesture was spotted in motion without a touch.
  var isSpotted = false
  /// What was compared; `nil` for a model without a picture of it.
  var input: Input?

  /// A ``ClassifierInput`` as JSON.
  enum Input: Encodable, Sendable {
    case zones(ZonedStroke, areCompared: Bool)
    case template(TemplateAlignment)

    private enum CodingKeys: String, CodingKey {
      case kind, columns, rows, strokes, zones, areCompared
      case label, channels, gesture, template, pairs, distance
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .zones(let zoned, let areCompared):
        try container.encode("zones", forKey: .kind)
        try container.encode(areCompared, forKey: .areCompared)
        try container.encode(zoned.columns, forKey: .columns)
        try container.encode(zoned.rows, forKey: .rows)
        try container.encode(
          zoned.stroke.strokes.map { $0.map { [$0.x, $0.y] } }, forKey: .strokes)
        try container.encode(
          zoned.zones.map { [$0.timeShare, $0.displacement.x, $0.displacement.y] }, forKey: .zones)
      case .template(let alignment):
        try container.encode("warping", forKey: .kind)
        try container.encode(alignment.label, forKey: .label)
        try container.encode(TemplateAlignment.channelNames, forKey: .channels)
        try container.encode(alignment.gesture, forKey: .gesture)
        try container.encode(alignment.template, forKey: .template)
        try container.encode(
          alignment.pairs.map { [$0.gesture, $0.template] }, forKey: .pairs)
        try container.encode(alignment.distance, forKey: .distance)
      }
    }
  }

  /// The detail of a recognised gesture.
  init(_ gesture: RecognizedGesture, by recognizer: GestureRecognizer) {
    guard let recognition = gesture.recognition else { return }
    best = recognition.best
    isSpotted = gesture.isSpotted
    scores = ([recognition.best] + recognition.alternatives).sorted { $0.label < $1.label }
    let found: ClassifierInput? =
      switch gesture.gesture.samples {
      case .stroke(let stroke): try? recognizer.classifierInput(of: stroke)
      case .motion(let motions):
        try? recognizer.classifierInput(of: motions, label: recognition.label)
      case .series: nil
      }
    input = found.map { found in
      switch found {
      case .zones(let zoned): .zones(zoned, areCompared: true)
      case .strokes(let zoned): .zones(zoned, areCompared: false)
      case .template(let alignment): .template(alignment)
      }
    }
  }
}

extension Recognition {
  /// The best class as an alternative.
  fileprivate var best: Alternative {
    Alternative(label: label, score: score, confidence: confidence)
  }
}
