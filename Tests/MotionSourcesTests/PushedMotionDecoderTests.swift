import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import MotionSources
import TestSupport
import Testing

@Suite("Pushed motion")
struct PushedMotionDecoderTests {
  private let recording: [SensorSample]

  init() throws {
    recording = try AirSimulator().recording(of: "HI", by: Writer(seed: 5)).samples
  }

  private func decoded(
    _ messages: [[UInt8]], platform: ReadingOptions.Platform? = nil
  ) throws -> (samples: [SensorSample], counts: PushedMotionDecoder.Counts) {
    var decoder = PushedMotionDecoder(name: "phone", platform: platform)
    var samples: [SensorSample] = []
    for message in messages { samples += try decoder.decode(message) }
    samples += decoder.finish()
    return (samples, decoder.counts)
  }

  @Test(
    "both platforms' units and signs yield the recording, with touch",
    arguments: [(ReadingOptions.Platform.iOS, false), (.iOS, true), (.android, false)])
  func platforms(platform: ReadingOptions.Platform, isStandardised: Bool) throws {
    let phone = PushedPhone(platform: platform, isStandardised: isStandardised)
    let (samples, counts) = try decoded(phone.messages(phone.entries(recording)))
    #expect(recording.contains { $0.isTouching == true })
    // Numbers are printed with all digits; times are rounded to nanoseconds.
    #expect(difference(samples, recording) < 2e-9)
    #expect(counts.leftOut == 0 && counts.repeatedMessages == 0)
    // Accelerometer (0, 0, -1) face up at rest, as in the recording.
    let mean = samples.compactMap(\.acceleration).reduce(.zero, +)
    let expected = recording.compactMap(\.acceleration).reduce(.zero, +)
    #expect((mean - expected).length < 1e-6 * expected.length)
  }

  @Test(
    "late, repeated and exchanged messages of 50 to 500 ms lose nothing",
    arguments: [0.05, 0.1, 0.2, 0.5], [1, 2, 3, 4] as [UInt64])
  func network(period: Double, seed: UInt64) throws {
    let phone = PushedPhone(platform: seed % 2 == 0 ? .iOS : .android, period: period)
    let sent = try phone.messages(phone.entries(recording))
    let delivered = PushedPhone.delivered(sent, seed: seed)
    let (samples, counts) = try decoded(delivered)
    #expect(difference(samples, recording) < 2e-9)
    #expect(counts.repeatedMessages == delivered.count - sent.count)
    #expect(counts.leftOut == 0)
  }

  @Test("samples pass as soon as their message and every earlier one has arrived")
  func latency() throws {
    let phone = PushedPhone(period: 0.1)
    let messages = try phone.messages(phone.entries(recording))
    var decoder = PushedMotionDecoder(name: "phone")
    for message in messages[..<10] { _ = try decoder.decode(message) }
    // At 100 Hz; a message may have a sample more or less.
    let first = try decoder.decode(messages[10]).count
    #expect((8...12).contains(first))
    #expect(try decoder.decode(messages[12]).isEmpty)
    let both = try decoder.decode(messages[11]).count
    #expect((16...24).contains(both))
  }

  @Test("a lost message is given up after 3 s; one that comes after that is counted as late")
  func lost() throws {
    let phone = PushedPhone(period: 0.2)
    let long = try AirSimulator().recording(of: "HELLO", by: Writer(seed: 5)).samples
    let messages = try phone.messages(phone.entries(long))
    try #require(messages.count > 40)
    var decoder = PushedMotionDecoder(name: "phone")
    var samples: [SensorSample] = []
    for (number, message) in messages.enumerated() where number != 10 {
      samples += try decoder.decode(message)
    }
    #expect(try decoder.decode(messages[10]).isEmpty)
    samples += decoder.finish()
    #expect(decoder.counts.lateReadings > 0)
    let start = (long.first?.timestamp ?? 0)
    let expected = long.filter { Int((($0.timestamp - start) / 0.2).rounded(.down)) != 10 }
    #expect(abs(samples.count - expected.count) <= 1)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("sensors with clocks and delays of their own are ordered by time")
  func sensors() throws {
    let phone = PushedPhone()
    let gyroscope = (0..<200).map { SensorSample(timestamp: Double($0) / 100, rotationRate: .zero) }
    let accelerometer = (0..<200).map {
      SensorSample(timestamp: Double($0) / 100 + 0.003, acceleration: Vector3(0, 0, -1))
    }
    // Each message has accelerations from 0.1 s before its angular rates.
    let messages = try (0..<22).map { batch in
      try phone.message(
        batch,
        phone.entries(
          Array(accelerometer.dropFirst(max(0, 10 * (batch - 1))).prefix(batch == 0 ? 0 : 10))
            + Array(gyroscope.dropFirst(10 * batch).prefix(10))))
    }
    let (samples, counts) = try decoded(messages)
    #expect(samples.count == 400)
    #expect(counts.leftOut == 0)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test(
    "without uncalibrated readings, gravity plus user acceleration; the attitude decides the sign",
    arguments: [-1.0, 1])
  func fused(sign: Double) throws {
    let phone = PushedPhone()
    let entries = (0..<100).flatMap { index -> [PushedPhone.Entry] in
      let time = phone.start + Int64(index) * 10_000_000
      return [
        .init(name: "gravity", time: time, values: ["x": 0, "y": 0, "z": 9.80665 * sign]),
        .init(name: "accelerometer", time: time, values: ["x": -0.980665 * sign, "y": 0, "z": 0]),
        .init(name: "gyroscope", time: time, values: ["x": 1, "y": 2, "z": 3]),
        .init(name: "orientation", time: time, values: ["qx": 0, "qy": 0, "qz": 0.6, "qw": 0.8]),
      ]
    }
    let (samples, _) = try decoded(phone.messages(entries))
    #expect(samples.count == 100)
    for sample in samples {
      let acceleration = try #require(sample.acceleration)
      #expect((acceleration - Vector3(0.1, 0, -1)).length < 1e-9)
      #expect(sample.rotationRate == Vector3(1, 2, 3))
    }
    // Without an attitude the platform decides.
    let bare = entries.filter { $0.name != "orientation" }
    let platform: ReadingOptions.Platform = sign < 0 ? .iOS : .android
    #expect(try decoded(phone.messages(bare), platform: platform).samples == samples)
  }

  @Test("another session continues; another phone is rejected until the first is silent")
  func sessions() throws {
    var phone = PushedPhone()
    var decoder = PushedMotionDecoder(name: "phone")
    var samples: [SensorSample] = []
    for message in try phone.messages(phone.entries(recording)) {
      samples += try decoder.decode(message)
    }
    let end = recording.last?.timestamp ?? 0
    phone.session = "second"
    // The clock went back by an hour.
    phone.start -= 3_600_000_000_000
    for message in try phone.messages(phone.entries(recording)) {
      samples += try decoder.decode(message)
    }
    phone.device = "other"
    phone.session = "third"
    let other = try phone.messages(phone.entries(recording))
    #expect {
      try decoder.decode(other[0])
    } throws: {
      "\($0)".contains("expected messages of the phone 'phone', got one of 'other'")
    }
    phone.start += Int64((end + 11) * 1e9)
    for message in try phone.messages(phone.entries(recording)) {
      samples += try decoder.decode(message)
    }
    samples += decoder.finish()
    #expect(samples.count == 3 * recording.count)
    #expect(decoder.counts.leftOut == 0)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("JSON Lines pass at once; repeated ones are left out, a reloaded page continues")
  func lines() throws {
    func lines(_ times: [Double]) -> [UInt8] {
      Array(
        times.map { #"{"time_s":\#($0),"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1],"touch":true}"# }
          .joined(separator: "\n").utf8)
    }
    var decoder = PushedMotionDecoder(name: "page")
    #expect(try decoder.decode(lines([20, 20.01])).map(\.timestamp) == [20, 20.01])
    #expect(try decoder.decode(lines([20.01, 20.02])).map(\.isTouching) == [true])
    #expect(decoder.counts.lateReadings == 1)
    #expect(try decoder.decode(lines([0.5])).map(\.timestamp) == [21.02])
    #expect(try decoder.decode(lines([0.75])).map(\.timestamp) == [21.27])
    #expect(throws: RecordingError.self) {
      try decoder.decode(lines([1]) + Array("\n{\"time_s\":2,\"accel_g\":[1]}".utf8))
    }
    #expect {
      try decoder.decode(lines([1, 1e300]))
    } throws: {
      "\($0)".contains("page:2: expected \"time_s\" below 9e9 s, got 1e+300")
    }
    // The bodies were rejected as a whole.
    #expect(try decoder.decode(lines([1])).map(\.timestamp) == [21.52])
  }

  @Test(
    "other text is rejected with a reason, and changes nothing",
    arguments: [
      ("", "an empty body"), ("hello", "got other text"), ("[1,2]", "got other text"),
      ("{}", "\"time_s\""), (#"{"payload":7}"#, "got other text"),
      (#"{"payload":[7]}"#, "got other text"), (#"{"payload":[{"time":1}]}"#, "got other text"),
      (#"{"messageId":1,"payload":["#, "got other text"), ("\u{0}\u{1}", "got other text"),
      (String(repeating: "[", count: 100_000), "got other text"),
    ])
  func malformed(text: String, reason: String) throws {
    var decoder = PushedMotionDecoder(name: "phone")
    #expect {
      try decoder.decode(Array(text.utf8))
    } throws: {
      "\($0)".contains(reason)
    }
    #expect(decoder.counts.messages == 0 && decoder.counts.readings == 0)
  }

  private func message(_ number: Int, at times: [String]) -> [UInt8] {
    let readings = times.map {
      #"{"name":"gyroscopeuncalibrated","time":\#($0),"values":{"x":1,"y":0,"z":0}}"#
    }
    return Array(
      #"{"messageId":\#(number),"payload":[\#(readings.joined(separator: ","))]}"#.utf8)
  }

  @Test("times and message numbers of any size are used or left out")
  func extremes() throws {
    // Times over 146 years from 0 are left out.
    let far = ["9000000000000000000", "-9000000000000000000", "9.3e18", "1"]
    let (samples, counts) = try decoded([
      message(0, at: far), message(1, at: ["4.5e18", "-4.5e18"]),
    ])
    #expect(counts.invalidReadings == 3 && samples.count == 3)
    // Numbers that are none, or far ahead of the last one.
    for numbers in [
      [Int.max, Int.min, Int.max - 1], [0, 1 << 52, 1 << 52 + 1], [31, 1 << 53 - 1],
    ] {
      let messages = numbers.enumerated().map { message($1, at: ["\($0 * 4_000_000_000 + 1)"]) }
      #expect(try decoded(messages).samples.count == numbers.count)
    }
  }

  @Test("sessions whose clocks go back by centuries continue in time")
  func farSessions() throws {
    var decoder = PushedMotionDecoder(name: "phone")
    var samples: [SensorSample] = []
    for session in 0..<8 {
      let readings = ["-4.6e18", "4.6e18"].map {
        #"{"name":"gyroscope","time":\#($0),"values":{"x":1,"y":0,"z":0}}"#
      }
      let body = #"{"sessionId":"\#(session)","payload":[\#(readings.joined(separator: ","))]}"#
      samples += try decoder.decode(Array(body.utf8))
    }
    samples += decoder.finish()
    #expect(samples.count == 16)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("the convention is determined after 16,384 readings of one time")
  func oneTime() throws {
    var decoder = PushedMotionDecoder(name: "phone")
    let readings = [String](repeating: "1", count: 1 << 13)
    for number in 0..<3 { _ = try decoder.decode(message(number, at: readings)) }
    #expect(decoder.counts.lateReadings > 1 << 13)
  }

  @Test("a body in descending order of time is put in order")
  func descending() throws {
    let times = (1...50_000).reversed().map { "\($0 * 1_000_000)" }
    let (samples, counts) = try decoded([message(0, at: times)])
    #expect(samples.count == times.count && counts.leftOut == 0)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("readings that are no finite numbers are counted and left out, the others used")
  func invalid() throws {
    let body = """
      {"messageId":0,"payload":[
        {"name":"gyroscopeuncalibrated","time":1000000000,"values":{"x":null,"y":0,"z":0}},
        {"name":"gyroscopeuncalibrated","time":"1010000000","values":{"x":"1","y":0,"z":0}},
        {"name":"gyroscopeuncalibrated","time":1e300,"values":{"x":1,"y":0,"z":0}},
        {"name":"gyroscopeuncalibrated","time":1020000000},
        {"name":"location","time":"x","values":{"latitude":1}},
        {"name":"accelerometeruncalibrated","time":1.01e9,"values":{"x":0,"y":0,"z":9.8}}
      ]}
      """
    let (samples, counts) = try decoded([Array(body.utf8)])
    #expect(counts.invalidReadings == 3)
    #expect(samples.count == 1)
    #expect(samples.first?.rotationRate == Vector3(1, 0, 0))
    #expect(abs((samples.first?.acceleration?.z ?? 0) + 9.8 / 9.80665) < 1e-12)
  }
}

@Suite("Pushed public recording", .needsRecordings)
struct PushedPublicRecordingTests {
  /// The rows of the export's tables as readings.
  private func entries(_ folder: URL, tables: [String]) throws -> [PushedPhone.Entry] {
    try tables.flatMap { name -> [PushedPhone.Entry] in
      let text = try String(contentsOf: folder.appending(path: name + ".csv"), encoding: .utf8)
      let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
      let columns = rows[0].map(String.init)
      return rows.dropFirst().map { row in
        var values = Dictionary(
          uniqueKeysWithValues: zip(columns, row).map { ($0, Double($1) ?? .nan) })
        values["time"] = nil
        values["seconds_elapsed"] = nil
        return PushedPhone.Entry(
          name: name.lowercased(), time: Int64(row[0]) ?? 0, values: values)
      }
    }.sorted { $0.time < $1.time }
  }

  @Test(
    "an iPhone's export, pushed, yields the samples of the export",
    arguments: [
      ["AccelerometerUncalibrated", "GyroscopeUncalibrated"],
      [
        "Accelerometer", "Gravity", "Gyroscope", "Orientation", "AccelerometerUncalibrated",
        "GyroscopeUncalibrated",
      ],
      ["Accelerometer", "Gravity", "Gyroscope", "Orientation"],
    ])
  func iPhone(tables: [String]) throws {
    let folder = try #require(Locations.recordings).appending(path: "sensor-logger-iphone")
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    for name in tables + ["Metadata"] {
      try FileManager.default.copyItem(
        at: folder.appending(path: name + ".csv"), to: copy.appending(path: name + ".csv"))
    }
    let file = try #require(
      RecordingReader().read(copy.path, format: "sensor-logger").sensorSamples.first?.samples)
    let phone = PushedPhone(period: 0.1, start: 1_663_326_946_509_000_000)
    let messages = try phone.messages(entries(folder, tables: tables))
    var decoder = PushedMotionDecoder(name: "phone")
    var samples: [SensorSample] = []
    for message in PushedPhone.delivered(messages, seed: 1) {
      samples += try decoder.decode(message)
    }
    samples += decoder.finish()
    // The export's elapsed seconds are rounded to microseconds against its nanoseconds.
    #expect(difference(samples, file) < 1e-6)
    #expect(decoder.counts.leftOut == 0)
  }
}
