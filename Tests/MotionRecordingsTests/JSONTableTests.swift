import Foundation
import MotionFusion
import RotationMath
import Testing

@testable import MotionRecordings

@Suite("JSON objects as a table")
struct JSONTableTests {
  /// A device that turns by 1 rad/s about *x* for 3 s, face up at first, in deg/s and m/s².
  private static func objects(_ object: (Int, Vector3<Double>, Vector3<Double>) -> String)
    -> [String]
  {
    (0..<300).map { index in
      let angle = Double(index) / 100
      let force = Vector3(0, .sin(angle), .cos(angle)) * SensorSample.standardGravity
      return object(10 * index, force, Vector3(180 / .pi, 0, 0))
    }
  }

  private static func expectTurn(_ recordings: Recordings) throws {
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.count == 300)
    #expect(abs(samples[299].timestamp - samples[0].timestamp - 2.99) < 1e-9)
    #expect(samples.allSatisfy { abs(($0.rotationRate?.x ?? 0) - 1) < 1e-9 })
    #expect(abs((samples[0].acceleration?.z ?? 0) + 1) < 1e-9)
  }

  @Test("an array of objects of a browser's events, also as a member of an object")
  func array() throws {
    let events = Self.objects { time, force, rate in
      """
      {"timestamp": \(time), "accelerationIncludingGravity":
        {"x": \(force.x), "y": \(force.y), "z": \(force.z)}, "interval": 16, "label": "a, \\"b\\"",
        "rotationRate": {"alpha": \(rate.x), "beta": \(rate.y), "gamma": \(rate.z)}}
      """
    }.joined(separator: ",\n")
    for text in [
      "[\(events)]", " [ \(events)\n]\n", "{\"device\": \"p\", \"events\": [\(events)]}",
    ] {
      try Self.expectTurn(readTable(text, name: "events.json"))
      try Self.expectTurn(readTable(text.replacing("\n", with: ""), name: "events.json"))
    }
  }

  @Test("lines of objects with lists, by names and by --columns")
  func lines() throws {
    let lines = Self.objects { time, force, rate in
      "{\"t_ms\":\(time),\"imu\":{\"accel\":[\(force.x),\(force.y),\(force.z)],"
        + "\"gyro\":[\(rate.x),\(rate.y),\(rate.z)]},\"ok\":true}"
    }.joined(separator: "\n")
    try Self.expectTurn(readTable(lines, name: "log.jsonl"))
    let map =
      "time=t_ms [ms], gyro=imu.gyro.0 imu.gyro.1 imu.gyro.2 [deg/s], "
      + "accel=imu.accel.0 imu.accel.1 imu.accel.2 [m/s2]"
    try Self.expectTurn(readTable(lines + "\n", name: "log.jsonl", columns: map))
  }

  @Test("a file of over one piece is no table of one line")
  func longFile() throws {
    let events = Self.objects { time, force, rate in
      "{\"t_ms\": \(time), \"gyro_dps\": {\"x\": \(rate.x), \"y\": \(rate.y), \"z\": \(rate.z)}, "
        + "\"acc\": {\"x\": \(force.x), \"y\": \(force.y), \"z\": \(force.z)}}"
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for text in [
      "{\"items\": [\(events.joined(separator: ", "))]}", events.joined(separator: "\n"),
    ] {
      let file = folder.appending(path: "log.json")
      try Data(text.utf8).write(to: file)
      let recordings = try RecordingReader().open(file.path(), pieceSize: 4096)
      try Self.expectTurn(recordings.whole())
    }
  }

  @Test("Python's NaN is no reading")
  func missingNumbers() throws {
    let lines = Self.objects { time, force, rate in
      let (y, name) = time == 1000 ? ("NaN", "a NaN in a text") : ("\(force.y)", "")
      return "{\"t_ms\":\(time),\"acc\":{\"x\":0,\"y\":\(y),\"z\":\(force.z)},\"gyro_dps\":"
        + "{\"x\":\(rate.x),\"y\":0,\"z\":0},\"note\":\"\(name)\"}"
    }
    let error = #expect(throws: RecordingError.self) {
      try readTable(lines.joined(separator: "\n"))
    }
    #expect((error?.line, error?.column) == (101, "acc.y"))
    let whole = lines.map { $0.replacing("\"y\":NaN", with: "\"y\":0") }
    try Self.expectTurn(readTable(whole.joined(separator: "\n")))
  }

  @Test("a sample of Edge Impulse: names, units and rows at an interval")
  func dataAcquisition() throws {
    let names = ["accX", "accY", "accZ"].map { "{\"name\": \"\($0)\", \"units\": \"m/s2\"}" }
    let rates = ["gyrX", "gyrY", "gyrZ"].map { "{\"name\": \"\($0)\", \"units\": \"deg/s\"}" }
    let rows = Self.objects { time, force, rate in
      "[\(force.x), \(force.y), \(force.z), \(rate.x), \(rate.y), \(rate.z)]"
    }
    func text(_ values: [String]) -> String {
      """
      {"protected": {"ver": "v1", "alg": "HS256"}, "signature": "00", "payload": {
        "device_type": "NANO", "interval_ms": 10, "sensors": [\((names + rates).joined(separator: ","))],
        "values": [\(values.joined(separator: ",\n"))]}}
      """
    }
    try Self.expectTurn(readTable(text(rows), name: "wave.json"))
    // A row with a number missing is an error.
    #expect(throws: RecordingError.self) {
      try readTable(text(rows[..<5] + ["[0, 0, 9.8]"] + rows[5...]), name: "wave.json")
    }
  }

  @Test("an error and a warning have the line of their object")
  func place() throws {
    var lines = Self.objects { time, force, rate in
      "{\"t_ms\":\(time),\"ax_m_s2\":\(force.x),\"ay_m_s2\":\(force.y),\"az_m_s2\":\(force.z)}"
    }
    lines[6] = "{\"t_ms\":60,\"ax_m_s2\":\"wet\",\"ay_m_s2\":0,\"az_m_s2\":9.8}"
    let error = #expect(throws: RecordingError.self) {
      try readTable(lines.joined(separator: "\n"), name: "log.jsonl")
    }
    #expect(error?.line == 7)
    #expect(error?.column == "ax_m_s2")
    let broken = #expect(throws: RecordingError.self) {
      try readTable("[\n" + lines[..<6].joined(separator: ",\n") + ",\n{\"t_ms\" 60}\n]")
    }
    #expect(broken?.line == 8)
  }

  @Test("a truncated array or line yields what is whole, with a warning")
  func truncated() throws {
    let lines = Self.objects { time, force, rate in
      "{\"t_ms\":\(time),\"ax_g\":\(force.x),\"ay_g\":\(force.y),\"az_g\":\(force.z)}"
    }
    let array = "[" + lines.joined(separator: ",")
    for text in [array, lines.joined(separator: "\n")] {
      let recordings = try readTable(String(text.dropLast(9)), name: "log.json")
      #expect(recordings.sensorSamples.first?.samples.count == 299)
      #expect(recordings.warnings.contains { $0.kind == .incompleteRows })
    }
  }

  @Test("objects without a sensor are an unknown format")
  func other() {
    for text in ["{\"name\":\"x\",\"version\":2}", "[{\"a\":1,\"b\":\"c\"},{\"a\":2,\"b\":\"d\"}]"]
    {
      #expect(throws: RecordingError.self) { try readTable(text, name: "package.json") }
    }
  }
}
