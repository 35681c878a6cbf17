/// From the samples of any sensor to classes: pre-processing, segmentation, features, a classifier
/// and post-processing, learned from a data set.
///
/// A value: it holds what it does and what it learned, and no sample. ``PipelineSession`` runs it
/// on a stream, sample by sample.
public struct GesturePipeline: Hashable, Sendable {
  /// What a pipeline does with samples.
  public struct Configuration: Hashable, Sendable, Codable {
    /// The number of components of a sample.
    public var dimension: Int
    /// What a sample holds where it is taken from the motion of a device, three components a
    /// channel; `nil` for samples of any other kind.
    public var channels: [MotionChannel]?
    /// What is done to every sample, one stage after another.
    public var preprocessing: [PreprocessingStage] = []
    /// Where something is recognised.
    public var segmentation = SegmentationRule.everySample
    /// What the classifier reads of a piece.
    public var features = SeriesFeatures.lastSample
    /// What is done to the classes that were read, one stage after another.
    public var postprocessing: [PostprocessingStage] = []
    /// The fewest samples of a piece that is looked at.
    public var minimumSamples = 1

    /// What reads each sample of so many components as it is; change what should be different.
    public init(dimension: Int) { self.dimension = dimension }

    /// What reads these channels of the motion of a device, each sample as it is.
    public init(channels: [MotionChannel]) {
      dimension = 3 * channels.count
      self.channels = channels
    }

    /// What is wrong with its numbers; `nil` when nothing is.
    package var validationError: String? {
      guard GestureDataSet.dimensions.contains(dimension), minimumSamples > 0 else {
        return "\(dimension) components and at least \(minimumSamples) samples: both positive, and "
          + "\(GestureDataSet.dimensions.upperBound) components at most"
      }
      if let channels, dimension != 3 * channels.count {
        return "\(dimension) components of \(channels.count) channels: three of each are needed"
      }
      return preprocessing.lazy.compactMap { $0.validationError(dimension: dimension) }.first
        ?? segmentation.validationError
        ?? features.validationError(dimension: dimension)
        ?? postprocessing.lazy.compactMap(\.validationError).first
    }
  }

  /// What it does.
  public let configuration: Configuration
  /// What it learned.
  package let classifier: PipelineClassifier
  /// Notes on where it comes from.
  public var metadata: [String: String]

  /// A pipeline of these parts.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` where a number is impossible, or the classifier reads
  ///   other vectors than the features give.
  package init(
    configuration: Configuration, classifier: PipelineClassifier, metadata: [String: String] = [:]
  ) throws(ModelError) {
    if let validationError = configuration.validationError ?? classifier.validationError {
      throw .inconsistent(validationError)
    }
    let count = configuration.features.count(dimension: configuration.dimension)
    guard classifier.featureCount == count else {
      throw .inconsistent("a classifier of \(classifier.featureCount) features: there are \(count)")
    }
    self.configuration = configuration
    self.classifier = classifier
    self.metadata = metadata
  }

  // MARK: - Learning

  /// Learns a pipeline from a data set.
  ///
  /// Each series is pre-processed from its start, as if nothing had been before it. With
  /// ``SegmentationRule/everySample`` each of its samples is an example, with
  /// ``SegmentationRule/slidingWindow(length:hop:)`` each window; otherwise the series is one. Pieces
  /// without features are left out.
  ///
  /// - Parameters:
  ///   - configuration: What it does.
  ///   - set: What it learns from.
  ///   - trainer: How it learns.
  /// - Returns: The pipeline, and how the training went.
  /// - Throws: ``TrainingError``: ``TrainingError/invalidOptions(_:)`` for impossible numbers and for
  ///   samples of another number of components; otherwise as the trainer.
  package static func train(
    _ configuration: Configuration, on set: GestureDataSet,
    trainer: PipelineTrainer = .logisticRegression()
  ) async throws(TrainingError) -> (pipeline: GesturePipeline, report: TrainingReport) {
    if let validationError = configuration.validationError {
      throw .invalidOptions(validationError)
    }
    guard set.dimension == configuration.dimension else {
      throw .invalidOptions(
        "a data set of \(set.dimension) components: the pipeline has \(configuration.dimension)")
    }
    let (classifier, report) = try await trainer.train(configuration.examples(of: set))
    do {
      let pipeline = try GesturePipeline(
        configuration: configuration, classifier: classifier,
        metadata: ["dataSet": set.name, "series": "\(set.series.count)"])
      return (pipeline, report)
    } catch {
      throw .invalidOptions(error.description)
    }
  }

  // MARK: - Reading

  /// What a finished piece is read as, pre-processed from its start; no post-processing.
  ///
  /// - Throws: ``GestureError`` for fewer samples than it needs, and where it has no features.
  /// - Precondition: Its vectors have as many components as the pipeline's.
  package func recognize(_ series: LabeledSeries) throws(GestureError) -> Recognition {
    try recognize(preprocessed: configuration.preprocessed(series))
  }

  /// What a series is read as, pre-processed from its start, whichever way streams are cut: as one
  /// piece between touches or rests; otherwise by the mean of the confidences of all its samples or
  /// windows, and as a gesture where most of them are of one. No post-processing.
  ///
  /// - Throws: ``GestureError`` for fewer samples than it needs, and where no piece has features.
  /// - Precondition: Its vectors have as many components as the pipeline's.
  package func recognizeWhole(_ series: LabeledSeries) throws(GestureError) -> Recognition {
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

  func recognize(preprocessed piece: LabeledSeries) throws(GestureError) -> Recognition {
    guard piece.count >= configuration.minimumSamples else {
      throw .tooFewSamples(count: piece.count, minimum: configuration.minimumSamples)
    }
    return try classifier.recognize(configuration.features.vector(of: piece))
  }
}

extension GesturePipeline.Configuration {
  /// `series` after the stages of pre-processing.
  func preprocessed(_ series: LabeledSeries) -> LabeledSeries {
    precondition(
      series.dimension == dimension, "vectors of \(series.dimension) components, not \(dimension)")
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
    return LabeledSeries(
      label: series.label, user: series.user, dimension: dimension, times: series.times,
      values: values)
  }

  /// The feature vectors of the pieces of a data set.
  fileprivate func examples(of set: GestureDataSet) -> [Example<[Double]>] {
    var examples: [Example<[Double]>] = []
    for (index, series) in set.series.enumerated() {
      let whole = preprocessed(series)
      for piece in pieces(of: whole) where piece.count >= minimumSamples {
        guard let vector = try? features.vector(of: piece) else { continue }
        examples.append(
          Example(
            representation: vector, label: series.label ?? "", user: series.user,
            name: "series \(index)", duration: piece.duration))
      }
    }
    return examples
  }

  fileprivate func pieces(of series: LabeledSeries) -> [LabeledSeries] {
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
