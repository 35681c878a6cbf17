internal import DeadReckoning
package import GestureRecognition
package import MotionFusion

/// A gesture in the air, and what read it.
package struct ReadGesture: Sendable {
  package var motions: [DeviceMotion]
  package var gesture: RecognizedGesture
  /// The recogniser of the page, with its settings at that time.
  package var recognizer: GestureRecognizer

  package init(
    motions: [DeviceMotion], gesture: RecognizedGesture, recognizer: GestureRecognizer
  ) {
    (self.motions, self.gesture, self.recognizer) = (motions, gesture, recognizer)
  }

  /// The gesture as read by a recogniser: what was read already, which knows the writer's earlier
  /// gestures, or as the other recogniser reads it in the same state of the session.
  package func read(by other: GestureRecognizer) -> RecognizedGesture {
    guard other != recognizer else { return gesture }
    return RecognizedGesture(
      gesture.gesture,
      Result { () throws(GestureError) in
        try other.recognize(
          motions, isCut: !gesture.isSpotted,
          state: WriterState(
            angle: gesture.recognition?.turn ?? 0,
            oddsOfCut: gesture.recognition?.oddsOfCut ?? WriterState.priorOddsOfCut))
      })
  }
}

/// Turns samples of live or replayed motion into events for the pages.
package struct LiveWriting: Sendable {
  /// The gestures that are kept for other choices, by number.
  private static let keptGestures = 64

  package private(set) var settings: StudioSettings
  private var session: WritingSession
  /// The recogniser of the page, before its settings.
  private var chosen: GestureRecognizer
  /// The tilt of the device, for the level.
  private var tilt = TiltEstimator()
  /// The events of the samples that are taken.
  private var events = Batch()
  private var gestures: [(id: Int, read: ReadGesture)] = []
  private var nextGesture = 1

  /// The events of a group of samples: points of the path that follow each other are one event.
  private struct Batch {
    var motions: [(motion: DeviceMotion, tilt: TiltEstimator.Value?)] = []
    var others: [LiveEvent] = []
    private var points: [PathPoint] = []

    mutating func add(_ change: PathEvent) {
      switch change {
      case .position(let point):
        if point.index == 0 { flush() }
        points.append(point)
      case .revision(let range, let points):
        flush()
        others.append(.revision(start: range.lowerBound, points))
      }
    }

    mutating func flush() {
      guard let first = points.first else { return }
      let plane = first.index == 0 ? first.attitude.quaternion : nil
      others.append(.path(points, plane: plane))
      points = []
    }
  }

  package init(_ recognizer: GestureRecognizer, _ settings: StudioSettings = StudioSettings()) {
    chosen = recognizer
    self.settings = settings
    session = WritingSession(settings.recognizer(recognizer))
    session.configuration.path = settings.estimation
  }

  // MARK: - Choices

  /// Uses another recogniser from the next gesture on.
  package mutating func use(_ recognizer: GestureRecognizer) {
    chosen = recognizer
    session.use(settings.recognizer(chosen))
  }

  /// Uses other settings from the next gesture on.
  package mutating func set(_ settings: StudioSettings) {
    let isRead = settings.reading != self.settings.reading
    self.settings = settings
    session.configuration.path = settings.estimation
    if isRead { use(chosen) }
  }

  /// Forgets what was in progress and the writer, as another source begins or time jumps.
  package mutating func restart() {
    let configuration = session.configuration
    session = WritingSession(settings.recognizer(chosen), configuration: configuration)
  }

  // MARK: - Samples

  /// The events of raw samples.
  ///
  /// - Parameter isHeld: Whether the button of a page is held, the touch of a source without one;
  ///   `nil` without a button.
  package mutating func take(_ samples: [SensorSample], isHeld: Bool?) -> [LiveEvent] {
    for var sample in samples {
      sample.isTouching = sample.isTouching ?? isHeld
      add { $0.update(sample, listener: $1) }
    }
    return taken()
  }

  package mutating func take(_ motions: ArraySlice<DeviceMotion>, isHeld: Bool?) -> [LiveEvent] {
    for var motion in motions {
      motion.isTouching = motion.isTouching ?? isHeld
      add { $0.update(motion, listener: $1) }
    }
    return taken()
  }

  /// The events of what is in progress, as the source ends.
  package mutating func finish() -> [LiveEvent] {
    add { $0.finish(listener: $1) }
    return taken()
  }

  private mutating func add(
    _ change: (inout WritingSession, (WritingSession.Event) -> Void) -> [RecognizedGesture]
  ) {
    var found: [WritingSession.Event] = []
    _ = change(&session) { found.append($0) }
    for event in found {
      switch event {
      case .motion(let motion): events.motions.append((motion, tilt.update(motion)))
      case .path(let change): events.add(change)
      case .gesture(let gesture): add(gesture)
      case .restart: break
      }
    }
  }

  private mutating func add(_ gesture: RecognizedGesture) {
    guard case .motion(let motions) = gesture.gesture.samples else { return }
    events.flush()
    gestures.append(
      (
        nextGesture,
        ReadGesture(motions: motions, gesture: gesture, recognizer: session.recognizer)
      ))
    if gestures.count > Self.keptGestures { gestures.removeFirst() }
    events.others.append(
      .gesture(GestureAnswer(gesture, id: nextGesture, by: session.recognizer)))
    nextGesture += 1
  }

  private mutating func taken() -> [LiveEvent] {
    events.flush()
    let motions: [LiveEvent] = events.motions.isEmpty ? [] : [.motion(events.motions)]
    defer { events = Batch() }
    return motions + events.others
  }

  // MARK: - Gestures

  /// The recogniser before the settings.
  package var recognizer: GestureRecognizer { chosen }

  /// A gesture that was read.
  package func gesture(_ id: Int) throws(RequestFailure) -> ReadGesture {
    guard let gesture = gestures.first(where: { $0.id == id }) else {
      throw .notFound("gesture \(id) is no longer kept: the last \(Self.keptGestures) are")
    }
    return gesture.read
  }

  /// A gesture under other settings.
  package static func reread(
    _ id: Int, _ read: ReadGesture, reference: [ReferencePose] = [],
    by chosen: GestureRecognizer, _ settings: StudioSettings
  ) -> GestureAnswer {
    let recognizer = settings.recognizer(chosen)
    var answer = GestureAnswer(read.read(by: recognizer), id: id, by: recognizer)
    answer.path = PathAnswer(read.motions, by: settings.estimation, reference: reference)
    return answer
  }
}
