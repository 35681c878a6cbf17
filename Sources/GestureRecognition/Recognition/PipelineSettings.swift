/// The settings of a pipeline that is trained on a data set of any sensor.
public struct PipelineSettings: Sendable {
  /// The stages before segmentation, for a sample rate in hertz; `nil` for none.
  public var preprocessing: (@Sendable (_ sampleRate: Double) -> [PreprocessingStage])?
  /// The segmentation of a stream; `nil` for every sample where all examples are single samples,
  /// and for touch otherwise.
  public var segmentation: SegmentationRule?
  /// The features of a segment; `nil` for those that suit the segmentation.
  public var features: SeriesFeatures?
  /// The stages after the classifier, in order.
  public var postprocessing: [PostprocessingStage] = []
  /// The channels of device motion; `nil` for user acceleration and rotation rate.
  public var channels: [MotionChannel]?
  /// The sample rate in hertz, where the data set has no times; `nil` measures it.
  public var sampleRate: Double?
  /// The null-rejection coefficient of `GaussianNaiveBayes`. Default: 10.
  public var nullRejection = 10.0

  /// Creates the default settings.
  public init() {}

  /// The channels when none are chosen.
  package static let defaultChannels = [MotionChannel.userAcceleration, .rotationRate]

  /// Whether no stage, segmentation, features or channels are chosen.
  var isDefault: Bool {
    preprocessing == nil && segmentation == nil && features == nil && postprocessing.isEmpty
      && channels == nil
  }

  /// The configuration of a pipeline for `set`.
  ///
  /// - Throws: ``TrainingError/invalidOptions(_:)`` for an invalid parameter.
  package func configuration(for set: SeriesSet) throws(TrainingError)
    -> GesturePipeline.Configuration
  {
    var configuration = GesturePipeline.Configuration(dimension: set.series.dimension)
    configuration.channels = set.channels
    configuration.preprocessing = preprocessing?(sampleRate ?? set.sampleRate) ?? []
    let isOfSamples = set.series.series.allSatisfy { $0.count == 1 }
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
