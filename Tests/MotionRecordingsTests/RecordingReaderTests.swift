import MotionFusion
import MotionRecordings
import Testing

@Suite("RecordingReader")
struct RecordingReaderTests {
  private func read(
    _ text: String, format: String? = nil, damage: ReadingOptions.Damage = .reject
  ) throws(RecordingError) -> Recordings {
    try RecordingReader(options: ReadingOptions(damage: damage))
      .read(Array(text.utf8), name: "r.csv", format: format)
  }

  // MARK: - Round trips

  @Test("every written format reads back as the same doubles", arguments: 0..<4 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func vector() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal() * 1e-7, random.nextNormal() * 1e7)
    }
    func attitude() -> Attitude {
      Attitude(pitch: random.nextNormal(), roll: random.nextNormal(), yaw: random.nextNormal())
    }
    let times = (0..<20).map { 4495.906 + Double($0) / 93.99 }
    let attitudes = times.map { _ in attitude() }
    var written = Recordings(format: "")
    written.sensorSamples = [
      LabeledRecording(
        label: "A, or \"B\"", user: "u", name: "r.csv#0",
        samples: times.map {
          SensorSample(timestamp: $0, rotationRate: vector(), acceleration: vector())
        })
    ]
    written.references = [
      LabeledRecording(
        label: "A, or \"B\"", user: "u", name: "r.csv#0",
        samples: zip(times, attitudes).map {
          ReferencePose(timestamp: $0, attitude: $1, position: vector())
        })
    ]
    written.deviceMotion = ["A", "B"].enumerated().map { index, label in
      LabeledRecording(
        label: label, name: "r.csv#\(index)",
        samples: zip(times, attitudes).map {
          DeviceMotion(
            timestamp: $0, attitude: $1, rotationRate: vector(), userAcceleration: vector())
        })
    }
    written.strokes = [
      LabeledRecording(
        name: "r.csv#0",
        samples: times.map {
          Sample2D(x: random.nextNormal(), y: random.nextNormal(), timestamp: $0)
        })
    ]

    let sensors = try read(try RecordingWriter.text(of: written, format: "inertial-sensors"))
    #expect(sensors.format == "inertial-sensors")
    #expect(sensors.sensorSamples == written.sensorSamples)
    let poses = try #require(sensors.references.first).samples
    for (pose, expected) in zip(poses, written.references[0].samples) {
      #expect(pose == expected)
    }
    let lines = try read(try RecordingWriter.text(of: written, format: "inertial-jsonl"))
    #expect(lines.format == "inertial-jsonl")
    #expect(lines.sensorSamples.first?.samples == written.sensorSamples.first?.samples)
    let motion = try read(try RecordingWriter.text(of: written, format: "inertial-motion"))
    #expect(motion.format == "inertial-motion")
    #expect(motion.deviceMotion.map(\.label) == ["A", "B"])
    #expect(motion.deviceMotion.map(\.samples) == written.deviceMotion.map(\.samples))
    let strokes = try read(try RecordingWriter.text(of: written, format: "inertial-strokes"))
    #expect(strokes.format == "inertial-strokes")
    #expect(strokes.strokes == written.strokes)
  }

  @Test("raw samples are written as device motion, which is estimated")
  func motionOfRawSamples() throws {
    // The rates are a bias, which is found in the first stationary phase, after 1.5 s.
    let rows = (0..<400).map { "\(Double($0) / 100),0.01,-0.02,0.01,0,-0.6,-0.8\n" }.joined()
    let header = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    let raw = try RecordingReader().read(Array((header + rows).utf8), name: "r.csv")
    let text = try RecordingWriter.text(of: raw, format: "inertial-motion")
    let motion = try RecordingReader().read(Array(text.utf8), name: "m.csv")
    let samples = try #require(motion.deviceMotion.first?.samples)
    #expect(samples.count > 350)
    for sample in samples.suffix(50) {
      #expect((sample.gravity - Vector3(0, -0.6, -0.8)).length < 0.01)
      #expect(sample.userAcceleration.length < 0.01)
    }
  }

  @Test(
    "the outputs of orientation and track are references",
    arguments: [
      ("t,qw,qx,qy,qz\n0,1,0,0,0\n0.01,0.6,0,0.8,0\n", false),
      ("t,qx,qy,qz,qw,inclination_sigma\n0,0,0,0,1,2\n0.01,0,0.8,0,0.6,2\n", false),
      ("t,x,y,z,vx,vy,vz,qw,qx,qy,qz\n0,1,2,3,0,0,0,1,0,0,0\n0.01,1,2,4,0,0,0,0.6,0,0.8,0\n", true),
    ])
  func poses(text: String, hasPosition: Bool) throws {
    let recordings = try RecordingReader().read(Array(text.utf8), name: "r.csv")
    #expect(recordings.format == "inertial-poses" && recordings.warnings.isEmpty)
    let pose = try #require(recordings.references.first?.samples.last)
    #expect(pose.timestamp == 0.01)
    #expect(abs((pose.attitude?.quaternion.y ?? 0) - 0.8) < 1e-12)
    #expect(pose.position == (hasPosition ? Vector3(1, 2, 4) : nil))
  }

  @Test(
    "one recording of several, by its name or its end", arguments: ["r.csv#b", "b"])
  func chosenRecording(name: String) throws {
    let text =
      "recording,label,time_s,accel_x_g,accel_y_g,accel_z_g\n"
      + (0..<8).map { "\($0 < 4 ? "a" : "b"),\($0 < 4 ? "A" : "B"),\(Double($0) / 50),0,0,-1\n" }
      .joined()
    func read(_ name: String) throws -> Recordings {
      try RecordingReader(options: ReadingOptions(recording: name)).read(
        Array(text.utf8), name: "r.csv")
    }
    let recordings = try read(name)
    #expect(recordings.sensorSamples.map(\.label) == ["B"])
    #expect(recordings.sensorSamples.first?.samples.count == 4)
    let error = #expect(throws: RecordingError.self) { try read("c") }
    #expect(
      error?.description == "r.csv: expected --recording to be one of 'a', 'b', got 'c'")
  }

  @Test("device motion is written as equivalent raw samples")
  func rawSamplesOfMotion() throws {
    let motion = DeviceMotion(
      timestamp: 1, attitude: Attitude(pitch: 0.5, roll: 0.25, yaw: -1),
      rotationRate: Vector3(1, 2, 3), userAcceleration: Vector3(0.5, 0, -0.25))
    var written = Recordings(format: "")
    written.deviceMotion = [LabeledRecording(label: "A", name: "r.csv#0", samples: [motion])]
    let sensors = try read(try RecordingWriter.text(of: written, format: "inertial-sensors"))
    #expect(
      sensors.sensorSamples == [
        LabeledRecording(
          label: "A", name: "r.csv#0",
          samples: [
            SensorSample(
              timestamp: 1, rotationRate: Vector3(1, 2, 3),
              acceleration: motion.gravity + Vector3(0.5, 0, -0.25))
          ])
      ])
    #expect(sensors.references.first?.samples.first?.attitude == motion.attitude)
  }

  // MARK: - Signs and units

  @Test("x-io: degrees per second become radians, specific force becomes Core Motion's sign")
  func xio() throws {
    let recordings = try read(
      """
      Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),\
      Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)
      0,180,0,-90,0,0,1
      """)
    let sample = try #require(recordings.sensorSamples.first?.samples.first)
    #expect(recordings.format == "described")
    #expect(sample.rotationRate == Vector3(.pi, 0, -.pi / 2))
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.magneticField == nil)
  }

  @Test("broad: m/s² become g with Core Motion's sign; a missing reference is nil")
  func broad() throws {
    let recordings = try read(
      """
      gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,\
      mag_x_uT,mag_y_uT,mag_z_uT,ref_qw,ref_qx,ref_qy,ref_qz,\
      ref_pos_x_m,ref_pos_y_m,ref_pos_z_m,movement
      0,0,0,0,0,9.80665,1,2,3,1,0,0,0,0,0,1,0
      0,0,0,0,0,9.80665,1,2,3,,,,,,,,1

      """)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    let poses = try #require(recordings.references.first?.samples)
    #expect(samples.map(\.acceleration) == [Vector3(0, 0, -1), Vector3(0, 0, -1)])
    #expect(samples[1].timestamp == 7.0 / 2000)
    #expect(poses.map { $0.attitude == nil } == [false, true])
    #expect(poses.map(\.isScored) == [false, true])
  }

  @Test("our own table: specific force in m/s², and where errors count")
  func specificForce() throws {
    let recordings = try read(
      """
      time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,\
      mag_x_uT,mag_y_uT,mag_z_uT,ref_qw,ref_qx,ref_qy,ref_qz,\
      ref_pos_x_m,ref_pos_y_m,ref_pos_z_m,movement
      0,0,0,0,0,9.80665,0,,,,1,0,0,0,,,,0
      0.01,0,0,0,0,0,9.80665,1,2,3,,,,,,,,1

      """)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    let poses = try #require(recordings.references.first?.samples)
    #expect(recordings.format == "inertial-sensors")
    #expect(recordings.referenceHeading == .unknown)
    #expect(samples.map(\.timestamp) == [0, 0.01])
    #expect(samples.map(\.acceleration) == [Vector3(0, -1, 0), Vector3(0, 0, -1)])
    #expect(samples.map(\.magneticField) == [nil, Vector3(1, 2, 3)])
    #expect(poses.map { $0.attitude == nil } == [false, true])
    #expect(poses.map(\.isScored) == [false, true])
  }

  @Test("our own table with the accelerometer in g and in m/s²: g is used, in files and live")
  func twoAccelerations() throws {
    let gyroscope = "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s"
    let force = "accel_x_m_s2,accel_y_m_s2,accel_z_m_s2"
    let acceleration = "accel_x_g,accel_y_g,accel_z_g"
    for header in ["\(acceleration),\(force)", "\(force),\(acceleration)"] {
      let isFirst = header.hasPrefix(acceleration)
      let lines = [
        "time_s,\(gyroscope),\(header)",
        "0,1,2,3," + (isFirst ? "0.5,0,-1,7,8,9" : "7,8,9,0.5,0,-1"),
      ]
      let samples = try read(lines.joined(separator: "\n") + "\n").sensorSamples[0].samples
      #expect(samples.map(\.acceleration) == [Vector3(0.5, 0, -1)])
      var decoder = SensorSampleDecoder(name: "live")
      let decoded = try lines.compactMap { line in try decoder.decode(Array(line.utf8)) }
      #expect(decoded == samples)
    }
  }

  @Test("a pose that is not finite is left out; a row that is cut off is no sample")
  func damagedPoses() throws {
    let tables = [
      "time_s,accel_x_g,accel_y_g,accel_z_g,ref_qw,ref_qx,ref_qy,ref_qz,movement\n"
        + "0,0,0,-1,1,0,0,0,1\n0.01,0,0,-1,nan,0,0,0,1\n0.02,0,0,-1,1,0,0,0,1\n"
        + "0.03,0,0,-1,1,0,0,0,",
      "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,"
        + "ref_qw,ref_qx,ref_qy,ref_qz,movement\n0,0,0,0,0,9.8,1,0,0,0,1\n"
        + "0,0,0,0,0,9.8,nan,0,0,0,1\n0,0,0,0,0,9.8,1,0,0,0,1\n0,0,0,0,0,9.8,1,0,0,0,",
    ]
    for table in tables {
      let recordings = try RecordingReader(options: ReadingOptions(damage: .skip))
        .read(Array(table.utf8), name: "r.csv")
      #expect(recordings.sensorSamples.first?.samples.count == 3)
      #expect(recordings.references.first?.samples.count == 2)
      #expect(recordings.warnings.contains { $0.kind == .incompleteRows })
    }
  }

  @Test("poses at other times than the samples, and where errors count, are written")
  func posesOfOtherTimes() throws {
    var written = Recordings(format: "")
    let samples = (0..<5).map {
      SensorSample(timestamp: Double($0) / 100, acceleration: Vector3(0, 0, -1))
    }
    let poses = (0..<6).map {
      var pose = ReferencePose(timestamp: 0.0075 * Double($0 - 1), position: Vector3(1, 2, 3))
      pose.isScored = $0 % 2 == 0
      return pose
    }
    written.sensorSamples = [LabeledRecording(name: "r.csv", samples: samples)]
    written.references = [LabeledRecording(name: "r.csv", samples: poses)]
    let text = try RecordingWriter.text(of: written, format: "inertial-sensors")
    let back = try read(text)
    #expect(back.sensorSamples == written.sensorSamples)
    // Rows of samples without a pose have an empty one.
    #expect(back.references.first?.samples.filter { $0.position != nil } == poses)
  }

  @Test(
    "the frame of the reference is kept in our own table",
    arguments: [ReferenceHeading.east, .magneticNorth, .unknown])
  func referenceFrame(heading: ReferenceHeading) throws {
    var recordings = Recordings(format: "broad")
    recordings.sensorSamples = [
      LabeledRecording(
        name: "a", samples: [SensorSample(timestamp: 0, acceleration: Vector3(0, 0, -1))])
    ]
    let poses = [ReferencePose(timestamp: 0, attitude: .identity, position: Vector3(1, 2, 3))]
    recordings.references = [LabeledRecording(name: "a", samples: poses)]
    recordings.referenceHeading = heading
    let text = try RecordingWriter.text(of: recordings, format: "inertial-sensors")
    let copy = try read(text)
    #expect(copy.referenceHeading == heading)
    #expect(copy.references.first?.samples == poses)
  }

  // MARK: - Damage

  private let header = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g"

  private func sensors(_ rows: String...) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  @Test("a NaN is an error with its place, or left out and counted")
  func notFinite() throws {
    let text = sensors("0,0,0,0,0,0,-1", "0.01,0,nan,0,0,0,-1", "0.02,0,0,0,0,0,-1")
    #expect(
      throws: RecordingError(
        file: "r.csv", line: 3, column: "gyro_y_rad_s", problem: .notFinite(text: "nan"))
    ) { try read(text) }
    let recordings = try read(text, damage: .skip)
    #expect(recordings.sensorSamples.first?.samples.map(\.timestamp) == [0, 0.02])
    #expect(
      recordings.warnings == [
        RecordingWarning(file: "r.csv", line: 3, kind: .nonFiniteSamples, count: 1)
      ])
  }

  @Test("a backward time is an error with its place, or left out and counted")
  func backwardTime() throws {
    let text = sensors("0,0,0,0,0,0,-1", "0.02,0,0,0,0,0,-1", "0.01,0,0,0,0,0,-1")
    #expect(
      throws: RecordingError(
        file: "r.csv", line: 4, column: "time_s",
        problem: .backwardTime(seconds: 0.01, previous: 0.02))
    ) { try read(text) }
    let recordings = try read(text, damage: .skip)
    #expect(recordings.sensorSamples.first?.samples.map(\.timestamp) == [0, 0.02])
    #expect(
      recordings.warnings == [
        RecordingWarning(file: "r.csv", line: 4, kind: .backwardTimes, count: 1)
      ])
  }

  @Test("repeated times and gaps are kept and counted")
  func gaps() throws {
    let rest = ",0,0,0,0,0,-1"
    let text = sensors(
      "0" + rest, "1" + rest, "1" + rest, "2" + rest, "9" + rest, "10" + rest, "16" + rest)
    let recordings = try read(text)
    #expect(recordings.sensorSamples.first?.samples.count == 7)
    #expect(
      recordings.warnings == [
        RecordingWarning(file: "r.csv", line: 4, kind: .repeatedTimes, count: 1),
        RecordingWarning(file: "r.csv", line: 6, kind: .gaps(seconds: 7), count: 2),
      ])
  }

  @Test(
    "a file that ends within a row yields the whole rows", arguments: ["0.0", "0.01,0,0,0,0,0,-"])
  func cutOff(rest: String) throws {
    let recordings = try read(sensors("0,0,0,0,0,0,-1") + rest)
    #expect(recordings.sensorSamples.first?.samples.count == 1)
    #expect(
      recordings.warnings == [RecordingWarning(file: "r.csv", kind: .incompleteRows, count: 1)])
  }

  @Test("empty fields of a sensor are no reading")
  func absentSensor() throws {
    let recordings = try read(sensors("0,,,,0,0,-1", "0.01,1,2,3,,,"))
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.map(\.rotationRate) == [nil, Vector3(1, 2, 3)])
    #expect(samples.map(\.acceleration) == [Vector3(0, 0, -1), nil])
  }

  @Test("JSON Lines: absent sensors, a cut-off end, the line of an error")
  func jsonLines() throws {
    let whole = """
      {"time_s":0,"accel_g":[0,0,-1],"touch":false}

      {"time_s":0.01,"gyro_rad_s":[1,2,3],"touch":true,"note":"other keys are ignored"}

      """
    let recordings = try read(whole + "{\"time_s\":0.02,\"acc")
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.map(\.acceleration) == [Vector3(0, 0, -1), nil])
    #expect(samples.map(\.rotationRate) == [nil, Vector3(1, 2, 3)])
    #expect(samples.map(\.isTouching) == [false, true])
    #expect(
      recordings.warnings == [RecordingWarning(file: "r.csv", kind: .incompleteRows, count: 1)])
    for wrong in ["{\"time_s\":\"now\"}\n", "{\"time_s\":1,\"accel_g\":[1,2]}\n", "[]\n"] {
      let error = try #require(throws: RecordingError.self) { try read(whole + wrong) }
      #expect(error.line == 4)
    }
  }

  @Test("the touch column is read with each sample and written back")
  func touches() throws {
    let text =
      "time_s,touch,accel_x_g,accel_y_g,accel_z_g\n"
      + zip(0..., [0, 1, 1, 0, 1, 1, 1, 0]).map { "\($0),\($1),0,0,-1\n" }.joined()
    let recordings = try read(text)
    let expected = [false, true, true, false, true, true, true, false]
    #expect(recordings.sensorSamples.first?.samples.map(\.isTouching) == expected)
    let written = try RecordingWriter.text(of: recordings, format: "inertial-sensors")
    #expect(try read(written).sensorSamples.first?.samples.map(\.isTouching) == expected)
  }

  @Test("the touch column belongs to the recording of its row")
  func touchesOfTwo() throws {
    let text = """
      recording,time_s,touch,accel_x_g,accel_y_g,accel_z_g
      0,0,0,0,0,-1
      0,1,1,0,0,-1
      1,5,1,0,0,-1
      1,6,1,0,0,-1
      0,7,1,0,0,-1

      """
    let touches = try read(text).sensorSamples.map { $0.samples.map(\.isTouching) }
    #expect(touches == [[false, true, true], [true, true]])
  }

  @Test("a quaternion of another length is rejected; a rounded one is normalised")
  func notARotation() throws {
    let columns =
      "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,"
      + "user_accel_x_g,user_accel_y_g,user_accel_z_g"
    func motion(_ quaternion: String) throws(RecordingError) -> DeviceMotion? {
      try read("time_s,qw,qx,qy,qz,\(columns)\n0,\(quaternion),0,0,0,0,0,0\n")
        .deviceMotion.first?.samples.first
    }
    for (quaternion, length) in [("0.5,0,0,0", 0.5), ("0,0.98,0,0", 0.98), ("0,0,0,1.02", 1.02)] {
      #expect(
        throws: RecordingError(
          file: "r.csv", line: 2, column: "qw", problem: .notARotation(length: length))
      ) { try motion(quaternion) }
    }
    let rounded = try #require(try motion("0.71,0.71,0,0"))
    #expect(abs(rounded.attitude.quaternion.length - 1) <= .ulpOfOne)
  }

  // MARK: - Recognition of formats

  @Test("the error for an unknown header lists the formats")
  func unknownFormat() throws {
    let error = try #require(throws: RecordingError.self) { try read("a,b\n1,2\n") }
    #expect(error.description.hasPrefix("r.csv:1: unknown format with the header 'a', 'b'"))
    #expect(error.description.contains("inertial-sensors"))
    let numbers = try #require(throws: RecordingError.self) { try read("0,1,2,3\n1,2,3,4\n") }
    #expect(numbers.description.contains("expected a header, got the numbers '0', '1', '2', '3'"))
    #expect(numbers.description.contains("--columns"))
  }

  @Test("a wrong format name, or a format with missing columns")
  func wrongFormat() {
    let names = RecordingReader.formats.map(\.name)
    #expect(
      throws: RecordingError(file: "r.csv", problem: .noSuchFormat(name: "nope", known: names))
    ) { try read("a,b\n1,2\n", format: "nope") }
    #expect(
      throws: RecordingError(
        file: "r.csv", line: 1, problem: .missingColumns(["time_s", "x", "y"]))
    ) { try read("a,b\n1,2\n", format: "inertial-strokes") }
  }

  @Test("a header without rows is an error")
  func noRows() {
    #expect(throws: RecordingError(file: "r.csv", problem: .noRows)) { try read(header + "\n") }
  }
}
