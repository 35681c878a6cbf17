internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// What a data set holds.
enum DataSetContent {
  /// Recordings of devices in motion, of their raw sensors, and strokes.
  case recordings(Recordings)
  /// A table of feature vectors.
  case vectors(LabeledVectors)
  /// Series of the samples of any sensor.
  case series(SeriesSet)

  /// Whether it is of devices in motion, and of nothing else.
  var isMotionOnly: Bool {
    guard case .recordings(let recordings) = self, recordings.strokes.isEmpty else { return false }
    return !recordings.deviceMotion.isEmpty || !recordings.sensorSamples.isEmpty
  }

  /// The gestures of devices in motion, of which raw samples are cut at marks of touches.
  var motions: [LabeledRecording<DeviceMotion>] {
    guard case .recordings(var recordings) = self else { return [] }
    recordings.strokes = []
    return GestureInput.all(in: recordings).map(\.labeledMotion)
  }

  /// The classes of its examples.
  var labels: Set<String> {
    switch self {
    case .recordings(let recordings): Set(GestureInput.all(in: recordings).compactMap(\.truth))
    case .vectors(let vectors): Set(vectors.labels ?? [])
    case .series(let set): Set(set.series.labels)
    }
  }

  /// A data set as series for a pipeline.
  ///
  /// - Throws: ``ToolError`` where there is none; `path` is for the message.
  func series(at path: String, channels: [MotionChannel]) throws -> SeriesSet {
    let set: SeriesSet
    switch self {
    case .series(let series): set = series
    case .recordings(let recordings):
      set = try SeriesSet(GestureInput.all(in: recordings), channels: channels, path: path)
    case .vectors:
      throw ValidationError("A table of feature vectors of letters is read by zone classifiers.")
    }
    guard !set.series.series.isEmpty else {
      throw ToolError(.badData, "\(path): no labelled series to learn from")
    }
    return set
  }
}

extension LabeledVectors {
  /// The vectors as examples, which have so many features.
  func examples(featureCount: Int) throws -> ExampleSet<[Double]> {
    guard let labels else {
      throw RecordingError(file: file, line: 1, problem: .missingColumns(["label"]))
    }
    let width = names.count
    guard width == featureCount else {
      throw ToolError(
        .badData,
        "\(file): \(counted(width, "feature")); the classifier reads \(featureCount)")
    }
    return ExampleSet(
      examples: labels.enumerated().map { row, label in
        Example(
          representation: Array(values[row * width..<(row + 1) * width]), label: label,
          name: "\(file)#\(row)")
      })
  }
}
