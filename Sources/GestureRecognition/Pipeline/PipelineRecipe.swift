/// A pipeline that is still to be learned, as ``Evaluation`` tries classifiers.
package struct PipelineRecipe: GestureClassifier {
  /// What the pipeline does with samples.
  package var configuration: GesturePipeline.Configuration
  /// How its classifier learns.
  package var trainer: PipelineTrainer

  /// A recipe of these parts.
  package init(
    configuration: GesturePipeline.Configuration, trainer: PipelineTrainer = .logisticRegression()
  ) {
    self.configuration = configuration
    self.trainer = trainer
  }

  /// Learns a pipeline.
  ///
  /// - Throws: As `GesturePipeline.train`, and ``TrainingError/invalidOptions(_:)`` for a series that
  ///   belongs in no data set of this pipeline.
  package func train(
    _ examples: [Example<LabeledSeries>]
  ) async throws(TrainingError) -> GesturePipeline {
    guard !examples.isEmpty else { throw .noExamples }
    if configuration.dimension < 1 { throw .invalidOptions("samples without components") }
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

  /// What `model` reads the whole series as.
  package func recognize(
    _ representation: LabeledSeries, with model: GesturePipeline
  ) throws(GestureError) -> Recognition {
    try model.recognizeWhole(representation)
  }

  /// The series of a data set as examples.
  package static func examples(of set: GestureDataSet) -> ExampleSet<LabeledSeries> {
    ExampleSet(
      examples: set.series.enumerated().map { index, series in
        Example(
          representation: series, label: series.label ?? "", user: series.user,
          name: "series \(index)", duration: series.duration)
      })
  }
}
