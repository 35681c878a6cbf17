package import GestureRecognition

/// The training algorithm of the classifier of a pipeline.
package enum PipelineTrainer: Hashable, Sendable, Codable {
  /// `SoftmaxRegression` of scaled features.
  case logisticRegression
  /// `SoftmaxRegression` in the `ExampleSpace` of the scaled features, many of few examples.
  case kernels
  /// `GaussianNaiveBayes` of the unscaled features.
  case naiveBayes(nullRejectionCoefficient: Double = 10)

  /// Trains a classifier on feature vectors of equal length.
  ///
  /// - Parameter isCalibrated: Whether confidences are calibrated on held-out examples.
  package func train(
    _ examples: [Example<[Double]>], isCalibrated: Bool = true
  ) async throws(TrainingError) -> (scorer: Scorer, report: TrainingReport) {
    let problem = try LabeledProblem(examples)
    if case .naiveBayes(let coefficient) = self {
      var classifier = try GaussianNaiveBayes(training: examples)
      if isCalibrated {
        classifier.confidenceScale = try await ConfidenceCalibration.scale(of: examples) {
          part throws(TrainingError) in
          let part = try GaussianNaiveBayes(training: part)
          return (part.labels, { vector in part.classes.map { $0.score(of: vector) } })
        }
      }
      classifier.nullRejectionCoefficient = coefficient
      return (.naiveBayes(classifier), Self.report(of: classifier, on: examples))
    }
    let scaling = FeatureScaling(of: problem.vectors)
    let scaled = examples.map { example in
      var example = example
      example.representation = scaling.scaled(example.representation)
      return example
    }
    var regression = SoftmaxRegression()
    guard self == .kernels else {
      regression.penalty = Self.penalty * Double(examples.count)
      let (classifier, report) = try await regression.train(scaled, isCalibrated: isCalibrated)
      return (.linear(classifier, scaling), report)
    }
    regression.penalty = Self.relativePenalty
    regression.tolerance = Self.tolerance
    let space = try ExampleSpace(of: scaled.map(\.representation))
    let placed = zip(scaled, space.coordinates).map { example, coordinates in
      Example(
        representation: coordinates, label: example.label, user: example.user, name: example.name)
    }
    let (found, report) = try await regression.train(placed, isCalibrated: isCalibrated)
    var classifier = try LinearClassifier(
      trained: space.weights(of: found.weights), labels: found.labels)
    classifier.confidenceScale = found.confidenceScale
    return (.linear(classifier, scaling), report)
  }

  /// The penalty for features of unit deviation, for each example: more examples do not reduce the
  /// differences between people. Chosen from 1e-5 to 0.1 on half of `forearm-gestures` and the
  /// training part of RacketSports, by left-out people and in ten folds.
  private static let penalty = 0.03
  /// The penalty for features of kernels, relative to the mean squared length of an example; chosen
  /// as 1e-3 from 1e-4 to 0.1 for each of the 151 examples of that training part.
  private static let relativePenalty = 0.15
  /// The tolerance of their training.
  private static let tolerance = 1e-4

  /// The training report of a naive Bayes classifier.
  ///
  /// The fit is closed-form, in one pass. The loss is the mean negative log-density.
  private static func report(
    of classifier: GaussianNaiveBayes, on examples: [Example<[Double]>]
  ) -> TrainingReport {
    var loss = 0.0
    var mistakes = 0
    for example in examples {
      guard let own = classifier.classes.first(where: { $0.label == example.label }) else {
        continue
      }
      loss -= own.score(of: example.representation) / Double(examples.count)
      let read = try? classifier.recognize(example.representation)
      mistakes += read?.label == example.label ? 0 : 1
    }
    return TrainingReport(converged: true, iterations: 1, loss: loss, mistakes: mistakes)
  }
}

/// An untrained pipeline, as ``Evaluation`` trains and tests it.
package struct PipelineRecipe: GestureClassifier {
  /// The stages and their parameters.
  package var configuration: GesturePipeline.Configuration
  /// The training algorithm of the classifier.
  package var trainer: PipelineTrainer

  /// Creates a recipe. Default trainer: logistic regression.
  package init(
    configuration: GesturePipeline.Configuration, trainer: PipelineTrainer = .logisticRegression
  ) {
    self.configuration = configuration
    self.trainer = trainer
  }

  /// Trains a pipeline.
  package func train(
    _ examples: [Example<SampleSeries>]
  ) async throws(TrainingError) -> GesturePipeline {
    guard !examples.isEmpty else { throw .noExamples }
    if configuration.dimension < 1 {
      throw .invalidOptions("expected 1 component or more, got \(configuration.dimension)")
    }
    var set = GestureDataSet(dimension: configuration.dimension)
    for example in examples {
      do {
        try set.append(
          example.representation, label: example.label, user: example.user, name: example.name)
      } catch {
        throw .invalidOptions("\(example.name): \(error)")
      }
    }
    return try await GesturePipeline.train(configuration, on: set, trainer: trainer).pipeline
  }

  /// Recognises a whole series with `model`.
  package func recognize(
    _ representation: SampleSeries, with model: GesturePipeline
  ) throws(GestureError) -> Recognition {
    try model.recognizeWhole(representation)
  }
}

/// The settings of a pipeline that is trained on a data set of any sensor.
package struct PipelineSettings: Sendable {
  /// The stages before segmentation, for any sample rate.
  package var preprocessing: [PreprocessingStage] = []
  /// The segmentation of a stream; `nil` for every sample where all examples are single samples,
  /// and for touch otherwise.
  package var segmentation: SegmentationRule?
  /// The features of a segment; `nil` for those that suit the segmentation.
  package var features: SeriesFeatures?
  /// The stages after the classifier, in order.
  package var postprocessing: [PostprocessingStage] = []
  /// The channels of device motion; `nil` for user acceleration and rotation rate.
  package var channels: [MotionChannel]?
  /// The sample rate in hertz, where the data set has no times; `nil` measures it.
  package var sampleRate: Double?
  /// The null-rejection coefficient of `GaussianNaiveBayes`. Default: 10.
  package var nullRejection = 10.0

  /// Creates the default settings.
  package init() {}

  /// The channels when none are chosen.
  package static let defaultChannels = [MotionChannel.userAcceleration, .rotationRate]

  /// Whether no stage, segmentation, features or channels are chosen.
  var isDefault: Bool {
    preprocessing.isEmpty && segmentation == nil && features == nil && postprocessing.isEmpty
      && channels == nil
  }

  /// The configuration of a pipeline for `set`.
  package func configuration(for set: GestureDataSet) throws(TrainingError)
    -> GesturePipeline.Configuration
  {
    var configuration = GesturePipeline.Configuration(dimension: set.dimension)
    configuration.channels = set.channels
    let rate = sampleRate ?? set.sampleRate
    configuration.preprocessing = preprocessing.map { $0.at(sampleRate: rate) }
    let isOfSamples = set.series.allSatisfy { $0.representation.count == 1 }
    configuration.segmentation = segmentation ?? (isOfSamples ? .everySample : .touch)
    configuration.features = features ?? Self.features(for: configuration.segmentation)
    configuration.postprocessing = postprocessing
    if let validationError = configuration.validationError {
      throw .invalidOptions(validationError)
    }
    return configuration
  }

  private static func features(for rule: SegmentationRule) -> SeriesFeatures {
    switch rule {
    case .everySample: .lastSample
    case .slidingWindow: .statistics
    case .touch, .restToRest: .resampled(count: 16)
    }
  }
}
