import MotionFusion
import MotionRecordings
import Testing

@Suite("Rows with labels and rows of several kinds")
struct TaggedRowsTests {
  private func read(
    _ text: String, options: ReadingOptions = ReadingOptions()
  ) throws -> Recordings {
    try RecordingReader(options: options).read(Array(text.utf8), name: "log.txt")
  }

  /// Rows at rest with *z* up.
  private func rows(_ row: (Int) -> String) -> String { (0..<60).map { row($0) + "\n" }.joined() }

  @Test(
    "labelled numbers are columns, with any separator and mark",
    arguments: [(",", ":"), ("\t", ":"), (" ", "="), ("; ", ": "), (", ", " = ")])
  func labels(separator: String, mark: String) throws {
    let text =
      "Calibrating, done: ok\n"
      + rows { index in
        [("time_ms", 10 * index), ("accX_mg", 0), ("accY_mg", 0), ("accZ_mg", 1000 + index % 2)]
          .map { "\($0.0)\(mark)\($0.1)" }.joined(separator: separator)
      }
    let samples = try #require(try read(text).sensorSamples.first?.samples)
    #expect(samples.count == 60)
    #expect(samples[3].timestamp == 0.03)
    let acceleration = try #require(samples[3].acceleration)
    #expect((acceleration - Vector3(0, 0, -1.001)).maximumMagnitude <= 2 * .ulpOfOne)
  }

  @Test("a format without labels rejects labelled numbers", arguments: ["inertial-jsonl", "kitti"])
  func formatWithoutLabels(format: String) throws {
    let text = rows { "time_ms:\(10 * $0),ax_g:0,ay_g:0,az_g:1" }
    #expect(throws: RecordingError.self) {
      try RecordingReader().read(Array(text.utf8), name: "log.txt", format: format)
    }
  }

  @Test("a row with other labels is an error with its line; without times the rate is asked")
  func otherLabels() throws {
    let row = { (index: Int) in "time_ms:\(10 * index),ax_g:0,ay_g:0,az_g:1" }
    let error = try #require(throws: RecordingError.self) {
      try read(rows(row) + "time_ms:600,ay_g:0,ax_g:0,az_g:1\n")
    }
    #expect((error.line, error.column) == (61, "ax_g"))
    let cutOff = try read(rows(row) + "time_ms:600,ax_g:0,ay_g:0,az")
    #expect(cutOff.sensorSamples.first?.samples.count == 60)
    let question = try #require(throws: RecordingError.self) {
      try read(rows { "ax_g:0,ay_g:\($0 % 3),az_g:1" })
    }
    #expect(question.proposal == "time=row/RATE, accel=ax_g ay_g az_g [g]")
  }

  @Test(
    "each kind of rows has the names of a line before it",
    arguments: [
      "% A log\n% A Data: A;Time(s);Acc_X(g);Acc_Y(g);Acc_Z(g)\n"
        + "% G Data: G;Time(s);Gyr_X(rad/s);Gyr_Y(rad/s);Gyr_Z(rad/s);Accuracy\n",
      "FMT;1;2;A;Qfff;Time(s);Acc_X(g);Acc_Y(g);Acc_Z(g)\n"
        + "FMT;3;4;G;QffffB;Time(s);Gyr_X(rad/s);Gyr_Y(rad/s);Gyr_Z(rad/s);Accuracy\n",
    ])
  func kinds(head: String) throws {
    let text =
      head + rows { "A;\(Double($0) / 50);0;0;1\nG;\(Double($0) / 50 + 0.005);1;2;3;3\nS;1;2" }
    let recordings = try read(text)
    #expect(recordings.format == "tagged-rows")
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.count == 120)
    #expect(samples[2].acceleration == Vector3(0, 0, -1) && samples[2].rotationRate == nil)
    #expect(samples[3].rotationRate == Vector3(1, 2, 3) && samples[3].timestamp == 0.025)
    let lines = head.split(separator: "\n").count
    let error = try #require(throws: RecordingError.self) {
      try read(text.replacing("A;0.02;0;0;1", with: "A;0.02;0;x;1"))
    }
    #expect((error.line, error.column) == (lines + 4, "Acc_Y(g)"))
  }

  @Test("raw readings of Google's loggers, with names in comments and in one table")
  func uncalibrated() throws {
    let names = ["Accel", "Gyro"].map { sensor in
      let unit = sensor == "Accel" ? "Mps2" : "RadPerSec"
      let axes = ["X", "Y", "Z"].map { "Uncal\(sensor)\($0)\(unit)" }
      let biases = ["X", "Y", "Z"].map { "\(sensor == "Accel" ? "Bias" : "Drift")\($0)\(unit)" }
      return "# Uncal\(sensor),utcTimeMillis,elapsedRealtimeNanos,"
        + (axes + biases).joined(separator: ",")
    }
    let head = "# \n# Version: v3.0 Platform: 13\n# Raw,utcTimeMillis,TimeNanos,A,B\n# \n"
    let rows = rows { index in
      let times = "\(1_700_000_000_000 + 20 * index),\(5_000_000_000 + 20_000_000 * index)"
      return "UncalAccel,\(times),0,0,9.80665,0,0,0\nUncalGyro,\(times),1,2,3,0.5,0,0"
    }
    let table =
      "MessageType,utcTimeMillis,elapsedRealtimeNanos,MeasurementX,MeasurementY,MeasurementZ,"
      + "BiasX,BiasY,BiasZ\n"
    for text in [head + names.joined(separator: "\n# \n") + "\n# \n" + rows, table + rows] {
      let samples = try #require(try read(text).sensorSamples.first?.samples)
      #expect(
        samples.compactMap(\.acceleration) == [Vector3](repeating: Vector3(0, 0, -1), count: 60))
      #expect(
        samples.compactMap(\.rotationRate) == [Vector3](repeating: Vector3(1, 2, 3), count: 60))
      #expect(abs((samples.last?.timestamp ?? 0) - samples[0].timestamp - 59 * 0.02) < 1e-5)
    }
  }

  @Test("a second kind with the same sensor is left out with a warning; a map can read it")
  func secondKind() throws {
    let names = "Time(s);Acc_X(g);Acc_Y(g);Acc_Z(g)"
    let text =
      "FMT;0;A1;Qfff;\(names)\nFMT;0;A2;Qfff;\(names.replacing("Acc", with: "Accel"))\n"
      + rows { "A1;\(Double($0) / 50);0;0;1\nA2;\(Double($0) / 50);0;1;0" }
    let recordings = try read(text)
    #expect(recordings.sensorSamples.first?.samples.first?.acceleration == Vector3(0, 0, -1))
    #expect(recordings.warnings.contains { $0.description.contains("'A2' are left out") })
    let map = try ColumnMap(
      "time='Time(s)', accel='Accel_X(g)' 'Accel_Y(g)' 'Accel_Z(g)' [g]")
    let second = try read(text, options: ReadingOptions(columns: map))
    #expect(second.sensorSamples.first?.samples.first?.acceleration == Vector3(0, -1, 0))
  }

  @Test("kinds follow a thousand rows of parameters and other kinds", arguments: [4, 5])
  func flightLog(fields: Int) throws {
    let rates = ["X", "Y", "Z"].map { "Gyr\($0)(rad/s)" }.joined(separator: ",")
    let kinds = (0..<120).map { "FMT, \($0), 40, K\($0), QBfff, TimeUS,I,Roll,Pitch,Yaw" }
    let formats =
      kinds + [
        "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns",
        "FMT, 64, 31, PARM, QNff, TimeUS,Name,Value\(fields == 5 ? ",Default" : "")",
        "FMT, 20, 80, IMU, QBffffff, TimeUS,I,\(rates),AccX,AccY,AccZ",
        "FMT, 21, 40, MAG, QBhhh, TimeUS,I,MagX,MagY,MagZ",
      ]
    let parameters = (0..<1200).map {
      "PARM, \(1000 + $0), A_LONG_NAME_\($0), 1.5\(fields == 5 ? ", 2.5" : "")"
    }
    let others = (0..<300).map { "K\($0 % 120), \(9000 + $0), 0, 1, 2, 3" }
    let rows = (0..<60).map { index in
      "IMU, \(100_000 + 20_000 * index), 0, 0.1, 0.2, 0.3, 0, 0, -9.8\n"
        + "MAG, \(110_000 + 20_000 * index), 0, 200, 0, 400"
    }
    let recordings = try read(
      (formats + parameters + others + rows).joined(separator: "\n") + "\n")
    #expect(recordings.format == "tagged-rows")
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.count == 120)
    #expect(samples[0].rotationRate == Vector3(0.1, 0.2, 0.3))
    #expect(samples[1].magneticField != nil && samples[1].timestamp == 0.11)
  }
}
