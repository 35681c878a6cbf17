import MotionFusion
import MotionRecordings
import RotationMath
import Testing

/// The formats of other people's apps and data sets, told by a few rows made up for each.
@Suite("Formats")
struct FormatTests {
  private func read(_ text: String, options: ReadingOptions = ReadingOptions()) throws -> Recordings
  {
    try RecordingReader(options: options).read(Array(text.utf8), name: "r.csv")
  }

  // MARK: - One row of each

  /// A table of a format, and what its second row means.
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var text: String
    var time: Double
    var acceleration: Vector3<Double>?
    var rotationRate: Vector3<Double>?
    var magneticField: Vector3<Double>?

    var testDescription: String { format }
  }

  static let cases: [Case] = [
    Case(
      format: "phyphox",
      text: """
        "Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)","Absolute acceleration (m/s^2)"
        0.000000000E0,0.0E0,0.0E0,9.80665E0,9.80665E0
        1.000000000E-2,0.0E0,-9.80665E0,0.0E0,9.80665E0

        """, time: 0.01, acceleration: Vector3(0, 1, 0)),
    Case(
      format: "phyphox",
      text: """
        "Time (s)";"Gyroscope x (rad/s)";"Gyroscope y (rad/s)";"Gyroscope z (rad/s)";"Absolute (rad/s)"
        0,00;0;0;0;0
        0,01;0,5;-1,25E-1;2;2,1

        """, time: 0.01, rotationRate: Vector3(0.5, -0.125, 2)),
    Case(
      format: "phyphox",
      text: """
        Time (s)\tMagnetic field x (µT)\tMagnetic field y (µT)\tMagnetic field z (µT)
        0,00\t0\t0\t0
        0,01\t20,5\t-1\t-40

        """, time: 0.01, magneticField: Vector3(20.5, -1, -40)),
    Case(
      format: "sensor-log",
      text: """
        loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),\
        accelerometerAccelerationY(G),accelerometerAccelerationZ(G),gyroTimestamp_sinceReboot(s),\
        gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s)
        2026-01-01 10:00:00.000 +0000,100.00,0,0,-1,100.00,0,0,0
        2026-01-01 10:00:00.010 +0000,100.01,0,0.5,-1,100.01,1,2,3
        2026-01-01 10:00:00.020 +0000,100.01,0,0.5,-1,100.02,1,2,4

        """, time: 100.01, acceleration: Vector3(0, 0.5, -1), rotationRate: Vector3(1, 2, 3)),
    Case(
      format: "physics-toolbox",
      text: """
        time;gFx;gFy;gFz;wx;wy;wz;Bx;By;Bz;Gain
        0,00;0,01;−0,02;0,99;0;0;0;20;1;−40;−∞
        0,01;0,5;−0,25;1;0,1;−0,2;0,3;20,5;1;−40;−∞

        """, time: 0.01, acceleration: Vector3(-0.5, 0.25, -1),
      rotationRate: Vector3(0.1, -0.2, 0.3), magneticField: Vector3(20.5, 1, -40)),
    Case(
      format: "physics-toolbox",
      text: """
        time,gFx,gFy,gFz,gFTotal
        2026-01-01 10:00:00.0000,0.0,0.0,-1.0,1.0
        2026-01-01 10:00:00.2500,0.5,0.0,-0.5,0.7

        """, time: 1_767_261_600.25, acceleration: Vector3(0.5, 0, -0.5)),
    Case(
      format: "motion-sense",
      text: """
        ,attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,\
        rotationRate.x,rotationRate.y,rotationRate.z,\
        userAcceleration.x,userAcceleration.y,userAcceleration.z
        0,0,0,0,0,0,-1,0,0,0,0,0,0
        1,0,0,0.5,0,0,-1,0.25,0,0,0,0.5,0

        """, time: 0.02, acceleration: Vector3(0, 0.5, -1), rotationRate: Vector3(0.25, 0, 0)),
    Case(
      format: "oxiod",
      text: """
        1000.00,0,0,0,0,0,0,0,0,-1,0,0,0,20,0,-40
        1000.01,0,0,0,1,2,3,0,0,-1,0.5,0,0,20,0,-40

        """, time: 1000.01, acceleration: Vector3(0.5, 0, -1), rotationRate: Vector3(1, 2, 3),
      magneticField: Vector3(20, 0, -40)),
    Case(
      format: "oxiod",
      text: """
        timestamp(unix),attitude_roll(radians),attitude_pitch(radians),attitude_yaw(radians),\
        rotation_rate_x(radians/s),rotation_rate_y(radians/s),rotation_rate_z(radians/s),\
        gravity_x(G),gravity_y(G),gravity_z(G),user_acc_x(G),user_acc_y(G),user_acc_z(G)
        1500000000000,0,0,0,0,0,0,0,0,-1,0,0,0
        1500000000010,0,0,0,1,2,3,0,0,-1,0.5,0,0

        """, time: 1_500_000_000.01, acceleration: Vector3(0.5, 0, -1),
      rotationRate: Vector3(1, 2, 3)),
    Case(
      format: "euroc",
      text: """
        #timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],\
        a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]
        1403636579758555392,0,0,0,0,0,9.80665
        1403636579763555584,1,2,3,9.80665,0,0

        """, time: 1_403_636_579.763555584, acceleration: Vector3(-1, 0, 0),
      rotationRate: Vector3(1, 2, 3)),
    Case(
      format: "android-sensor-event",
      text: """
        Timestamp,Sensor,X,Y,Z
        5000000000,android.sensor.accelerometer,0,0,9.80665
        5000000000,android.sensor.gyroscope,0,0,0
        5004000000,android.sensor.light,300,,
        5010000000,TYPE_ACCELEROMETER,0,-9.80665,0
        5010000000,4,1,2,3

        """, time: 5.01, acceleration: Vector3(0, 1, 0), rotationRate: Vector3(1, 2, 3)),
  ]

  @Test("units, signs and times of the second row", arguments: cases)
  func units(expected: Case) throws {
    let recordings = try read(expected.text)
    #expect(recordings.format == expected.format)
    #expect(recordings.warnings.isEmpty)
    let sample = try #require(recordings.sensorSamples.first?.samples.dropFirst().first)
    #expect(abs(sample.timestamp - expected.time) <= expected.time.ulp)
    #expect(sample.rotationRate == expected.rotationRate)
    #expect(sample.magneticField == expected.magneticField)
    // Dividing by 9.80665 rounds once.
    if let acceleration = expected.acceleration {
      let read = try #require(sample.acceleration)
      #expect((read - acceleration).maximumMagnitude <= .ulpOfOne)
    } else {
      #expect(sample.acceleration == nil)
    }
  }

  @Test("a platform that is chosen decides the accelerometer's sign", arguments: cases)
  func platform(expected: Case) throws {
    guard expected.acceleration != nil else { return }
    let text = expected.text
    let lines = try RecordingWriter.text(of: read(text), format: "inertial-jsonl")
    let table = try RecordingWriter.text(of: read(text), format: "inertial-sensors")
    for text in [text, lines, table] {
      func accelerations(_ platform: ReadingOptions.Platform?) throws -> [Vector3<Double>] {
        let recordings = try read(text, options: ReadingOptions(platform: platform))
        return recordings.sensorSamples.flatMap(\.samples).compactMap(\.acceleration)
      }
      let (iOS, android) = (try accelerations(.iOS), try accelerations(.android))
      let stated = try accelerations(nil)
      #expect(iOS == android.map { -$0 } && !iOS.isEmpty)
      #expect(stated == iOS || stated == android)
    }
  }

  @Test("converted to our own formats, samples stay the same doubles", arguments: cases)
  func converted(original: Case) throws {
    let recordings = try read(original.text)
    for format in ["inertial-sensors", "inertial-jsonl"] {
      let written = try RecordingWriter.text(of: recordings, format: format)
      let samples = try read(written).sensorSamples.map(\.samples)
      #expect(samples == recordings.sensorSamples.map(\.samples))
    }
  }

  @Test("SensorLog: an equal time is no new reading")
  func repeatedReadings() throws {
    let text = try #require(Self.cases.first { $0.format == "sensor-log" }).text
    let samples = try #require(try read(text).sensorSamples.first?.samples)
    #expect(samples.map(\.timestamp) == [100, 100.01, 100.02])
    #expect(samples.map { $0.acceleration == nil } == [false, false, true])
  }

  @Test("MotionSense: Core Motion's angles and the file's gravity")
  func deviceMotion() throws {
    let text = try #require(Self.cases.first { $0.format == "motion-sense" }).text
    let motion = try #require(try read(text).deviceMotion.first?.samples.last)
    #expect(abs(motion.attitude.yaw - 0.5) < 1e-15)
    #expect(motion.gravity == Vector3(0, 0, -1))
    #expect(motion.userAcceleration == Vector3(0, 0.5, 0))
  }

  @Test("a log of one sensor needs the sensor in a column or the file's name")
  func oneSensor() throws {
    let bytes = Array(
      "timestamp,accuracy,x,y,z\n1700000000000,3,0,0,1\n1700000000010,3,0,0,2\n".utf8)
    let recordings = try RecordingReader().read(bytes, name: "P1/gyro/2026-01-01.csv")
    #expect(recordings.format == "android-sensor-event")
    #expect(
      recordings.sensorSamples.first?.samples == [
        SensorSample(timestamp: 1_700_000_000, rotationRate: Vector3(0, 0, 1)),
        SensorSample(timestamp: 1_700_000_000.01, rotationRate: Vector3(0, 0, 2)),
      ])
    let error = try #require(throws: RecordingError.self) {
      try RecordingReader().read(bytes, name: "2026-01-01.csv")
    }
    #expect(error.description.contains("expected a column of sensors"))
    // The longest name counts: this is not what the accelerometer reads.
    for name in ["linear_acceleration", "LinearAcceleration", "Linear Accelerometer"] {
      let linear = try #require(throws: RecordingError.self) {
        try RecordingReader().read(bytes, name: "accelerometer/\(name).csv")
      }
      #expect(linear.description.contains("without gravity alone"))
    }
    // The file's name comes before the folder's.
    let inner = try RecordingReader().read(bytes, name: "accelerometer/gyro.csv")
    #expect(inner.sensorSamples.first?.samples.last?.rotationRate == Vector3(0, 0, 2))
  }

  @Test("Android: gravity plus linear acceleration is the reading, with both signs changed")
  func androidMotion() throws {
    let recordings = try read(
      """
      timestamp,sensor,x,y,z
      0,gravity,0,0,9.80665
      0,linear_acceleration,9.80665,0,0
      10000000,gravity,0,0,9.80665
      10000000,linear_acceleration,0,-9.80665,0

      """)
    #expect(
      recordings.sensorSamples.first?.samples.map(\.acceleration) == [
        Vector3(-1, 0, -1), Vector3(0, 1, -1),
      ])
  }

  @Test("the platform option determines Physics Toolbox's sign")
  func platform() throws {
    let text = "time,gFx,gFy,gFz\n0,0,0,1\n0.01,0,0,1\n"
    for (platform, z) in [(nil, -1.0), (.android, -1), (.iOS, 1)]
      as [(
        ReadingOptions.Platform?, Double
      )]
    {
      let recordings = try read(text, options: ReadingOptions(platform: platform))
      #expect(recordings.sensorSamples.first?.samples.first?.acceleration == Vector3(0, 0, z))
    }
  }

  @Test("Physics Toolbox: a phone face down is a warning without a platform option")
  func faceDown() throws {
    let text = "time,gFx,gFy,gFz\n" + (0..<100).map { "\(Double($0) / 100),0,0,-1\n" }.joined()
    let warnings = try read(text).warnings
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.description.contains("lies face down in 4 of 4 stationary quarter seconds")
        == true)
    #expect(try read(text, options: ReadingOptions(platform: .iOS)).warnings.isEmpty)
    #expect(try read(text.replacing(",-1\n", with: ",1\n")).warnings.isEmpty)
  }

  @Test("phyphox: acceleration without gravity is rejected with the reason")
  func linearAcceleration() throws {
    let axes = ["x", "y", "z"].map { "Linear Acceleration \($0) (m/s^2)" }.joined(separator: ",")
    let error = try #require(throws: RecordingError.self) {
      try read("Time (s),\(axes)\n0,0,0,0\n")
    }
    #expect(error.description.contains("got acceleration without gravity"))
  }

  @Test("a header of two formats is an error with both names")
  func ambiguous() {
    #expect(
      throws: RecordingError(
        file: "r.csv", line: 1,
        problem: .ambiguousFormat(candidates: ["physics-toolbox", "android-sensor-event"]))
    ) { try read("time,sensor,x,y,z,gFx,gFy,gFz\n0,1,0,0,1,0,0,1\n") }
  }

  // MARK: - Poses

  @Test("EuRoC: the ground truth is a reference, w first")
  func groundTruth() throws {
    let recordings = try read(
      """
      #timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], \
      q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], v_RS_R_x [m s^-1]
      1403636580838555648,4.5,-1.25,0.75,0.6,0.8,0,0,0.1

      """)
    let pose = try #require(recordings.references.first?.samples.first)
    #expect(recordings.format == "euroc")
    #expect(pose.position == Vector3(4.5, -1.25, 0.75))
    #expect(pose.attitude?.quaternion == Quaternion(x: 0.8, y: 0, z: 0, w: 0.6))
  }

  @Test(
    "TUM: a written trajectory reads back as the same doubles", arguments: 0..<4 as Range<UInt64>)
  func trajectory(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var written = Recordings(format: "")
    written.references = [
      LabeledRecording(
        samples: (0..<20).map { index in
          ReferencePose(
            timestamp: 1_403_636_580 + Double(index) / 200,
            attitude: Attitude(
              pitch: random.nextNormal(), roll: random.nextNormal(), yaw: random.nextNormal()),
            position: Vector3(random.nextNormal(), 1e-9 * random.nextNormal(), 1e9))
        })
    ]
    let text = try RecordingWriter.text(of: written, format: "tum")
    let recordings = try read(text)
    #expect(recordings.format == "tum")
    let poses = try #require(recordings.references.first?.samples)
    let expected = written.references[0].samples
    #expect(poses.map(\.timestamp) == expected.map(\.timestamp))
    #expect(poses.map(\.position) == expected.map(\.position))
    #expect(poses.map(\.attitude) == expected.map(\.attitude))
  }

  @Test("TUM: device motion without positions reads back without positions")
  func attitudesOnly() throws {
    var written = Recordings(format: "")
    written.deviceMotion = [
      LabeledRecording(samples: [
        DeviceMotion(
          timestamp: 1, attitude: .identity, rotationRate: .zero, userAcceleration: .zero)
      ])
    ]
    let text = try RecordingWriter.text(of: written, format: "tum")
    #expect(text == "# timestamp tx ty tz qx qy qz qw\n1.0 0.0 0.0 0.0 0.0 0.0 0.0 1.0\n")
    #expect(try read(text).references.first?.samples.first?.position == nil)
  }

  // MARK: - Bad input

  struct Damage: Sendable, CustomTestStringConvertible {
    var format: String
    var text: String
    var error: RecordingError

    var testDescription: String { "\(format): \(error.problem)" }
  }

  private static func damage(
    _ format: String, _ text: String, line: Int?, column: String? = nil,
    _ problem: RecordingError.Problem
  ) -> Damage {
    Damage(
      format: format, text: text,
      error: RecordingError(file: "r.csv", line: line, column: column, problem: problem))
  }

  /// The text of the first case of `format` with one piece replaced.
  private static func altered(_ format: String, _ piece: String, by other: String) -> String {
    let text = cases.first { $0.format == format }?.text ?? ""
    precondition(text.contains(piece))
    return text.replacing(piece, with: other, maxReplacements: 1)
  }

  static let damages: [Damage] = [
    damage(
      "phyphox", altered("phyphox", "\"Acceleration z (m/s^2)\"", by: "\"z\""), line: 1,
      .missingColumns(["Acceleration z (m/s^2)"])),
    damage(
      "phyphox", altered("phyphox", "-9.80665E0", by: "-9;80665E0"), line: 3,
      column: "Acceleration y (m/s^2)", .notANumber(text: "-9;80665E0")),
    damage(
      "phyphox", altered("phyphox", "0.0E0,-9.80665E0", by: "0,0,-9,80665"), line: 3,
      .wrongFieldCount(found: 7, expected: 5)),
    damage(
      "sensor-log", altered("sensor-log", "100.01,0,0.5", by: "100.01,nan,0.5"), line: 3,
      column: "accelerometerAccelerationX(G)", .notFinite(text: "nan")),
    damage(
      "sensor-log", altered("sensor-log", "accelerometerTimestamp_sinceReboot(s)", by: "t"),
      line: 1,
      .missingColumns(["accelerometerTimestamp_sinceReboot(s)"])),
    damage(
      "physics-toolbox", altered("physics-toolbox", "0,01;0,5", by: "-0,01;0,5"), line: 3,
      column: "time", .backwardTime(seconds: -0.01, previous: 0)),
    damage(
      "physics-toolbox", altered("physics-toolbox", "−0,25", by: "1.000,25"), line: 3,
      column: "gFy", .notANumber(text: "1.000,25")),
    damage(
      "motion-sense", altered("motion-sense", "1,0,0,0.5", by: "1,0,0,inf"), line: 3,
      column: "attitude.yaw", .notFinite(text: "inf")),
    damage(
      "motion-sense", altered("motion-sense", "gravity.y", by: "gy"), line: 1,
      .missingColumns(["gravity.y"])),
    damage(
      "oxiod", altered("oxiod", "1000.01", by: "999.99"), line: 2, column: "Time",
      .backwardTime(seconds: 999.99, previous: 1000)),
    damage(
      "oxiod", altered("oxiod", "0.5,0,0,20", by: "0.5,,0,20"), line: 2, column: "user_acc_y(G)",
      .notFinite(text: "")),
    damage(
      "euroc", altered("euroc", "1403636579763555584", by: "1403636579753555584"), line: 3,
      column: "#timestamp [ns]",
      .backwardTime(seconds: 1_403_636_579.753555584, previous: 1_403_636_579.758555392)),
    damage(
      "euroc", altered("euroc", "a_RS_S_z [m s^-2]", by: "a"), line: 1,
      .missingColumns(["a_RS_S_z [m s^-2]"])),
    damage(
      "android-sensor-event", altered("android-sensor-event", "5010000000,4", by: "4990000000,4"),
      line: 6, column: "Timestamp", .backwardTime(seconds: 4.99, previous: 5)),
    damage(
      "android-sensor-event", altered("android-sensor-event", "4,1,2,3", by: "4,1,2,high"), line: 6,
      column: "Z", .notANumber(text: "high")),
    damage(
      "tum", "# made up\n1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0\n3 0 0 0 0 0 0 1\n", line: 3,
      .wrongFieldCount(found: 7, expected: 8)),
    damage(
      "tum", "1 0 0 0 0 0 0 1\n2 0 0 0 0 0 x 1\n", line: 2, column: "qz", .notANumber(text: "x")),
    damage(
      "tum", "1 0 0 0 0 0 0 1\n0.5 0 0 0 0 0 0 1\n", line: 2, column: "timestamp",
      .backwardTime(seconds: 0.5, previous: 1)),
    damage(
      "tum", "1 0 0 0 0 0 0 0.5\n", line: 1, column: "qw",
      .notARotation(length: 0.5)),
  ]

  @Test("damage is an error with file, line and column", arguments: damages)
  func refused(damage: Damage) throws {
    #expect(throws: damage.error) { try read(damage.text) }
  }

  @Test("a table of another format is an error", arguments: RecordingReader.formats.map(\.name))
  func otherFormat(name: String) {
    #expect(throws: RecordingError.self) {
      try RecordingReader().read(Array("a,b\n1,2\n3,4\n".utf8), name: "r.csv", format: name)
    }
  }

  @Test("a pose whose quaternion is zeros has a position alone")
  func unknownAttitude() throws {
    let poses = try read("1 0 0 0 0 0 0 1\n2 3 0 0 0 0 0 0\n").references[0].samples
    #expect(poses.map { $0.attitude == nil } == [false, true])
    #expect(poses[1].position == Vector3(3, 0, 0))
  }

  @Test("a file that ends within a row yields the whole rows", arguments: cases)
  func cutOff(whole: Case) throws {
    let lastRow = try #require(whole.text.split(separator: "\n").last)
    let recordings = try read(String(whole.text.dropLast(lastRow.count / 2 + 1)))
    let samples = try #require(recordings.sensorSamples.first?.samples)
    let all = try #require(try read(whole.text).sensorSamples.first?.samples)
    #expect(samples != all)
    #expect(samples.dropLast() == all.prefix(samples.count - 1))
    #expect(
      recordings.warnings == [RecordingWarning(file: "r.csv", kind: .incompleteRows, count: 1)])
  }
}
