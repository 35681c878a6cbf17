/// A model of any kind, as a file may hold it.
public enum RecognitionModel: Hashable, Sendable {
  /// A linear classifier of zone features, for strokes and paths.
  case linear(LinearModel)
  /// Examples that are compared with, for the motion of a device.
  case templates(TemplateModel)
  /// A linear classifier of zone features of several quantities of a device's motion.
  case motionZones(MotionZoneModel)
  /// A pipeline for the samples of any sensor.
  case pipeline(GesturePipeline)

  /// The classes.
  public var labels: [String] {
    switch self {
    case .linear(let model): model.labels
    case .templates(let model): model.labels
    case .motionZones(let model): model.labels
    case .pipeline(let pipeline): pipeline.classifier.labels
    }
  }
}
