internal import GestureRecognition
internal import MotionFusion

/// How gestures become what a classifier reads of them.
struct GestureRepresentation<Value: Sendable> {
  /// The examples in a data set, checked; `path` is for messages.
  var examples: (_ content: DataSetContent, _ path: String) throws -> ExampleSet<Value>
  /// What is read of a motion.
  var represent: ([DeviceMotion]) throws -> Value
  /// What bounds the paths of letters in the air, where paths are made of them.
  var stabilizer: Stabilizer?

  private init(
    _ expected: String, stabilizer: Stabilizer? = nil,
    examples: @escaping (DataSetContent, String) throws -> ExampleSet<Value>,
    represent: @escaping ([DeviceMotion]) throws -> Value
  ) {
    self.stabilizer = stabilizer
    self.represent = represent
    self.examples = { content, path in
      let set = try examples(content, path)
      guard !set.examples.isEmpty else {
        throw ToolError(.badData, "\(path): no labelled \(expected)")
      }
      return set
    }
  }
}

extension GestureRepresentation where Value == MotionSeries {
  /// The motions of a data set, as they are compared with each other.
  static func motionSeries(_ normalizer: MotionNormalizer) -> Self {
    Self(
      "motions of a device to learn from",
      examples: { content, _ in try normalizer.examples(of: content.motions) },
      represent: { try normalizer.series(of: $0) })
  }
}

extension GestureRepresentation where Value == [Double] {
  /// The zones of several quantities of the motions of a data set.
  static func motionZones(_ features: MotionZoneFeatures) -> Self {
    Self(
      "motions of a device to learn from", stabilizer: features.stabilizer,
      examples: { content, _ in try features.examples(of: content.motions) },
      represent: { try features.vector(of: $0) })
  }

  /// The zones of the strokes of a data set and of those that its motions draw; or its feature
  /// vectors, which were made of such.
  static func zones(_ features: ZoneFeatures, air: AirOptions) -> Self {
    let airborne = ZoneFeatures(
      columns: features.columns, rows: features.rows, alignment: air.alignment)
    return Self(
      "strokes or motions that can be learned from", stabilizer: air.stabilizer,
      examples: { content, _ in
        if case .vectors(let vectors) = content {
          return try vectors.examples(featureCount: features.count)
        }
        var set = ExampleSet<[Double]>(examples: [])
        if case .recordings(let recordings) = content {
          set = try features.examples(of: recordings.strokes)
        }
        set.append(
          try airborne.examples(
            of: content.motions, stabilizer: air.stabilizer, dampingRate: air.dampingRate))
        return set
      },
      represent: { motions in
        let stroke = try motions.stroke(
          stabilizer: air.stabilizer, dampingRate: air.dampingRate)
        return try airborne.vector(of: stroke, minSize: ZoneFeatures.smallestGesture)
      })
  }
}

extension GestureRepresentation where Value == LabeledSeries {
  /// The series of a data set, or these channels of its motions.
  static func samples(of channels: [MotionChannel]) -> Self {
    Self(
      "series to learn from",
      examples: { content, path in
        try content.series(at: path, channels: channels).examples
      },
      represent: { LabeledSeries(LabeledRecording(samples: $0), channels: channels) })
  }
}
