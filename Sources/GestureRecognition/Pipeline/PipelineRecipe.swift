/// An untrained pipeline, as ``Evaluation`` trains and tests it.
package struct PipelineRecipe: GestureClassifier {
  /// The stages and their parameters.
  package var configuration: GesturePipeline.Configuration
  /// The training algorithm of the classifier.
  package var trainer: PipelineTrainer

  /// Creates a recipe. Default trainer: logistic regression.
  package init(
    configuration: GesturePipeline.Configuration, trainer: PipelineTrainer = .logisticRegression()
  ) {
    self.configuration = configuration
    self.trainer = trainer
  }

  /// Trains a pipeline.
  ///
  /// - Throws: The errors of `GesturePipeline.train`, and ``TrainingError/invalidOptions(_:)`` for
  ///   a series that is invalid in a data set of this pipeline.
  package func train(
    _ examples: [Example<LabeledSeries>]
  ) async throws(TrainingError) -> GesturePipeline {
    guard !examples.isEmpty else { throw .noExamples }
    if configuration.dimension < 1 {
      throw .invalidOptions("expected 1 component or more, got \(configuration.dimension)")
    }
    var set = GestureDataSet(dimension: configuration.dimension)
    for example in examples {
      var series = example.representation
      series.label = example.label
      do {
        try set.append(series)
      } catch {
        throw .invalidOptions("\(example.name): \(error)")
      }
    }
    return try await GesturePipeline.train(configuration, on: set, trainer: trainer).pipeline
  }

  /// Recognises a whole series with `model`.
  package func recognize(
    _ representation: LabeledSeries, with model: GesturePipeline
  ) throws(GestureError) -> Recognition {
    try model.recognizeWhole(representation)
  }
}
