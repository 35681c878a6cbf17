internal import MotionFusion
internal import MotionRecordings
internal import Platform

/// A message that the app Sensor Logger pushes: the readings of all sensors since the last one.
///
/// Source: `PUSHING.md` in tszheichoi/awesome-sensor-logger. Readings of other sensors are ignored.
struct SensorLoggerMessage: Decodable, Sendable {
  /// A reading in the phone's unit and sign.
  struct Reading: Sendable {
    enum Value {
      case vector(Vector3<Double>, SensorLoggerSensor)
      /// The direction of the reference frame's *z* axis in the device frame.
      case up(Vector3<Double>)
      case touch(Bool)
    }

    /// In nanoseconds of the phone's clock, one of ``ReadingMerger/times``.
    var time: Int64
    var value: Value
  }

  /// One of ``MessageOrder/numbers``; `nil` without.
  var number: Int?
  var session: String?
  var device: String?
  /// `nil` if this is no message.
  var readings: [Reading]?
  /// The readings of motion sensors that are left out: a time is out of range, or a
  /// component is not a number.
  var invalidCount = 0

  private enum CodingKeys: String, CodingKey {
    case messageId, sessionId, deviceId, payload
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = (try? container.decode(Int.self, forKey: .messageId)).flatMap {
      MessageOrder<[Reading]>.numbers.contains($0) ? $0 : nil
    }
    session = try? container.decode(String.self, forKey: .sessionId)
    device = try? container.decode(String.self, forKey: .deviceId)
    guard container.contains(.payload) else { return }
    var found: [Reading] = []
    for entry in try container.decode([Entry].self, forKey: .payload) {
      switch entry {
      case .reading(let reading): found.append(reading)
      case .invalid: invalidCount += 1
      case .other: break
      }
    }
    readings = found
  }

  /// The times of the readings; `nil` without readings.
  var times: ClosedRange<Int64>? {
    guard let readings, let first = readings.first?.time else { return nil }
    return readings.reduce(first...first) { range, reading in
      min(range.lowerBound, reading.time)...max(range.upperBound, reading.time)
    }
  }
}

/// One element of the payload.
private enum Entry: Decodable {
  case reading(SensorLoggerMessage.Reading)
  case invalid, other

  private enum CodingKeys: String, CodingKey { case name, time, values }

  private enum ValueKeys: String, CodingKey {
    case x, y, z, qw, qx, qy, qz, touch
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    let sensor = SensorLoggerSensor(pushedName: name)
    guard sensor != nil || name == "orientation" || name == "touch" else {
      self = .other
      return
    }
    guard let time = Self.time(in: container),
      let values = try? container.nestedContainer(keyedBy: ValueKeys.self, forKey: .values)
    else {
      self = .invalid
      return
    }
    func number(_ key: ValueKeys) -> Double? {
      let number =
        (try? values.decode(Double.self, forKey: key))
        ?? (try? values.decode(String.self, forKey: key)).flatMap { Double($0) }
      return number.flatMap { $0.isFinite ? $0 : nil }
    }
    func vector(_ x: ValueKeys, _ y: ValueKeys, _ z: ValueKeys) -> Vector3<Double>? {
      guard let x = number(x), let y = number(y), let z = number(z) else { return nil }
      return Vector3(x, y, z)
    }
    let value: SensorLoggerMessage.Reading.Value?
    if let sensor {
      value = vector(.x, .y, .z).map { .vector($0, sensor) }
    } else if name == "touch" {
      let isTouching =
        (try? values.decode(Bool.self, forKey: .touch)) ?? number(.touch).map { $0 != 0 }
      value = isTouching.map { .touch($0) }
    } else if let imaginary = vector(.qx, .qy, .qz), let real = number(.qw) {
      let attitude = Quaternion(x: imaginary.x, y: imaginary.y, z: imaginary.z, w: real)
      value = .up(attitude.conjugate.act(Vector3(0, 0, 1)))
    } else {
      value = nil
    }
    self = value.map { .reading(.init(time: time, value: $0)) } ?? .invalid
  }

  /// The time in nanoseconds, of a number or a decimal string; `nil` out of range.
  private static func time(in container: KeyedDecodingContainer<CodingKeys>) -> Int64? {
    func number() -> Double? {
      (try? container.decode(Double.self, forKey: .time))
        ?? (try? container.decode(String.self, forKey: .time)).flatMap { Double($0) }
    }
    let time =
      (try? container.decode(Int64.self, forKey: .time))
      ?? number().flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    return time.flatMap { ReadingMerger.times.contains($0) ? $0 : nil }
  }
}

extension SensorLoggerConvention {
  /// The convention of pushed readings, which state neither the platform nor the unit.
  ///
  /// In order of preference: the unit of the uncalibrated accelerometer, whose median length is
  /// 1 in g and 9.8 in m/s²; `platform`; the direction of gravity in the phone's own attitude; the
  /// total acceleration, which Android sends; iOS, as for the app's exports.
  init(of readings: [SensorLoggerMessage.Reading], platform: ReadingOptions.Platform?) {
    var lengths: [Double] = []
    var up: [Int64: Vector3<Double>] = [:]
    var hasTotal = false
    for reading in readings {
      switch reading.value {
      case .vector(let vector, .accelerometerUncalibrated): lengths.append(vector.length)
      case .vector(_, .totalAcceleration): hasTotal = true
      case .up(let direction): up[reading.time] = direction
      default: break
      }
    }
    if let length = lengths.median {
      // The geometric mean of 1 g in both units.
      self.init(hasAppleSigns: length < SensorSample.standardGravity.squareRoot())
      return
    }
    if let platform {
      self.init(platform: platform)
      return
    }
    var projection = 0.0
    for reading in readings {
      guard case .vector(let vector, let sensor) = reading.value,
        sensor == .gravity || sensor == .totalAcceleration, let up = up[reading.time]
      else { continue }
      projection += vector.dot(up)
    }
    self.init(hasAppleSigns: projection == 0 ? !hasTotal : projection < 0)
  }
}
