internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform
internal import WebServer

/// The live motion of the studio: one stream of samples, and the pages that follow it.
///
/// Samples come from a page, an app that pushes, a source that a page chose, or a replay. All pages
/// receive the same events.
actor LiveHub {
  /// The most samples of a source in one event.
  private static let batch = 32

  private var subscribers: [Int: @Sendable (String) -> Void] = [:]
  private var nextSubscriber = 0

  /// All pushes of an app: its messages may be out of order.
  private var pushed = PushedMotionDecoder(name: "motion")
  private var writing: LiveWriting
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

  private var recordings: [StudioRecording] = []
  private var nextRecording = 1
  private var replay: Replay?
  private var clock: Task<Void, Never>?

  private var rate = SampleRate()

  init(_ recognizer: GestureRecognizer) { writing = LiveWriting(recognizer) }

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

  // MARK: - Writing

  var settings: StudioSettings { writing.settings }

  /// Uses other settings from the next gesture on.
  func set(_ settings: StudioSettings) { writing.set(settings) }

  /// Uses another recogniser from the next gesture on.
  func use(_ recognizer: GestureRecognizer) { writing.use(recognizer) }

  /// The samples of a gesture that was read.
  func motions(of id: Int) throws(RequestFailure) -> [DeviceMotion] { try writing.motions(of: id) }

  /// A gesture under other settings.
  func reread(_ id: Int, _ settings: StudioSettings) throws(RequestFailure) -> GestureAnswer {
    try writing.reread(id, settings)
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
    guard !samples.isEmpty else { return }
    if rate.count(samples.count, at: .now) { sendStatus() }
    send(writing.take(samples, isHeld: isHeld))
  }

  private func send(_ events: [LiveEvent]) { for event in events { send(event) } }

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
    send(writing.finish())
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
    isHeld = nil
    holder = nil
    writing.restart()
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
    if !motions.isEmpty, rate.count(motions.count, at: now) { sendStatus() }
    send(writing.take(motions, isHeld: isHeld))
    guard let state = replay?.state else { return }
    if !state.playing { send(writing.finish()) }
    send(.replay(state))
  }
}
