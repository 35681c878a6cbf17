import MotionFusion
import MotionRecordings
import Testing

@Suite("Described tables")
struct DescribedTableTests {
  /// The first sample of a table of two rows with the given steps.
  private func sample(
    _ text: String, options: ReadingOptions = ReadingOptions()
  ) throws -> (SensorSample, step: Double, recordings: Recordings) {
    let recordings = try RecordingReader(options: options).read(
      Array(text.utf8), name: "table.csv")
    let samples = try #require(recordings.sensorSamples.first?.samples)
    try #require(samples.count > 1)
    return (samples[0], samples[1].timestamp - samples[0].timestamp, recordings)
  }

  private static let gravity = SensorSample.standardGravity

  /// A header, two rows, and the expected gyroscope, accelerometer and magnetometer of the first.
  struct Table: Sendable, CustomTestStringConvertible {
    var text: String
    var rate: [Double]?
    var acceleration: [Double]?
    var field: [Double]?
    var testDescription: String { String(text.prefix { !$0.isNewline }) }
  }

  static let tables = [
    // Self-describing names.
    Table(
      text: """
        time_s,Accel_X_g,Accel_Y_g,Accel_Z_g,Gyro_X_deg_per_s,Gyro_Y_deg_per_s,Gyro_Z_deg_per_s
        0,0,0.5,1,180,0,-90
        0.01,0,0.5,1,180,0,-90
        """, rate: [.pi, 0, -.pi / 2], acceleration: [0, -0.5, -1]),
    // AndroSensor.
    Table(
      text: """
        ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LINEAR ACCELERATION X \
        (m/s²);LINEAR ACCELERATION Y (m/s²);LINEAR ACCELERATION Z (m/s²);GYROSCOPE X (rad/s);\
        GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);MAGNETIC FIELD Y (μT);\
        MAGNETIC FIELD Z (μT);ORIENTATION X (pitch °);ORIENTATION Y (roll °);ORIENTATION Z \
        (azimuth °);Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
        0;0;9,80665;0;0;0;0,1;0,2;0,3;20;0;-40;1;2;3;5;2015-01-01 10:00:00:000
        0;0;9,80665;0;0;0;0,1;0,2;0,3;20;0;-40;1;2;3;15;2015-01-01 10:00:00:010
        """, rate: [0.1, 0.2, 0.3], acceleration: [0, 0, -1], field: [20, 0, -40]),
    // EuRoC's form with other names.
    Table(
      text: """
        #timestamp [ns],wx [rad s^-1],wy [rad s^-1],wz [rad s^-1],ax [m s^-2],ay [m s^-2],az [m s^-2]
        1403636579758555392,0.1,0.2,0.3,9.80665,0,0
        1403636579768555392,0.1,0.2,0.3,9.80665,0,0
        """, rate: [0.1, 0.2, 0.3], acceleration: [-1, 0, 0]),
    // A ROS bag.
    Table(
      text: """
        %time,field.header.seq,field.orientation.x,field.orientation.y,field.orientation.z,\
        field.orientation.w,field.angular_velocity.x,field.angular_velocity.y,\
        field.angular_velocity.z,field.angular_velocity_covariance0,field.linear_acceleration.x,\
        field.linear_acceleration.y,field.linear_acceleration.z
        1500000000000000000,1,0,0,0,1,0.1,0.2,0.3,-1,0,0,9.81
        1500000000010000000,2,0,0,0,1,0.1,0.2,0.3,-1,0,0,9.81
        """, rate: [0.1, 0.2, 0.3], acceleration: [0, 0, -9.81 / gravity]),
    // A microcontroller: units by evidence.
    Table(
      text: "t,ax,ay,az,gx,gy,gz\n0,0,0,1.01,100,80,90\n10,0,0,1.01,100,80,90\n",
      rate: [100 * .pi / 180, 80 * .pi / 180, .pi / 2], acceleration: [0, 0, -1.01]),
    Table(
      text: "timestamp,accX,accY,accZ,gyroX [rad/s],gyroY [rad/s],gyroZ [rad/s],magX,magY,magZ\n"
        + "0,0,0,9.8,1,0,0,0.2,0,0.4\n0.01,0,0,9.8,1,0,0,0.2,0,0.4\n",
      rate: [1, 0, 0], acceleration: [0, 0, -9.8 / gravity], field: [20, 0, 40]),
    // An accelerometer alone.
    Table(
      text: "Milliseconds,X,Y,Z\n0,0,9.7,1\n10,0,9.7,1\n",
      acceleration: [0, -9.7 / gravity, -1 / gravity]),
    // Xsens, with an empty clock.
    Table(
      text: """
        // Start Time: Unknown
        // Update Rate: 100.0Hz
        // Firmware Version: 4.3.1
        PacketCounter\tSampleTimeFine\tAcc_X\tAcc_Y\tAcc_Z\tGyr_X\tGyr_Y\tGyr_Z
        1\t\t0.0\t0.0\t9.8\t0.1\t0.2\t0.3
        2\t\t0.0\t0.0\t9.8\t0.1\t0.2\t0.3
        """, rate: [0.1, 0.2, 0.3], acceleration: [0, 0, -9.8 / gravity]),
    Table(
      text: """
        // Start Time: Unknown
        PacketCounter\tSampleTimeFine\tAcc_X\tAcc_Y\tAcc_Z\tGyr_X\tGyr_Y\tGyr_Z
        1\t500\t0.0\t0.0\t9.8\t0.1\t0.2\t0.3
        2\t600\t0.0\t0.0\t9.8\t0.1\t0.2\t0.3
        """, rate: [0.1, 0.2, 0.3], acceleration: [0, 0, -9.8 / gravity]),
  ]

  @Test("names, units and times of loggers", arguments: tables)
  func loggers(table: Table) throws {
    let (sample, step, recordings) = try sample(table.text)
    #expect(recordings.format == "described")
    #expect(abs(step - 0.01) < 1e-6)
    func expect(_ vector: Vector3<Double>?, _ expected: [Double]?) {
      guard let expected else { return #expect(vector == nil) }
      let difference = (vector ?? .zero) - Vector3(expected[0], expected[1], expected[2])
      #expect(vector != nil && difference.length < 1e-9, "\(String(describing: vector))")
    }
    expect(sample.rotationRate, table.rate)
    expect(sample.acceleration, table.acceleration)
    expect(sample.magneticField, table.field)
  }

  @Test("an assumed unit is a warning, a stated one is not")
  func assumptions() throws {
    let unstated = try sample(Self.tables[4].text).recordings.warnings.map(\.description)
    #expect(
      unstated.contains {
        $0.contains("no unit for ax, ay, az in the header: assuming g, because the median length")
      })
    #expect(
      unstated.contains { $0.contains("no unit for gx, gy, gz in the header: assuming deg/s, ") })
    #expect(try sample(Self.tables[0].text).recordings.warnings.isEmpty)
  }

  @Test("the platform iOS has Core Motion's sign")
  func platform() throws {
    let (sample, _, _) = try sample(
      Self.tables[0].text, options: ReadingOptions(platform: .iOS))
    #expect(sample.acceleration == Vector3(0, 0.5, 1))
  }

  @Test(
    "tables without a sensor, a time or a clear choice are rejected",
    arguments: [
      ("x,y,z\n1,2,3\n", "unknown format"),
      ("time,temperature\n0,20\n", "unknown format"),
      ("time,ax,ay\n0,1,2\n", "unknown format"),
      ("time,x,y,z,pressure\n0,1,2,3,4\n", "unknown format"),
      ("time,ax,ay,az\n0,300,0,0\n0.1,300,0,0\n", "state the unit by --columns"),
      (
        "time,left_acc_x,left_acc_y,left_acc_z,right_acc_x,right_acc_y,right_acc_z\n0,1,1,1,1,1,1\n",
        "choose by --columns"
      ),
      ("time,acc_x [furlong],acc_y [furlong],acc_z [furlong]\n0,1,1,1\n", "unknown format"),
    ])
  func rejected(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try self.sample(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  // MARK: - Column maps

  private func mapped(_ map: String, _ text: String) throws -> SensorSample {
    try sample(text, options: ReadingOptions(columns: try ColumnMap(map))).0
  }

  @Test("a column map names any columns, by name or number, with units")
  func columnMap() throws {
    let map = "time=tick [ms], gyro=p q r [deg/s],accel='left a' b #7 [m/s2]"
    let text =
      "tick,p,q,r,left a,b,c\n0,90,0,0,0,0,9.80665\n10,90,0,0,0,0,9.80665\n"
    let sample = try mapped(map, text)
    #expect(((sample.rotationRate ?? .zero) - Vector3(.pi / 2, 0, 0)).length < 1e-12)
    #expect(((sample.acceleration ?? .zero) - Vector3(0, 0, -1)).length < 1e-12)
    let numbered = try mapped(
      "time=#1 [s],accel=#2 #3 #4,mag=#4 #3 #2 [gauss]", "0,0,0,1\n1,0,0,1\n")
    #expect(numbered.acceleration == Vector3(0, 0, -1))
    #expect(numbered.magneticField == Vector3(100, 0, 0))
  }

  @Test("numbers of columns are places, also of repeated and blank names and other separators")
  func columnNumbers() throws {
    let map = "time=#1 [s], accel=#2 #3 #4 [g], gyro=#5 #6 #7 [rad/s]"
    for header in ["t,x,y,z,x,y,z\n", "t,,,,,,\n", "#t,#x,#y,#z,a,b,c\n"] {
      let sample = try mapped(map, header + "0,0,0,1,4,5,6\n1,0,0,1,4,5,6\n")
      #expect(sample.rotationRate == Vector3(4, 5, 6))
    }
    for separator in [",", ";", "\t"] {
      let text = "0,0,0,1,4,5,6\n1,0,0,1,4,5,6\n2,0,0,1,4,5,6\n"
      let (sample, _, recordings) = try sample(
        text.replacing(",", with: separator), options: ReadingOptions(columns: ColumnMap(map)))
      #expect(sample.rotationRate == Vector3(4, 5, 6))
      #expect(recordings.sampleCounts == [3])
    }
  }

  @Test(
    "wrong column maps are rejected with the form",
    arguments: [
      ("", "QUANTITY=COLUMNS"), ("time=t", "at least one of gyro, accel, mag and attitude"),
      ("accel=a b c", "time and at least one"), ("time=t,accel=a b", "accel=X Y Z"),
      ("time=t,accel=a b c [rad/s]", "g, mg or m/s2"), ("time=t [m],accel=a b c", "s, ms, us"),
      ("time=t,speed=a b c", "time, gyro, accel, mag, useraccel, gravity or attitude"),
      ("time=t,accel=a b c [g", "bracket"),
      ("time=t,accel=a 'b c", "closing quote"), ("time=t,time=u,accel=a b c", "time=COLUMN"),
      ("time=t,accel=a b c,accel=a b c", "accel=X Y Z"),
    ])
  func wrongMaps(map: String, message: String) {
    let error = #expect(throws: ColumnMapError.self) { try ColumnMap(map) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("a column that the table lacks is named")
  func missingColumn() {
    let error = #expect(throws: RecordingError.self) {
      try mapped("time=t,accel=a b c", "t,a,b,d\n0,0,0,1\n1,0,0,1\n")
    }
    #expect(error?.description.contains("expected the column 'c' of --columns") == true)
    #expect(throws: RecordingError.self) {
      try mapped("time=#1,accel=#2 #3 #9", "0,0,0,1\n1,0,0,1\n")
    }
  }
}
