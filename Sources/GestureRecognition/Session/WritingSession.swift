public import DeadReckoning
public import MotionFusion

/// Recognises gestures sample by sample, from any source.
///
/// ```swift
/// var session = WritingSession(try GestureRecognizer.uppercaseLetters())
/// for sample in samples {
///   for letter in session.update(sample) { print(letter.label ?? "?", letter.start, letter.end) }
/// }
/// for letter in session.finish() { print(letter.label ?? "?") }
/// ```
///
/// A session takes raw samples, device motion, or the points of strokes. It estimates the motion of
/// raw samples, cuts gestures, recognises them, and follows their path. Recordings, live sources,
/// replays and strokes on a screen pass through it, so that equal samples produce equal gestures
/// everywhere.
///
/// ## Gestures of motion
///
/// If the source has a touch, a gesture extends from touch to release and is returned at the
/// release. Without a touch, a model of templates spots gestures among the movements between
/// stationary phases; return movements are dropped, and a gesture is returned once its neighbours
/// cannot change it: after two more movements or 0.8 s without movement. A writer who never rests
/// makes one long movement: after 6 s of it, all of its parts are compared, and a gesture is
/// returned 4 to 6 s after its end, at about 4 % of one core at 100 Hz. Other models take each
/// movement between stationary phases as a gesture, and a pipeline with a segmentation rule other
/// than touch applies that.
///
/// The similarities of a writer's gestures by touch correct the acceptance of the next ones: a
/// writer or device that differs from the training set differs in all gestures. The gestures also
/// show how the device is held: upright, in landscape, upside down, or tilted (`DeviceHold`).
///
/// ## Gestures of strokes
///
/// A gesture of one stroke or several ends when the pause after the release of its last stroke
/// exceeds ``Configuration/pause``: a pen that rests on the surface does not pause. No point
/// arrives in the pause: call ``advance(to:listener:)`` at ``deadline``.
///
/// A value type without a clock: equal samples and times produce equal gestures, and a copy is
/// independent. Nothing is allocated for a sample that completes no gesture.
public struct WritingSession: Sendable {
  /// The parameters of a session. A change counts from the next gesture on.
  public struct Configuration: Hashable, Sendable {
    /// The longest pause between two strokes of one gesture, in seconds. Default: 0.6.
    public var pause = 0.6 {
      didSet { precondition(pause >= 0, "expected a pause of 0 s or more, got \(pause) s") }
    }
    /// The estimation of each motion gesture's path; `nil` (default) for no path.
    public var path: PathEstimation?

    /// Creates the default configuration.
    public init() {}
  }

  /// The results of a sample, in order of occurrence.
  public enum Event: Sendable {
    /// The motion of the device.
    case motion(DeviceMotion)
    /// A change of a gesture's path, whose first point has the index 0. It occurs while a gesture
    /// between touch and release is written, and before a spotted gesture for the whole of its
    /// path.
    case path(PathEvent)
    /// A recognised gesture.
    case gesture(RecognizedGesture)
    /// A start-up transient was removed and the attitude was estimated again. Earlier motion and
    /// path belong to no gesture.
    case restart
  }

  /// Creates a session at the start of a stream.
  public init(_ recognizer: GestureRecognizer, configuration: Configuration = Configuration()) {
    self.recognizer = recognizer
    self.configuration = configuration
  }

  /// The parameters.
  public var configuration: Configuration
  /// The writer, whose earlier gestures correct the acceptance of the next ones. Default: `nil`.
  public var user: String?
  /// The recogniser of the last gesture and of one in progress.
  package private(set) var recognizer: GestureRecognizer
  /// The recogniser that follows when no gesture is in progress.
  private var next: GestureRecognizer?
  private var strokes = StrokeCollector()
  private var estimator = MotionEstimator()
  /// `nil` before the first motion: a session of strokes does not decode a model of motions.
  private var movements: MovementReader?
  /// `nil` before the first recognised motion.
  private var writers: WriterSessions?
  /// The path of the gesture between touch and release that is in progress.
  private var path: PathSession?
  /// Whether the next raw sample begins another stream.
  private var hasEnded = false

  /// The faults of the raw samples so far.
  public var faults: SampleFaults { estimator.faults }
  /// The number of points that were ignored: those that are not finite, and those of a stroke
  /// beyond 100,000.
  package var badPointCount: Int { strokes.badPointCount }
  /// Whether no gesture is in progress and no movement awaits a decision.
  ///
  /// A pipeline with a segmentation rule other than touch counts as idle.
  public var isIdle: Bool { movements?.isIdle != false && path == nil && strokes.isIdle }
  /// The first time at which ``advance(to:listener:)`` returns the gesture of strokes in progress,
  /// in seconds; `nil` without one, and during a stroke.
  public var deadline: Double? { strokes.deadline(pause: configuration.pause) }

  /// Uses another recogniser from the next gesture on; a gesture in progress keeps its recogniser.
  ///
  /// Gestures so far correct the acceptance of the next ones only if both models have the same
  /// calibration.
  package mutating func use(_ recognizer: GestureRecognizer) {
    next = recognizer
    if isIdle { useNext() }
  }

  private mutating func useNext() {
    guard let next else { return }
    if writers != nil, next.motionModel.session != recognizer.motionModel.session {
      writers = nil
    }
    recognizer = next
    movements = nil
    self.next = nil
  }

  // MARK: - Motion

  /// Takes a raw sample.
  ///
  /// - Parameters:
  ///   - sample: The next sample of the stream.
  ///   - listener: Receives every event as it occurs.
  /// - Returns: The gestures that this sample completes, in order.
  @discardableResult
  public mutating func update(
    _ sample: SensorSample, listener: (Event) -> Void = { _ in }
  ) -> [RecognizedGesture] {
    if hasEnded {
      estimator = MotionEstimator()
      hasEnded = false
    }
    let startup = estimator.startupSampleCount
    let motion = estimator.update(sample)
    if estimator.startupSampleCount != startup {
      // The writer does not change: the history of acceptance is kept.
      movements = nil
      path = nil
      listener(.restart)
    }
    return motion.map { update($0, listener: listener) } ?? []
  }

  /// Takes the motion of the device at one time.
  ///
  /// - Parameters:
  ///   - motion: The next motion of the stream.
  ///   - listener: Receives every event as it occurs.
  /// - Returns: The gestures that this motion completes, in order.
  @discardableResult
  public mutating func update(
    _ motion: DeviceMotion, listener: (Event) -> Void = { _ in }
  ) -> [RecognizedGesture] {
    if next != nil, isIdle { useNext() }
    listener(.motion(motion))
    let isTouched = motion.isTouching == true
    if !isTouched { finishPath(listener) }
    if movements == nil {
      movements = MovementReader(recognizer.motionModel)
      movements?.turn = writers?.turn(of: user) ?? 0
    }
    let cut = movements?.update(motion) ?? []
    let gestures = cut.isEmpty ? [] : recognized(cut, listener)
    if isTouched, let estimation = configuration.path {
      if path == nil { path = PathSession(estimation) }
      path?.update(motion) { listener(.path($0)) }
    }
    return gestures
  }

  private mutating func finishPath(_ listener: (Event) -> Void) {
    path?.finish { listener(.path($0)) }
    path = nil
  }

  private mutating func recognized(
    _ cut: [MovementReader.Piece], _ listener: (Event) -> Void
  ) -> [RecognizedGesture] {
    cut.map { piece in
      let gesture: RecognizedGesture =
        switch piece {
        case .gesture(let gesture): inHold(gesture)
        case .motions(let motions):
          recognize(RecordedGesture(samples: .motion(motions)), isCut: true)
        }
      if let estimation = configuration.path, gesture.isSpotted,
        case .motion(let motions) = gesture.gesture.samples
      {
        for point in estimation.estimate(motions).points { listener(.path(.position(point))) }
      }
      listener(.gesture(gesture))
      return gesture
    }
  }

  /// A spotted gesture, recognised again if it shows that the device is held otherwise.
  private mutating func inHold(_ spotted: RecognizedGesture) -> RecognizedGesture {
    guard case .templates = recognizer.motionModel else { return spotted }
    let again = recognize(RecordedGesture(samples: spotted.gesture.samples), isCut: false)
    movements?.turn = writers?.turn(of: user) ?? 0
    return again.recognition?.turn == spotted.recognition?.turn ? spotted : again
  }

  // MARK: - Strokes

  /// Takes a point of a stroke.
  ///
  /// A timestamp earlier than the last one ends the stroke and the gesture: the clock was set back.
  ///
  /// - Parameters:
  ///   - point: The point; `Sample2D.stroke` is ignored.
  ///   - isTouching: Whether the pen or finger touches the surface. The first point without a touch
  ///     ends the stroke and is not part of it.
  ///   - listener: Receives every event as it occurs.
  /// - Returns: The gesture that ended before this point, if there is one.
  @discardableResult
  public mutating func update(
    _ point: Sample2D, isTouching: Bool, listener: (Event) -> Void = { _ in }
  ) -> [RecognizedGesture] {
    recognized(
      strokes.update(point, isTouching: isTouching, pause: configuration.pause), listener)
  }

  /// Advances the time, in seconds of the timestamps; during a stroke this has no effect.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - listener: Receives every event as it occurs.
  /// - Returns: The gesture of strokes whose pause is over, if there is one.
  @discardableResult
  public mutating func advance(
    to time: Double, listener: (Event) -> Void = { _ in }
  ) -> [RecognizedGesture] {
    recognized(strokes.advance(to: time, pause: configuration.pause), listener)
  }

  private mutating func recognized(
    _ stroke: [Sample2D]?, _ listener: (Event) -> Void
  ) -> [RecognizedGesture] {
    guard let stroke else { return [] }
    let gesture = recognize(RecordedGesture(samples: .stroke(stroke)), isCut: false)
    listener(.gesture(gesture))
    // A stroke that the last point began belongs to the next gesture.
    if movements?.isIdle != false, path == nil { useNext() }
    return [gesture]
  }

  // MARK: - End

  /// Ends the stream; a following sample begins another one of the same writer.
  ///
  /// - Parameter listener: Receives every event as it occurs.
  /// - Returns: The gestures in progress, in order.
  @discardableResult
  public mutating func finish(listener: (Event) -> Void = { _ in }) -> [RecognizedGesture] {
    finishPath(listener)
    let gestures = recognized(movements?.finish() ?? [], listener)
    movements = nil
    hasEnded = true
    return gestures + recognized(strokes.finish(), listener)
  }

  /// Recognises a gesture that was cut elsewhere, as the next one of its user.
  package mutating func recognize(_ gesture: RecordedGesture) -> RecognizedGesture {
    user = gesture.user
    return recognize(gesture, isCut: false)
  }

  /// Recognises a gesture as the next one of the user.
  ///
  /// - Parameter isCut: Whether it was cut at touch and release, or at stationary phases.
  private mutating func recognize(_ gesture: RecordedGesture, isCut: Bool) -> RecognizedGesture {
    let recognizer = recognizer
    return RecognizedGesture(
      gesture,
      Result { () throws(GestureError) in
        guard case .motion(let motions) = gesture.samples, recognizer.takesMotions else {
          return try recognizer.recognize(gesture.samples)
        }
        var sessions = writers ?? WriterSessions(recognizer.motionModel.session)
        defer { writers = sessions }
        return try sessions.recognize(user: user) { (state) throws(GestureError) in
          try recognizer.recognize(motions, isCut: isCut, state: state)
        }
      })
  }
}

/// Cuts motion into gestures as a model demands: by touch, by a pipeline's own rule, at stationary
/// phases, or by spotting.
private struct MovementReader: Sendable {
  /// What was cut.
  enum Piece: Sendable {
    /// A gesture to recognise.
    case motions([DeviceMotion])
    /// A gesture that was found by recognising it.
    case gesture(RecognizedGesture)
  }

  private var segmenter: MotionSegmenter
  /// Made at the first movement without a touch: it holds a copy of the model.
  private var spotter: GestureSpotter?
  /// The model that spots gestures in motion without a touch.
  private let spottingModel: TemplateModel?
  private var pipeline: PipelineSession?
  private var hasMotion = false
  /// The angle by which the axes of the device are turned.
  var turn = 0.0 { didSet { spotter?.turn = turn } }

  var isIdle: Bool {
    !hasMotion || pipeline != nil || segmenter.isIdle && spotter?.isIdle != false
  }

  init(_ model: RecognitionModel) {
    if case .templates(let model) = model { spottingModel = model } else { spottingModel = nil }
    segmenter = MotionSegmenter(limits: spottingModel != nil ? .movement : .motion)
    if case .pipeline(let model) = model,
      model.configuration.channels != nil, model.configuration.segmentation != .touch
    {
      pipeline = PipelineSession(model)
    }
  }

  /// The gestures that this motion completes, in order.
  mutating func update(_ motion: DeviceMotion) -> [Piece] {
    hasMotion = true
    if let channels = pipeline?.pipeline.configuration.channels {
      let gesture = pipeline?.update(
        channels.components(of: motion), at: motion.timestamp,
        isTouching: motion.isTouching ?? false)
      return gesture.map { [.gesture($0)] } ?? []
    }
    let hadTouch = segmenter.hasTouch
    let motions = segmenter.update(motion)
    guard spottingModel != nil, !hadTouch else { return motions.map { [.motions($0)] } ?? [] }
    if segmenter.hasTouch { return spotter?.finish().map(Piece.gesture) ?? [] }
    let part = segmenter.takeStart(
      ofMovementsOver: GestureSpotter.longestGesture, length: GestureSpotter.partDuration)
    if motions != nil || !part.isEmpty { makeSpotter() }
    var found = motions.flatMap { spotter?.add($0) } ?? []
    if !part.isEmpty { found += spotter?.follow(part) ?? [] }
    found += spotter?.advance(to: motion.timestamp, isStationary: segmenter.isStationary) ?? []
    return found.isEmpty ? [] : found.map(Piece.gesture)
  }

  /// Ends the stream.
  ///
  /// - Returns: The gestures in progress, in order.
  mutating func finish() -> [Piece] {
    if pipeline != nil { return pipeline?.finish().map { [.gesture($0)] } ?? [] }
    let motions = segmenter.finish()
    guard spottingModel != nil, !segmenter.hasTouch else {
      return motions.map { [.motions($0)] } ?? []
    }
    if motions != nil { makeSpotter() }
    let found = motions.flatMap { spotter?.add($0) } ?? []
    return (found + (spotter?.finish() ?? [])).map(Piece.gesture)
  }

  private mutating func makeSpotter() {
    if spotter == nil { spotter = spottingModel.map { GestureSpotter(model: $0) } }
    spotter?.turn = turn
  }
}

/// Collects the strokes of gestures by the pauses between them.
///
/// A value type without a clock: the caller passes the time.
struct StrokeCollector: Sendable {
  /// The number of points that were ignored.
  private(set) var badPointCount = 0

  /// The most points of a stroke, which bounds the memory.
  private static let longestStroke = 100_000

  /// The ended strokes of the gesture.
  private var strokes: [[Sample2D]] = []
  /// The stroke in progress.
  private var stroke: [Sample2D] = []
  /// The time of the last release, in seconds; `nil` without an ended stroke.
  private var release: Double?

  /// Whether no gesture is in progress.
  var isIdle: Bool { strokes.isEmpty && stroke.isEmpty }

  /// The first time after the pause that ends the gesture; `nil` without one, and in a stroke.
  func deadline(pause: Double) -> Double? {
    stroke.isEmpty ? release.map { ($0 + pause).nextUp } : nil
  }

  /// Adds a point.
  ///
  /// - Returns: The gesture that ended before it, if there is one.
  mutating func update(_ point: Sample2D, isTouching: Bool, pause: Double) -> [Sample2D]? {
    guard point.timestamp.isFinite, !isTouching || (point.x.isFinite && point.y.isFinite) else {
      badPointCount += 1
      return nil
    }
    let end = stroke.last?.timestamp ?? release
    // If the time goes back, the clock was set back: end all gestures.
    let isSetBack = end.map { point.timestamp < $0 } ?? false
    if !isTouching { endStroke(at: point.timestamp) }
    let ended = isSetBack ? finish() : advance(to: point.timestamp, pause: pause)
    if isTouching {
      if stroke.count < Self.longestStroke { stroke.append(point) } else { badPointCount += 1 }
    }
    return ended
  }

  /// Advances the time.
  ///
  /// - Returns: The gesture whose pause is over, if there is one.
  mutating func advance(to time: Double, pause: Double) -> [Sample2D]? {
    guard let deadline = deadline(pause: pause), time >= deadline else { return nil }
    return finish()
  }

  /// Ends the gesture.
  ///
  /// - Returns: The gesture in progress, if there is one.
  mutating func finish() -> [Sample2D]? {
    if let last = stroke.last { endStroke(at: last.timestamp) }
    guard !strokes.isEmpty else { return nil }
    defer {
      strokes = []
      release = nil
    }
    return [Sample2D](strokes: strokes)
  }

  private mutating func endStroke(at time: Double) {
    guard !stroke.isEmpty else { return }
    strokes.append(stroke)
    stroke = []
    release = time
  }
}
