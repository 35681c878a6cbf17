internal import DeadReckoning
internal import Foundation
internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources

/// The live motion of the studio: one stream of samples, and the pages that follow it.
///
/// Samples come from a page, an app that pushes, a source that a page chose, or a replay. All pages
/// receive the same events.
actor LiveHub {
  /// The gestures that are kept for other choices, by number.
  private static let keptGestures = 64
  /// The most samples of a source in one event.
  private static let batch = 32

  private var recognizer: GestureRecognizer
  private var modelName: String
  private(set) var settings = StudioSettings()
  private var subscribers: [Int: @Sendable (String) -> Void] = [:]
  private var nextSubscriber = 0

  /// All pushes of an app: its messages may be out of order.
  private var pushed = PushedMotionDecoder(name: "motion")
  private var estimator = MotionEstimator()
  /// The tilt of the device, for the level.
  private var tilt = TiltEstimator()
  private var session: RecognitionSession
  /// The name of the model of `session`.
  private var sessionModel: String
  /// Whether the recogniser changed while a gesture was in progress.
  private var restartsWhenIdle = false
  private var path: PathSession?
  private var isFirstPoint = true
  /// Whether the button of a page is held; `nil` until it is pressed for this source.
  private var isHeld: Bool?
  /// The page whose button is held.
  private var holder: Int?
  private var source = "Phone"
  private var choice = StudioSource()
  /// Reads the chosen source; `nil` while pages and apps send.
  private var reading: Task<Void, Never>?
  private var readingNumber = 0
  /// Samples of the chosen source, for the next events.
  private var arrived: [SensorSample] = []

  private var gestures: [(id: Int, motions: [DeviceMotion])] = []
  private var nextGesture = 1
  private var recordings: [StudioRecording] = []
  private var nextRecording = 1
  private var replay: Replay?
  private var clock: Task<Void, Never>?

  private var rate = SampleRate()

  init(_ recognizer: GestureRecognizer, modelName: String) {
    self.recognizer = recognizer
    self.modelName = modelName
    session = RecognitionSession(recognizer)
    sessionModel = modelName
  }

  // MARK: - Pages

  /// Adds a page; its events are lines of JSON.
  func subscribe(_ send: @escaping @Sendable (String) -> Void) -> Int {
    nextSubscriber += 1
    subscribers[nextSubscriber] = send
    send(Self.line(.replay(replay?.state ?? ReplayState())))
    sendStatus()
    startClock()
    return nextSubscriber
  }

  func unsubscribe(_ id: Int) {
    subscribers[id] = nil
    sendStatus()
    // A page that is gone cannot release its button.
    hold(false, by: id)
  }

  private static func line(_ event: LiveEvent) -> String {
    String(decoding: WebAnswer.json(event), as: UTF8.self)
  }

  private func send(_ event: LiveEvent) {
    guard !subscribers.isEmpty else { return }
    let line = Self.line(event)
    for send in subscribers.values { send(line) }
  }

  private func sendStatus() {
    send(.status(source: source, kind: choice.kind, rate: rate.hertz, pages: subscribers.count))
  }

  // MARK: - Settings

  /// Uses another recogniser from the next gesture on.
  func use(_ recognizer: GestureRecognizer, modelName: String) {
    self.recognizer = recognizer
    self.modelName = modelName
    restartsWhenIdle = true
    restartIfIdle()
  }

  /// Uses other settings; another recogniser from the next gesture on.
  func set(_ settings: StudioSettings) {
    let isRead = settings.reading != self.settings.reading
    self.settings = settings
    guard isRead else { return }
    restartsWhenIdle = true
    restartIfIdle()
  }

  private func restartSession() {
    session = RecognitionSession(settings.recognizer(recognizer))
    sessionModel = modelName
    restartsWhenIdle = false
    path = nil
  }

  private func restartIfIdle() {
    if restartsWhenIdle, session.isIdle, path == nil { restartSession() }
  }

  // MARK: - Samples

  /// Takes the body of a request of an app; returns the reason if it was rejected.
  func push(_ message: [UInt8]) -> String? {
    do throws(RecordingError) {
      let samples = try pushed.decode(message)
      if !samples.isEmpty { add(samples, from: "App") }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Takes raw samples of a page or an app.
  func add(_ samples: [SensorSample], from source: String) {
    // A replay or another source is active: drop these samples.
    guard replay == nil, reading == nil else { return }
    self.source = source
    take(samples)
  }

  private func take(_ samples: [SensorSample]) {
    var motions: [DeviceMotion] = []
    motions.reserveCapacity(samples.count)
    for sample in samples {
      let startup = estimator.startupSampleCount
      guard var motion = estimator.update(sample) else { continue }
      if estimator.startupSampleCount != startup { restartSession() }
      motion.isTouching = sample.isTouching
      motions.append(motion)
    }
    follow(motions[...])
  }

  /// The button of a page: it marks the samples of a source without a touch.
  ///
  /// - Parameters:
  ///   - down: Whether it is pressed. A release counts from the page that pressed it last.
  ///   - id: The page.
  func hold(_ down: Bool, by id: Int) {
    guard down || holder == id else { return }
    isHeld = down
    holder = down ? id : nil
  }

  private func follow(_ followed: ArraySlice<DeviceMotion>) {
    guard !followed.isEmpty else { return }
    var motions = Array(followed)
    for index in motions.indices where motions[index].isTouching == nil {
      motions[index].isTouching = isHeld
    }
    if rate.count(motions.count, at: .now) { sendStatus() }
    send(.motion(motions.map { ($0, tilt.update($0)) }))
    var points: [PathPoint] = []
    var plane: Quaternion<Double>?
    func flush() {
      guard !points.isEmpty else { return }
      send(.path(points, plane: plane))
      points = []
      plane = nil
    }
    func take(_ event: PathEvent) {
      switch event {
      case .position(let point):
        if isFirstPoint { plane = point.attitude.quaternion }
        isFirstPoint = false
        points.append(point)
      case .revision(let range, let revised):
        flush()
        send(.revision(start: range.lowerBound, revised))
      }
    }
    for motion in motions {
      if motion.isTouching == true {
        if path == nil {
          path = PathSession(settings.estimation)
          isFirstPoint = true
        }
        path?.update(motion, listener: take)
      } else if path != nil {
        path?.finish(listener: take)
        path = nil
      }
      for gesture in session.update(motion) {
        flush()
        report(gesture, isDrawn: motion.isTouching != nil)
      }
      restartIfIdle()
    }
    flush()
  }

  /// Sends a gesture, and its path if that was not drawn while it was written.
  private func report(_ gesture: RecognizedGesture, isDrawn: Bool) {
    guard case .motion(let motions) = gesture.gesture.samples else { return }
    let id = nextGesture
    nextGesture += 1
    gestures.append((id, motions))
    if gestures.count > Self.keptGestures { gestures.removeFirst() }
    if !isDrawn {
      let points = settings.estimation.estimate(motions).points
      send(.path(points, plane: points.first?.attitude.quaternion))
    }
    send(.gesture(Self.answer(gesture, id: id, by: session.recognizer, named: sessionModel)))
  }

  private static func answer(
    _ gesture: RecognizedGesture, id: Int, by recognizer: GestureRecognizer, named model: String
  ) -> GestureAnswer {
    GestureAnswer(
      id: id, answer: RecognitionAnswer(gestures: [.init(gesture)], model: model),
      detail: RecognitionDetail(gesture, by: recognizer))
  }

  // MARK: - Gestures

  /// The samples of a gesture that was read.
  func motions(of id: Int) throws(RequestFailure) -> [DeviceMotion] {
    guard let gesture = gestures.first(where: { $0.id == id }) else {
      throw .notFound("gesture \(id) is no longer kept: the last \(Self.keptGestures) are")
    }
    return gesture.motions
  }

  /// A gesture under other settings.
  func reread(_ id: Int, _ settings: StudioSettings) throws(RequestFailure) -> GestureAnswer {
    let motions = try motions(of: id)
    let recognizer = settings.recognizer(recognizer)
    let gesture = RecognizedGesture(
      RecordedGesture(samples: .motion(motions)),
      Result { () throws(GestureError) in try recognizer.recognize(motions) })
    var answer = Self.answer(gesture, id: id, by: recognizer, named: modelName)
    answer.path = PathAnswer(motions, by: settings.estimation)
    return answer
  }

  // MARK: - Sources

  /// Reads a source from now on, and no page, app or replay.
  ///
  /// - Parameters:
  ///   - source: The opened source; `nil` for pages and apps.
  ///   - choice: Its description.
  func follow(_ source: (any MotionSource)?, as choice: StudioSource) {
    endReading()
    replay = nil
    restart()
    self.choice = choice
    self.source = choice.name ?? "Phone"
    if let source {
      let number = readingNumber
      reading = Task { [weak self] in
        var reason: String?
        do throws(MotionSourceError) {
          try await source.run { sample in await self?.arrive(sample, number) }
        } catch {
          reason = "\(error)"
        }
        await self?.endReading(number, reason)
      }
    }
    startClock()
    sendStatus()
    send(.replay(ReplayState()))
  }

  /// Stops the chosen source and waits until it has released its devices.
  func close() async {
    let reading = reading
    endReading()
    await reading?.value
  }

  private func arrive(_ sample: SensorSample, _ number: Int) {
    guard number == readingNumber else { return }
    arrived.append(sample)
    // Otherwise the clock takes them; it stands still without pages.
    if arrived.count >= Self.batch { takeArrived() }
  }

  private func takeArrived() {
    guard !arrived.isEmpty else { return }
    let samples = arrived
    arrived = []
    take(samples)
  }

  private func endReading() {
    reading?.cancel()
    reading = nil
    readingNumber += 1
    arrived = []
    choice = StudioSource()
  }

  /// The source has ended by itself: pages and apps may send again.
  private func endReading(_ number: Int, _ reason: String?) {
    guard number == readingNumber else { return }
    let name = source
    takeArrived()
    for gesture in session.finish() { report(gesture, isDrawn: true) }
    endReading()
    restart()
    sendStatus()
    send(.error(reason ?? "\(name): the source has ended"))
  }

  // MARK: - Replay

  /// The names of the recordings by number.
  var recordingNames: [(id: Int, name: String)] { recordings.map { ($0.id, $0.name) } }

  /// Keeps recordings for replay; the oldest are dropped beyond eight.
  func add(_ content: Recordings, name: String) throws(RequestFailure) {
    let added = try StudioRecording.all(in: content, name: name, first: nextRecording)
    nextRecording += added.count
    recordings = (recordings + added).suffix(8)
  }

  /// Carries out a command of the page.
  func control(_ command: ReplayCommand) {
    switch command.action {
    case .select:
      guard let chosen = recordings.first(where: { $0.id == command.recording }) else {
        return send(.error("the recording is no longer kept: open it again"))
      }
      endReading()
      replay = Replay(chosen)
      source = chosen.name
      restart()
      replay?.play()
    case .play: replay?.play()
    case .pause: replay?.pause()
    case .seek:
      restart()
      replay?.seek(to: command.position ?? 0)
    case .speed: replay?.set(speed: command.speed ?? 1)
    }
    startClock()
    sendStatus()
    send(.replay(replay?.state ?? ReplayState()))
  }

  /// Forgets what was in progress, and the button, as time jumps.
  private func restart() {
    estimator = MotionEstimator()
    isHeld = nil
    holder = nil
    restartSession()
  }

  /// Advances a replay every 20 ms, and the status when motion stops, while a page is open.
  private func startClock() {
    guard clock == nil else { return }
    clock = Task { [weak self] in
      var last = ContinuousClock.now
      while let self, await self.isFollowed {
        try? await Task.sleep(for: .milliseconds(20))
        let now = ContinuousClock.now
        await self.tick((now - last) / .seconds(1), now)
        last = now
      }
      await self?.stopClock()
    }
  }

  private var isFollowed: Bool { !subscribers.isEmpty }

  private func stopClock() {
    clock = nil
    if isFollowed { startClock() }
  }

  private func tick(_ seconds: Double, _ now: ContinuousClock.Instant) {
    if rate.expire(at: now) { sendStatus() }
    takeArrived()
    guard replay?.isPlaying == true else { return }
    let motions = replay?.advance(by: seconds) ?? []
    follow(motions)
    guard let state = replay?.state else { return }
    if !state.playing {
      path?.finish { event in
        if case .revision(let range, let points) = event {
          send(.revision(start: range.lowerBound, points))
        }
      }
      path = nil
      for gesture in session.finish() { report(gesture, isDrawn: true) }
      restartIfIdle()
    }
    send(.replay(state))
  }
}
