import Foundation
import MotionDelivery
import MotionFusion
import MotionRecordings
import MotionSources
import Testing

@Suite("LineSource", .timeLimit(.minutes(1)))
struct LineSourceTests {
  /// A pipe, closed with this object.
  private final class LinePipe {
    let reader: Int32
    private(set) var writer: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      close(reader)
      endInput()
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Foundation.write(writer, bytes, bytes.count) == bytes.count)
    }

    func endInput() {
      if writer >= 0 { close(writer) }
      writer = -1
    }
  }

  private func samples(
    of text: String, options: ReadingOptions = ReadingOptions()
  ) async throws -> [SensorSample] {
    let pipe = try LinePipe()
    pipe.write(text)
    pipe.endInput()
    var samples: [SensorSample] = []
    try await LineSource(descriptor: pipe.reader, name: "pipe", options: options)
      .run { samples.append($0) }
    return samples
  }

  private let table = """
    time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g
    0.5,1,2,3,0,0,-1

    0.51,,,,0,0,-1

    """
  private let objects = """
    {"time_s":0.5,"gyro_rad_s":[1,2,3],"accel_g":[0,0,-1]}

    {"time_s":0.51,"accel_g":[0,0,-1],"note":7}

    """
  private let expected = [
    SensorSample(
      timestamp: 0.5, rotationRate: Vector3(1, 2, 3), acceleration: Vector3(0, 0, -1)),
    SensorSample(timestamp: 0.51, acceleration: Vector3(0, 0, -1)),
  ]

  @Test("CSV and JSON Lines yield the same samples as files")
  func forms() async throws {
    for text in [table, objects, table.replacing("\n", with: "\r\n"), "\n" + objects] {
      #expect(try await samples(of: text) == expected)
      let file = try RecordingReader().read(
        Array(text.trimmingPrefix("\n").utf8), name: "file")
      #expect(file.sensorSamples.first?.samples == expected)
    }
    for text in ["", "\n\n"] {
      let error = await #expect(throws: MotionSourceError.self) { try await samples(of: text) }
      #expect(error?.description == "pipe: expected lines of samples, got none")
    }
  }

  @Test("samples do not depend on the chunks of bytes")
  func pieces() async throws {
    let pipe = try LinePipe()
    let source = LineSource(descriptor: pipe.reader, name: "pipe")
    let manager = MotionManager(source: source)
    var iterator = try manager.updates(policy: .neverMiss(buffering: 1)).makeAsyncIterator()
    pipe.write(#"{"time_s":1,"gyro_rad_s":[0,0,0],"#)
    pipe.write(#""accel_g":[0,0,-1]}"# + "\n" + #"{"ti"#)
    #expect(try await iterator.next()?.timestamp == 1)
    pipe.write(#"me_s":1.01,"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1]}"# + "\n")
    #expect(try await iterator.next()?.timestamp == 1.01)
    pipe.endInput()
    #expect(try await iterator.next() == nil)
    #expect(manager.failure == nil)
  }

  @Test("a last line without a line feed is used if valid, otherwise left out")
  func lastLine() async throws {
    #expect(try await samples(of: String(objects.dropLast())) == expected)
    #expect(try await samples(of: String(objects.dropLast(4))) == [expected[0]])
    #expect(try await samples(of: String(table.dropLast(5))) == [expected[0]])
  }

  @Test(
    "an invalid line is rejected with its number",
    arguments: [
      ("{\"time_s\":1}\n{\"t\":2}\n", "pipe: line 2: expected a JSON object with a number"),
      ("{\"time_s\":1,\"accel_g\":[1,2]}\n", "pipe: line 1: expected 3 components"),
      (
        "{\"time_s\":1,\"accel_g\":[1,\"2\",3]}\n", "expected 3 numbers, [x, y, z], for \"accel_g\""
      ),
      ("{\"time_s\":1,\"touch\":2}\n", "line 1: expected true, false, 0 or 1 for \"touch\""),
      ("{\"time_s\":\"1\"}\n", "line 1: expected a JSON object with a number \"time_s\""),
      ("{\"time_s\":1\n", "line 1: expected a JSON object with a number \"time_s\""),
      (
        "time_s,accel_x_g,accel_y_g,accel_z_g\n\n1,2,x,4\n", "line 3, column 'accel_y_g': expected"
      ),
      (
        "time_s,accel_x_g,accel_y_g,accel_z_g\n1,2,3\n",
        "line 2: expected 4 fields as in the header"
      ),
      ("time_s,accel_x_g,accel_y_g,accel_z_g\n1,2,nan,3\n", "got 'nan'"),
      ("a,b\n", "unknown format with the header 'a', 'b'"),
      // Without a line feed it may have been cut off.
      (String(repeating: "1", count: 60_000), "pipe: expected lines of samples, got none"),
    ])
  func malformed(text: String, reason: String) async throws {
    let error = await #expect(throws: MotionSourceError.self) { try await samples(of: text) }
    #expect(error?.kind == .badData)
    #expect(error?.description.contains(reason) ?? false, "\(error.debugDescription)")
  }

  @Test("non-finite samples are skipped and counted on request")
  func skipping() async throws {
    let pipe = try LinePipe()
    pipe.write("time_s,accel_x_g,accel_y_g,accel_z_g\n1,2,nan,3\n2,0,0,-1\n3,inf,0,0\n")
    pipe.endInput()
    let source = LineSource(
      descriptor: pipe.reader, name: "pipe", options: ReadingOptions(damage: .skip))
    var times: [Double] = []
    try await source.run { times.append($0.timestamp) }
    #expect(times == [2])
    #expect(source.skippedCount == 2)
  }

  @Test("invalid lines are skipped on request, unless all are invalid")
  func joinedInTheMiddle() async throws {
    let pipe = try LinePipe()
    pipe.write(#"ro_rad_s":[0,0,0]}"# + "\n" + #"{"time_s":1}"# + "\nnoise\n")
    pipe.write(#"{"time_s":2}"# + "\n")
    pipe.endInput()
    let options = ReadingOptions(damage: .skip)
    let source = LineSource(descriptor: pipe.reader, name: "pipe", options: options)
    var times: [Double] = []
    try await source.run { times.append($0.timestamp) }
    #expect(times == [1, 2])
    #expect(source.skippedCount == 2)

    let rows = String(repeating: "1,2,3\n", count: 200)
    let error = await #expect(throws: MotionSourceError.self) {
      try await samples(of: rows, options: options)
    }
    #expect(
      error?.description.hasPrefix("pipe: line 100: unknown format with the header '1', '2', '3'")
        ?? false)
  }

  @Test("stopped while waiting, run again: continues with the next line")
  func restart() async throws {
    let pipe = try LinePipe()
    let manager = MotionManager(source: LineSource(descriptor: pipe.reader, name: "pipe"))
    try manager.start()
    pipe.write("time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n")
    pipe.write("1,0,0,0,0,0,-1\n")
    while manager.deviceMotion?.timestamp != 1 { await Task.yield() }
    manager.stop()
    await manager.waitUntilEnded()
    pipe.write("2,0,0,0,0,0,-1\n")
    var iterator = try manager.updates().makeAsyncIterator()
    #expect(try await iterator.next()?.timestamp == 2)
  }

  @Test("bytes without a line feed are rejected")
  func endlessLine() async throws {
    let pipe = try LinePipe()
    let source = LineSource(descriptor: pipe.reader, name: "pipe")
    let run = Task { try await source.run { _ in } }
    // A pipe holds 64 kB: the second half waits until the first was read.
    let writer = Thread { [pipe = pipe.writer] in
      let bytes = [UInt8](repeating: 0x31, count: 1 << 17)
      _ = write(pipe, bytes, bytes.count)
    }
    writer.start()
    let error = await #expect(throws: MotionSourceError.self) { try await run.value }
    #expect(error?.reason.contains("without a line feed") ?? false)
  }
}
