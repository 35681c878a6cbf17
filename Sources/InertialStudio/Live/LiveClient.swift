internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform

/// What one WebSocket or one app sends: samples, and commands with a `type`.
///
/// Samples are the package's JSON Lines or messages of Sensor Logger, which may be late, repeated
/// or out of order.
struct LiveClient: Sendable {
  private let hub: LiveHub
  private let id: Int
  private let controls: Bool
  private var decoder = PushedMotionDecoder(name: "motion")

  /// - Parameters:
  ///   - hub: The hub that takes the samples.
  ///   - id: The number of the page, from ``LiveHub/subscribe(_:)``.
  ///   - controls: Whether it may do more than to send motion: replay and collect.
  init(_ hub: LiveHub, id: Int, controls: Bool = true) {
    self.hub = hub
    self.id = id
    self.controls = controls
  }

  private struct Command: Decodable {
    var type: String
    var down: Bool?
    var collects: Bool?
  }

  /// Takes a message; returns the reason if it was rejected.
  mutating func take(_ message: [UInt8]) async -> String? {
    let data = Data(message)
    if let command = try? JSONDecoder().decode(Command.self, from: data) {
      return await take(command, data)
    }
    do throws(RecordingError) {
      let samples = try decoder.decode(message)
      if !samples.isEmpty { await hub.add(samples, from: "Phone", of: id) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func take(_ command: Command, _ data: Data) async -> String? {
    guard controls || !["collect", "replay"].contains(command.type) else {
      return "a phone sends motion and writing only"
    }
    do {
      switch command.type {
      case "here": break
      case "hold": await hub.hold(command.down ?? false, by: id)
      case "devicemotion":
        let motion = try JSONDecoder().decode(BrowserMotion.self, from: data)
        await hub.add(try motion.samples(), from: "Phone page", of: id)
      case "collect": await hub.collect(command.collects ?? false, by: id)
      case "replay":
        await hub.control(try JSONDecoder().decode(ReplayCommand.self, from: data), by: id)
      default: return "expected hold, collect, replay or devicemotion, got \(command.type)"
      }
      return nil
    } catch let failure as RequestFailure {
      return failure.reason
    } catch {
      return "the command \(command.type) is not as expected"
    }
  }
}

/// Readings of a browser's `devicemotion` events.
///
/// A reading is time in seconds, `accelerationIncludingGravity` in m/s², `rotationRate` (alpha,
/// beta and gamma, which are the rates about *x*, *y* and *z*) in degrees per second, and whether
/// the pad is held.
///
/// The W3C's DeviceOrientation Event specification gives the acceleration +9.8 m/s² upwards at
/// rest, the opposite of Core Motion's sign. Safari on iOS reports Core Motion's sign.
struct BrowserMotion: Decodable, Sendable {
  struct Reading: Decodable, Sendable {
    var t: Double
    var acceleration: [Double]
    var rotation: [Double]
    var touch: Bool
  }

  /// Whether the browser is that of an iPhone or iPad.
  var apple: Bool
  var readings: [Reading]

  /// The samples.
  ///
  /// - Throws: ``RequestFailure`` for vectors of another length than three numbers.
  func samples() throws(RequestFailure) -> [SensorSample] {
    let scale = (apple ? 1 : -1) / SensorSample.standardGravity
    var samples: [SensorSample] = []
    for reading in readings {
      let (a, r) = (reading.acceleration, reading.rotation)
      guard a.count == 3, r.count == 3 else {
        throw .badRequest("expected vectors of 3 numbers, got \(a.count) and \(r.count)")
      }
      samples.append(
        SensorSample(
          timestamp: reading.t, rotationRate: Vector3(r[0], r[1], r[2]) * (.pi / 180),
          acceleration: Vector3(a[0], a[1], a[2]) * scale, isTouching: reading.touch))
    }
    return samples
  }
}

/// An event for the pages: one JSON object with a `type`.
enum LiveEvent: Encodable, Sendable {
  /// Device motion since the last event, each with its tilt in radians: as it is, and smoothed.
  case motion([(motion: DeviceMotion, tilt: TiltEstimator.Value?)])
  /// Points of the path; `plane` is the attitude at the start of a gesture.
  case path([PathPoint], plane: Quaternion<Double>?)
  /// Corrected points from an index on.
  case revision(start: Int, [PathPoint])
  /// A gesture that was read; a page that collects takes it as an example.
  case gesture(GestureAnswer)
  /// The drawing has ended: the source changed, or the time jumped.
  case reset
  /// The entries of the line of a mode from an index on.
  case text(StudioMemory.Mode, start: Int, [StudioMemory.Entry], canRestore: Bool)
  /// The state that all pages share, as in `GET /api/state`.
  case session(StudioService.State)
  /// The gestures of a recording.
  case contents(RecordingContents)
  /// The source of motion and its kind, its rate in hertz, and the number of open pages.
  case status(source: String, kind: StudioSource.Kind, rate: Double, pages: Int)
  /// The state of a replay.
  case replay(ReplayState)
  /// What this page is, which decides what it may do.
  case sender(RequestGuard.Sender)
  /// Whether the motion of this page is read, or that of another device.
  case pen(isYours: Bool)
  /// A message that was rejected.
  case error(String)

  private enum CodingKeys: String, CodingKey {
    case type, samples, points, start, plane, source, kind, rate, pages, error
    case line, entries, canRestore, state, isYours, sender
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .motion(let motions):
      try container.encode("motion", forKey: .type)
      try container.encode(motions.map { Sample($0.motion, $0.tilt) }, forKey: .samples)
    case .path(let points, let plane):
      try container.encode("path", forKey: .type)
      try container.encode(points.map(PathAnswer.Point.init), forKey: .points)
      try container.encode(plane != nil, forKey: .start)
      try container.encodeIfPresent(plane.map(PathAnswer.list), forKey: .plane)
    case .revision(let start, let points):
      try container.encode("revision", forKey: .type)
      try container.encode(start, forKey: .start)
      try container.encode(points.map(PathAnswer.Point.init), forKey: .points)
    case .reset: try container.encode("reset", forKey: .type)
    case .text(let mode, let start, let entries, let canRestore):
      try container.encode("text", forKey: .type)
      try container.encode(mode, forKey: .line)
      try container.encode(start, forKey: .start)
      try container.encode(entries, forKey: .entries)
      try container.encode(canRestore, forKey: .canRestore)
    case .session(let state):
      try container.encode("session", forKey: .type)
      try container.encode(state, forKey: .state)
    case .contents(let contents):
      try container.encode("contents", forKey: .type)
      try contents.encode(to: encoder)
    case .gesture(let answer):
      try container.encode("gesture", forKey: .type)
      try answer.encode(to: encoder)
    case .status(let source, let kind, let rate, let pages):
      try container.encode("status", forKey: .type)
      try container.encode(source, forKey: .source)
      try container.encode(kind, forKey: .kind)
      try container.encode(rate, forKey: .rate)
      try container.encode(pages, forKey: .pages)
    case .replay(let state):
      try container.encode("replay", forKey: .type)
      try state.encode(to: encoder)
    case .sender(let sender):
      try container.encode("sender", forKey: .type)
      try container.encode(sender.rawValue, forKey: .sender)
    case .pen(let isYours):
      try container.encode("pen", forKey: .type)
      try container.encode(isYours, forKey: .isYours)
    case .error(let text):
      try container.encode("error", forKey: .type)
      try container.encode(text, forKey: .error)
    }
  }

  /// Device motion, and the tilt of the *x* axis.
  private struct Sample: Encodable {
    var t: Double
    /// *x*, *y*, *z*, *w*.
    var attitude: [Double]
    /// In rad/s.
    var rate: [Double]
    /// In g.
    var gravity: [Double]
    var acceleration: [Double]
    /// Pitch, roll and yaw in degrees.
    var angles: [Double]
    var touch: Bool
    /// In degrees, raw and smoothed.
    var tilt: Double
    var level: Double

    init(_ motion: DeviceMotion, _ tilt: TiltEstimator.Value?) {
      func list(_ v: Vector3<Double>) -> [Double] { [v.x, v.y, v.z] }
      let attitude = motion.attitude
      t = motion.timestamp
      self.attitude = PathAnswer.list(attitude.quaternion)
      rate = list(motion.rotationRate)
      gravity = list(motion.gravity)
      acceleration = list(motion.userAcceleration)
      angles = [attitude.pitch, attitude.roll, attitude.yaw].map { $0 * 180 / .pi }
      touch = motion.isTouching == true
      self.tilt = (tilt?.tilt ?? 0) * 180 / .pi
      level = (tilt?.filteredTilt ?? 0) * 180 / .pi
    }
  }
}

/// The rate of samples by the clock, measured over half a second.
struct SampleRate: Sendable {
  /// The rate in Hz; 0 without samples.
  private(set) var hertz = 0.0

  private var window: (start: ContinuousClock.Instant, count: Int)?

  /// Counts samples that arrive; returns whether ``hertz`` was measured again.
  mutating func count(_ samples: Int, at now: ContinuousClock.Instant) -> Bool {
    guard let window else {
      window = (now, 0)
      return false
    }
    let total = window.count + samples
    let seconds = (now - window.start) / .seconds(1)
    guard seconds >= 0.5 else {
      self.window?.count = total
      return false
    }
    hertz = Double(total) / seconds
    self.window = (now, 0)
    return true
  }

  /// Sets the rate to 0 after two seconds without samples; returns whether it did.
  mutating func expire(at now: ContinuousClock.Instant) -> Bool {
    guard let window, now - window.start > .seconds(2) else { return false }
    self.window = nil
    hertz = 0
    return true
  }
}
