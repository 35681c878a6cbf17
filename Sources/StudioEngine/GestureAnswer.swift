package import DeadReckoning
package import GestureRecognition
package import MotionFusion
package import RotationMath

/// A recognised gesture: the answer of `recognize` and the data that the page draws.
package struct GestureAnswer: Sendable {
  /// The number under which the studio keeps its samples; `nil` for a stroke.
  package var id: Int?
  package var answer: RecognitionAnswer
  package var detail: RecognitionDetail?
  /// The path under the chosen method, where one was asked for.
  package var path: PathAnswer?
  /// Whether a page collects the gesture as an example, so that it is no part of the text.
  package var isCollected = false
  /// The label of the text, and whether it was accepted.
  package let written: (label: String, isGesture: Bool)?

  /// - Parameters:
  ///   - gesture: The gesture, recognised by `recognizer`.
  ///   - id: Its number; `nil` for a stroke.
  ///   - isDetailed: Whether the answer has what the page draws.
  package init(
    _ gesture: RecognizedGesture, id: Int? = nil, by recognizer: GestureRecognizer,
    isDetailed: Bool = true
  ) {
    self.id = id
    answer = RecognitionAnswer(gestures: [.init(gesture)], model: recognizer.name)
    written = gesture.recognition.map { (gesture.label ?? $0.label, gesture.label != nil) }
    detail = isDetailed ? RecognitionDetail(gesture, by: recognizer) : nil
  }

  package var json: JSON {
    answer.json.with([
      "id": id.map { JSON($0) }, "detail": detail?.json, "path": path?.json,
      "isCollected": isCollected ? JSON(true) : nil,
    ])
  }
}

/// The page's additions to the answer of `recognize`: all scores and the classifier's input.
package struct RecognitionDetail: Sendable {
  /// The best class, accepted or not; `nil` without a recognition.
  package var best: Recognition.Alternative?
  /// Every class in alphabetical order.
  package var scores: [Recognition.Alternative] = []
  /// Whether the gesture was spotted in motion without a touch.
  package var isSpotted = false
  /// The classifier's input; `nil` for a model without a picture of it.
  package var input: JSON?

  package var json: JSON {
    [
      "best": best?.json, "scores": JSON(scores) { $0.json }, "isSpotted": JSON(isSpotted),
      "input": input,
    ]
  }

  private static func json(_ zoned: ZonedStroke, areCompared: Bool) -> JSON {
    [
      "kind": "zones", "areCompared": JSON(areCompared), "columns": JSON(zoned.columns),
      "rows": JSON(zoned.rows),
      "strokes": JSON(zoned.stroke.strokes) { JSON($0) { JSON([$0.x, $0.y]) } },
      "zones": JSON(zoned.zones) {
        [
          "share": JSON($0.timeShare), "dx": JSON($0.displacement.x),
          "dy": JSON($0.displacement.y),
        ]
      },
    ]
  }

  private static func json(_ alignment: TemplateAlignment) -> JSON {
    [
      "kind": "warping", "label": JSON(alignment.label),
      "channels": JSON(TemplateAlignment.channelNames) { JSON($0) },
      "gesture": JSON(alignment.gesture) { JSON($0.map { Double($0) }) },
      "template": JSON(alignment.template) { JSON($0.map { Double($0) }) },
      "pairs": [
        "gesture": JSON(alignment.pairs) { JSON($0.gesture) },
        "template": JSON(alignment.pairs) { JSON($0.template) },
      ],
      "distance": JSON(alignment.distance),
    ]
  }

  /// The detail of a recognised gesture.
  init(_ gesture: RecognizedGesture, by recognizer: GestureRecognizer) {
    guard let recognition = gesture.recognition else { return }
    best = recognition.ranked[0]
    isSpotted = gesture.isSpotted
    scores = recognition.ranked.sorted { $0.label < $1.label }
    let found: ClassifierInput? =
      switch gesture.gesture.samples {
      case .stroke(let stroke): try? recognizer.classifierInput(of: stroke)
      case .motion(let motions):
        try? recognizer.classifierInput(of: motions, label: recognition.label)
      case .series: nil
      }
    input = found.map { found in
      switch found {
      case .zones(let zoned): Self.json(zoned, areCompared: true)
      case .strokes(let zoned): Self.json(zoned, areCompared: false)
      case .template(let alignment): Self.json(alignment)
      }
    }
  }
}

/// The path of a gesture as the page draws it.
package struct PathAnswer: Sendable {
  /// A point: time in s, position in m, velocity in m/s, attitude as *x*, *y*, *z*, *w*.
  package struct Point: Hashable, Sendable {
    package var t: Double
    package var position: [Double]
    package var velocity: [Double]
    package var attitude: [Double]

    package init(_ point: PathPoint) {
      let (p, v) = (point.position, point.velocity)
      t = point.timestamp
      position = [p.x, p.y, p.z]
      velocity = [v.x, v.y, v.z]
      attitude = list(point.attitude.quaternion)
    }

    package var json: JSON {
      [
        "t": JSON(t), "position": JSON(position), "velocity": JSON(velocity),
        "attitude": JSON(attitude),
      ]
    }
  }

  /// The corrected path.
  package var points: [Point]
  /// The plain double integral of the same samples.
  package var raw: [Point]
  /// The attitude of the writing plane: *x*, *y*, *z*, *w*; absent without a unique mean.
  package var plane: [Double]?
  /// The true positions in m, from the first point of the path on; absent without a reference.
  package var truth: [[Double]]?
  /// The root mean square distance from the true positions, in m.
  package var error: Double?

  /// The path of `motions` by an estimation.
  ///
  /// - Parameter reference: The poses of a reference system, with any heading.
  package init(
    _ motions: [DeviceMotion], by estimation: PathEstimation, reference: [ReferencePose] = []
  ) {
    let estimate = estimation.estimate(motions)
    var integration = PathEstimation(method: .unstabilized)
    integration.updateRule = estimation.updateRule
    points = estimate.points.map { Point($0) }
    raw = integration.estimate(motions).points.map { Point($0) }
    plane = (try? ScreenPlane(meanAttitudeOf: estimate.points.map { $0.sample }))
      .map { Self.list($0.attitude.quaternion) }
    // The truth is turned, and not the motion, which is drawn already.
    var turned = motions
    turned.alignHeading(with: reference)
    guard let motion = motions.first, let other = turned.first else { return }
    let turn = motion.attitude.quaternion * other.attitude.quaternion.conjugate
    let poses = reference.map {
      ReferencePose(timestamp: $0.timestamp, position: $0.position.map { turn.act($0) })
    }
    let accuracy = PathAccuracy(
      of: estimate, by: estimation, from: motions, reference: poses, windowLengths: [])
    truth = accuracy?.truePath.map { [$0.position.x, $0.position.y, $0.position.z] }
    error = accuracy?.error?.rootMeanSquare
  }

  package var json: JSON {
    [
      "points": JSON(points) { $0.json }, "raw": JSON(raw) { $0.json },
      "plane": plane.map { JSON($0) }, "truth": truth.map { JSON($0) { JSON($0) } },
      "error": error.map { JSON($0) },
    ]
  }

  /// A quaternion as *x*, *y*, *z*, *w*.
  package static func list(_ q: Quaternion<Double>) -> [Double] {
    [q.vector.x, q.vector.y, q.vector.z, q.w]
  }
}
