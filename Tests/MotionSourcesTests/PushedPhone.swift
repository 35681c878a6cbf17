import Foundation
import MotionFusion
import MotionRecordings
import TestSupport

/// A phone with the app Sensor Logger that pushes a recording.
struct PushedPhone {
  var platform = ReadingOptions.Platform.iOS
  var isStandardised = false
  /// Seconds of readings in one message.
  var period = 0.2
  /// Nanoseconds of the phone's clock at time zero of the recording.
  var start: Int64 = 1_663_326_946_500_000_000
  var device = "phone"
  var session = "session"

  /// One element of a payload.
  struct Entry {
    var name: String
    var time: Int64
    var values: [String: Double]
  }

  /// The readings of a recording, as the app names and scales them.
  func entries(_ samples: [SensorSample]) -> [Entry] {
    let hasAppleSigns = platform == .iOS && !isStandardised
    let scale = hasAppleSigns ? 1 : -SensorSample.standardGravity
    return samples.flatMap { sample -> [Entry] in
      let time = start + Int64((sample.timestamp * 1e9).rounded())
      var entries: [Entry] = []
      func add(_ name: String, _ vector: Vector3<Double>?) {
        guard let vector else { return }
        entries.append(
          Entry(name: name, time: time, values: ["x": vector.x, "y": vector.y, "z": vector.z]))
      }
      add("gyroscopeuncalibrated", sample.rotationRate)
      add("accelerometeruncalibrated", sample.acceleration.map { $0 * scale })
      add("magnetometeruncalibrated", sample.magneticField)
      if let isTouching = sample.isTouching {
        entries.append(Entry(name: "touch", time: time, values: ["touch": isTouching ? 1 : 0]))
      }
      return entries
    }
  }

  /// The messages of these readings in the order of sending.
  func messages(_ entries: [Entry]) throws -> [[UInt8]] {
    let batches = Dictionary(grouping: entries) { entry in
      Int((Double(entry.time - start) * 1e-9 / period).rounded(.down))
    }
    return try batches.keys.sorted().enumerated().map { number, batch in
      try message(number, batches[batch] ?? [])
    }
  }

  func message(_ number: Int, _ entries: [Entry]) throws -> [UInt8] {
    let object: [String: Any] = [
      "messageId": number, "sessionId": session, "deviceId": device,
      "payload": entries.map { entry in
        ["name": entry.name, "time": entry.time, "values": entry.values] as [String: Any]
      } + [["name": "battery", "time": start, "values": ["state": "full"]] as [String: Any]],
    ]
    return Array(try JSONSerialization.data(withJSONObject: object))
  }

  /// Delivers messages as a network does: 5 % one to three places late, 1 % twice, and each pair of
  /// neighbours in the opposite order in one case of ten.
  static func delivered(_ messages: [[UInt8]], seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    var places: [(place: Double, message: [UInt8])] = []
    for (index, message) in messages.enumerated() {
      var place = Double(index)
      if Double.random(in: 0..<1, using: &random) < 0.05 {
        place += Double.random(in: 1..<3, using: &random)
      } else if Double.random(in: 0..<1, using: &random) < 0.1 {
        place += 1.5
      }
      places.append((place, message))
      if Double.random(in: 0..<1, using: &random) < 0.01 { places.append((place + 2.5, message)) }
    }
    return places.sorted { $0.place < $1.place }.map(\.message)
  }
}

/// The largest difference of two recordings; infinite if their readings do not correspond.
func difference(_ first: [SensorSample], _ second: [SensorSample]) -> Double {
  guard first.count == second.count else { return .infinity }
  let offset = (first.first?.timestamp ?? 0) - (second.first?.timestamp ?? 0)
  func distance(_ a: Vector3<Double>?, _ b: Vector3<Double>?) -> Double {
    guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
    return (a - b).length
  }
  return zip(first, second).map { a, b in
    a.isTouching == b.isTouching
      ? max(
        abs(a.timestamp - b.timestamp - offset), distance(a.rotationRate, b.rotationRate),
        distance(a.acceleration, b.acceleration), distance(a.magneticField, b.magneticField))
      : .infinity
  }.max() ?? 0
}
