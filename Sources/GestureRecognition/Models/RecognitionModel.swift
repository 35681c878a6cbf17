/// A model of any kind, as a file may hold it.
public enum RecognitionModel: Hashable, Sendable {
  /// A linear classifier of zone features, for strokes and paths.
  case linear(LinearModel)
  /// Examples that are compared with, for the motion of a device.
  case templates(TemplateModel)

  /// The classes.
  public var labels: [String] {
    switch self {
    case .linear(let model): model.labels
    case .templates(let model): model.labels
    }
  }
}
