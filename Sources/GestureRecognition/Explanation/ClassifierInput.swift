public import MotionFusion

/// The input of a classifier in one recognition, for a picture of it.
public enum ClassifierInput: Hashable, Sendable {
  /// A gesture in zones, of a linear model.
  case zones(ZonedStroke)
  /// The strokes of a gesture, of a stroke network, which compares maps of their directions and
  /// their course. The zones are the lab's: they show where the ink is, and are not compared.
  case strokes(ZonedStroke)
  /// A motion beside the nearest template, of a template model.
  case template(TemplateAlignment)
}

extension GestureRecognizer {
  /// The input of the stroke model for a stroke.
  ///
  /// - Returns: `nil` for a model without a picture of its input, such as a pipeline.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public func classifierInput(of stroke: [Sample2D]) throws(GestureError) -> ClassifierInput? {
    switch strokeModel {
    case .linear(let model):
      return .zones(
        try model.features.zonedStroke(of: stroke, minSize: model.minSize(atLeast: minSize)))
    case .strokes:
      return .strokes(try ZoneFeatures().zonedStroke(of: stroke, minSize: minSize))
    case .templates, .motionZones, .pipeline: return nil
    }
  }

  /// The input of the motion model for a gesture in the air.
  ///
  /// - Parameters:
  ///   - motions: The motion of one gesture.
  ///   - label: The recognised class, whose template is shown.
  /// - Returns: `nil` for a model without a picture of its input, and for a long gesture whose
  ///   parts were recognised.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public func classifierInput(
    of motions: [DeviceMotion], label: String
  ) throws(GestureError) -> ClassifierInput? {
    switch motionModel {
    case .strokes:
      return .strokes(
        try ZoneFeatures().zonedStroke(
          of: motions.stroke(), minSize: ZoneFeatures.smallestGesture))
    case .linear(let model):
      let stroke = try motions.stroke(stabilizer: model.stabilizer, dampingRate: model.dampingRate)
      return .zones(
        try model.features.zonedStroke(of: stroke, minSize: ZoneFeatures.smallestGesture))
    case .templates(let model):
      guard let alignment = try model.alignment(of: motions, with: label) else { return nil }
      return .template(alignment)
    case .motionZones, .pipeline: return nil
    }
  }
}
