/// A trained recognition pipeline for the samples of any sensor.
///
/// Stages: pre-processing, segmentation, feature extraction, classification and post-processing.
/// The value holds the configuration and the trained classifier, and no samples.
/// ``PipelineSession`` runs it on a stream, sample by sample.
public struct GesturePipeline: Hashable, Sendable {
  /// The stages of a pipeline and their parameters.
  package struct Configuration: Hashable, Sendable {
    package var dimension: Int
    /// The device-motion channels of a sample, three components each.
    ///
    /// `nil` for samples of any other sensor.
    package var channels: [MotionChannel]?
    /// The pre-processing stages, applied to every sample in order. Default: none.
    package var preprocessing: [PreprocessingStage] = []
    /// The rule that divides the stream into segments. Default: every sample.
    package var segmentation = SegmentationRule.everySample
    package var features = SeriesFeatures.lastSample
    /// The post-processing stages, applied to the labels in order. Default: none.
    package var postprocessing: [PostprocessingStage] = []
    /// The scaling of components by the training set, for features that need it; set by training.
    package var scaling: FeatureScaling?

    /// Creates a configuration that classifies each sample, without filters.
    package init(dimension: Int) { self.dimension = dimension }

    /// Creates a configuration that classifies each device-motion sample.
    package init(channels: [MotionChannel]) {
      dimension = 3 * channels.count
      self.channels = channels
    }

    /// The first invalid parameter as an error text, or `nil` if all are valid.
    package var validationError: String? {
      guard SampleSeries.dimensions.contains(dimension) else {
        return "expected 1 to \(SampleSeries.dimensions.upperBound) components, got \(dimension)"
      }
      if let channels, dimension != 3 * channels.count {
        return "expected \(3 * channels.count) components for \(channels.count) channels, "
          + "got \(dimension)"
      }
      if features == .dynamics, let channels, channels != MotionDynamics.channels {
        return
          "expected the channels \(MotionDynamics.channels.map({ $0.rawValue })) for dynamics, got "
          + "\(channels.map { $0.rawValue })"
      }
      if let scaling, scaling.means.count != dimension || scaling.factors.count != dimension {
        return "expected the means and scale factors of \(dimension) components, got "
          + "\(scaling.means.count) and \(scaling.factors.count)"
      }
      return preprocessing.lazy.compactMap { $0.validationError(dimension: dimension) }.first
        ?? segmentation.validationError
        ?? features.validationError(dimension: dimension)
        ?? postprocessing.lazy.compactMap { $0.validationError }.first
    }
  }

  package let configuration: Configuration
  package let scorer: Scorer
  /// The kernels of its features, if it has any.
  private let kernels: ConvolutionKernels?
  /// Notes on the origin of the pipeline.
  package var metadata: [String: String]

  /// Creates a pipeline from its configuration and a trained classifier.
  package init(
    configuration: Configuration, scorer: Scorer, metadata: [String: String] = [:]
  ) throws(ModelError) {
    if let validationError = configuration.validationError ?? scorer.validationError {
      throw .inconsistent(validationError)
    }
    let count = configuration.features.count(dimension: configuration.dimension)
    guard scorer.featureCount == count else {
      throw .inconsistent(
        "expected a classifier of \(count) features, got \(scorer.featureCount)")
    }
    self.configuration = configuration
    self.scorer = scorer
    kernels = configuration.kernels
    self.metadata = metadata
  }

  // MARK: - Recognition

  /// Recognises one complete segment, without post-processing.
  ///
  /// The segment is pre-processed with filters in their initial state.
  ///
  /// - Precondition: `series` has the number of components of the pipeline.
  package func recognize(_ series: SampleSeries) throws(GestureError) -> Recognition {
    try recognize(preprocessed: configuration.preprocessed(series))
  }

  /// Recognises a whole series under any segmentation rule, without post-processing.
  ///
  /// The series is pre-processed with filters in their initial state. With segmentation by touch
  /// or stationary phases it is one segment. Otherwise the confidences of all its samples or
  /// windows are averaged, and it is a gesture if most of them are accepted.
  ///
  /// - Precondition: `series` has the number of components of the pipeline.
  package func recognizeWhole(_ series: SampleSeries) throws(GestureError) -> Recognition {
    var recognitions: [Recognition] = []
    var failure = GestureError.tooFewSamples(
      count: series.count, minimum: configuration.segmentation.shortestPiece)
    for piece in configuration.pieces(of: configuration.preprocessed(series)) {
      do throws(GestureError) {
        recognitions.append(try recognize(preprocessed: piece))
      } catch {
        failure = error
      }
    }
    guard let mean = Recognition(meanOf: recognitions) else { throw failure }
    return mean
  }

  func recognize(preprocessed piece: SampleSeries) throws(GestureError) -> Recognition {
    guard piece.count > 0 else { throw .tooFewSamples(count: 0, minimum: 1) }
    return try scorer.recognize(configuration.features.vector(of: piece, kernels: kernels))
  }
}

extension GesturePipeline.Configuration {
  package func preprocessed(_ series: SampleSeries) -> SampleSeries {
    precondition(
      series.dimension == dimension,
      "expected vectors of \(dimension) components, got \(series.dimension)")
    var stages = preprocessing.map { Preprocessor($0, dimension: dimension) }
    guard !stages.isEmpty else { return series }
    var values: [Double] = []
    values.reserveCapacity(series.values.count)
    var sample: [Double] = []
    for index in 0..<series.count {
      sample.removeAll(keepingCapacity: true)
      sample += series[index]
      for stage in stages.indices { stages[stage].apply(to: &sample) }
      values += sample
    }
    return SampleSeries(dimension: dimension, times: series.times, values: values)
  }

  /// The kernels of its features, if it has any.
  package var kernels: ConvolutionKernels? {
    guard case .convolutions(let count) = features else { return nil }
    return ConvolutionKernels(count: count, dimension: dimension, scaling: scaling)
  }

  package func pieces(of series: SampleSeries) -> [SampleSeries] {
    switch segmentation {
    case .touch, .restToRest: return [series]
    case .everySample, .slidingWindow:
      var segmenter = SeriesSegmenter(segmentation, dimension: dimension)
      return (0..<series.count).compactMap { index in
        segmenter.update(Array(series[index]), at: series.times[index])
      }
    }
  }
}

extension GesturePipeline: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      configuration: file.coded(part?.configuration), scorer: file.coded(part?.scorer),
      metadata: file.coded(part?.metadata))
  }
}

extension GesturePipeline.Configuration: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    self = part ?? Self(dimension: 1)
    try file.code(&dimension)
    try file.code(&channels)
    try file.code(&preprocessing)
    try file.code(&segmentation)
    try file.code(&features)
    try file.code(&postprocessing)
    try file.code(&scaling)
  }
}

extension MotionChannel: ModelPart {}
