internal import MotionFusion

extension RecognitionModel {
  /// Recognises a device motion; a model of strokes classifies the stroke of its path.
  ///
  /// - Throws: ``GestureError`` if the motion has no features, and
  ///   ``GestureError/needsSeries(dimension:)`` for a pipeline of another sensor.
  func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    switch self {
    case .strokes(let model):
      return try model.recognize(motions.stroke(), minSize: ZoneFeatures.smallestGesture)
    case .linear(let model):
      let stroke = try motions.stroke(stabilizer: model.stabilizer, dampingRate: model.dampingRate)
      return try model.recognize(
        model.features.vector(of: stroke, minSize: ZoneFeatures.smallestGesture))
    case .templates(let model): return try model.recognize(motions)
    case .motionZones(let model): return try model.recognize(motions)
    case .pipeline(let pipeline):
      guard let channels = pipeline.configuration.channels else {
        throw .needsSeries(dimension: pipeline.configuration.dimension)
      }
      return try pipeline.recognizeWhole(
        LabeledSeries(LabeledRecording(samples: motions), channels: channels))
    }
  }

  /// Recognises a gesture of one or several strokes; a linear model classifies them joined.
  ///
  /// - Parameters:
  ///   - stroke: The points in chronological order.
  ///   - minSize: The smallest size that is scaled to the unit square, in the stroke's unit;
  ///     ignored by pipelines. Default: 0.
  /// - Throws: ``GestureError`` if the stroke has no features, ``GestureError/needsMotion`` for a
  ///   model of device motion, and ``GestureError/needsSeries(dimension:)`` for a pipeline of
  ///   another sensor.
  func recognize(_ stroke: [Sample2D], minSize: Double = 0) throws(GestureError) -> Recognition {
    switch self {
    case .strokes(let model): return try model.recognize(stroke, minSize: minSize)
    case .linear(let model):
      return try model.recognize(
        model.features.vector(ofJoined: stroke, minSize: model.minSize(atLeast: minSize)))
    case .templates, .motionZones: throw .needsMotion
    case .pipeline(let pipeline):
      guard pipeline.configuration.channels == nil else { throw .needsMotion }
      guard pipeline.configuration.dimension == 2 else {
        throw .needsSeries(dimension: pipeline.configuration.dimension)
      }
      return try pipeline.recognizeWhole(LabeledSeries(LabeledRecording(samples: stroke)))
    }
  }

  /// Recognises a series of another sensor.
  ///
  /// - Throws: ``GestureError`` if the series has no features, ``GestureError/needsMotion`` for any
  ///   model but a pipeline, and ``GestureError/needsSeries(dimension:)`` for one with another
  ///   number of components.
  func recognize(_ series: LabeledSeries) throws(GestureError) -> Recognition {
    guard case .pipeline(let pipeline) = self else { throw .needsMotion }
    guard series.dimension == pipeline.configuration.dimension else {
      throw .needsSeries(dimension: pipeline.configuration.dimension)
    }
    return try pipeline.recognizeWhole(series)
  }
}
