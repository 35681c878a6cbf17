internal import Foundation
internal import MotionFusion
internal import MotionSources
internal import Synchronization

/// Prints all numbers of a motion display: a screen that is redrawn, or lines.
struct LiveValues {
  /// The numbers of the source's samples, in their initial state.
  var readout: MotionReadout
  /// The correction of the samples' units and axes.
  var correction: SensorCorrection
  /// The shortest time between lines, in seconds.
  var interval: Double
  var isJSON: Bool
  /// Whether the terminal's keys are not part of the source.
  var usesKeys: Bool

  /// The shortest time between redraws of the screen.
  private static let redrawInterval = Duration.milliseconds(100)

  /// Prints the values of a source until its end, SIGINT or SIGTERM; `r` and SIGUSR1 re-zero the
  /// attitude.
  func run(_ source: any MotionSource) async throws {
    let requests = Requests()
    let isScreen = Console.answersGoToTerminal && !isJSON
    let interruption = Interruption(
      userSignal: { requests.rezero() }, { requests.end() })
    var keys: TerminalKeys?
    if isScreen, usesKeys {
      keys = TerminalKeys { key in
        switch key {
        case "r": requests.rezero()
        case "q": requests.end()
        default: break
        }
      }
    }
    let explanation = keys == nil ? "" : "r: re-zero the attitude   q: end"
    let task = Task {
      try await print(source, onScreen: isScreen, keys: explanation, requests)
    }
    requests.atEnd { task.cancel() }
    let result = await task.result
    withExtendedLifetime((interruption, keys)) {}
    keys = nil
    let (estimator, sensors) = try result.get()
    Console.warnOfFindings(estimator.findings, in: source)
    Console.warnOfFaults(
      in: source, faults: estimator.faults, startupSampleCount: estimator.startupSampleCount,
      sensors: sensors)
  }

  private func print(
    _ source: any MotionSource, onScreen isScreen: Bool, keys: String, _ requests: Requests
  ) async throws -> (MotionEstimator, MotionSensors) {
    var readout = readout
    var monitor = SensorMonitor(
      frame: readout.estimator.referenceFrame, requiringGyroscope: false)
    var lines = Lines(isJSON: isJSON, interval: interval)
    var screen = ValuesScreen()
    let output = LineOutput()
    let clock = ContinuousClock()
    var redraw = clock.now
    var failure: (any Error)?
    func end(with error: (any Error)?) {
      failure = failure ?? error
      withUnsafeCurrentTask { $0?.cancel() }
    }
    func draw() throws -> Bool {
      try output.print(screen.frame(readout.values, zero: readout.zero, keys: keys))
    }
    let isOpen = isScreen ? try draw() : isJSON ? true : try output.print(ValuesLine.header)
    guard isOpen else { return (readout.estimator, []) }
    try await source.run { sample in
      let corrected = correction.applied(to: sample)
      let motion = readout.process(corrected)
      if requests.takeRezero() { readout.rezero() }
      if let error = monitor.timeoutError(after: corrected) { return end(with: error) }
      do {
        if isScreen {
          guard clock.now >= redraw else { return }
          redraw = clock.now + Self.redrawInterval
          if !(try draw()) { end(with: nil) }
        } else if motion != nil, let line = try lines.next(readout), !(try output.print(line)) {
          end(with: nil)
        }
      } catch {
        end(with: error)
      }
    }
    if isScreen, failure == nil { _ = try draw() }
    if let failure { throw failure }
    if !Task.isCancelled, let error = monitor.missingSensorError { throw error }
    return (readout.estimator, monitor.seen)
  }

  /// The lines at an interval.
  private struct Lines {
    var isJSON: Bool
    var interval: Double
    private var decimator = UpdateDecimator()
    private let encoder = JSONEncoder()

    init(isJSON: Bool, interval: Double) {
      self.isJSON = isJSON
      self.interval = interval
      encoder.outputFormatting = .sortedKeys
    }

    /// The line of the values, if one is due.
    mutating func next(_ readout: MotionReadout) throws -> String? {
      let values = readout.values
      guard decimator.selects(values.timestamp, interval: interval),
        let line = ValuesLine(values, zero: readout.zero)
      else { return nil }
      return isJSON ? String(decoding: try encoder.encode(line), as: UTF8.self) : line.row
    }
  }

  /// What keys and signals ask for.
  private final class Requests: Sendable {
    private struct State {
      var rezero = false
      var isEnded = false
      var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func rezero() { state.withLock { $0.rezero = true } }

    /// Whether a new zero was asked for since the last call.
    func takeRezero() -> Bool {
      state.withLock { state in
        defer { state.rezero = false }
        return state.rezero
      }
    }

    func end() {
      state.withLock { state in
        state.isEnded = true
        return state.stop
      }?()
    }

    /// Sets what ends the source, and ends it if that was asked for before.
    func atEnd(_ stop: @escaping @Sendable () -> Void) {
      let isEnded = state.withLock { state in
        state.stop = stop
        return state.isEnded
      }
      if isEnded { stop() }
    }
  }
}
