internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion

/// A gesture that was read: the answer of `recognize`, with what the page draws.
struct GestureAnswer: Encodable, Sendable {
  /// The number under which the studio keeps its samples; `nil` for a stroke.
  var id: Int?
  var answer: RecognitionAnswer
  var detail: RecognitionDetail?
  /// The path under the chosen method, where one was asked for.
  var path: PathAnswer?

  private enum CodingKeys: String, CodingKey { case id, detail, path }

  /// - Parameters:
  ///   - gesture: The gesture, recognised by `recognizer`.
  ///   - id: Its number; `nil` for a stroke.
  ///   - isDetailed: Whether the answer has what the page draws.
  init(
    _ gesture: RecognizedGesture, id: Int? = nil, by recognizer: GestureRecognizer,
    isDetailed: Bool = true
  ) {
    self.id = id
    answer = RecognitionAnswer(gestures: [.init(gesture)], model: recognizer.name)
    detail = isDetailed ? RecognitionDetail(gesture, by: recognizer) : nil
  }

  func encode(to encoder: any Encoder) throws {
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encodeIfPresent(path, forKey: .path)
  }
}

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

/// The path of a gesture as the page draws it.
struct PathAnswer: Encodable, Sendable {
  /// The corrected path, each point as ``row(_:)``.
  var points: [[Double]]
  /// The plain double integral of the same samples.
  var raw: [[Double]]
  /// The attitude of the writing plane: *x*, *y*, *z*, *w*; absent without a unique mean.
  var plane: [Double]?

  /// The path of `motions` by an estimation.
  init(_ motions: [DeviceMotion], by estimation: PathEstimation) {
    let estimate = estimation.estimate(motions)
    var integration = PathEstimation(method: .unstabilized)
    integration.updateRule = estimation.updateRule
    points = estimate.points.map(Self.row)
    raw = integration.estimate(motions).points.map(Self.row)
    plane = (try? ScreenPlane(meanAttitudeOf: estimate.points.map(\.sample)))
      .map { Self.list($0.attitude.quaternion) }
  }

  /// Time, position, velocity and attitude: 11 numbers in s, m and m/s.
  static func row(_ point: PathPoint) -> [Double] {
    let (p, v) = (point.position, point.velocity)
    return [point.timestamp, p.x, p.y, p.z, v.x, v.y, v.z] + list(point.attitude.quaternion)
  }

  /// A quaternion as *x*, *y*, *z*, *w*.
  static func list(_ q: Quaternion<Double>) -> [Double] {
    [q.vector.x, q.vector.y, q.vector.z, q.w]
  }
}
