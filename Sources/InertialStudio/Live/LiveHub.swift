internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform
internal import StudioEngine
internal import Synchronization

/// The live motion of the studio: one stream of samples, and the pages that follow it.
///
/// Samples come from a page, an app that pushes, or a source that a page chose; all pages receive
/// the same events, and share text, settings and model. A replay belongs to its page.
actor LiveHub {
  /// The most samples of a source in one event.
  private static let batch = 32

  /// A page, with its replay.
  private struct Page {
    let send: @Sendable (String) -> Void
    var replay: Replay?
    /// Whether it takes gestures as examples.
    var collects = false
    /// Whether its motion is read; `nil` for a page that has sent none.
    var isPen: Bool?
  }

  private var pages: [Int: Page] = [:]
  private var nextPage = 0

  /// All pushes of an app: its messages may be out of order.
  private var pushed = PushedMotionDecoder(name: "motion")
  /// Live motion, and the text of all pages.
  private var desk: WritingDesk
  /// The folder of the memory; `nil` keeps it for this run only.
  private let folder: String?
  private var saving: Task<Void, Never>?
  /// The page whose button is held.
  private var holder: Int?
  private var source = "Phone"
  /// The sender whose motion is read: a page, or 0 for all apps that push; `nil` before the first.
  private var pen: (id: Int, isTouching: Bool, last: ContinuousClock.Instant)?
  private(set) var choice = StudioSource()
  /// Reads the chosen source; `nil` while pages and apps send.
  private var reading: Task<Void, Never>?
  private var readingNumber = 0
  /// Samples of the chosen source, for the next events.
  private var arrived: [SensorSample] = []

  private var recordings: [StudioRecording] = []
  private var nextRecording = 1
  /// The gestures found in the recordings with the current model and settings.
  private var contents: [Int: RecordingContents] = [:]
  private var searches: [Int: Task<Void, Never>] = [:]
  private var clock: Task<Void, Never>?

  private var rate = SampleRate()
  private let start = ContinuousClock.now

  /// The recogniser of the chosen model. A letter is read beside this actor: it waits for no other
  /// work.
  nonisolated let reader: Mutex<GestureRecognizer>

  init(_ models: ModelShelf, memory: StudioMemory = StudioMemory(), folder: String? = nil) {
    self.folder = folder
    reader = Mutex(models.recognizer)
    desk = WritingDesk(
      models, memory: memory, run: String(UInt64.random(in: .min ... .max), radix: 36))
  }

  // MARK: - Pages

  /// Adds a page; its events are lines of JSON.
  func subscribe(_ send: @escaping @Sendable (String) -> Void) -> Int {
    nextPage += 1
    pages[nextPage] = Page(send: send)
    send(Self.line(Replay.event(of: nil)))
    for mode in StudioMemory.Mode.allCases { send(Self.line(desk.text(mode))) }
    sendStatus()
    startClock()
    return nextPage
  }

  func unsubscribe(_ id: Int) {
    pages[id] = nil
    countCollectors()
    if pen?.id == id { pen?.isTouching = false }
    sendStatus()
    // A page that is gone cannot release its button.
    hold(false, by: id)
  }

  private static func line(_ event: LiveEvent) -> String {
    String(decoding: event.json.bytes, as: UTF8.self)
  }

  /// Sends an event to all pages, or to those that follow live motion.
  func send(_ event: LiveEvent, isMotion: Bool = false) {
    guard pages.contains(where: { !isMotion || $0.value.replay == nil }) else { return }
    let line = Self.line(event)
    for page in pages.values where !isMotion || page.replay == nil { page.send(line) }
  }

  /// Sends an event to a page.
  func send(_ event: LiveEvent, to id: Int) { pages[id]?.send(Self.line(event)) }

  private func sendStatus() {
    send(.status(source: source, kind: choice.kind.rawValue, rate: rate.hertz, pages: pages.count))
  }

  // MARK: - Text

  var memory: StudioMemory { desk.memory }

  /// Carries out a change of the text by a page.
  func change(_ change: StudioMemory.Change) throws(RequestFailure) {
    send(try desk.change(change))
    save()
  }

  /// Writes the memory soon, and changes in a row once.
  private func save() {
    guard let folder, saving == nil else { return }
    saving = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(200))
      await self?.write(folder)
    }
  }

  private func write(_ folder: String) {
    saving = nil
    do {
      try memory.save(in: folder)
    } catch {
      send(.error("the text is not kept: \(error)"))
    }
  }

  /// Whether a page takes the next gestures as examples.
  func collect(_ collects: Bool, by id: Int) {
    pages[id]?.collects = collects
    countCollectors()
  }

  private func countCollectors() {
    desk.isCollecting = pages.values.contains { $0.collects && $0.replay == nil }
  }

  // MARK: - Writing

  var settings: StudioSettings { desk.settings }

  /// Uses other settings from the next gesture on.
  func set(_ settings: StudioSettings) {
    let before = self.settings
    desk.set(settings)
    for id in pages.keys { pages[id]?.replay?.writing.set(settings) }
    if !settings.findsSame(as: before) { searchAgain() }
    save()
  }

  var models: ModelShelf { desk.models }

  /// Changes the models, uses the chosen one from the next gesture on, and remembers the choice.
  func change(
    _ change: @Sendable (inout ModelShelf) throws(RequestFailure) -> Void
  ) throws(RequestFailure) {
    try desk.change(change)
    reader.withLock { $0 = recognizer }
    for id in pages.keys { pages[id]?.replay?.writing.use(recognizer) }
    searchAgain()
    save()
  }

  /// A gesture that was read.
  func gesture(_ id: Int) throws(RequestFailure) -> ReadGesture {
    guard id > StudioRecording.numbers else { return try desk.gesture(id) }
    guard
      let mark = contents[id / StudioRecording.numbers]?.marks.first(where: { $0.id == id })
    else { throw .notFound("gesture \(id) is no longer kept: open its recording again") }
    return mark.read
  }

  /// The true poses of the recording that contains a gesture; empty for live motion.
  func reference(of id: Int) -> [ReferencePose] {
    recordings.first { $0.id == id / StudioRecording.numbers }?.reference ?? []
  }

  /// A recogniser with other settings.
  var recognizer: GestureRecognizer { desk.recognizer }

  // MARK: - Samples

  /// Takes the body of a request of an app; returns the reason if it was rejected.
  func push(_ message: [UInt8]) -> String? {
    do throws(RecordingError) {
      let samples = try pushed.decode(message)
      if !samples.isEmpty { add(samples, from: "App", of: 0) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Takes raw samples of a page, or of an app with the number 0.
  ///
  /// Two devices in one stream would be one garbled motion: one is read, and the others are told.
  /// A press takes over from a device that does not write, and any sample from a silent one.
  func add(
    _ samples: [SensorSample], from source: String, of sender: Int = 0,
    at now: ContinuousClock.Instant = .now
  ) {
    // Another source is active: drop these samples.
    guard reading == nil, !samples.isEmpty else { return }
    if let pen, pen.id != sender, now - pen.last < Self.silence {
      guard !pen.isTouching, samples.contains(where: { $0.isTouching == true }) else {
        return tell(sender, isPen: false)
      }
    }
    if pen?.id != sender {
      if let pen {
        send(desk.finish())
        restart()
        tell(pen.id, isPen: false)
      }
      tell(sender, isPen: true)
    }
    let touch = samples.last { $0.isTouching != nil }?.isTouching
    pen = (sender, touch ?? pen?.isTouching ?? false, now)
    self.source = source
    take(samples)
  }

  /// After this time without samples a device has stopped.
  private static let silence = Duration.seconds(2)

  /// Notifies a page whether the motion that it sends is used.
  private func tell(_ id: Int, isPen: Bool) {
    guard pages[id] != nil, pages[id]?.isPen != isPen else { return }
    pages[id]?.isPen = isPen
    send(.other("pen", ["isYours": JSON(isPen)]), to: id)
  }

  private func take(_ samples: [SensorSample]) {
    guard !samples.isEmpty else { return }
    if rate.count(samples.count, at: seconds) { sendStatus() }
    send(desk.take(samples))
  }

  /// Sends live events; the text of gestures goes to all pages.
  private func send(_ events: [LiveEvent]) {
    for event in events {
      switch event {
      case .text:
        send(event)
        save()
      case .gesture:
        // A phone sees its own letters.
        let line = Self.line(event)
        for page in pages.values where page.replay == nil && page.isPen != false { page.send(line) }
      default: send(event, isMotion: true)
      }
    }
  }

  /// The button of a page: it marks the samples of a source without a touch.
  ///
  /// - Parameters:
  ///   - down: Whether it is pressed. A release counts from the page that pressed it last.
  ///   - id: The page.
  func hold(_ down: Bool, by id: Int) {
    guard down || holder == id else { return }
    desk.isHeld = down
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
  }

  /// Stops the chosen source and waits until it has released its devices.
  func close() async {
    let reading = reading
    endReading()
    await reading?.value
    for search in searches.values { search.cancel() }
    saving?.cancel()
    if let folder { try? memory.save(in: folder) }
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
    send(desk.finish())
    endReading()
    restart()
    sendStatus()
    send(.error(reason ?? "\(name): the source has ended"))
  }

  // MARK: - Replay

  var recordingNames: [(id: Int, name: String)] { recordings.map { ($0.id, $0.name) } }

  /// Keeps recordings for replay; the oldest are dropped beyond eight, or an hour in all.
  ///
  /// - Returns: The number of the last one.
  func add(_ added: [StudioRecording]) -> Int {
    recordings += added.enumerated().map { index, recording in
      var recording = recording
      recording.id = nextRecording + index
      return recording
    }
    nextRecording += added.count
    for _ in 0..<surplus(of: recordings, adding: added.count) {
      let dropped = recordings.removeFirst().id
      contents[dropped] = nil
      searches.removeValue(forKey: dropped)?.cancel()
    }
    return nextRecording - 1
  }

  /// How many of the first recordings are beyond the limits, for the last `count` ones.
  private func surplus(of recordings: [StudioRecording], adding count: Int) -> Int {
    var samples = recordings.reduce(0) { $0 + $1.motions.count }
    var first = 0
    while recordings.count - first > max(1, count),
      recordings.count - first > StudioRecording.kept || samples > StudioRecording.longest
    {
      samples -= recordings[first].motions.count
      first += 1
    }
    return first
  }

  /// The names of the recordings that others would remove, beyond the oldest one that no page
  /// replays.
  func displaced(by added: [StudioRecording]) -> [String] {
    let dropped = recordings.prefix(surplus(of: recordings + added, adding: added.count))
    let replayed = Set(pages.values.compactMap { $0.replay?.recording.id })
    let isExpected = dropped.count == 1 && !replayed.contains(dropped[0].id)
    return isExpected ? [] : dropped.map(\.name)
  }

  /// Carries out a command of a page for its replay: an `action`, with `recording`, `position` or
  /// `speed`.
  func control(_ command: JSON, by id: Int) throws(RequestFailure) {
    let action = try command.required("action") { Replay.Action($0) }
    let recording = try command.optional("recording") { $0.integer }
    let position = try command.optional("position") { $0.number }
    let speed = try command.optional("speed") { $0.number } ?? 1
    guard pages[id] != nil else { return }
    switch action {
    case .select:
      guard let chosen = recordings.first(where: { $0.id == recording }) else {
        return send(.error("the recording is no longer kept: open it again"), to: id)
      }
      var replay = Replay(chosen, LiveWriting(desk.recognizer, settings))
      // A page that comes back goes on where it was.
      if let position { replay.seek(to: position) } else { replay.play() }
      pages[id]?.replay = replay
      send(.reset, to: id)
      if searches[chosen.id] == nil, let found = contents[chosen.id] {
        send(.other("contents", found.json), to: id)
      } else {
        search(chosen)
      }
      if position != nil { show(id) }
    case .play:
      let isAtEnd = pages[id]?.replay?.isAtEnd == true
      pages[id]?.replay?.play()
      if isAtEnd { show(id) }
    case .pause: pages[id]?.replay?.pause()
    case .seek:
      pages[id]?.replay?.seek(to: position ?? 0)
      show(id)
    case .speed: pages[id]?.replay?.set(speed: speed)
    case .stop:
      guard pages[id]?.replay != nil else { break }
      pages[id]?.replay = nil
      send(.reset, to: id)
      sendStatus()
    }
    startClock()
    send(Replay.event(of: pages[id]?.replay), to: id)
    countCollectors()
  }

  /// The moment to which a page moved: motion from the start of the last gesture before it, or of
  /// the last seconds. The marks determine the letters: nothing is recognised twice.
  private func show(_ id: Int) {
    guard let replay = pages[id]?.replay else { return }
    pages[id]?.replay?.writing.restart()
    send(.reset, to: id)
    let motions = replay.recording.motions
    var first = max(0, replay.next - 200)
    if let mark = contents[replay.recording.id]?.marks.last(where: { $0.start <= replay.position }),
      let start = mark.read.motions.first?.timestamp,
      let index = motions.firstIndex(where: { $0.timestamp >= start })
    {
      first = min(first, max(0, index - 1))
    }
    let shown = motions[first..<max(first, replay.next)]
    for part in stride(from: shown.startIndex, to: shown.endIndex, by: 500) {
      send(shown[part..<min(part + 500, shown.endIndex)], to: id)
    }
  }

  /// Sends replayed motion to its page. Its gestures are those of the marks.
  private func send(_ motions: ArraySlice<DeviceMotion>, to id: Int) {
    send(pages[id]?.replay?.writing.take(motions, isHeld: nil), to: id)
  }

  private func send(_ replayed: [LiveEvent]?, to id: Int) {
    for event in replayed ?? [] {
      if case .gesture = event { continue }
      send(event, to: id)
    }
  }

  /// Finds the gestures of a recording while live motion continues.
  private func search(_ recording: StudioRecording) {
    guard searches[recording.id] == nil else { return }
    let (recognizer, settings) = (desk.recognizer, settings)
    searches[recording.id] = Task(executorPreference: LongWork.executor) { [weak self] in
      let found = await RecordingContents.of(recording, by: recognizer, settings)
      guard !Task.isCancelled else { return }
      await self?.keep(found)
    }
  }

  private func keep(_ found: RecordingContents) {
    searches[found.recording] = nil
    contents[found.recording] = found
    for (id, page) in pages where page.replay?.recording.id == found.recording {
      send(.other("contents", found.json), to: id)
    }
  }

  /// The marks are those of the present model and settings. Gestures of replays are kept until
  /// then.
  private func searchAgain() {
    for search in searches.values { search.cancel() }
    searches = [:]
    let replayed = Dictionary(
      pages.values.compactMap { $0.replay?.recording }.map { ($0.id, $0) }, uniquingKeysWith: { $1 }
    )
    contents = contents.filter { replayed[$0.key] != nil }
    for recording in replayed.values { search(recording) }
  }

  /// Forgets what was in progress, and the button, as time jumps.
  private func restart() {
    holder = nil
    pen = nil
    desk.restart()
    send(.reset, isMotion: true)
  }

  /// Advances replays every 20 ms, and the status when motion stops, while a page is open.
  private func startClock() {
    guard clock == nil else { return }
    clock = Task { [weak self] in
      var last = await self?.seconds
      while let time = last {
        try? await Task.sleep(for: .milliseconds(20))
        last = await self?.tick(since: time)
      }
    }
  }

  /// The time of the clock since the start of the hub.
  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Delivers what the time since the last tick has brought; returns the time of this one, or `nil`
  /// without a page.
  private func tick(since last: Double) -> Double? {
    guard !pages.isEmpty else {
      clock = nil
      return nil
    }
    let now = seconds
    if rate.expire(at: now) { sendStatus() }
    takeArrived()
    for id in pages.keys where pages[id]?.replay?.isPlaying == true {
      let motions = pages[id]?.replay?.advance(by: now - last) ?? []
      send(motions, to: id)
      if pages[id]?.replay?.isPlaying == false { send(pages[id]?.replay?.writing.finish(), to: id) }
      send(Replay.event(of: pages[id]?.replay), to: id)
    }
    return now
  }
}
