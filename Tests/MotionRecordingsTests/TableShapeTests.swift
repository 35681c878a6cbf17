import MotionFusion
import MotionRecordings
import Testing

@Suite("Tables of any shape")
struct TableShapeTests {
  private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: "\n") + "\n"
  }

  private static func samples(_ recordings: Recordings) throws -> [SensorSample] {
    try #require(recordings.sensorSamples.first?.samples)
  }

  private static func isClose(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
    value.map { abs($0 - expected) < tolerance } ?? false
  }

  @Test("blanks as separators, and a comment line as header")
  func blanks() throws {
    let text =
      "# timestamp[ns] w.x w.y w.z a.x a.y a.z\n"
      + Self.rows(60) { (index: Int) -> String in
        let time = 1_650_458_715_596_950_054 + 5_000_000 * index
        return "\(time) -0.0034 0.00\(index % 3) 0 1.32 -9.72 -0.10"
      }
    let samples = try Self.samples(try readTable(text))
    #expect(samples.count == 60)
    #expect(samples[0].rotationRate == Vector3(-0.0034, 0, 0))
    #expect(Self.isClose(samples[0].acceleration?.y, 9.72 / SensorSample.standardGravity, 1e-12))
  }

  @Test(
    "preambles, whose rate replaces a column of times",
    arguments: [
      ("# Config: data_rate = 50.0 Hz, filter = 4 Hz\n", ","),
      ("@ App\n@ Sampling Rate:20ms\n", ","),
      ("// Sample rate: 50.0Hz\n", "\t"),
    ])
  func preambles(preamble: String, separator: String) throws {
    let table =
      "count,a_x [g],a_y [g],a_z [g],g_x [deg/s],g_y [deg/s],g_z [deg/s]\n"
      + Self.rows(5) { "\(7 + $0),0,0,1,90,0,0," }
    let text = preamble + table.replacing(",", with: separator)
    let recordings = try readTable(text)
    let samples = try Self.samples(recordings)
    #expect(samples.map(\.timestamp) == [0, 0.02, 0.04, 0.06, 0.08])
    #expect(Self.isClose(samples[0].rotationRate?.x, .pi / 2, 1e-12))
    #expect(recordings.warnings.contains { $0.description.contains("50 rows a second") })
  }

  @Test("lines of metadata before the header, and the scales of a .gcsv file")
  func metadata() throws {
    let text =
      "GYROFLOW IMU LOG\nversion,1.3\ntscale,0.001\ngscale,0.01\nascale,0.0005\nt,gx,gy,gz,ax,ay,az\n"
      + Self.rows(20) { "\(2 * $0),100,-50,0,0,0,2000" }
    let samples = try Self.samples(try readTable(text, name: "log.gcsv"))
    #expect(samples[1].timestamp == 0.002)
    #expect(samples[0].rotationRate == Vector3(1, -0.5, 0))
    #expect(samples[0].acceleration == Vector3(0, 0, -1))
  }

  @Test("semicolons, decimal commas and no header, by column numbers")
  func decimalCommas() throws {
    let text = Self.rows(5) { "230,4\($0)0;-0,004;-0,001;1,011;-0,146;0,060;-0,038; 22" }
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    #expect(error?.description.contains("--columns") == true)
    let map = "time=#1 [s], accel=#2 #3 #4 [g], gyro=#5 #6 #7 [deg/s]"
    let samples = try Self.samples(try readTable(text, columns: map))
    #expect(samples.count == 5)
    #expect(samples[0].acceleration == Vector3(0.004, 0.001, -1.011))
  }

  @Test("a rate, the sum of two columns, and an attitude in a column map")
  func columnMaps() throws {
    let rows = "0,0,1,90,0,0\n0,0,1,90,0,0\n0,0,1,90,0,0\n"
    let map = "time=row/119, accel=aX aY aZ [g], gyro=gX gY gZ [deg/s]"
    let samples = try Self.samples(try readTable("aX,aY,aZ,gX,gY,gZ\n" + rows, columns: map))
    let times: [Double] = [0, 1.0 / 119, 2.0 / 119]
    #expect(samples.map(\.timestamp) == times)
    let sum = try readTable(
      "s,n,x,y,z,qw,qx,qy,qz\n7,500000000,0,0,1,1,0,0,0\n8,0,0,0,1,0,1,0,0\n",
      columns: "time=s+n, accel=x y z [g], attitude=qw qx qy qz")
    #expect(try Self.samples(sum).map(\.timestamp) == [7.5, 8])
    #expect(sum.references.first?.samples.count == 2)
  }

  @Test("counters that wrap go on, and a clock that starts again begins a recording")
  func clocks() throws {
    let map = "time=t [us], accel=x y z [g]"
    let start = 4_294_942_296
    let wraps =
      "t,x,y,z\n"
      + Self.rows(6) { (index: Int) -> String in
        let count = (start + 10_000 * index) % 4_294_967_296
        return "\(count),0,0,1"
      }
    let times = try Self.samples(try readTable(wraps, columns: map)).map(\.timestamp)
    for (time, last) in zip(times.dropFirst(), times) {
      #expect(Self.isClose(time - last, 0.01, 1e-6))
    }
    let session = Self.rows(300) { "\(10_000 * $0),0,0,1" }
    let two = try readTable(
      "t,x,y,z\n" + session + "t,x,y,z\n" + session, columns: map)
    #expect(two.sensorSamples.map(\.samples.count) == [300, 300])
  }

  @Test("rows that share a time are spread to the next, also across a cut first batch")
  func batches() throws {
    let text =
      "time_ms,ax [g],ay [g],az [g]\n"
      + Self.rows(97) { "\(($0 + 3) / 10 * 100),0.0\($0 % 10),0,1" }
    let recordings = try readTable(text)
    for (index, sample) in try Self.samples(recordings).enumerated() {
      #expect(Self.isClose(sample.timestamp, Double(index + 3) / 100, 1e-9))
    }
    #expect(recordings.warnings.contains { $0.description.contains("10 rows in the mean share") })
    // Equal rows are no new readings.
    let repeated = try readTable(
      "time_ms,ax [g],ay [g],az [g]\n" + Self.rows(20) { "\($0 / 2 * 100),0.1,0,1" })
    #expect(try Self.samples(repeated)[1].timestamp == 0)
  }

  @Test("several sensors by number are a question, and recordings by an entry of a column map")
  func severalSensors() throws {
    let text =
      "imu,time_ms,ax [g],ay [g],az [g]\n"
      + Self.rows(80) { "\($0 % 2),\($0 / 2 * 10),0,\($0 % 2),1" }
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    let map = "recording=imu, time=time_ms [ms], accel='ax [g]' 'ay [g]' 'az [g]' [g]"
    #expect(
      error?.description.contains("--columns \"\(map)\"") == true, "\(error?.description ?? "")")
    let all = try readTable(text, columns: map).sensorSamples
    #expect(all.map(\.name) == ["table.csv#0", "table.csv#1"])
    #expect(all.map(\.samples.count) == [40, 40])
    #expect(all[1].samples[1].acceleration == Vector3(0, -1, -1))
    let one = try readTable(text, columns: map.replacing("recording=imu", with: "recording=imu 1"))
    #expect(one.sensorSamples == [all[1]])
  }

  @Test(
    "the sum of two columns is a time by their unit, or a date and a time of day",
    arguments: [
      ("7,999;8,9", "", 7.999), ("7,999999999;8,000000001", "", 7.999999999),
      ("7,5;8,9", "[s+ms]", 7.005),
      ("2024-10-16,00:00:01.5;2024-10-17,0:00:00", "", 1_729_036_801.5),
      ("16.10.2024,12:00:01.5 AM;17.10.2024,12:00:00 AM", "", 1_729_036_801.5),
    ])
  func sums(rows: String, unit: String, first: Double) throws {
    let text = rows.split(separator: ";").map { "\($0),0,0,1\n" }.joined()
    let samples = try Self.samples(
      try readTable("a,b,x,y,z\n" + text, columns: "time=a+b \(unit), accel=x y z [g]"))
    #expect(Self.isClose(samples[0].timestamp, first, 1e-6))
  }

  @Test("small fractions of a second are a question")
  func unknownFraction() {
    let error = #expect(throws: RecordingError.self) {
      try readTable("a,b,x,y,z\n7,1,0,0,1\n8,2,0,0,1\n", columns: "time=a+b, accel=x y z [g]")
    }
    #expect(error?.description.contains("time=A+B [s+UNIT]") == true)
  }

  @Test(
    "dates and times of day",
    arguments: [
      "2019-10-16T22:22:40.250Z", "2019-10-17T00:22:40.250+02:00", "2019/10/16 22:22:40.250",
      "2019-10-16 22:22:40.250",
    ])
  func dates(text: String) throws {
    let recordings = try readTable(
      "time,ax [g],ay [g],az [g]\n\(text),0,0,1\n\(text.replacing(".250", with: ".350")),0,0,1\n")
    let samples = try Self.samples(recordings)
    #expect(Self.isClose(samples[0].timestamp, 1_571_264_560.25, 1e-6))
    #expect(Self.isClose(samples[1].timestamp - samples[0].timestamp, 0.1, 1e-6))
  }

  @Test("the fullest reading wins, and unused columns are listed")
  func fullest() throws {
    let text =
      "time_s,time,ax [g],ay [g],az [g],wx [rad/s],wy [rad/s],wz [rad/s]\n"
      + Self.rows(5) { "\(Double($0) / 100),3,0,0,1,0.1,0,0" }
    let recordings = try readTable(text)
    #expect(recordings.format == "described")
    #expect(try Self.samples(recordings)[0].acceleration == Vector3(0, 0, -1))
    #expect(recordings.warnings.contains { $0.description.contains("not used: 'time'") })
    let toolbox = try readTable(
      "time,ax,ay,az,wx,wy,wz\n" + Self.rows(90) { "\(Double($0) / 100),0,0,9.81,0,0,1" })
    #expect(try Self.samples(toolbox)[0].acceleration != nil)
  }

  @Test("the micro sign U+02AF, and gauss of a magnetometer")
  func fields() throws {
    let header = { (unit: String) in
      "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),"
        + "Accelerometer Y (g),Accelerometer Z (g),Magnetometer X (\(unit)),Magnetometer Y (\(unit)),"
        + "Magnetometer Z (\(unit))\n"
    }
    let rows = Self.rows(5) { "\(Double($0) / 100),0,0,0,0,0,1,0.2,0,-0.4" }
    let gauss = try Self.samples(try readTable(header("G") + rows))
    #expect(gauss[0].magneticField == Vector3(20, 0, -40))
    let micro = try Self.samples(
      try readTable(
        "t (ms),Magnetic field X(\u{2AF}t),Magnetic field Y(\u{2AF}t),Magnetic field Z(\u{2AF}t)\n"
          + Self.rows(5) { "\(10 * $0),20,0,-40" }))
    #expect(micro[0].magneticField == Vector3(20, 0, -40))
  }

  @Test("wearables and messages without a header")
  func headerless() throws {
    let empatica = try readTable(
      "1560279825.0, 1560279825.0, 1560279825.0\n32.0, 32.0, 32.0\n-64,0,32\n-64,0,32\n",
      name: "ACC.csv")
    let first = try Self.samples(empatica)
    let times: [Double] = [1_560_279_825, 1_560_279_825.03125]
    #expect(first.map(\.timestamp) == times)
    #expect(first[0].acceleration == Vector3(1, 0, -0.5))
    // EmbracePlus: g, and deg/s with microseconds since 1970.
    let start = "1560279825.0,1560279825.0,1560279825.0\n64.0,64.0,64.0\n"
    let plus = try readTable(start + "0.25,0,-1.0\n0.25,0,-1.0\n", name: "ACC.csv")
    #expect(try Self.samples(plus)[0].acceleration == Vector3(-0.25, 0, 1))
    let turn = try readTable(
      "unix_timestamp,x,y,z\n" + Self.rows(9) { "\(1_560_279_825_000_000 + 15_625 * $0),90,0,0" },
      name: "gyroscope.csv")
    #expect(Self.isClose(try Self.samples(turn)[1].rotationRate?.x, .pi / 2, 1e-12))
    #expect(Self.isClose(try Self.samples(turn)[1].timestamp, 1_560_279_825.015625, 1e-6))
    let zeros = Array(repeating: "0", count: 9).joined(separator: ",")
    let message = try readTable(
      Self.rows(200) {
        "7,\(4_000_000 * $0),imu,0,0,0,1,\(zeros),0.01,0,0.02,\(zeros),0,0,9.80665,\(zeros)"
      })
    let samples = try Self.samples(message)
    #expect(samples.count == 200)
    #expect(Self.isClose(samples[1].timestamp, 7.004, 1e-9))
    #expect(samples[0].acceleration == Vector3(0, 0, -1))
    let events = try readTable(
      Self.rows(40) { (index: Int) -> String in
        let time = 1_574_576_411_388 + 20 * (index / 2)
        let sensors = [
          "TYPE_ACCELEROMETER\t0\t0\t9.80665\t2", "TYPE_ROTATION_VECTOR\t0\t0\t0.6\t3",
        ]
        return "\(time)\t\(sensors[index % 2])"
      })
    #expect(try Self.samples(events).count == 20)
    #expect(Self.isClose(events.references.first?.samples[0].attitude?.quaternion.w, 0.8, 1e-12))
  }

  @Test("attitude and free acceleration are device motion, not raw acceleration")
  func movella() throws {
    let recordings = try readTable(
      "SampleTimeFine,Euler_X,Euler_Y,Euler_Z,FreeAcc_X,FreeAcc_Y,FreeAcc_Z,Status\n"
        + Self.rows(10) { "\(340_546 + 16_667 * $0),0,0,90,9.80665,0,0,0" })
    let motion = try #require(recordings.deviceMotion.first?.samples)
    #expect(recordings.sensorSamples.isEmpty)
    #expect(motion.count == 10)
    // East in the frame is -y of a device that is turned by 90 degrees.
    let difference = motion[0].userAcceleration - Vector3(0, 1, 0)
    #expect(difference.length < 1e-12)
  }

  @Test("the file's name says the sensor of x, y and z")
  func sensorByName() throws {
    let text = "timestamp,x,y,z\n" + Self.rows(20) { "\(112.1 + 0.1 * Double($0)),0.5,0.1,-0.2" }
    let recordings = try readTable(text, name: "run/Gyroscope.csv")
    #expect(try Self.samples(recordings)[0].rotationRate == Vector3(0.5, 0.1, -0.2))
  }
}
