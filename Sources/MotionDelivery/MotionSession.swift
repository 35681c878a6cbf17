package import MotionFusion
internal import SensorDiagnostics
internal import Synchronization

/// The shared state of a ``MotionManager`` and its sequences: the run of the source and its
/// consumers.
final class MotionSession: Sendable {
  private let source: any MotionSource
  private let configuration: MotionManager.Configuration
  private let state: Mutex<State>

  /// What the samples of the last run have shown.
  struct Progress {
    var latest: DeviceMotion?
    var readings = SensorReadings()
    var faults = SampleFaults()
    var activeSensors: MotionSensors = []
    var findings: [SensorFinding] = []
    var startupSampleCount = 0
    var failure: MotionError?
  }

  private struct State {
    var run: Run?
    var lastRun = 0
    /// The task of the last run, which may still be releasing its source.
    var task: Task<Void, Never>?
    var updateInterval: Double
    var progress = Progress()

    /// Removes the run and returns its task, to be cancelled.
    mutating func removeRun(forgettingMotion: Bool) -> Task<Void, Never>? {
      let hasBegun = run?.hasBegun == true
      run = nil
      if forgettingMotion {
        progress.latest = nil
        progress.readings = SensorReadings()
      }
      return hasBegun ? task : nil
    }
  }

  private struct Run {
    let id: Int
    let frame: ReferenceFrame
    /// Whether the run continues without consumers.
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
  var progress: Progress { state.withLock { $0.progress } }
  var frame: ReferenceFrame? { state.withLock { $0.run?.frame } }
  var updateInterval: Double {
    get { state.withLock { $0.updateInterval } }
    set { state.withLock { $0.updateInterval = newValue } }
  }
  private var task: Task<Void, Never>? { state.withLock { $0.task } }

  var availableReferenceFrames: [ReferenceFrame] {
    ReferenceFrame.available(
      sensors: sensors ?? [.gyroscope, .accelerometer, .magnetometer],
      knowsDeclination: configuration.declination != nil,
      requiringGyroscope: configuration.requiresGyroscope)
  }
}

// MARK: - Starting and stopping

extension MotionSession {
  /// Joins the run, or makes one: for `buffer`, or, without one, until ``stop()``.
  ///
  /// A run for a buffer starts with ``begin()``, when the first motion is taken; buffers that join
  /// before miss nothing.
  func join(using requested: ReferenceFrame?, with buffer: UpdateBuffer?) throws(MotionError) {
    try state.withLock { (state) throws(MotionError) in
      if let run = state.run {
        if let requested, requested != run.frame { throw .alreadyRunning(run.frame) }
      } else {
        let frame = requested ?? .xArbitraryZVertical
        try check(frame)
        state.lastRun += 1
        state.run = Run(id: state.lastRun, frame: frame)
        state.progress = Progress()
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

  /// Starts the source, if it has been joined and not started.
  ///
  /// - Parameter buffer: The consumer that starts it: nothing starts after its run has ended.
  func begin(for buffer: UpdateBuffer? = nil) {
    state.withLock { state in
      guard let run = state.run, !run.hasBegun else { return }
      if let buffer, !run.buffers.contains(where: { $0 === buffer }) { return }
      state.run?.hasBegun = true
      // One run of a source at a time.
      let previous = state.task
      state.task = Task {
        await previous?.value
        if !Task.isCancelled { await drive(run.id, run.frame) }
      }
    }
  }

  /// Ends the run.
  func stop() { end(nil, with: .finished, forgettingMotion: true) }

  /// Ends the run with its last consumer.
  func release() { stopIfUnused { $0.isHeld = false } }

  /// Removes a consumer; the run ends with the last one.
  func remove(_ buffer: UpdateBuffer) {
    buffer.abandon()
    stopIfUnused { run in run.buffers.removeAll { $0 === buffer } }
  }

  func waitUntilEnded() async { await task?.value }

  private func stopIfUnused(after change: (inout Run) -> Void) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard var run = state.run else { return nil }
      change(&run)
      state.run = run
      // Done in one step, so that no consumer joins a run that ends.
      return run.isHeld || !run.buffers.isEmpty ? nil : state.removeRun(forgettingMotion: true)
    }
    task?.cancel()
  }

  /// Ends the run with this `id`, or any run.
  private func end(_ id: Int?, with end: UpdateBuffer.Update, forgettingMotion: Bool) {
    let (buffers, task) = state.withLock { state -> ([UpdateBuffer], Task<Void, Never>?) in
      guard let run = state.run, id ?? run.id == run.id else { return ([], nil) }
      if case .failed(let error) = end { state.progress.failure = error }
      return (run.buffers, state.removeRun(forgettingMotion: forgettingMotion))
    }
    for buffer in buffers { buffer.finish(end) }
    task?.cancel()
  }
}

// MARK: - Running

extension MotionSession {
  private func drive(_ id: Int, _ frame: ReferenceFrame) async {
    var estimator = MotionEstimator(
      referenceFrame: frame, declination: configuration.declination ?? 0,
      skipsStartup: configuration.skipsStartup)
    var consistency = SensorConsistency()
    var monitor = SensorMonitor(
      frame: frame, timeout: configuration.sensorTimeout,
      requiringGyroscope: configuration.requiresGyroscope)
    var ending = UpdateBuffer.Update.finished
    do throws(MotionSourceError) {
      try await source.run { sample in
        let corrected = configuration.correction.applied(to: sample)
        if let error = monitor.timeoutError(after: corrected) {
          end(id, with: .failed(error), forgettingMotion: false)
        }
        consistency.update(corrected)
        let motion = estimator.update(corrected)
        let (buffers, interval) = record(of: id) { progress in
          progress.readings.update(corrected)
          progress.faults = estimator.faults
          progress.activeSensors = monitor.seen
          progress.findings = consistency.findings
          progress.startupSampleCount = estimator.startupSampleCount
          if let motion { progress.latest = motion }
        }
        guard let motion else { return }
        for buffer in buffers { await buffer.deliver(motion, defaultInterval: interval) }
      }
      if let error = monitor.missingSensorError { ending = .failed(error) }
    } catch {
      ending = .failed(.source(error))
    }
    end(id, with: ending, forgettingMotion: false)
  }

  /// Records a sample of a run and returns the buffers that receive its motion.
  private func record(
    of id: Int, _ change: (inout Progress) -> Void
  ) -> (buffers: [UpdateBuffer], interval: Double) {
    state.withLock { state in
      guard let run = state.run, run.id == id else { return ([], 0) }
      change(&state.progress)
      return (run.buffers, state.updateInterval)
    }
  }
}

/// Checks that the sensors required by a reference frame have readings.
///
/// The sensors of a source may be unknown before its samples.
package struct SensorMonitor {
  private static let all: MotionSensors = [.gyroscope, .accelerometer, .magnetometer]

  private let frame: ReferenceFrame
  private let needed: MotionSensors
  /// The time in seconds within which each sensor must have its first reading.
  private let timeout: Double
  /// The sensors with a reading so far.
  package private(set) var seen: MotionSensors = []
  private var start: Double?
  private var elapsed = 0.0

  /// A monitor of the sensors that `frame` requires.
  package init(frame: ReferenceFrame, timeout: Double = 5, requiringGyroscope: Bool = true) {
    self.frame = frame
    needed = frame.neededSensors(requiringGyroscope: requiringGyroscope)
    self.timeout = timeout
  }

  /// Takes a sample; returns an error if a sensor had no reading within the timeout.
  package mutating func timeoutError(after sample: SensorSample) -> MotionError? {
    guard !seen.isSuperset(of: Self.all) else { return nil }
    seen.formUnion(MotionSensors(in: sample))
    guard !seen.isSuperset(of: needed) else { return nil }
    guard sample.timestamp.isFinite else { return nil }
    let first = start ?? sample.timestamp
    start = first
    elapsed = max(elapsed, sample.timestamp - first)
    return elapsed > timeout ? missingSensorError : nil
  }

  /// The error of a source that ended without a reading of some sensor; `nil` for a source without
  /// any sample.
  package var missingSensorError: MotionError? {
    let missing = needed.subtracting(seen)
    guard start != nil, !missing.isEmpty else { return nil }
    return .sensorsSilent(missing, frame: frame, seconds: elapsed)
  }
}
