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
  private var decoder = PushedMotionDecoder(name: "motion")

  /// - Parameters:
  ///   - hub: The hub that takes the samples.
  ///   - id: The number of the page, from ``LiveHub/subscribe(_:)``.
  init(_ hub: LiveHub, id: Int) {
    self.hub = hub
    self.id = id
  }

  private struct Command: Decodable {
    var type: String
    var down: Bool?
  }

  /// Takes a message; returns the reason if it was rejected.
  mutating func take(_ message: [UInt8]) async -> String? {
    let data = Data(message)
    if let command = try? JSONDecoder().decode(Command.self, from: data) {
      return await take(command, data)
    }
    do throws(RecordingError) {
      let samples = try decoder.decode(message)
      if !samples.isEmpty { await hub.add(samples, from: "Phone") }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func take(_ command: Command, _ data: Data) async -> String? {
    do {
      switch command.type {
      case "here": break
      case "hold": await hub.hold(command.down ?? false, by: id)
      case "devicemotion":
        let motion = try JSONDecoder().decode(BrowserMotion.self, from: data)
        await hub.add(try motion.samples(), from: "Phone page")
      case "replay": await hub.control(try JSONDecoder().decode(ReplayCommand.self, from: data))
      default: return "expected hold, replay or devicemotion, got \(command.type)"
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
/// beta and gamma, which are the rates about *x*, *y* and *z*) in degrees a second, and 1 while the
/// pad is held.
///
/// The W3C's DeviceOrientation Event specification gives the acceleration +9.8 m/s² upwards at
/// rest, the opposite of Core Motion's sign. Safari on iOS reports Core Motion's sign.
struct BrowserMotion: Decodable, Sendable {
  /// Whether the browser is that of an iPhone or iPad.
  var apple: Bool
  var readings: [[Double]]

  /// The samples.
  ///
  /// - Throws: ``RequestFailure`` for a reading of another length than eight numbers.
  func samples() throws(RequestFailure) -> [SensorSample] {
    let scale = (apple ? 1 : -1) / SensorSample.standardGravity
    var samples: [SensorSample] = []
    for reading in readings {
      guard reading.count == 8 else {
        throw .badRequest("expected readings of 8 numbers, got one of \(reading.count)")
      }
      let radians = Double.pi / 180
      samples.append(
        SensorSample(
          timestamp: reading[0],
          rotationRate: Vector3(reading[4], reading[5], reading[6]) * radians,
          acceleration: Vector3(reading[1], reading[2], reading[3]) * scale,
          isTouching: reading[7] != 0))
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
  /// A gesture that was read.
  case gesture(GestureAnswer)
  /// The source of motion and its kind, its rate in hertz, and the number of open pages.
  case status(source: String, kind: StudioSource.Kind, rate: Double, pages: Int)
  /// The state of a replay.
  case replay(ReplayState)
  /// A message that was rejected.
  case error(String)

  private enum CodingKeys: String, CodingKey {
    case type, samples, points, start, plane, source, kind, rate, pages, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .motion(let motions):
      try container.encode("motion", forKey: .type)
      try container.encode(motions.map { Self.row($0.motion, $0.tilt) }, forKey: .samples)
    case .path(let points, let plane):
      try container.encode("path", forKey: .type)
      try container.encode(points.map(PathAnswer.row), forKey: .points)
      try container.encode(plane != nil, forKey: .start)
      try container.encodeIfPresent(plane.map(PathAnswer.list), forKey: .plane)
    case .revision(let start, let points):
      try container.encode("revision", forKey: .type)
      try container.encode(start, forKey: .start)
      try container.encode(points.map(PathAnswer.row), forKey: .points)
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
    case .error(let text):
      try container.encode("error", forKey: .type)
      try container.encode(text, forKey: .error)
    }
  }

  /// Time, attitude (*x*, *y*, *z*, *w*), rate in rad/s, gravity and user acceleration in g, pitch,
  /// roll and yaw in degrees, 1 while touched, and the tilt in degrees, as it is and smoothed: 20
  /// numbers.
  private static func row(_ motion: DeviceMotion, _ tilt: TiltEstimator.Value?) -> [Double] {
    func list(_ v: Vector3<Double>) -> [Double] { [v.x, v.y, v.z] }
    let attitude = motion.attitude
    let angles = [attitude.pitch, attitude.roll, attitude.yaw].map { $0 * 180 / .pi }
    return [motion.timestamp] + PathAnswer.list(attitude.quaternion) + list(motion.rotationRate)
      + list(motion.gravity) + list(motion.userAcceleration) + angles
      + [motion.isTouching == true ? 1 : 0]
      + [tilt?.tilt ?? 0, tilt?.filteredTilt ?? 0].map { $0 * 180 / .pi }
  }
}

/// The rate of samples by the clock, measured over half a second.
struct SampleRate: Sendable {
  /// The rate in Hz; 0 without samples.
  private(set) var hertz = 0.0

  private var window: (start: ContinuousClock.Instant, count: Int)?

  /// Counts samples that arrive; returns whether ``hertz`` was measured anew.
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
