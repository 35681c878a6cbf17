internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// The way from the gestures of a data set to what a classifier takes.
struct GestureRepresentation<Value: Sendable> {
  /// The examples of a data set; the name is for messages.
  var examples: (_ content: DataSetContent, _ name: String) throws -> ExampleSet<Value>
  /// The representation of one motion.
  var represent: ([DeviceMotion]) throws -> Value
  /// The drift correction of paths in the air, where paths are made.
  var stabilizer: Stabilizer?

  private init(
    _ expected: String, stabilizer: Stabilizer? = nil,
    examples: @escaping (DataSetContent, String) throws -> ExampleSet<Value>,
    represent: @escaping ([DeviceMotion]) throws -> Value
  ) {
    self.stabilizer = stabilizer
    self.represent = represent
    self.examples = { content, name in
      let set = try examples(content, name)
      guard !set.examples.isEmpty else {
        throw RecordingError(file: name, problem: .malformed("no labelled \(expected)"))
      }
      return set
    }
  }
}

extension GestureRepresentation where Value == MotionSeries {
  /// The normalised motions.
  static func motionSeries(_ normalizer: MotionNormalizer) -> Self {
    Self(
      "motions of a device to train on",
      examples: { content, _ in try normalizer.examples(of: content.motions) },
      represent: { try normalizer.series(of: $0) })
  }
}

extension GestureRepresentation where Value == [Double] {
  /// The zone features of strokes and of the paths of motions; or feature vectors as they are.
  static func zones(_ features: ZoneFeatures, minSize: Double, path: PathSettings) -> Self {
    let airborne = ZoneFeatures(
      columns: features.columns, rows: features.rows, alignment: path.alignment,
      scaling: features.scaling, smoothing: features.smoothing)
    return Self(
      "strokes or motions to train on", stabilizer: path.stabilizer,
      examples: { content, _ in
        if case .vectors(let vectors) = content {
          return try vectors.examples(featureCount: features.count)
        }
        var set = ExampleSet<[Double]>(examples: [])
        if case .recordings(let recordings) = content {
          set = try features.examples(of: recordings.strokes, minSize: minSize)
        }
        set.append(
          try airborne.examples(
            of: content.motions, stabilizer: path.stabilizer, dampingRate: path.dampingRate))
        return set
      },
      represent: { motions in
        let stroke = try motions.stroke(
          stabilizer: path.stabilizer, dampingRate: path.dampingRate)
        return try airborne.vector(of: stroke, minSize: ZoneFeatures.smallestGesture)
      })
  }
}

extension GestureRepresentation where Value == [Sample2D] {
  /// The strokes of gestures; motions as the strokes of their paths.
  static func strokes(_ features: StrokeFeatures) -> Self {
    // Features are computed to reject gestures without any.
    func path(_ motions: [DeviceMotion]) throws(GestureError) -> [Sample2D] {
      let stroke = try motions.stroke()
      _ = try features.vector(of: stroke, minSize: ZoneFeatures.smallestGesture)
      return stroke
    }
    return Self(
      "strokes or motions to train on", stabilizer: .zeroEndVelocity,
      examples: { content, name in
        guard case .recordings(let recordings) = content else {
          return ExampleSet<[Sample2D]>(examples: [])
        }
        var set = try ExampleSet<[Sample2D]>(recordings.strokes, time: \.timestamp) {
          (samples) throws(GestureError) in
          _ = try features.vector(of: samples)
          return samples
        }
        set.append(
          try ExampleSet(content.motions, time: \.timestamp) {
            (motions) throws(GestureError) in try path(motions)
          })
        return set
      },
      represent: { try path($0) })
  }
}

extension GestureRepresentation where Value == LabeledSeries {
  /// The series of a data set, or these channels of its motions.
  static func samples(of channels: [MotionChannel]) -> Self {
    Self(
      "series to train on",
      examples: { content, name in
        try content.series(channels: channels, name: name).examples
      },
      represent: { LabeledSeries(LabeledRecording(samples: $0), channels: channels) })
  }
}

extension LabeledVectors {
  /// The vectors as examples; columns of zone features are matched by name.
  ///
  /// - Throws: `RecordingError` without labels, or with another number of features.
  fileprivate func examples(featureCount: Int) throws(RecordingError) -> ExampleSet<[Double]> {
    guard let labels else {
      throw RecordingError(
        file: file, problem: .malformed("expected labelled vectors, got vectors without labels"))
    }
    if let row = labels.firstIndex(of: "") {
      throw RecordingError(
        file: file, problem: .malformed("vector \(row + 1) has no label: fill in its quotes"))
    }
    let width = names.count
    guard width == featureCount else {
      throw RecordingError(
        file: file,
        problem: .malformed("expected \(featureCount) features per vector, got \(width)"))
    }
    let values = zoneValues
    return ExampleSet(
      examples: labels.enumerated().map { row, label in
        Example(
          representation: Array(values[row * width..<(row + 1) * width]), label: label,
          name: "\(file)#\(row)")
      })
  }
}
