/// A trained recognition model of any kind.
public enum RecognitionModel: Hashable, Sendable {
  /// A neural network of shape features, for gestures of one or several strokes.
  case strokes(StrokeModel)
  /// A linear classifier of the zone features of strokes and paths.
  case linear(LinearModel)
  /// A nearest-template classifier of device motion.
  case templates(TemplateModel)
  /// A linear classifier of zone features of several device-motion quantities.
  case motionZones(MotionZoneModel)
  /// A pipeline for the samples of any sensor.
  case pipeline(GesturePipeline)

  /// The labels of the classes.
  public var labels: [String] {
    switch self {
    case .strokes(let model): model.labels
    case .linear(let model): model.labels
    case .templates(let model): model.labels
    case .motionZones(let model): model.labels
    case .pipeline(let pipeline): pipeline.classifier.labels
    }
  }

  /// The start of a session of one writer; `nil` for a model that decides on each gesture alone.
  var session: AcceptanceSession? {
    guard case .templates(let model) = self else { return nil }
    return model.calibration.session
  }

  /// Whether motion without angular rates cannot be recognised; `false` for a pipeline whose
  /// channels do not include ``MotionChannel/rotationRate``.
  public var needsGyroscope: Bool {
    guard case .pipeline(let pipeline) = self, let channels = pipeline.configuration.channels
    else { return true }
    return channels.contains(.rotationRate)
  }
}
