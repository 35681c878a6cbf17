/// The default recogniser of letters in the air, `nearest-templates`: nearest neighbours under
/// dynamic time warping of angular rate and acceleration in the gesture's mean frame.
public struct NearestTemplates: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "nearest-templates"

  /// How gestures are brought to a common form.
  public var normalizer = MotionNormalizer()
  /// How distances are taken.
  public var matching = TemplateMatching()

  /// The default classifier.
  public init() {}

  /// Keeps the examples.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, examples of different numbers of
  ///   points, a matching that is not possible, and cancellation.
  public func train(
    _ examples: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    guard let first = examples.first else { throw .noExamples }
    guard examples.contains(where: { $0.label != first.label }) else {
      throw .oneClass(first.label)
    }
    if let problem = matching.problem { throw .contradiction(problem) }
    var model = TemplateModel(
      normalizer: normalizer, matching: matching,
      metadata: ["classifier": Self.name, "examples": "\(examples.count)"])
    for example in examples {
      try model.append(example.representation, label: example.label, name: example.name)
    }
    for place in model.classes.indices { model.updateScale(at: place) }
    return model
  }

  /// What `model` reads the series as.
  public func recognize(
    _ representation: MotionSeries, with model: TemplateModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }

  /// Examples of gestures in the air.
  ///
  /// - Parameter recordings: Labelled motions of a device, one gesture each.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  public func examples(
    of recordings: [LabeledRecording<DeviceMotion>]
  ) throws(TrainingError) -> ExampleSet<MotionSeries> {
    try ExampleSet(
      recordings,
      duration: { ($0.last?.timestamp ?? 0) - ($0.first?.timestamp ?? 0) },
      represent: { samples throws(GestureError) in try normalizer.series(of: samples) })
  }
}
