public import MotionFusion

/// Recognises gestures in a stream, sample by sample.
///
/// ```swift
/// var session = RecognitionSession(try GestureRecognizer.uppercaseLetters())
/// for sample in samples {
///   for letter in session.update(sample) { print(letter.label ?? "?") }
/// }
/// ```
///
/// Where the source has a touch, a gesture lies between touch and release, and is returned at the
/// release. Where it has none, a model of templates spots gestures among the movements between
/// stationary phases; return movements are dropped, and a gesture is returned once its
/// neighbours cannot change it: after two more movements or 0.8 s without movement. A writer who
/// never rests makes one long movement: after 6 s of it, all of its parts are compared, and a
/// gesture is returned 4 to 6 s after its end, at about 4 % of one core at 100 Hz. Other models
/// take each movement between stationary phases as a gesture, and a pipeline with a segmentation
/// rule other than touch applies that.
///
/// The similarities of a session's gestures by touch correct the acceptance of the next ones: a
/// writer or device that differs from the training set differs in all gestures.
///
/// A value type without a clock: the same samples give the same gestures, and a copy is a fork.
public struct RecognitionSession: Sendable {
  /// The recogniser.
  public let recognizer: GestureRecognizer
  /// The stage from samples to device motion; its faults count the bad samples.
  public private(set) var estimator: MotionEstimator

  /// Whether no gesture is in progress and no movement awaits a decision.
  ///
  /// A pipeline with a segmentation rule other than touch counts as idle.
  public var isIdle: Bool { pipeline != nil || segmenter.isIdle && spotter?.isIdle != false }

  private var segmenter: MotionSegmenter
  /// Made at the first movement without a touch: it holds a copy of the model.
  private var spotter: GestureSpotter?
  private let canSpot: Bool
  /// The acceptance of the gestures with a touch.
  private var acceptance: AcceptanceSession?
  private var pipeline: PipelineSession?

  /// Creates a session at the start of a stream.
  public init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    estimator = MotionEstimator()
    if case .templates = recognizer.motionModel { canSpot = true } else { canSpot = false }
    acceptance = recognizer.motionModel.session
    segmenter =
      canSpot ? MotionSegmenter(minimumSamples: MotionSegmenter.spottingMinimum) : MotionSegmenter()
    if case .pipeline(let model) = recognizer.motionModel,
      model.configuration.channels != nil, model.configuration.segmentation != .touch
    {
      pipeline = PipelineSession(model)
    }
  }

  /// Adds a raw sample.
  ///
  /// - Returns: The gestures that this sample completes, in order.
  public mutating func update(_ sample: SensorSample) -> [RecognizedGesture] {
    let startup = estimator.startupSampleCount
    let motion = estimator.update(sample)
    if estimator.startupSampleCount != startup {
      // The attitude was estimated anew: motions from before do not belong to the same gesture.
      self = RecognitionSession(continuing: self)
    }
    return motion.map { update($0) } ?? []
  }

  /// Adds a sample of device motion.
  ///
  /// - Returns: The gestures that this sample completes, in order.
  public mutating func update(_ motion: DeviceMotion) -> [RecognizedGesture] {
    if let channels = pipeline?.pipeline.configuration.channels {
      let gesture = pipeline?.update(
        channels.components(of: motion), at: motion.timestamp,
        isTouching: motion.isTouching ?? false)
      return gesture.map { [$0] } ?? []
    }
    let hadTouch = segmenter.hasTouch
    let motions = segmenter.update(motion)
    guard canSpot, !hadTouch else { return motions.map { [recognized($0)] } ?? [] }
    if segmenter.hasTouch { return spotter?.finish() ?? [] }
    var gestures = motions.map { spotted($0) } ?? []
    let part = segmenter.takeStart(
      ofMovementsOver: GestureSpotter.longestGesture, length: GestureSpotter.partDuration)
    if !part.isEmpty { gestures += followed(part) }
    gestures +=
      spotter?.advance(to: motion.timestamp, isStationary: segmenter.isStationary) ?? []
    return gestures
  }

  /// Ends the stream.
  ///
  /// - Returns: The gestures in progress, in order.
  public mutating func finish() -> [RecognizedGesture] {
    if pipeline != nil { return pipeline?.finish().map { [$0] } ?? [] }
    let motions = segmenter.finish()
    guard canSpot, !segmenter.hasTouch else { return motions.map { [recognized($0)] } ?? [] }
    return (motions.map { spotted($0) } ?? []) + (spotter?.finish() ?? [])
  }

  /// The gestures that are decided with this movement.
  private mutating func spotted(_ motions: [DeviceMotion]) -> [RecognizedGesture] {
    makeSpotter()
    return spotter?.add(motions) ?? []
  }

  /// The gestures that are decided with this part of a movement.
  private mutating func followed(_ motions: [DeviceMotion]) -> [RecognizedGesture] {
    makeSpotter()
    return spotter?.follow(motions) ?? []
  }

  private mutating func makeSpotter() {
    guard spotter == nil, case .templates(let model) = recognizer.motionModel else { return }
    spotter = GestureSpotter(model: model)
  }

  private mutating func recognized(_ motions: [DeviceMotion]) -> RecognizedGesture {
    RecognizedGesture(
      RecordedGesture(samples: .motion(motions)),
      recognizer.recognize(.motion(motions), in: &acceptance))
  }

  private init(continuing other: RecognitionSession) {
    self.init(other.recognizer)
    estimator = other.estimator
    acceptance = other.acceptance
  }
}
