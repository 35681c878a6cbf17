public import MotionFusion

extension RecognitionModel {
  /// What the motion of a device is read as. A linear model reads the stroke that it draws.
  ///
  /// - Throws: ``GestureError`` where the motion cannot be read as a gesture, and
  ///   ``GestureError/needsSeries(dimension:)`` by a pipeline for other samples.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    switch self {
    case .linear(let model): try GestureRecognizer(model: model).recognize(motions)
    case .templates(let model): try model.recognize(motions)
    case .motionZones(let model): try model.recognize(motions)
    case .pipeline(let pipeline): try pipeline.recognize(motions)
    }
  }

  /// What a stroke on a screen is read as.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time.
  ///   - minSize: The smallest size that is magnified, in the stroke's unit; pipelines have none.
  /// - Throws: ``GestureError`` where the stroke cannot be read as a gesture,
  ///   ``GestureError/needsMotion`` by a model of motions, and
  ///   ``GestureError/needsSeries(dimension:)`` by a pipeline for other samples.
  public func recognize(
    _ stroke: [Sample2D], minSize: Double = 0
  ) throws(GestureError) -> Recognition {
    switch self {
    case .linear(let model):
      try model.recognize(model.features.vector(of: stroke, minSize: minSize))
    case .templates, .motionZones: throw .needsMotion
    case .pipeline(let pipeline): try pipeline.recognize(stroke)
    }
  }
}

extension GesturePipeline {
  /// What the motion of a device is read as, whichever way streams are cut: see
  /// ``recognizeWhole(_:)``.
  ///
  /// - Throws: ``GestureError`` as ``recognizeWhole(_:)``, and
  ///   ``GestureError/needsSeries(dimension:)`` unless the pipeline takes the channels of a motion.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    guard let channels = configuration.channels else {
      throw .needsSeries(dimension: configuration.dimension)
    }
    return try recognizeWhole(LabeledSeries(LabeledRecording(samples: motions), channels: channels))
  }

  /// What a stroke on a screen is read as, *x* and *y* the components of its samples: see
  /// ``recognizeWhole(_:)``.
  ///
  /// - Throws: ``GestureError`` as ``recognizeWhole(_:)``, ``GestureError/needsMotion`` where the
  ///   pipeline takes the channels of a motion, and ``GestureError/needsSeries(dimension:)`` where
  ///   it takes samples of another number of components.
  public func recognize(_ stroke: [Sample2D]) throws(GestureError) -> Recognition {
    guard configuration.channels == nil else { throw .needsMotion }
    guard configuration.dimension == 2 else {
      throw .needsSeries(dimension: configuration.dimension)
    }
    return try recognizeWhole(LabeledSeries(LabeledRecording(samples: stroke)))
  }
}
