/// The default recogniser of letters in the air, `nearest-templates`: nearest neighbours under
/// dynamic time warping of angular rate and acceleration in the gesture's mean frame.
public struct NearestTemplates: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "nearest-templates"

  /// How gestures are brought to a common form.
  public var normalizer = MotionNormalizer()
  /// How distances are taken.
  public var matching = TemplateMatching()

  /// The share of gestures of the known classes that are to be believed, and the share of others
  /// that are to be refused. Where both cannot be had, the threshold lies halfway between the two.
  public var acceptance = 0.95

  /// How many examples of each class to keep at most; `nil` keeps all.
  public var examplesPerClass: Int?

  /// The default classifier.
  public init() {}

  /// Keeps the examples, or those that stand for all (``examplesPerClass``), and calibrates confidences and
  /// rejection by comparing all of them with those.
  ///
  /// Examples stand by writer in the model, in the order of `examples` otherwise.
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
    guard (0...1).contains(acceptance) else {
      throw .contradiction("\(acceptance) as the share to accept: 0 through 1")
    }
    if let problem = normalizer.problem ?? matching.problem { throw .contradiction(problem) }
    guard examplesPerClass ?? 1 >= 1 else {
      throw .contradiction("no example of each class: 1 or more")
    }
    if let odd = examples.first(where: { $0.representation.count != normalizer.pointCount }) {
      throw .featureCount(
        example: odd.name, found: odd.representation.count, expected: normalizer.pointCount)
    }
    let kept = Set(
      examplesPerClass.map { condensedIndices(of: examples, examplesPerClass: $0) }
        ?? Array(examples.indices))
    let ordered = examples.enumerated().sorted { a, b in
      let (writer, other) = (a.element.user ?? "", b.element.user ?? "")
      return writer != other ? writer < other : a.offset < b.offset
    }
    var model = TemplateModel(
      normalizer: normalizer, matching: matching,
      metadata: ["classifier": Self.name, "examples": "\(kept.count)"])
    for (index, example) in ordered where kept.contains(index) {
      try model.add(example.representation, label: example.label, name: example.name)
    }
    try await model.calibrate(
      on: ordered.map { ($1, kept.contains($0)) }, acceptance: acceptance)
    return model
  }

  /// What `model` reads the series as.
  public func recognize(
    _ representation: MotionSeries, with model: TemplateModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }

  /// Examples of gestures in the air: those of ``normalizer``.
  ///
  /// - Parameter recordings: Labelled motions of a device, one gesture each.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  public func examples(
    of recordings: [LabeledRecording<DeviceMotion>]
  ) throws(TrainingError) -> ExampleSet<MotionSeries> {
    try normalizer.examples(of: recordings)
  }
}
