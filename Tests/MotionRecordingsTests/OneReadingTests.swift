import Foundation
import MotionFusion
import MotionRecordings
import SensorDiagnostics
import Testing

/// Tables with names, separators and encodings as other people's programs choose them.
@Suite("One reading for all tables")
struct OneReadingTests {
  /// A device that turns about y with specific force +1 g up: rows of time in seconds, rates in
  /// `rateUnit` and forces in `forceUnit`.
  private static func rows(
    _ count: Int = 200, rateUnit: Double = 1, forceUnit: Double = 1, separator: String = ",",
    field: (Double) -> String = { String(format: "%.4f", $0) }
  ) -> String {
    (0..<count).map { row in
      let time = Double(row) / 100
      let angle = 0.4 * sin(5 * time)
      let numbers = [
        time, 0, 2 * cos(5 * time) / rateUnit, 0, -sin(angle) / forceUnit, 0,
        cos(angle) / forceUnit,
      ]
      return numbers.map(field).joined(separator: separator) + "\n"
    }.joined()
  }

  private static let header =
    "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g"

  @Test(
    "seconds and their fractions in two columns are one time",
    arguments: [
      ("header.stamp.secs", "header.stamp.nsecs", 1e9), ("sec", "nanosec", 1e9),
      ("tv_sec", "tv_usec", 1e6), ("stampSec", "stampNanosec", 1e9),
      ("Timestamp_ms", "Timestamp_s", 1e3),
    ])
  func splitTime(first: String, second: String, units: Double) throws {
    let lines = Self.rows(250).split(separator: "\n").enumerated().map { row, line in
      let fraction = Int((Double((row + 73) % 100) / 100 * units).rounded())
      let seconds = 1_700_000_000 + (row + 73) / 100
      let isReversed = first == "Timestamp_ms"
      return "\(isReversed ? fraction : seconds),\(isReversed ? seconds : fraction),\(line)"
    }
    let rest = "seq," + Self.header.split(separator: ",").dropFirst().joined(separator: ",")
    let recordings = try readTable("\(first),\(second),\(rest)\n" + lines.joined(separator: "\n"))
    let times = try #require(recordings.sensorSamples.first).samples.map(\.timestamp)
    #expect(times.count == 250)
    let start = try #require(times.first)
    for (row, time) in times.enumerated() {
      #expect(abs(time - start - Double(row) / 100) < 1e-6)
    }
  }

  @Test("two clocks of the same time in two units are not added")
  func twoClocks() throws {
    let lines = Self.rows().split(separator: "\n").enumerated().map { row, line in
      "\(Double(row) / 100),\(10 * row),\(line)"
    }
    let rest = "seq," + Self.header.split(separator: ",").dropFirst().joined(separator: ",")
    let recordings = try readTable("stamp_s,stamp_ms,\(rest)\n" + lines.joined(separator: "\n"))
    let samples = try #require(recordings.sensorSamples.first).samples
    #expect(abs(samples[150].timestamp - samples[0].timestamp - 1.5) < 1e-9)
  }

  @Test(
    "a live source and a file: the same columns", arguments: ["mag_#_ut", "MAG_#_UT", "mag_#_uT"])
  func liveColumns(name: String) throws {
    let isUpper = name.hasPrefix("M")
    let columns = ["x", "y", "z"].map {
      name.replacing("#", with: isUpper ? $0.uppercased() : $0)
    }
    let header = Self.header + "," + columns.joined(separator: ",")
    let rows = (0..<20).map { "\(Double($0) / 100),0,0.\($0),0,0,0.1,-1,20,0,-40" }
    let file = try readTable(header + "\n" + rows.joined(separator: "\n") + "\n")
    var decoder = SensorSampleDecoder(name: "pipe")
    let live = try ([header] + rows).compactMap { try decoder.decode(Array($0.utf8)) }
    #expect(live.count == 20)
    #expect(live.allSatisfy { $0.magneticField == Vector3(20, 0, -40) })
    #expect(file.sensorSamples.first?.samples == live)
  }

  @Test("a live source does not leave out a sensor without a word")
  func liveUnknownColumns() {
    var decoder = SensorSampleDecoder(name: "pipe")
    let header = Self.header + ",mag_x_gauss,mag_y_gauss,mag_z_gauss"
    #expect(throws: RecordingError.self) { try decoder.decode(Array(header.utf8)) }
  }

  @Test("a table without a whole row: how many rows were left out, and why")
  func noWholeRow() throws {
    let rows = (0..<50).map { "\(Double($0) / 100),nan,0.2,0.3,0,0.1,-0.9\n" }
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let error = try #require(
      #expect(throws: RecordingError.self) {
        try reader.read(Array((Self.header + "\n" + rows.joined()).utf8), name: "table.csv")
      })
    #expect(error.line == 2)
    let cause = "got 50 samples with a number that is not finite left out"
    #expect(error.description.contains(cause), "\(error)")
  }

  private static let degree = Double.pi / 180
  private static let metre = 1 / SensorSample.standardGravity

  /// Expects 200 samples of this motion.
  private static func expectTurn(
    _ recordings: Recordings, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let samples = try #require(
      recordings.sensorSamples.first?.samples, sourceLocation: location)
    #expect(samples.count == 200, sourceLocation: location)
    #expect(abs(samples[199].timestamp - 1.99) < 1e-6, sourceLocation: location)
    let rate = try #require(samples[10].rotationRate, sourceLocation: location)
    #expect((rate - Vector3(0, 2 * cos(0.5), 0)).length < 0.001, sourceLocation: location)
    let force = try #require(samples[0].acceleration, sourceLocation: location)
    #expect((force - Vector3(0, 0, -1)).length < 0.001, sourceLocation: location)
  }

  @Test(
    "names like those of this package are another logger's, with its sign and units",
    arguments: [
      ("time_s,gyro_x_dps,gyro_y_dps,gyro_z_dps,accel_x_g,accel_y_g,accel_z_g", degree, 1.0),
      ("time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,acc_x_m_s2,acc_y_m_s2,acc_z_m_s2", 1, metre),
      (
        "time_s,gyro_x_deg_s,gyro_y_deg_s,gyro_z_deg_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2",
        degree, metre
      ),
      ("time_s,gyr_x_rad_s,gyr_y_rad_s,gyr_z_rad_s,accel_x_g,accel_y_g,accel_z_g", 1, 1),
      ("timestamp_s,gyro_x_dps,gyro_y_dps,gyro_z_dps,accel_x_g,accel_y_g,accel_z_g", degree, 1),
    ])
  func similarNames(header: String, rateUnit: Double, forceUnit: Double) throws {
    let text = header + "\n" + Self.rows(rateUnit: rateUnit, forceUnit: forceUnit)
    let recordings = try readTable(text)
    #expect(recordings.format == "described")
    try Self.expectTurn(recordings)
    // The order of the columns decides nothing.
    let names = header.split(separator: ",")
    let moved = text.split(separator: "\n").map { line in
      let fields = line.split(separator: ",")
      return (fields[4...] + fields[..<4]).joined(separator: ",") + "\n"
    }.joined()
    #expect(moved.hasPrefix(names[4]))
    try Self.expectTurn(readTable(moved))
  }

  @Test("an accelerometer beside a column of another logger has its sign")
  func foreignColumn() throws {
    let text =
      "time_s,accel_x_g,accel_y_g,accel_z_g,temp\n"
      + (0..<60).map { "\(Double($0) / 50),0,0.1,1,21.5\n" }.joined()
    #expect(try readTable(text).sensorSamples.first?.samples[0].acceleration?.z == -1)
    let own = text.replacing(",temp\n", with: ",touch\n").replacing(",21.5", with: ",0")
    #expect(try readTable(own).sensorSamples.first?.samples[0].acceleration?.z == 1)
  }

  @Test("with this package's own names, a device that lies face down is reported")
  func ownNames() throws {
    let header = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    let up = (0..<200).map { "\(Double($0) / 100),0,0,0,0,0.01,1\n" }.joined()
    let warnings = try readTable(header + up).warnings.map(\.description)
    #expect(
      warnings.contains {
        $0.contains("face down in 8 of 8") && $0.contains("choose the other platform")
      }, "\(warnings)")
    let down = (0..<200).map { "\(Double($0) / 100),0,0,0,0,0.01,-1\n" }.joined()
    #expect(try readTable(header + down).warnings.isEmpty)
    // Opposite axes end the warning, and cause it where they are wrong.
    let opposite = RecordingReader(
      options: ReadingOptions(
        correction: try SensorCorrection(accelerometerAxes: AxisMap("-x,-y,-z"))))
    #expect(try opposite.read(Array((header + up).utf8), name: "table.csv").warnings.isEmpty)
    #expect(try opposite.read(Array((header + down).utf8), name: "table.csv").warnings.count == 1)
    // So does the proposed platform.
    let android = RecordingReader(options: ReadingOptions(platform: .android))
    let recordings = try android.read(Array((header + up).utf8), name: "table.csv")
    #expect(recordings.warnings.isEmpty)
    #expect(recordings.sensorSamples.first?.samples[0].acceleration?.z == -1)
  }

  // MARK: - Separators

  private static let names = ["t_s", "gx", "gy", "gz", "ax", "ay", "az"]

  @Test(
    "separators and decimal marks are chosen together, also with --columns",
    arguments: [
      (";", ","), (";", "."), ("\t", ","), ("\t", "."), (" ", ","), (" ", "."), (",", "."),
    ])
  func separators(separator: String, mark: String) throws {
    let rows = Self.rows(separator: separator) {
      String(format: "%.4f", $0).replacing(".", with: mark)
    }
    try Self.expectTurn(readTable(Self.names.joined(separator: separator) + "\n" + rows))
    let map = "time=t_s, gyro=gx gy gz [rad/s], accel=ax ay az [g]"
    try Self.expectTurn(
      readTable(Self.names.joined(separator: separator) + "\n" + rows, columns: map))
    try Self.expectTurn(
      readTable(rows, columns: "time=#1 [s], gyro=#2 #3 #4 [rad/s], accel=#5 #6 #7 [g]"))
  }

  @Test("quoted decimal commas between commas, and a header with another separator than its rows")
  func quotes() throws {
    let quoted = Self.rows { "\"" + String(format: "%.4f", $0).replacing(".", with: ",") + "\"" }
    try Self.expectTurn(readTable(Self.names.joined(separator: ",") + "\n" + quoted))
    let tabs = Self.rows(separator: "\t")
    let units = ["[s]", "[rad/s]", "[rad/s]", "[rad/s]", "[g]", "[g]", "[g]"]
    let blanks = zip(["T", "G_X", "G_Y", "G_Z", "A_X", "A_Y", "A_Z"], units)
      .map { "\($0) \($1)" }.joined(separator: " ").replacing("T [s]", with: "Time [s]")
    try Self.expectTurn(readTable(blanks + " \n" + tabs))
    try Self.expectTurn(readTable(Self.names.joined(separator: ",") + "\n" + tabs))
  }

  @Test("a count in the first line, and a line about the sensor before the names")
  func firstLines() throws {
    try Self.expectTurn(
      readTable(
        "200\n" + Self.rows(),
        columns: "time=#1 [s], gyro=#2 #3 #4 [rad/s], accel=#5 #6 #7 [g]"))
    let header = "timestamp_s,w_x[rad/s],w_y[rad/s],w_z[rad/s],acc_x[g],acc_y[g],acc_z[g]\n"
    try Self.expectTurn(readTable("imu-lsm6,st,2024-05-01_10-00-00\n" + header + Self.rows()))
    try Self.expectTurn(readTable("200\n" + header + Self.rows()))
  }

  // MARK: - Encodings

  @Test("UTF-16 with and without its mark, in both byte orders", arguments: [true, false])
  func utf16(isMarked: Bool) throws {
    let text =
      "Zeit (s),Gyroskop X (°/s),Gyroskop Y (°/s),Gyroskop Z (°/s),"
      + "Beschleunigung X (g),Beschleunigung Y (g),Beschleunigung Z (g)\r\n"
      + Self.rows(rateUnit: Self.degree)
    let units = Array(((isMarked ? "\u{FEFF}" : "") + text).utf16)
    for isBigEndian in [true, false] {
      let bytes = units.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? pair : pair.reversed()
      }
      try Self.expectTurn(readTable(bytes))
    }
  }

  @Test(
    "headers in other languages, in UTF-8 and in Latin-1",
    arguments: [
      "Zeit (s)|Drehrate x (°/s)|Drehrate y (°/s)|Drehrate z (°/s)|Beschleunigung x (m/s²)"
        + "|Beschleunigung y (m/s²)|Beschleunigung z (m/s²)",
      "Temps (s)|Vitesse angulaire X (°/s)|Vitesse angulaire Y (°/s)|Vitesse angulaire Z (°/s)"
        + "|Accélération X (m/s²)|Accélération Y (m/s²)|Accélération Z (m/s²)",
      "Tiempo (s)|Giroscopio X (°/s)|Giroscopio Y (°/s)|Giroscopio Z (°/s)|Aceleración X (m/s²)"
        + "|Aceleración Y (m/s²)|Aceleración Z (m/s²)",
      "Tempo (s)|Giroscópio X (°/s)|Giroscópio Y (°/s)|Giroscópio Z (°/s)|Aceleração X (m/s²)"
        + "|Aceleração Y (m/s²)|Aceleração Z (m/s²)",
      "Tid (s)|Vinkelhastighet X (°/s)|Vinkelhastighet Y (°/s)|Vinkelhastighet Z (°/s)"
        + "|Acceleration X (m/s²)|Acceleration Y (m/s²)|Acceleration Z (m/s²)",
      "Czas (s)|Prędkość kątowa X (°/s)|Prędkość kątowa Y (°/s)|Prędkość kątowa Z (°/s)"
        + "|Przyspieszenie X (m/s²)|Przyspieszenie Y (m/s²)|Przyspieszenie Z (m/s²)",
      "Время (с)|Угловая скорость X (град/с)|Угловая скорость Y (град/с)"
        + "|Угловая скорость Z (град/с)|Ускорение X (м/с²)|Ускорение Y (м/с²)|Ускорение Z (м/с²)",
      "时间(s)|角速度X(°/s)|角速度Y(°/s)|角速度Z(°/s)|加速度X(m/s²)|加速度Y(m/s²)|加速度Z(m/s²)",
      "时间(s)|X轴角速度(°/s)|Y轴角速度(°/s)|Z轴角速度(°/s)|X轴加速度(m/s²)|Y轴加速度(m/s²)"
        + "|Z轴加速度(m/s²)",
    ])
  func languages(header: String) throws {
    for separator in [",", ";", "\t"] {
      let text =
        header.replacing("|", with: separator) + "\n"
        + Self.rows(rateUnit: Self.degree, forceUnit: Self.metre, separator: separator)
      try Self.expectTurn(readTable(text))
      guard header.unicodeScalars.allSatisfy({ $0.value < 256 }) else { continue }
      let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      try Self.expectTurn(readTable(latin))
    }
  }

  @Test(
    "headers in GBK, GB18030, Shift JIS and Windows-1251, by Python's codecs",
    arguments: [
      // 时间(s)|角速度X(°/s)|角速度Y(°/s)|角速度Z(°/s)|加速度X(m/s²)|加速度Y(m/s²)|加速度Z(m/s²)
      "cab1bce42873297cbdc7cbd9b6c85828a1e32f73297cbdc7cbd9b6c85928a1e32f73297cbdc7cbd9"
        + "b6c85a28a1e32f73297cbcd3cbd9b6c858286d2f7381308535297cbcd3cbd9b6c859286d2f738130"
        + "8535297cbcd3cbd9b6c85a286d2f738130853529",
      // 时间戳（s）|X轴角速度[deg/s]|Y轴角速度[deg/s]|Z轴角速度[deg/s]|X轴加速度[m/s2]|Y轴加速度[m/s2]|Z轴加速度[m/s2]
      "cab1bce4b4c1a3a873a3a97c58d6e1bdc7cbd9b6c85b6465672f735d7c59d6e1bdc7cbd9b6c85b64"
        + "65672f735d7c5ad6e1bdc7cbd9b6c85b6465672f735d7c58d6e1bcd3cbd9b6c85b6d2f73325d7c59"
        + "d6e1bcd3cbd9b6c85b6d2f73325d7c5ad6e1bcd3cbd9b6c85b6d2f73325d",
      // 時刻(s)|角速度X(deg/s)|角速度Y(deg/s)|角速度Z(deg/s)|加速度X(m/s2)|加速度Y(m/s2)|加速度Z(m/s2)
      "8e9e8d8f2873297c8a7091ac937858286465672f73297c8a7091ac937859286465672f73297c8a70"
        + "91ac93785a286465672f73297c89c191ac937858286d2f7332297c89c191ac937859286d2f733229"
        + "7c89c191ac93785a286d2f733229",
      // 時間[s]|ジャイロX軸[°/s]|ジャイロY軸[°/s]|ジャイロZ軸[°/s]|加速度X軸[m/s2]|加速度Y軸[m/s2]|加速度Z軸[m/s2]
      "8e9e8ad45b735d7c835783838343838d588eb25b818b2f735d7c835783838343838d598eb25b818b"
        + "2f735d7c835783838343838d5a8eb25b818b2f735d7c89c191ac9378588eb25b6d2f73325d7c89c1"
        + "91ac9378598eb25b6d2f73325d7c89c191ac93785a8eb25b6d2f73325d",
      // Время (с)|Угловая скорость X (град/с)|Угловая скорость Y (град/с)
      // |Угловая скорость Z (град/с)|Ускорение X (м/с2)
      // |Ускорение Y (м/с2)|Ускорение Z (м/с2)
      "c2f0e5ecff2028f1297cd3e3ebeee2e0ff20f1eaeef0eef1f2fc20582028e3f0e0e42ff1297cd3e3"
        + "ebeee2e0ff20f1eaeef0eef1f2fc20592028e3f0e0e42ff1297cd3e3ebeee2e0ff20f1eaeef0eef1"
        + "f2fc205a2028e3f0e0e42ff1297cd3f1eaeef0e5ede8e520582028ec2ff132297cd3f1eaeef0e5ed"
        + "e8e520592028ec2ff132297cd3f1eaeef0e5ede8e5205a2028ec2ff13229",
    ])
  func legacyText(header: String) throws {
    let digits = Array(header.utf8)
    let bytes = try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16))
    }
    for separator in [",", ";", "\t"] {
      let rows = Self.rows(rateUnit: Self.degree, forceUnit: Self.metre, separator: separator)
      let names = bytes.map { $0 == UInt8(ascii: "|") ? separator.utf8.first ?? 0 : $0 }
      try Self.expectTurn(readTable(names + Array("\n\(rows)".utf8)))
    }
  }

  @Test("bytes that are no text stay an error")
  func noText() {
    var bytes = Array("time,ax,ay,az\n0,0,0,1\n".utf8)
    bytes[6] = 0xFF
    bytes[7] = 0x01
    #expect(throws: RecordingError(file: "t.csv", problem: .notText)) {
      try readTable(bytes, name: "t.csv")
    }
  }

  // MARK: - Units

  @Test("a letter of a unit that got lost states no unit", arguments: ["?T", "\u{FFFD}T"])
  func lostLetter(unit: String) throws {
    let header =
      "t_s,ax [g],ay [g],az [g],mx [\(unit)],my [\(unit)],mz [\(unit)]\n"
    let text = header + (0..<100).map { "\(Double($0) / 50),0,0,1,20,0,-43.5\n" }.joined()
    let field = try readTable(text).sensorSamples.first?.samples.first?.magneticField
    #expect(abs((field?.length ?? 0) - 47.88) < 0.01)
  }

  @Test("rates in multiples of a sensor's step are in deg/s, though gravity's turn is in doubt")
  func steps() throws {
    // A device at rest whose bias and noise are steps of 500/32768 deg/s; the accelerometer
    // wobbles along with the noise, as if each unit turned gravity by 0.3 rad.
    let step = 500.0 / 32_768
    var text = "t_s,GyroX,GyroY,GyroZ,AccX,AccY,AccZ\n"
    for row in 0..<600 {
      let wobble = Double([0, 3, 5, 3, 0, -3, -5, -3][row % 8])
      let rate = 16 + wobble
      text +=
        "\(Double(row) / 100),\(String(format: "%.6f", rate * step)),0.000000,"
        + "\(String(format: "%.6f", -2 * step)),0,\(String(format: "%.6f", 0.0004 * wobble)),1\n"
    }
    let sample = try #require(try readTable(text).sensorSamples.first?.samples[10])
    #expect(abs((sample.rotationRate?.z ?? 0) + 2 * step * Self.degree) < 1e-6)
  }

  // MARK: - Names

  @Test(
    "names of rates and forces in papers and data sets",
    arguments: [
      "t_s,p,q,r,f_x,f_y,f_z", "t_s,w_x,w_y,w_z,fx,fy,fz",
      "t_s,omega_x,omega_y,omega_z,alpha_x,alpha_y,alpha_z",
      "t_s,ang_vel_x[rad/s],ang_vel_y[rad/s],ang_vel_z[rad/s],x_acc[m/s^2],y_acc[m/s^2],z_acc[m/s^2]",
      "t_s,GyroX_hip,GyroY_hip,GyroZ_hip,AccelX_hip,AccelY_hip,AccelZ_hip",
      "t_s,RollRate[rad/s],PitchRate[rad/s],YawRate[rad/s],ax,ay,az",
      "t_s,rollspeed,pitchspeed,yawspeed,ax,ay,az",
      "t_s,gyro_roll,gyro_pitch,gyro_yaw,accel_x,accel_y,accel_z",
      "t_s,body_rate_x,body_rate_y,body_rate_z,spec_force_x,spec_force_y,spec_force_z",
      "t_s,gyr_1,gyr_2,gyr_3,acc_1,acc_2,acc_3", "t_s,gyro0,gyro1,gyro2,acc0,acc1,acc2",
      "Time_s,AngularVelocity_1,AngularVelocity_2,AngularVelocity_3,Acceleration_1"
        + ",Acceleration_2,Acceleration_3",
      "tijd_s,hoeksnelheid_x,hoeksnelheid_y,hoeksnelheid_z,versnelling_x,versnelling_y"
        + ",versnelling_z",
      "zaman_s,jiroskop_x,jiroskop_y,jiroskop_z,ivme_x,ivme_y,ivme_z",
      "czas_s,Żyroskop X,Żyroskop Y,Żyroskop Z,Przyspieszenie X,Przyspieszenie Y,Przyspieszenie Z",
      "время_с,гироскоп_x,гироскоп_y,гироскоп_z,ускорение_x,ускорение_y,ускорение_z",
      "시간_s,자이로X,자이로Y,자이로Z,가속도X,가속도Y,가속도Z",
    ])
  func symbols(header: String) throws {
    try Self.expectTurn(
      readTable(header + "\n" + Self.rows(200, forceUnit: Self.metre)))
  }

  @Test(
    "names and units of loggers",
    arguments: [
      (
        "t_s,Gyro-X (d/s),Gyro-Y (d/s),Gyro-Z (d/s),AccX (milli g),AccY (milli g),AccZ (milli g)",
        degree, 1e-3
      ),
      ("t_s,gx_mrad/s,gy_mrad/s,gz_mrad/s,ax_mm/s2,ay_mm/s2,az_mm/s2", 1e-3, metre / 1000),
      (
        "t_s,gx [rpm],gy [rpm],gz [rpm],ax [ft/s^2],ay [ft/s^2],az [ft/s^2]", 6 * degree,
        metre * 0.3048
      ),
      ("t_s,gx (deg/h),gy (deg/h),gz (deg/h),ax (ug),ay (ug),az (ug)", degree / 3600, 1e-6),
      (
        "t_s,w_x (degrees per second),w_y (degrees per second),w_z (degrees per second)"
          + ",a_x (meters/second^2),a_y (meters/second^2),a_z (meters/second^2)", degree, metre
      ),
      ("t_s,X_GYRO_OUT,Y_GYRO_OUT,Z_GYRO_OUT,X_ACCL_OUT,Y_ACCL_OUT,Z_ACCL_OUT", degree, 1e-3),
      ("t_s,gyro_x,gyro_y,gyro_z,acce_x,acce_y,acce_z", 1, metre),
      (
        "t_s,IMU(1):gyroX,IMU(1):gyroY,IMU(1):gyroZ,IMU(1):accelX,IMU(1):accelY,IMU(1):accelZ",
        degree, 1
      ),
      (
        "t_s,Gyro Channel 0,Gyro Channel 1,Gyro Channel 2,Accel Channel 0,Accel Channel 1"
          + ",Accel Channel 2", degree, 1
      ),
      ("t_s,AsX(°/s),AsY(°/s),AsZ(°/s),AccX(g),AccY(g),AccZ(g)", degree, 1),
      ("t_s,P_degs,Q_degs,R_degs,Ax_mps2,Ay_mps2,Az_mps2", degree, metre),
      ("TIME_S,p [deg/s],q [deg/s],r [deg/s],Nx [g],Ny [g],Nz [g]", degree, 1),
      (
        "t_s,Chest X [dps],Chest Y [dps],Chest Z [dps],Chest X [mg],Chest Y [mg],Chest Z [mg]",
        degree, 1e-3
      ),
      ("t_s,GYR_X[LSB],GYR_Y[LSB],GYR_Z[LSB],ACC_X[LSB],ACC_Y[LSB],ACC_Z[LSB]", degree, 1),
    ] as [(String, Double, Double)])
  func loggers(header: String, rateUnit: Double, forceUnit: Double) throws {
    for separator in [",", ";", "\t"] {
      let rows = Self.rows(rateUnit: rateUnit, forceUnit: forceUnit, separator: separator) {
        String(format: "%.6f", $0)
      }
      try Self.expectTurn(readTable(header.replacing(",", with: separator) + "\n" + rows))
    }
  }

  @Test("of two vectors with an accelerometer's unit, the one by name is read")
  func namedVector() throws {
    let header = Self.header.replacing("accel", with: "acc") + ",DynX [g],DynY [g],DynZ [g]"
    let rows = Self.rows().replacing("\n", with: ",0.5,0.5,0.5\n")
    let recordings = try readTable(header + "\n" + rows)
    try Self.expectTurn(recordings)
    #expect(recordings.warnings.contains { $0.description.contains("'DynX [g]'") })
  }

  @Test(
    "times of a serial monitor before an arrow, with and without a header",
    arguments: [",", "\t", ";", ", "])
  func serialMonitor(separator: String) throws {
    func monitor(_ rows: [String]) -> String {
      rows.enumerated().map { number, row in
        let seconds = Double(number) / 100
        return String(format: "10:59:%06.3f -> ", seconds + 20) + row + "\r\n"
      }.joined()
    }
    let rows = Self.rows().split(separator: "\n").map { line in
      line.split(separator: ",").dropFirst().joined(separator: separator)
    }
    let names = ["gx", "gy", "gz", "ax", "ay", "az"].joined(separator: separator)
    let named = try readTable(monitor([names] + rows)).sensorSamples[0].samples
    let numbered = try readTable(
      monitor(rows), columns: "time=#1 [s], gyro=#2 #3 #4 [rad/s], accel=#5 #6 #7 [g]"
    ).sensorSamples[0].samples
    for samples in [named, numbered] {
      #expect(samples.count == 200)
      #expect(abs(samples[199].timestamp - samples[0].timestamp - 1.99) < 1e-6)
      #expect(abs((samples[10].rotationRate?.y ?? 0) - 2 * cos(0.5)) < 0.001)
      #expect(abs((samples[0].acceleration?.z ?? 0) + 1) < 0.001)
    }
  }

  @Test("three columns whose first name lists the axes", arguments: ["z,x,y", "Y, Z, X", "x,y,z"])
  func axesInName(axes: String) throws {
    let order = axes.lowercased().compactMap { Array("xyz").firstIndex(of: $0) }
    let rows = (0..<100).map { row in
      let reading = [0, 2 * cos(Double(row) / 20), 0.25]
      return "\(row * 10)," + order.map { "\(reading[$0])" }.joined(separator: ",") + "\n"
    }
    for name in ["Gyroscope (\(axes)) [rad/s]", "GYRO (\(axes)) (rad/s)"] {
      let samples = try readTable("time_ms,\"\(name)\",1,2\n" + rows.joined()).sensorSamples[0]
        .samples
      #expect(samples[20].rotationRate == Vector3(0, 2 * cos(1), 0.25))
    }
  }

  @Test("MATLAB's durations are times")
  func durations() throws {
    let rows = Self.rows().split(separator: "\n").map { line in
      let fields = line.split(separator: ",")
      return "\(fields[0]) sec," + fields.dropFirst().joined(separator: ",") + "\n"
    }
    try Self.expectTurn(
      readTable(
        "Time,AngularVelocity_1,AngularVelocity_2,AngularVelocity_3,Acceleration_1,Acceleration_2"
          + ",Acceleration_3\n" + rows.joined()))
  }

  @Test(
    "a column of kinds, whose rows hold one sensor each, is no number of a sensor",
    arguments: ["sensor", "Sensor type", "device", "row_kind"])
  func columnOfKinds(name: String) throws {
    let rows = Self.rows().split(separator: "\n").map { line in
      let fields = line.split(separator: ",")
      return "\(fields[0]),eye,4.5,,,,,,\n\(fields[0]),gyro,,"
        + fields[1...3].joined(separator: ",") + ",,,\n\(fields[0]),acc,,,,,"
        + fields[4...6].joined(separator: ",") + "\n"
    }
    let header = "time_s,\(name),gaze,gx [rad/s],gy [rad/s],gz [rad/s],ax [g],ay [g],az [g]\n"
    try Self.expectTurn(readTable(header + rows.joined()))
  }

  @Test(
    "rows that start with a sensor's name, without a header, in any unit",
    arguments: [
      ("ACC", "GYR"), ("accelerometer", "gyroscope"), ("TYPE_ACCELEROMETER", "TYPE_GYROSCOPE"),
    ])
  func rowsOfSensors(force: String, rate: String) throws {
    for (separator, units) in [(",", (1, Self.metre)), (";", (Self.degree, 1)), ("\t", (1, 1))] {
      let rows = Self.rows(rateUnit: units.0, forceUnit: units.1).split(separator: "\n").map {
        let fields = $0.split(separator: ",")
        return "\(force),\(fields[0]),\(fields[4...6].joined(separator: ",")),3\n"
          + "\(rate),\(fields[0]),\(fields[1...3].joined(separator: ","))\n"
      }
      let text = rows.joined().replacing(",", with: separator)
      try Self.expectTurn(readTable(text))
      let error = try #require(throws: RecordingError.self) {
        try readTable(text.replacing("\(rate)\(separator)0.0200", with: "\(rate)\(separator)x"))
      }
      #expect(error.line == 6)
    }
  }

  @Test(
    "a proposal for numbers leaves out columns between the sensors, and takes no field for gravity")
  func otherColumns() throws {
    let rows = Self.rows(400, forceUnit: Self.metre).split(separator: "\n").enumerated().map {
      row, line in
      let fields = line.split(separator: ",")
      let angle = 0.4 * sin(Double(row) / 20)
      let field = [-40 * sin(angle), 20, 40 * cos(angle)].map { String(format: "%.3f", $0) }
      let pulse = [sin(Double(row) / 3), cos(Double(row) / 7)].map { String(format: "%.3f", $0) }
      return (fields[4...6].map(String.init) + pulse + fields[1...3].map(String.init) + field)
        .joined(separator: ",") + "\n"
    }
    let error = try #require(throws: RecordingError.self) { try readTable(rows.joined()) }
    #expect(error.proposal?.contains("gyro=#6 #7 #8, accel=#1 #2 #3") == true, "\(error)")
  }

  @Test("an unknown unit is none: the columns are listed as unused", arguments: ["kg_s", "krad/s"])
  func unknownUnit(unit: String) throws {
    let header = "t_s," + ["gx", "gy", "gz"].map { "\($0)_\(unit)" }.joined(separator: ",")
    let recordings = try readTable(header + ",ax [g],ay [g],az [g]\n" + Self.rows())
    #expect(recordings.sensorSamples[0].samples[0].rotationRate == nil)
    #expect(recordings.warnings.contains { $0.description.contains("gx_\(unit)") })
  }

  @Test("a time for each axis, in minutes, and beside empty columns of times")
  func timeColumns() throws {
    func rows(_ fields: (Double, [Double]) -> [String]) -> String {
      Self.rows().split(separator: "\n").map { line in
        let numbers = line.split(separator: ",").compactMap { Double($0) }
        return fields(numbers[0], Array(numbers.dropFirst())).joined(separator: ",") + "\n"
      }.joined()
    }
    let names = ["Gyro X (rad/s)", "Gyro Y (rad/s)", "Gyro Z (rad/s)", "Acc X (g)", "Acc Y (g)"]
    let header = names + ["Acc Z (g)"]
    let each = rows { time, numbers in numbers.flatMap { ["\(time)", "\($0)"] } }
    try Self.expectTurn(
      readTable(header.map { "X[s],\($0)" }.joined(separator: ",") + "\n" + each))
    try Self.expectTurn(
      readTable(
        header.map { "\($0.prefix { $0 != "(" })Time Series (s),\($0)" }.joined(separator: ",")
          + "\n"
          + each))
    let minutes = rows { time, numbers in ["\(time / 60)"] + numbers.map { "\($0)" } }
    try Self.expectTurn(
      readTable("time [min]," + header.joined(separator: ",") + "\n" + minutes))
    let empty = rows { _, numbers in ["", "", "1"] + numbers.map { "\($0)" } }
    try Self.expectTurn(
      readTable(
        "// Update Rate: 100.0Hz\nTime,Second,Count," + header.joined(separator: ",") + "\n" + empty
      ))
  }

  @Test("names in four lines: device, sensor, calibration, unit")
  func fourLines() throws {
    let sensors =
      ["Timestamp"]
      + ["Gyroscope", "Low Noise Accelerometer"].flatMap { sensor in
        ["X", "Y", "Z"].map { "\(sensor) \($0)" }
      }
    let lines = [
      Array(repeating: "Dev_A2B3", count: 7), sensors, Array(repeating: "CAL", count: 7),
      ["s"] + Array(repeating: "deg/s", count: 3) + Array(repeating: "m/(s^2)", count: 3),
    ]
    for separator in ["\t", ",", ";"] {
      let header = lines.map { $0.joined(separator: separator) + "\n" }.joined()
      try Self.expectTurn(
        readTable(
          header
            + Self.rows(rateUnit: Self.degree, forceUnit: Self.metre, separator: separator)))
    }
  }

  @Test("a field in micro T, one without a unit of length 1, and one taken for tesla")
  func fields() throws {
    func samples(_ unit: String, _ z: Double) throws -> Recordings {
      try readTable(
        "t_s,ax [g],ay [g],az [g],mx\(unit),my\(unit),mz\(unit)\n"
          + (0..<100).map { "\(Double($0) / 50),0,0,1,0,0,\(z)\n" }.joined())
    }
    for (unit, z) in [("_microT", 48), (" (micro tesla)", 48.0), ("", 1), ("(local_flux)", 1)] {
      let field = try samples(unit, z).sensorSamples[0].samples[0].magneticField
      #expect((40...60).contains(field?.z ?? 0), "\(unit)")
    }
    let warnings = try samples(" (T)", 48).warnings.map(\.description)
    #expect(warnings.contains { $0.contains("0.000001uT") }, "\(warnings)")
  }

  @Test("a rate without a unit in its own file, by the turns of gravity in another")
  func unitOfAnotherFile() throws {
    for (rateUnit, name) in [(1, "Gyroscope_walking.csv"), (Self.degree, "AngularVelocity.csv")] {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "one-reading-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let rows = Self.rows(rateUnit: rateUnit, forceUnit: Self.metre).split(separator: "\n")
        .map { $0.split(separator: ",") }
      for (name, columns) in [(name, 1...3), ("acc_walking.csv", 4...6)] {
        let text = rows.map { "\($0[0]),\($0[columns].joined(separator: ","))\n" }.joined()
        try Data("attr_time,attr_x,attr_y,attr_z\n\(text)".utf8).write(
          to: folder.appending(path: name))
      }
      try Self.expectTurn(RecordingReader().read(folder.path))
    }
  }

  @Test("a table of unknown names is asked about with what its numbers show")
  func unknownNames() throws {
    let rows = (0..<200).map { row in
      let angle = 0.4 * sin(Double(row) / 20)
      let force = "\(-sin(angle)),0.0\(row % 3),\(cos(angle))"
      return "\(Double(row) / 100),\(force),\(force),7\n"
    }.joined()
    let error = #expect(throws: RecordingError.self) {
      try readTable("timestamp,back_x,back_y,back_z,hip_x,hip_y,hip_z,label\n" + rows)
    }
    #expect(
      error?.description.contains("\"time=timestamp [s], accel=back_x back_y back_z\"") == true,
      "\(error?.description ?? "")")
  }

  @Test("several sensors by suffix are asked about", arguments: [["_chest", "_leg"], ["1", "2"]])
  func suffixes(places: [String]) throws {
    let names = places.flatMap { place in
      ["Acc", "Gyro"].flatMap { sensor in ["X", "Y", "Z"].map { "\(sensor)\($0)\(place)" } }
    }
    let text =
      (["ms"] + names).joined(separator: ",") + "\n"
      + (0..<60).map { "\($0 * 10),0,0,1,1,2,3,0,0,1,1,2,3\n" }.joined()
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    #expect(
      error?.description.contains(
        "accel=AccX\(places[0]) AccY\(places[0]) AccZ\(places[0])") == true,
      "\(error?.description ?? "")")
  }

  @Test("every vector that is not used is listed")
  func unused() throws {
    let text =
      "t_us, gyroADC[0] (V), gyroADC[1] (V), gyroADC[2] (V), accSmooth[0] (g), accSmooth[1] (g),"
      + " accSmooth[2] (g), motor[0], motor[1], motor[2], wind_x, wind_y, wind_z, volts\n"
      + (0..<60).map { "\($0 * 1000), 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7\n" }.joined()
    let recordings = try readTable(text)
    let unused = recordings.warnings.compactMap { warning in
      if case .unusedColumns(let names) = warning.kind { names } else { nil }
    }.joined()
    #expect(Set(unused).isSuperset(of: ["gyroADC[0] (V)", "motor[2]", "wind_z"]), "\(unused)")
    #expect(!unused.contains("volts"))
  }

  @Test(
    "a vehicle's directions are axes",
    arguments: [
      ["accel_forward_mps2", "accel_right_mps2", "accel_down_mps2"],
      ["ForwardAcceleration (m/s^2)", "LeftAcceleration (m/s^2)", "UpAcceleration (m/s^2)"],
    ])
  func directions(names: [String]) throws {
    let rows = (0..<9).map { "\($0 * 10),1,2,\($0)\n" }.joined()
    let found = try readTable("t_ms,\(names.joined(separator: ","))\n" + rows)
    let plain = try readTable("t_ms,ax [m/s2],ay [m/s2],az [m/s2]\n" + rows)
    #expect(found.sensorSamples.first?.samples == plain.sensorSamples.first?.samples)
    #expect(found.sensorSamples.first?.samples.count == 9)
    // Two sensors on the sides are none.
    let sides = try readTable(
      "t_ms,ax_left,ay_left,az_left\n" + (0..<9).map { "\($0 * 10),0,0,1\n" }.joined())
    #expect(sides.sensorSamples.first?.samples.last?.acceleration?.z == -1)
  }

  @Test(
    "the letters of the axes may be anywhere in the names of an unused vector",
    arguments: ["wind_x_kn", "x-force", "gx_deg_min", "tilt[x]_raw"])
  func unusedNames(name: String) throws {
    let names: [String] = ["x", "y", "z"].map { name.replacing("x", with: $0) }
    let rows: [String] = (0..<60).map { "\($0 * 10),0,0,1,4,5,6,7\n" }
    let header = "t_ms,ax_g,ay_g,az_g,\(names.joined(separator: ",")),volts\n"
    let text = header + rows.joined()
    let recordings = try readTable(text)
    #expect(recordings.warnings.map(\.kind) == [.unusedColumns(names)])
  }

  @Test("x, y and z beside a gyroscope are the accelerometer if their length is gravity's")
  func unnamedBesideGyroscope() throws {
    func table(_ length: Double) -> String {
      "t_ms,X,Y,Z,GX_dps,GY_dps,GZ_dps\n"
        + (0..<90).map { "\($0 * 10),0.0\($0 % 3),0,\(length),1,2,3\n" }.joined()
    }
    for length in [1, 9.81, 1000] {
      let samples = try #require(readTable(table(length)).sensorSamples.first?.samples)
      #expect(abs((samples[3].acceleration?.z ?? 0) + 1) < 0.001)
    }
    let angles = try readTable(table(35))
    #expect(angles.sensorSamples.first?.samples[3].acceleration == nil)
    #expect(angles.warnings.contains { $0.kind == .unusedColumns(["X", "Y", "Z"]) })
  }

  @Test("rates in revolutions or degrees a minute")
  func ratesPerMinute() throws {
    for (unit, factor) in [("U/min", Double.pi / 30), ("°/min", .pi / 10_800)] {
      let text =
        "t [ms];gx [\(unit)];gy [\(unit)];gz [\(unit)]\n"
        + (0..<60).map { "\($0 * 10);1,5;0;0\n" }.joined()
      let sample = try #require(readTable(text).sensorSamples.first?.samples.last)
      #expect(abs((sample.rotationRate?.x ?? 0) - 1.5 * factor) < 1e-12)
    }
  }

  @Test("units under the names, of rows that end in a separator")
  func unitsOverLongRows() throws {
    let text =
      "sep=\t\nTime_CAL\tAccel_X_CAL\tAccel_Y_CAL\tAccel_Z_CAL\nms\tg\tg\tg\n"
      + (0..<60).map { "\($0 * 10)\t0\t0\t3\t\n" }.joined()
    let recordings = try readTable(text)
    #expect(recordings.warnings.isEmpty, "\(recordings.warnings)")
    #expect(recordings.sensorSamples.first?.samples[3].acceleration == Vector3(0, 0, -3))
  }

  @Test("a checksum at the end of a sentence is no part of its last number")
  func checksums() throws {
    let text = (0..<60).map { "$IMU,\($0 * 10),0.1,-0.2,0.9\($0 % 7)*\($0 + 16)\n" }.joined()
    let samples = try #require(
      readTable(text, columns: "time=#2 [ms], accel=#3 #4 #5 [g]").sensorSamples.first?.samples)
    #expect(samples.count == 60 && samples[5].acceleration == Vector3(-0.1, 0.2, -0.95))
  }

  @Test(
    "events of several sensors without a header, after two times or a counter",
    arguments: ["T,U,", "U,", "N,U,"])
  func headerlessEvents(start: String) throws {
    let text = (0..<60).map { (row: Int) -> String in
      let stamps = start.replacing("T", with: "\(row * 10_000_000)")
        .replacing("U", with: "\(1_600_000_000_000 + row * 10)").replacing("N", with: "\(row)")
      return (row % 2 == 0 ? "\(stamps)accelerometer,0,0,9.81" : "\(stamps)gyroscope,1,2,3") + "\n"
    }.joined()
    let samples = try #require(readTable(text).sensorSamples.first?.samples)
    let last = try #require(samples.last)
    #expect(abs(last.timestamp - samples[0].timestamp - 0.58) < 0.011)
    #expect(samples.contains { $0.rotationRate == Vector3(1, 2, 3) })
    #expect(samples.allSatisfy { $0.acceleration.map { abs($0.z + 1) < 0.01 } ?? true })
  }

  @Test("rates by index with a unit after it")
  func indices() throws {
    let text =
      "loop, time (us), rate[0] (deg/s), rate[1] (deg/s), rate[2] (deg/s), acc[0] (g), acc[1] (g),"
      + " acc[2] (g)\n"
      + (0..<60).map { "\($0), \($0 * 1000), 90, 0, 0, 0, 0, 1\n" }.joined()
    let sample = try #require(try readTable(text).sensorSamples.first?.samples.last)
    #expect(abs((sample.rotationRate?.x ?? 0) - .pi / 2) < 1e-9)
    #expect(abs(sample.timestamp - 0.059) < 1e-9)
  }

  @Test("times in 100 ns since 1601 and since the year 1")
  func ticks() throws {
    for start in [11_644_473_600, 62_135_596_800] {
      let text =
        "timestamp,ax,ay,az\n"
        + (0..<60).map { "\((start + 1_700_000_000) * 10_000_000 + $0 * 100_000),0,0,1\n" }
        .joined()
      let samples = try #require(try readTable(text).sensorSamples.first?.samples)
      #expect(abs((samples[59].timestamp - samples[0].timestamp) - 0.59) < 1e-3)
    }
  }

  @Test(
    "samples that are missing one by one are counted, also where times are whole milliseconds",
    arguments: [100, 162, 60, 150, 90.0])
  func lost(rate: Double) throws {
    func isFound(_ rows: [Int], rate: Double) throws -> Bool {
      let times = rows.map { Int((Double($0) * 1000 / rate).rounded()) }
      let text = "t_ms,ax [g],ay [g],az [g]\n" + times.map { "\($0),0,0,1\n" }.joined()
      return try readTable(text).warnings.contains {
        $0.description.contains("missing one by one")
      }
    }
    var random = SystemRandomNumberGenerator()
    let kept = (0..<2000).filter { _ in UInt8.random(in: 0...4, using: &random) != 0 }
    #expect(try isFound(kept, rate: rate))
    // Rounding alone loses nothing, also at 700 Hz.
    #expect(try !isFound(Array(0..<2000), rate: rate))
    #expect(try !isFound(Array(0..<2000), rate: 700))
  }

  // MARK: - Attitudes

  @Test("a heading mark of percent, times of several columns, and an attitude of zeros")
  func rostopic() throws {
    let text =
      "%time,field.header.seq,field.header.frame_id,field.orientation.x,field.orientation.y,"
      + "field.orientation.z,field.orientation.w,field.angular_velocity.x [deg/s],"
      + "field.angular_velocity.y [deg/s],field.angular_velocity.z [deg/s],"
      + "field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z\n"
      + (0..<60).map {
        "\(1_600_000_000_000_000_000 + $0 * 10_000_000),\($0),imu,0,0,0,0,90,0,0,0,0,9.81\n"
      }.joined()
    let recordings = try readTable(text)
    #expect(recordings.references.isEmpty)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(abs(samples[59].timestamp - samples[0].timestamp - 0.59) < 1e-6)
    #expect(abs((samples[0].rotationRate?.x ?? 0) - .pi / 2) < 1e-9)
  }

  @Test("attitudes of a reference that are NaN are not given, and their samples stay")
  func missingAttitudes() throws {
    let rows = (0..<50).map { index in
      let attitude = (20..<30).contains(index) ? "nan,nan,nan,nan" : "1,0,0,0"
      return "\(Double(index) / 100),0,0,9.81,\(attitude)\n"
    }
    let found = try readTable("t_s,ax_m_s2,ay_m_s2,az_m_s2,qw,qx,qy,qz\n" + rows.joined())
    #expect(found.sensorSamples.first?.samples.count == 50)
    #expect(found.references.first?.samples.count == 40)
    #expect(found.warnings.map(\.kind) == [.unknownAttitudes])
    #expect(found.warnings.first?.count == 10)
    // Part of a quaternion is damage.
    #expect(throws: RecordingError.self) {
      try readTable("t_s,ax_m_s2,ay_m_s2,az_m_s2,qw,qx,qy,qz\n0,0,0,9.81,nan,0,0,1\n")
    }
  }

  @Test("Euler angles with their order, and the inverse of a quaternion")
  func attitudes() throws {
    // R = Rz(90 deg) Ry(30 deg) Rx(0).
    let text =
      "t_s,ax [g],ay [g],az [g],yaw,pitch,roll\n"
      + (0..<20).map { "\(Double($0) / 100),-0.5,0,0.8660254,90,30,0\n" }.joined()
    let accel = "time=t_s [s], accel='ax [g]' 'ay [g]' 'az [g]' [g]"
    let found = try readTable(text, columns: accel + ", attitude=yaw pitch roll [deg zyx]")
    let attitude = try #require(found.references.first?.samples.first?.attitude)
    // The device's x axis, 30 degrees below the horizon, along y.
    let axis = attitude.quaternion.act(Vector3(1, 0, 0))
    #expect((axis - Vector3(0, 0.8660254, -0.5)).length < 1e-6)
    #expect(found.warnings.isEmpty)
    #expect(throws: ColumnMapError.self) {
      try ColumnMap("time=t, attitude=a b c [deg xxz]")
    }
    let half = attitude.quaternion.conjugate
    let inverse =
      "t_s,ax [g],ay [g],az [g],w,x,y,z\n"
      + (0..<20).map {
        "\(Double($0) / 100),-0.5,0,0.8660254,\(half.w),\(half.x),\(half.y),\(half.z)\n"
      }.joined()
    let turned = try readTable(inverse, columns: accel + ", attitude=w -x -y -z")
    let same = try #require(turned.references.first?.samples.first?.attitude)
    #expect(abs(same.quaternion.dot(attitude.quaternion)) > 1 - 1e-9)
  }

  @Test("a table of angles alone is asked about, and the proposal reads it")
  func anglesAlone() throws {
    let text =
      "time_s,Roll,Pitch,Yaw\n"
      + (0..<40).map { "\(Double($0) / 50),1.0,2.0,\($0 * 3)\n" }.joined()
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    let parts = (error?.description ?? "").split(separator: "\"")
    let map = String(try #require(parts.count > 1 ? parts[1] : nil, "\(error?.description ?? "")"))
    #expect(map == "time=time_s [s], attitude=Yaw Pitch Roll [deg zyx]")
    let poses = try #require(try readTable(text, columns: map).references.first?.samples)
    #expect(poses.count == 40)
  }

  @Test("an attitude in another file, by --columns and in a folder")
  func otherFile() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "one-reading-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sensors =
      "Time (s),Gyr X (deg/s),Gyr Y (deg/s),Gyr Z (deg/s),Acc X (g),Acc Y (g),Acc Z (g)\n"
      + (0..<60).map { "\(Double($0) / 50),0,0,0,0,0,1\n" }.joined()
    let attitudes =
      "Time (s),W,X,Y,Z\n" + (0..<60).map { "\(Double($0) / 50),0.8,0,0,0.6\n" }.joined()
    try Data(sensors.utf8).write(to: folder.appending(path: "imu.csv"))
    try Data(attitudes.utf8).write(to: folder.appending(path: "pose.csv"))
    let map = try ColumnMap(
      "time='Time (s)', gyro='Gyr X (deg/s)' 'Gyr Y (deg/s)' 'Gyr Z (deg/s)' [deg/s], "
        + "accel='Acc X (g)' 'Acc Y (g)' 'Acc Z (g)' [g], attitude=W X Y Z from pose.csv")
    let reader = RecordingReader(options: ReadingOptions(columns: map))
    for found in [
      try reader.read(folder.appending(path: "imu.csv").path),
      try RecordingReader().read(folder.path),
    ] {
      #expect(found.sensorSamples.first?.samples.count == 60)
      let attitude = try #require(found.references.first?.samples.last?.attitude)
      #expect(abs(attitude.quaternion.z - 0.6) < 1e-12)
    }
  }

  // MARK: - Questions

  @Test("a proposal for a table without names was tried, and names the open unit")
  func proposals() throws {
    let error = #expect(throws: RecordingError.self) {
      try readTable(
        (0..<60).map {
          "\(1_600_000_000_000 + $0 * 20),\(0.4 + Double($0 % 3) / 50),-0.\($0 % 4),"
            + "\(Double($0 % 7) / 10)\n"
        }.joined(),
        name: "wrist_gyro.csv")
    }
    #expect(
      error?.description.contains("\"time=#1 [ms], gyro=#2 #3 #4 [UNIT]\"") == true,
      "\(error?.description ?? "")")
  }

  @Test("of two sensors, the one whose turns the other explains is the accelerometer")
  func turningPair() throws {
    // The gyroscope first, with a rate whose length changes less than that of the forces.
    let rows = (0..<400).map { row -> String in
      let time = Double(row) / 100
      let angle = 3 * time - 0.1 * cos(4 * time)
      let rate = 3 + 0.4 * sin(4 * time)
      let shake = 1 + 0.3 * sin(31 * time)
      let forces = [-shake * sin(angle), 0.1 * cos(40 * time), shake * cos(angle)]
      return "\(row * 10),0.0\(row % 3),\(rate),0.0\(row % 2),"
        + forces.map { "\($0)" }.joined(separator: ",") + "\n"
    }.joined()
    let error = #expect(throws: RecordingError.self) { try readTable(rows) }
    #expect(
      error?.description.contains("gyro=#2 #3 #4") == true, "\(error?.description ?? "")")
  }

  @Test(
    "files that are no text name the way to read them",
    arguments: [
      ("inertial model\n", "--model"), ("PAR1", "inertial[table]"),
      ("\u{89}HDF", "inertial[matlab]"), ("MATLAB 5.0 MAT-file", "inertial[matlab]"),
      ("#ROSBAG V2.0", "inertial[ros]"), ("\u{D0}\u{CF}\u{11}\u{E0}", ".xlsx"),
    ])
  func containers(start: String, reader: String) {
    let bytes = start.unicodeScalars.map { UInt8($0.value) } + [0, 1, 2, 3]
    let error = #expect(throws: RecordingError.self) { try readTable(bytes) }
    #expect(error?.description.contains(reader) == true)
  }
}
