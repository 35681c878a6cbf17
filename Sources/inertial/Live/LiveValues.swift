internal import MotionDelivery
internal import MotionFusion
internal import MotionReports
internal import MotionSources
internal import Platform
internal import SensorDiagnostics
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
    let (estimator, sensors, findings) = try result.get()
    Console.warnOfFindings(findings, in: source)
    Console.warnOfFaults(
      in: source, faults: estimator.faults, startupSampleCount: estimator.startupSampleCount,
      sensors: sensors)
  }

  private func print(
    _ source: any MotionSource, onScreen isScreen: Bool, keys: String, _ requests: Requests
  ) async throws -> (MotionEstimator, MotionSensors, [SensorFinding]) {
    var readout = readout
    var consistency = SensorConsistency()
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
    guard isOpen else { return (readout.estimator, [], []) }
    try await source.run { sample in
      let corrected = correction.applied(to: sample)
      consistency.update(corrected)
      let motion = readout.update(corrected)
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
    return (readout.estimator, monitor.seen, consistency.findings)
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

/// The numbers of a motion display on a terminal, redrawn in place.
struct ValuesScreen {
  private static let lineCount = 12
  private var isDrawn = false

  /// The text that draws the values over those before, without a last line feed.
  mutating func frame(_ values: MotionValues, zero: DeviceMotion?, keys: String) -> String {
    var lines = Self.lines(values, zero: zero) + [keys]
    lines += Array(repeating: "", count: max(0, Self.lineCount - lines.count))
    let up = isDrawn ? "\u{1B}[\(lines.count)F" : ""
    isDrawn = true
    // Lines are cut at the right margin instead of wrapped.
    return up + "\u{1B}[?7l"
      + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\n") + "\u{1B}[?7h"
  }

  private static func lines(_ values: MotionValues, zero: DeviceMotion?) -> [String] {
    let (motion, gyroscope) = (values.motion, values.gyroscopeOnly)
    var lines = [
      "\(decimal(values.timestamp, places: 2)) s".padded(to: 25)
        + "device motion".padded(to: 28) + "raw",
      row("attitude", "deg", angles(values.attitude), angles(gyroscope?.attitude))
        + "  (gyroscope only)",
      row("rotation rate", "rad/s", motion?.rotationRate, values.rotationRate),
      row("gravity", "g", motion?.gravity, nil),
      row("user acceleration", "g", motion?.userAcceleration, values.acceleration),
    ]
    if let field = values.calibratedField {
      lines.append(
        row("magnetic field", "uT", field.field, values.magneticField, places: 1)
          + "  \(field.accuracy)")
    }
    lines.append("")
    if let gyroscope {
      let rate = gyroscope.driftPerMinute.map { ", \(degrees($0)) deg/min" } ?? ""
      lines.append(
        "gyroscope only: drift \(degrees(gyroscope.drift)) deg in "
          + "\(decimal(gyroscope.duration, places: 0)) s\(rate)")
    }
    if let tilt = values.tilt, let filtered = values.filteredTilt {
      lines.append(
        "tilt: \(degrees(tilt)) deg by quaternion, \(degrees(filtered)) deg by Kalman filter")
    }
    lines.append(
      values.needsCalibration
        ? "magnetometer uncalibrated: wave the device in a figure eight"
        : zero.map { "attitude relative to that at \(decimal($0.timestamp, places: 2)) s" } ?? "")
    return lines
  }

  /// Roll, pitch and yaw in degrees.
  private static func angles(_ attitude: Attitude?) -> Vector3<Double>? {
    attitude.map { Vector3($0.roll, $0.pitch, $0.yaw) * (180 / .pi) }
  }

  private static func degrees(_ radians: Double) -> String {
    decimal(radians * 180 / .pi, places: 2)
  }

  private static func row(
    _ name: String, _ unit: String, _ motion: Vector3<Double>?, _ raw: Vector3<Double>?,
    places: Int = 3
  ) -> String {
    func cells(_ vector: Vector3<Double>?) -> String {
      let numbers = vector?.components
      return (0..<3).map { index in
        (numbers.map { decimal($0[index], places: places) } ?? "").padded(to: 9, .right)
      }.joined()
    }
    return name.padded(to: 18) + unit.padded(to: 6) + cells(motion) + " " + cells(raw)
  }
}

/// One line of `inertial live --values`: all numbers of a motion display.
struct ValuesLine: Encodable {
  /// The columns of ``row``.
  static let header =
    (["t", "roll_deg", "pitch_deg", "yaw_deg"]
    + columns("rate", "rad_s") + columns("gravity", "g") + columns("user_accel", "g")
    + columns("gyro", "rad_s") + columns("accel", "g") + columns("mag", "uT")
    + [
      "mag_accuracy", "gyro_only_drift_deg", "gyro_only_drift_deg_per_min", "tilt_deg",
      "filtered_tilt_deg",
    ]).joined(separator: ",")

  private let motion: MotionLine
  private let values: MotionValues
  /// The time of the attitude's zero.
  private let zero: Double?

  /// The line of these values; `nil` before the first motion.
  init?(_ values: MotionValues, zero: DeviceMotion?) {
    guard var motion = values.motion, let attitude = values.attitude else { return nil }
    motion.attitude = attitude
    self.motion = MotionLine(motion)
    self.values = values
    self.zero = zero?.timestamp
  }

  private static func columns(_ name: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(name)_\($0)_\(unit)" }
  }

  /// The line under ``header``; unknown numbers are empty.
  var row: String {
    func angle(_ radians: Double?) -> String {
      radians.map { decimal($0 * 180 / .pi, places: 3) } ?? ""
    }
    func cells(_ vector: Vector3<Double>?) -> [String] {
      vector.map { ["\($0.x)", "\($0.y)", "\($0.z)"] } ?? ["", "", ""]
    }
    let (attitude, motion, gyroscope) = (values.attitude, values.motion, values.gyroscopeOnly)
    var row = ["\(values.timestamp)"]
    row += [attitude?.roll, attitude?.pitch, attitude?.yaw].map(angle)
    row += cells(motion?.rotationRate) + cells(motion?.gravity) + cells(motion?.userAcceleration)
    row += cells(values.rotationRate) + cells(values.acceleration) + cells(values.magneticField)
    row.append(values.calibratedField.map { "\($0.accuracy)" } ?? "")
    row += [gyroscope?.drift, gyroscope?.driftPerMinute, values.tilt, values.filteredTilt].map(
      angle)
    return row.joined(separator: ",")
  }

  // MARK: - JSON

  private enum CodingKeys: String, CodingKey {
    case gyroscope, accelerometer, magnetometer
    case magneticField, magneticFieldAccuracy, needsCalibration
    case gyroscopeOnly, tiltDegrees, filteredTiltDegrees, zero
  }

  private struct GyroscopeOnly: Encodable {
    var quaternion: [Double]
    var driftDegrees: Double
    var driftDegreesPerMinute: Double?
  }

  /// Encodes the fields of ``MotionLine``, and its own.
  func encode(to encoder: any Encoder) throws {
    try motion.encode(to: encoder)
    let degrees = 180 / Double.pi
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(values.rotationRate?.components, forKey: .gyroscope)
    try container.encodeIfPresent(values.acceleration?.components, forKey: .accelerometer)
    try container.encodeIfPresent(values.magneticField?.components, forKey: .magnetometer)
    if let calibrated = values.calibratedField {
      try container.encode(calibrated.field.components, forKey: .magneticField)
      try container.encode("\(calibrated.accuracy)", forKey: .magneticFieldAccuracy)
      try container.encode(values.needsCalibration, forKey: .needsCalibration)
    }
    if let gyroscope = values.gyroscopeOnly {
      try container.encode(
        GyroscopeOnly(
          quaternion: gyroscope.attitude.quaternion.xyzw, driftDegrees: gyroscope.drift * degrees,
          driftDegreesPerMinute: gyroscope.driftPerMinute.map { $0 * degrees }),
        forKey: .gyroscopeOnly)
    }
    try container.encodeIfPresent(values.tilt.map { $0 * degrees }, forKey: .tiltDegrees)
    try container.encodeIfPresent(
      values.filteredTilt.map { $0 * degrees }, forKey: .filteredTiltDegrees)
    try container.encodeIfPresent(zero, forKey: .zero)
  }
}

/// One line of `inertial live`: the motion at one instant.
struct MotionLine: Encodable {
  /// The columns of ``row``.
  static let header = "t,qw,qx,qy,qz,pitch_deg,roll_deg,yaw_deg"

  private let timestamp: Double
  /// *x*, *y*, *z*, *w*, from device to reference frame.
  private let quaternion: [Double]
  private let pitchDegrees: Double
  private let rollDegrees: Double
  private let yawDegrees: Double
  /// In degrees clockwise from north; absent in frames without north.
  private let heading: Double?
  /// The turn that a late correction of the heading has yet to make, counter-clockwise from above;
  /// absent unless one is under way.
  private let headingCorrectionDegrees: Double?
  /// In rad/s, without bias.
  private let rotationRate: [Double]
  /// In g.
  private let gravity: [Double]
  /// In g, with Core Motion's sign.
  private let userAcceleration: [Double]

  init(_ motion: DeviceMotion) {
    let degrees = 180 / Double.pi
    let attitude = motion.attitude
    timestamp = motion.timestamp
    quaternion = attitude.quaternion.xyzw
    pitchDegrees = attitude.pitch * degrees
    rollDegrees = attitude.roll * degrees
    yawDegrees = attitude.yaw * degrees
    heading = motion.heading
    headingCorrectionDegrees = motion.headingCorrection.map { $0 * degrees }
    rotationRate = motion.rotationRate.components
    gravity = motion.gravity.components
    userAcceleration = motion.userAcceleration.components
  }

  /// The line under ``header``.
  var row: String {
    let angles = [pitchDegrees, rollDegrees, yawDegrees].map { decimal($0, places: 3) }
    let (q, w) = (quaternion.prefix(3), quaternion[3])
    return ["\(timestamp)", "\(w)"].joined(separator: ",") + ","
      + (q.map { "\($0)" } + angles).joined(separator: ",")
  }

  /// The line as one JSON object.
  func json(by encoder: JSONEncoder) throws -> String {
    String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
