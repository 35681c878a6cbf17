import MotionFusion
import MotionRecordings
import Testing

/// Tables as loggers of many kinds write them: look-alikes of files in public repositories.
@Suite("Tables of loggers")
struct LoggerTableTests {
  /// A table whose rows state the time, a still 1 g on z, 90 deg/s about x and a field.
  struct Table: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var name = "table.csv"
    /// The lines before the rows.
    var head: String
    /// A row of the time in milliseconds.
    var row: @Sendable (Int) -> String
    /// The time of the second row after the first.
    var step = 0.01
    var hasRate = true
    var field: Double?
  }

  private static func clock(_ ms: Int) -> String {
    let seconds = String(ms / 1000 % 60 + 100).dropFirst()
    return "12:00:\(seconds).\(String(ms % 1000 + 1000).dropFirst())"
  }

  static let tables = [
    Table(
      testDescription: "PX4: components by index",
      head: "timestamp,gyro_rad[0],gyro_rad[1],gyro_rad[2],gyro_integral_dt,"
        + "accelerometer_timestamp_relative,accelerometer_m_s2[0],accelerometer_m_s2[1],"
        + "accelerometer_m_s2[2]\n",
      row: { "\(112_574_307 + 1000 * $0),90,0,0,10000,0,0,0,9.80665" }),
    Table(
      testDescription: "Betaflight: integers by index",
      head: "loopIteration,time (us),setpoint[0],gyroADC[0],gyroADC[1],gyroADC[2],accSmooth[0],"
        + "accSmooth[1],accSmooth[2]\n",
      row: { "\($0),\(5_000_000 + 1000 * $0),0,90.5,0,0,0,0,2048" }),
    Table(
      testDescription: "Shimmer: a separator line and a line of units",
      head:
        "\"sep=\t\"\nS_Timestamp_Unix_CAL\tS_Accel_LN_X_CAL\tS_Accel_LN_Y_CAL\tS_Accel_LN_Z_CAL\t"
        + "S_Gyro_X_CAL\tS_Gyro_Y_CAL\tS_Gyro_Z_CAL\t\n"
        + "ms\tm/(s^2)\tm/(s^2)\tm/(s^2)\tdeg/s\tdeg/s\tdeg/s\t\n",
      row: { "\(1_700_000_000_000 + $0)\t0\t0\t9.80665\t90.0\t0\t0\t" }),
    Table(
      testDescription: "ActiGraph: a preamble with the rate",
      head: "------- Data File Created By ActiGraph GT3X+ at 100 Hz  Filter Normal -------\n"
        + "Serial Number: X\nStart Time 14:00:00\nStart Date 09/05/2017\n-------\n"
        + "Accelerometer X,Accelerometer Y,Accelerometer Z\n", row: { _ in "0,0,1.000" },
      hasRate: false),
    Table(
      testDescription: "ActiGraph: dates with the year last",
      head: "Timestamp,Accelerometer X,Accelerometer Y,Accelerometer Z\n",
      row: { "24/05/2017 \(clock($0)),0,0,1" }, hasRate: false),
    Table(
      testDescription: "GoPro: the time is a date in a column of any name",
      head: "\"cts\",\"date\",\"Accelerometer (z) [m/s2]\",\"Accelerometer (x) [m/s2]\","
        + "\"Accelerometer (y) [m/s2]\"\n",
      row: { "\($0),2024-03-05T\(clock($0))Z,9.80665,0,0" }, hasRate: false),
    Table(
      testDescription: "OpenLog Artemis: date and time, mg and deg/s, a trailing separator",
      head: "rtcDate,rtcTime,aX,aY,aZ,gX,gY,gZ,mX,mY,mZ,imu_degC,\n",
      row: { "03/05/2024,\(clock($0)),0.00,0.49,1000.00,90.01,0.00,0.00,0,30,-40,29.1," }, field: 50
    ),
    Table(
      testDescription: "Polar: the file's name tells gauss from g", name: "Polar_MAGN.txt",
      head: "Phone timestamp;sensor timestamp [ns];X [G];Y [G];Z [G]\n",
      row: {
        "2026-06-10T\(clock($0 / 36 * 36));\(599_628_005_694_359_040 + 1_000_000 * $0);0;0.3;-0.4"
      },
      hasRate: false, field: 50),
    Table(
      testDescription: "SensorTile: a unit of time with a number, mdps",
      head: "# SYNC epoch_ms=1700000000000 tick_ms=0\nTime [10ms],AccX [mg],AccY [mg],AccZ [mg],"
        + "GyroX [mdps],GyroY [mdps],GyroZ [mdps]\n",
      row: { "\($0 / 10),0,0,1000,90000,0,0" }),
    Table(
      testDescription: "units after a word, with the sign of degrees",
      head: "Zeit in s;Beschleunigung X in m/s²;Beschleunigung Y in m/s²;Beschleunigung Z in m/s²;"
        + "Drehrate X in °/s;Drehrate Y in °/s;Drehrate Z in °/s\n",
      row: { "\(Double($0) / 1000);0;0;9.80665;90;0;0" }),
    Table(
      testDescription: "hours, minutes, seconds and milliseconds beside a whole time",
      head: "Valid,Time(h),Time(m),Time(s),Time(ms),IMUAccX,IMUAccY,IMUAccZ,IMUGyroX (º/s),"
        + "IMUGyroY (º/s),IMUGyroZ (º/s),PCTimestamp\n",
      row: {
        "1,10,\(59 + $0 / 60000),\(59 + $0 / 1000),\($0 % 1000),0,0,1,90,0,0,\(1_700_000_000 + Double($0) / 1000)"
      }),
    Table(
      testDescription: "quantities and units without blanks between them",
      head: "ElapsedRealtimeNanos,AccelXMps2,AccelYMps2,AccelZMps2,GyroXRadPerSec,GyroYRadPerSec,"
        + "GyroZRadPerSec,MagXMicroT,MagYMicroT,MagZMicroT\n",
      row: { "\(1_000_000 * $0),0,0,9.80665,1.5708,0,0,0,30,-40" }, field: 50),
  ]

  private static func text(_ table: Table) -> String {
    table.head + (0..<80).map { table.row(10 * $0) + "\n" }.joined()
  }

  @Test("units, axes and times", arguments: tables)
  func values(table: Table) throws {
    let recordings = try RecordingReader().read(Array(Self.text(table).utf8), name: table.name)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.count == 80)
    #expect(abs(samples[1].timestamp - samples[0].timestamp - table.step) < 1e-6)
    if table.field == nil || table.hasRate {
      let acceleration = try #require(samples[1].acceleration)
      #expect((acceleration - Vector3(0, 0, -1)).length < 1e-2)
    }
    if table.hasRate {
      let rate = try #require(samples[1].rotationRate)
      #expect((rate - Vector3(.pi / 2, 0, 0)).length < 1e-2)
    } else {
      #expect(samples[1].rotationRate == nil)
    }
    #expect(samples[1].magneticField.map { $0.length.rounded() } == table.field)
  }

  /// Rows without a header whose first field is a date or a name.
  @Test(
    "rows without a header are a question, and are all read by column numbers",
    arguments: [
      ("", "2019-10-16T12:09:01.\(702 + 40)+02:00;-36;620;-824", "time=#1, accel=#2 #3 #4 [mg]"),
      ("", "33,Jogging,49105962326000,-0.69,12.6,0.5;", "time=#3 [ns], accel=#4 #5 #6 [m/s2]"),
      (
        "Device Type,GENEActiv\nDevice Model,1.1\nMeasurement Frequency,100 Hz\n\n",
        "2012-05-22 10:00:00:500,-0.5,0.1,0.9,300,0,24.5", "time=#1, accel=#2 #3 #4 [g]"
      ),
    ])
  func headerless(head: String, row: String, map: String) throws {
    let bytes = Array((head + String(repeating: row + "\n", count: 5)).utf8)
    let error = #expect(throws: RecordingError.self) {
      try RecordingReader().read(bytes, name: "table.csv")
    }
    #expect(error?.description.contains("'time=#1, ") == true, "\(error?.description ?? "")")
    let options = ReadingOptions(columns: try ColumnMap(map))
    let recordings = try RecordingReader(options: options).read(bytes, name: "table.csv")
    #expect(recordings.sampleCounts == [5])
  }

  @Test("two sensors of equal times are a question, whatever the column's name")
  func instances() {
    let rows = (0..<80).map { "\(65_000_000 + $0 / 2 * 10_000),\($0 % 2),0,0,9.8\n" }.joined()
    let error = #expect(throws: RecordingError.self) {
      try RecordingReader().read(Array(("TimeUS,I,AccX,AccY,AccZ\n" + rows).utf8), name: "imu.csv")
    }
    #expect(
      error?.description.contains("recording=I, time=TimeUS [us], accel=AccX AccY AccZ") == true,
      "\(error?.description ?? "")")
  }

  @Test("microteslas in columns of gauss are a contradiction")
  func gauss() throws {
    let rows = (0..<60).map { "\(Double($0) / 100),0,0,1,15.3,0.4,-41\n" }.joined()
    let text = "time_s,ax [g],ay [g],az [g],mx [gauss],my [gauss],mz [gauss]\n" + rows
    let recordings = try RecordingReader().read(Array(text.utf8), name: "table.csv")
    #expect(
      recordings.warnings.contains { $0.description.contains("µT that were taken for gauss") })
  }

  @Test("a column in an unknown unit is listed as unused")
  func unknownUnit() throws {
    let text =
      "time_s,ax [g],ay [g],az [g],mag_x [volts],mag_y [volts],mag_z [volts]\n"
      + "0,0,0,1,1,0,0\n0.01,0,0,1,1,0,0\n"
    let recordings = try RecordingReader().read(Array(text.utf8), name: "table.csv")
    #expect(recordings.warnings.contains { $0.description.contains("'mag_x [volts]'") })
  }
}
