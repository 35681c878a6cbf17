internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// The way from the gestures of a data set to what a classifier takes.
struct GestureRepresentation<Value: Sendable> {
  /// The content that a data set must have, for messages.
  var expected: String
  /// The drift correction of paths in the air, where paths are made.
  var stabilizer: Stabilizer?
  /// The examples of a data set of another kind; `nil` for one of strokes and motions.
  var other: (DataSetContent, _ name: String) throws -> ExampleSet<Value>? = { _, _ in nil }
  /// Whether strokes are examples too, and not motions alone.
  var takesStrokes = true
  /// The representation of a stroke or a motion.
  var represent: (Gesture) throws(GestureError) -> Value

  /// The examples of a data set; the name is for messages.
  func examples(_ content: DataSetContent, _ name: String) throws -> ExampleSet<Value> {
    let set =
      try other(content, name)
      ?? ExampleSet(
        content.gestures,
        where: {
          switch $0 {
          case .motion: true
          case .stroke: takesStrokes
          case .series: false
          }
        }, represent: represent)
    guard !set.examples.isEmpty else {
      let reason = set.rejected.first.map { ", such as \($0.name): \($0.reason)" }
      throw RecordingError(
        file: name,
        problem: .malformed(
          reason.map { "no usable \(expected)" + $0 } ?? "no labelled \(expected)"))
    }
    return set
  }
}

extension GestureRepresentation where Value == MotionSeries {
  /// The normalised motions.
  static func motionSeries(_ normalizer: MotionNormalizer) -> Self {
    Self(expected: "motions of a device to train on", takesStrokes: false) {
      gesture throws(GestureError) in
      try normalizer.series(of: gesture.motions ?? [])
    }
  }
}

extension GestureRepresentation where Value == [Double] {
  /// The zone features of strokes and of the paths of motions; or feature vectors as they are.
  static func zones(_ features: ZoneFeatures, minSize: Double, path: PathSettings) -> Self {
    let airborne = features.aligned(path.alignment)
    return Self(
      expected: "strokes or motions to train on", stabilizer: path.stabilizer,
      other: { content, _ in
        guard case .vectors(let vectors) = content else { return nil }
        return try vectors.examples(featureCount: features.count)
      },
      represent: { gesture throws(GestureError) in
        guard let motions = gesture.motions else {
          return try features.vector(ofJoined: gesture.stroke, minSize: minSize)
        }
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
    Self(
      expected: "strokes or motions to train on", stabilizer: .zeroEndVelocity,
      represent: { gesture throws(GestureError) in
        guard let motions = gesture.motions else {
          _ = try features.vector(of: gesture.stroke)
          return gesture.stroke
        }
        let stroke = try motions.stroke()
        _ = try features.vector(of: stroke, minSize: ZoneFeatures.smallestGesture)
        return stroke
      })
  }
}

extension GestureRepresentation where Value == SampleSeries {
  /// The series of a data set, or these channels of its motions.
  static func samples(of channels: [MotionChannel]) -> Self {
    Self(
      expected: "series to train on",
      other: { ExampleSet(examples: try $0.series(channels: channels, name: $1).series) },
      represent: { $0.series(channels: channels) })
  }
}

extension LabeledVectors {
  /// The vectors as examples; columns of zone features are matched by name.
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
