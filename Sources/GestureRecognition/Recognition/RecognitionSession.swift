public import MotionFusion

/// Recognises gestures in a stream, sample by sample.
///
/// ```swift
/// var session = RecognitionSession(try GestureRecognizer.uppercaseLetters())
/// for sample in samples {
///   if let letter = session.update(sample)?.label { print(letter) }
/// }
/// ```
///
/// A gesture is what lies between touch and release where the source has a touch, and between two
/// stationary phases where it has none (`MotionSegmenter`). A pipeline with a segmentation rule
/// of its own applies that. A value type without a clock: the same samples give the same gestures,
/// and a copy is a fork.
public struct RecognitionSession: Sendable {
  /// The recogniser.
  public let recognizer: GestureRecognizer
  /// The stage from samples to device motion; its faults count the bad samples.
  public private(set) var estimator: MotionEstimator

  private var segmenter: MotionSegmenter
  private var pipeline: PipelineSession?

  /// Creates a session at the start of a stream.
  ///
  /// - Parameters:
  ///   - recognizer: The recogniser.
  ///   - minimumSamples: The fewest samples of a gesture between stationary phases. Default: 20.
  public init(_ recognizer: GestureRecognizer, minimumSamples: Int = 20) {
    self.recognizer = recognizer
    estimator = MotionEstimator()
    segmenter = MotionSegmenter(minimumSamples: minimumSamples)
    if case .pipeline(let model) = recognizer.motionModel,
      model.configuration.channels != nil, model.configuration.segmentation != .touch
    {
      pipeline = PipelineSession(model)
    }
  }

  /// Adds a raw sample.
  ///
  /// - Returns: The gesture that this sample completes, or `nil`.
  public mutating func update(_ sample: SensorSample) -> RecognizedGesture? {
    let startup = estimator.startupSampleCount
    let motion = estimator.process(sample)
    if estimator.startupSampleCount != startup {
      // The attitude was estimated anew: motions from before do not belong to the same gesture.
      self = RecognitionSession(continuing: self)
    }
    return motion.flatMap { update($0) }
  }

  /// Adds a sample of device motion.
  ///
  /// - Returns: The gesture that this sample completes, or `nil`.
  public mutating func update(_ motion: DeviceMotion) -> RecognizedGesture? {
    if let channels = pipeline?.pipeline.configuration.channels {
      return pipeline?.update(
        channels.components(of: motion), at: motion.timestamp,
        isTouching: motion.isTouching ?? false)
    }
    return segmenter.update(motion).map { recognized($0) }
  }

  /// Ends the stream.
  ///
  /// - Returns: The gesture in progress, if there is one.
  public mutating func finish() -> RecognizedGesture? {
    pipeline != nil ? pipeline?.finish() : segmenter.finish().map { recognized($0) }
  }

  private func recognized(_ motions: [DeviceMotion]) -> RecognizedGesture {
    RecognizedGesture(
      RecordedGesture(samples: .motion(motions)),
      Result { () throws(GestureError) in try recognizer.recognize(.motion(motions)) })
  }

  private init(continuing other: RecognitionSession) {
    self.init(other.recognizer, minimumSamples: other.segmenter.minimumSamples)
    estimator = other.estimator
  }
}
