internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion

/// A recognised gesture: the answer of `recognize` and the data that the page draws.
struct GestureAnswer: Encodable, Sendable {
  /// The number under which the studio keeps its samples; `nil` for a stroke.
  var id: Int?
  var answer: RecognitionAnswer
  var detail: RecognitionDetail?
  /// The path under the chosen method, where one was asked for.
  var path: PathAnswer?
  /// Whether a page collects the gesture as an example, so that it is no part of the text.
  var isCollected = false
  /// The label of the text, and whether it was accepted.
  let written: (label: String, isGesture: Bool)?

  private enum CodingKeys: String, CodingKey { case id, detail, path, isCollected }

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
    written = gesture.recognition.map { (gesture.label ?? $0.label, gesture.label != nil) }
    detail = isDetailed ? RecognitionDetail(gesture, by: recognizer) : nil
  }

  func encode(to encoder: any Encoder) throws {
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encodeIfPresent(path, forKey: .path)
    if isCollected { try container.encode(true, forKey: .isCollected) }
  }
}

/// The page's additions to the answer of `recognize`: all scores and the classifier's input.
struct RecognitionDetail: Encodable, Sendable {
  /// The best class, accepted or not; `nil` without a recognition.
  var best: Recognition.Alternative?
  /// Every class in alphabetical order.
  var scores: [Recognition.Alternative] = []
  /// Whether the gesture was spotted in motion without a touch.
  var isSpotted = false
  /// The classifier's input; `nil` for a model without a picture of it.
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
          zoned.zones.map {
            ["share": $0.timeShare, "dx": $0.displacement.x, "dy": $0.displacement.y]
          }, forKey: .zones)
      case .template(let alignment):
        try container.encode("warping", forKey: .kind)
        try container.encode(alignment.label, forKey: .label)
        try container.encode(TemplateAlignment.channelNames, forKey: .channels)
        try container.encode(alignment.gesture, forKey: .gesture)
        try container.encode(alignment.template, forKey: .template)
        try container.encode(
          [
            "gesture": alignment.pairs.map(\.gesture), "template": alignment.pairs.map(\.template),
          ], forKey: .pairs)
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
  /// A point: time in s, position in m, velocity in m/s, attitude as *x*, *y*, *z*, *w*.
  struct Point: Encodable, Hashable, Sendable {
    var t: Double
    var position: [Double]
    var velocity: [Double]
    var attitude: [Double]

    init(_ point: PathPoint) {
      let (p, v) = (point.position, point.velocity)
      t = point.timestamp
      position = [p.x, p.y, p.z]
      velocity = [v.x, v.y, v.z]
      attitude = list(point.attitude.quaternion)
    }
  }

  /// The corrected path.
  var points: [Point]
  /// The plain double integral of the same samples.
  var raw: [Point]
  /// The attitude of the writing plane: *x*, *y*, *z*, *w*; absent without a unique mean.
  var plane: [Double]?
  /// The true positions in m, from the first point of the path on; absent without a reference.
  var truth: [[Double]]?
  /// The root mean square distance from the true positions, in m.
  var error: Double?

  /// The path of `motions` by an estimation.
  ///
  /// - Parameter reference: The poses of a reference system, with any heading.
  init(
    _ motions: [DeviceMotion], by estimation: PathEstimation, reference: [ReferencePose] = []
  ) {
    let estimate = estimation.estimate(motions)
    var integration = PathEstimation(method: .unstabilized)
    integration.updateRule = estimation.updateRule
    points = estimate.points.map(Point.init)
    raw = integration.estimate(motions).points.map(Point.init)
    plane = (try? ScreenPlane(meanAttitudeOf: estimate.points.map(\.sample)))
      .map { Self.list($0.attitude.quaternion) }
    // The truth is turned, and not the motion, which is drawn already.
    var turned = motions
    turned.alignHeading(with: reference)
    guard let motion = motions.first, let other = turned.first else { return }
    let turn = motion.attitude.quaternion * other.attitude.quaternion.conjugate
    let poses = reference.map {
      ReferencePose(timestamp: $0.timestamp, position: $0.position.map(turn.act))
    }
    let accuracy = PathAccuracy(
      of: estimate, by: estimation, from: motions, reference: poses, windowLengths: [])
    truth = accuracy?.truePath.map { [$0.position.x, $0.position.y, $0.position.z] }
    error = accuracy?.error?.rootMeanSquare
  }

  /// A quaternion as *x*, *y*, *z*, *w*.
  static func list(_ q: Quaternion<Double>) -> [Double] {
    [q.vector.x, q.vector.y, q.vector.z, q.w]
  }
}
