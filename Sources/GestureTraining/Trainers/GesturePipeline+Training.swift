package import GestureRecognition

extension GesturePipeline {
  /// Trains a pipeline on a data set.
  ///
  /// Every series is pre-processed with filters in their initial state. With
  /// `SegmentationRule.everySample` each sample is an example, with
  /// `SegmentationRule.slidingWindow(length:hop:)` each window, and otherwise the whole series.
  /// Segments without features are skipped.
  ///
  /// - Parameter isCalibrated: Whether confidences are calibrated on held-out examples.
  /// - Returns: The pipeline and a report of the training.
  package static func train(
    _ configuration: Configuration, on set: GestureDataSet,
    trainer: PipelineTrainer = .logisticRegression, isCalibrated: Bool = true
  ) async throws(TrainingError) -> (pipeline: GesturePipeline, report: TrainingReport) {
    if let validationError = configuration.validationError {
      throw .invalidOptions(validationError)
    }
    guard set.dimension == configuration.dimension else {
      throw .invalidOptions(
        "expected a data set of \(configuration.dimension) components, got \(set.dimension)")
    }
    var configuration = configuration
    configuration.scaling = configuration.scaling(of: set)
    let (scorer, report) = try await trainer.train(
      configuration.examples(of: set), isCalibrated: isCalibrated)
    let pipeline = try TrainingError.checked { () throws(ModelError) in
      try GesturePipeline(
        configuration: configuration, scorer: scorer,
        metadata: ["dataSet": set.name, "series": "\(set.series.count)"])
    }
    return (pipeline, report)
  }
}

extension GesturePipeline.Configuration {
  /// The scaling of the components of a training set; `nil` if the features do not need it.
  fileprivate func scaling(of set: GestureDataSet) -> FeatureScaling? {
    guard case .convolutions = features else { return nil }
    let series = set.series.map { preprocessed($0.representation) }
    return FeatureScaling(of: series.lazy.flatMap(\.vectors))
  }

  /// The labelled feature vectors of the segments of a data set.
  func examples(of set: GestureDataSet) -> [Example<[Double]>] {
    var examples: [Example<[Double]>] = []
    let kernels = kernels
    for (index, series) in set.series.enumerated() {
      let whole = preprocessed(series.representation)
      for piece in pieces(of: whole) where piece.count > 0 {
        guard let vector = try? features.vector(of: piece, kernels: kernels) else { continue }
        examples.append(
          Example(
            representation: vector, label: series.label, user: series.user,
            name: "series \(index)", duration: piece.duration))
      }
    }
    return examples
  }
}
