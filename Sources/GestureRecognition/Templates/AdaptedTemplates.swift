/// A trained model that examples are added to, as a classifier of its own for ``Evaluation``.
///
/// Training adds examples and keeps the calibration: one example of one class is enough.
struct AdaptedTemplates: GestureClassifier {
  /// The model before the examples.
  var base: TemplateModel

  func train(_ examples: [Example<MotionSeries>]) async throws(TrainingError) -> TemplateModel {
    var model = base
    for example in examples {
      try model.add(
        example.representation, label: example.label, name: example.name, isOwn: true)
    }
    return model
  }

  func recognize(
    _ representation: MotionSeries, with model: TemplateModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }

  func session(with model: TemplateModel) -> AcceptanceSession? { model.calibration.session }
}
