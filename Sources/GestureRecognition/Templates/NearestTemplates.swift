/// The default classifier of letters in the air, `nearest-templates`.
///
/// Nearest neighbours under dynamic time warping of angular rate and acceleration in the gesture's
/// mean frame.
package struct NearestTemplates: GestureClassifier {
  /// The name in model files and on the command line.
  package static let name = "nearest-templates"

  /// The conversion of motions to series.
  package var normalizer = MotionNormalizer()
  /// The distance to a class.
  package var matching = TemplateMatching()

  /// The share of correctly recognised gestures of other writers to accept (default: 0.97).
  package var acceptance = 0.97

  /// The largest number of examples to keep of each class (default: all).
  package var examplesPerClass: Int?

  /// Creates a classifier with the default settings.
  package init() {}

  /// Trains a model: keeps all or representative examples and calibrates it on all of them.
  ///
  /// The model holds the examples by user, in the order of `examples` otherwise.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, examples of different numbers of
  ///   points, invalid settings, and cancellation.
  package func train(
    _ examples: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    guard let first = examples.first else { throw .noExamples }
    guard examples.contains(where: { $0.label != first.label }) else {
      throw .oneClass(first.label)
    }
    guard (0...1).contains(acceptance) else {
      throw .invalidOptions("expected an acceptance from 0 to 1, got \(acceptance)")
    }
    if let problem = normalizer.validationError ?? matching.validationError {
      throw .invalidOptions(problem)
    }
    guard examplesPerClass ?? 1 >= 1 else {
      throw .invalidOptions("expected at least 1 example of each class to keep")
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

  /// Trains a model on the examples of others, and adapts it to the user's own.
  package func train(
    _ examples: [Example<MotionSeries>], own: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    guard !examples.isEmpty else { return try await train(own) }
    var model = try await train(examples)
    for example in own {
      try model.add(
        example.representation, label: example.label, name: example.name, isOwn: true)
    }
    return model
  }

  /// Classifies a series with `model`.
  package func recognize(
    _ representation: MotionSeries, with model: TemplateModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }

  /// A session of one writer.
  package func session(with model: TemplateModel) -> AcceptanceSession? {
    model.calibration.session
  }
}
