internal import Synchronization

/// What a ``MotionManager`` and its sequences share: the run of the source, and who takes part.
final class MotionSession: Sendable {
  private let source: any MotionSource
  private let configuration: MotionManager.Configuration
  private let state: Mutex<State>

  private struct State {
    var run: Run?
    var lastRun = 0
    /// The task of the last run, which may still be letting go of its source.
    var task: Task<Void, Never>?
    var updateInterval: Double
    var latest: DeviceMotion?
    var faults = SampleFaults()
    var startupSampleCount = 0
    var failure: MotionError?
  }

  private struct Run {
    let id: Int
    let frame: ReferenceFrame
    /// Whether it goes on without consumers.
    var isHeld = false
    var hasBegun = false
    var buffers: [UpdateBuffer] = []
  }

  init(source: any MotionSource, configuration: MotionManager.Configuration) {
    self.source = source
    self.configuration = configuration
    state = Mutex(State(updateInterval: configuration.updateInterval))
  }

  var sensors: MotionSensors? { source.sensors }
  var latest: DeviceMotion? { state.withLock { $0.latest } }
  var faults: SampleFaults { state.withLock { $0.faults } }
  var startupSampleCount: Int { state.withLock { $0.startupSampleCount } }
  var failure: MotionError? { state.withLock { $0.failure } }
  var frame: ReferenceFrame? { state.withLock { $0.run?.frame } }
  var updateInterval: Double {
    get { state.withLock { $0.updateInterval } }
    set { state.withLock { $0.updateInterval = newValue } }
  }
  private var task: Task<Void, Never>? { state.withLock { $0.task } }

  var availableReferenceFrames: [ReferenceFrame] {
    ReferenceFrame.available(
      sensors: sensors ?? [.gyroscope, .accelerometer, .magnetometer],
      knowsDeclination: configuration.declination != nil)
  }
}

// MARK: - Starting and stopping

extension MotionSession {
  /// Makes a run unless one is there: for `buffer`, or, without one, until it is stopped.
  ///
  /// A run for a buffer begins with ``begin()``, when somebody takes from it; until then others
  /// can join and miss nothing.
  func join(using asked: ReferenceFrame?, with buffer: UpdateBuffer?) throws(MotionError) {
    try state.withLock { (state) throws(MotionError) in
      if let run = state.run {
        if let asked, asked != run.frame { throw .alreadyRunning(run.frame) }
      } else {
        let frame = asked ?? .xArbitraryZVertical
        try check(frame)
        state.lastRun += 1
        state.run = Run(id: state.lastRun, frame: frame)
        state.latest = nil
        state.faults = SampleFaults()
        state.startupSampleCount = 0
        state.failure = nil
      }
      if let buffer { state.run?.buffers.append(buffer) } else { state.run?.isHeld = true }
    }
    if buffer == nil { begin() }
  }

  private func check(_ frame: ReferenceFrame) throws(MotionError) {
    let available = availableReferenceFrames
    guard !available.contains(frame) else { return }
    throw .frameUnavailable(
      frame, sensors: sensors ?? frame.neededSensors,
      knowsDeclination: configuration.declination != nil, available: available)
  }

  /// Lets the source run, where somebody joined and it does not yet.
  func begin() {
    state.withLock { state in
      guard let run = state.run, !run.hasBegun else { return }
      state.run?.hasBegun = true
      // A source is never run twice at a time.
      let previous = state.task
      state.task = Task {
        await previous?.value
        if !Task.isCancelled { await drive(run.id, run.frame) }
      }
    }
  }

  /// Ends the run, whoever takes part.
  func stop() { end(nil, with: .finished, forgettingMotion: true) }

  /// Lets the run end with its last consumer.
  func release() { stopIfUnused { $0.isHeld = false } }

  /// Takes a consumer out; the run ends with the last one.
  func remove(_ buffer: UpdateBuffer) {
    buffer.abandon()
    stopIfUnused { run in run.buffers.removeAll { $0 === buffer } }
  }

  func waitUntilEnded() async { await task?.value }

  private func stopIfUnused(after change: (inout Run) -> Void) {
    let unused = state.withLock { state -> Int? in
      guard var run = state.run else { return nil }
      change(&run)
      state.run = run
      return run.isHeld || !run.buffers.isEmpty ? nil : run.id
    }
    if let unused { end(unused, with: .finished, forgettingMotion: true) }
  }

  /// Ends the run called `id`, or whichever there is.
  private func end(_ id: Int?, with end: UpdateBuffer.Update, forgettingMotion: Bool) {
    let (buffers, task) = state.withLock { state -> ([UpdateBuffer], Task<Void, Never>?) in
      guard let run = state.run, id ?? run.id == run.id else { return ([], nil) }
      state.run = nil
      if forgettingMotion { state.latest = nil }
      if case .failed(let error) = end { state.failure = error }
      return (run.buffers, run.hasBegun ? state.task : nil)
    }
    for buffer in buffers { buffer.finish(end) }
    task?.cancel()
  }
}

// MARK: - Running

extension MotionSession {
  private func drive(_ id: Int, _ frame: ReferenceFrame) async {
    var filter = configuration.filter
    filter.usesMagnetometer = filter.usesMagnetometer && frame.needsMagnetometer
    var estimator = MotionEstimator(
      filter: InertialFilter(configuration: filter), referenceFrame: frame,
      declination: configuration.declination ?? 0, startup: configuration.startup)
    var watch = SensorWatch(frame: frame, patience: configuration.sensorPatience)
    var ending = UpdateBuffer.Update.finished
    do throws(MotionSourceError) {
      try await source.run { sample in
        if let silence = watch.silence(after: sample) {
          end(id, with: .failed(silence), forgettingMotion: false)
        }
        let motion = estimator.process(sample)
        let (buffers, interval) = note(
          motion, faults: estimator.faults, startup: estimator.startupSampleCount, run: id)
        guard let motion else { return }
        for buffer in buffers { await buffer.deliver(motion, defaultInterval: interval) }
      }
      if let silence = watch.silenceAtEnd { ending = .failed(silence) }
    } catch {
      ending = .failed(.source(error))
    }
    end(id, with: ending, forgettingMotion: false)
  }

  /// Keeps the latest motion, and says who else gets it.
  private func note(
    _ motion: DeviceMotion?, faults: SampleFaults, startup: Int, run id: Int
  ) -> (buffers: [UpdateBuffer], interval: Double) {
    state.withLock { state in
      guard let run = state.run, run.id == id else { return ([], 0) }
      state.faults = faults
      state.startupSampleCount = startup
      if let motion { state.latest = motion }
      return (run.buffers, state.updateInterval)
    }
  }
}
