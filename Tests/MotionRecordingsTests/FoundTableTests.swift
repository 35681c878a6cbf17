import Foundation
import MotionFusion
import MotionRecordings
import RotationMath
import Testing

/// Look-alikes of tables in public repositories that were unreadable or asked the wrong question.
@Suite("Found tables")
struct FoundTableTests {
  /// The option to paste in the error of reading `text`.
  private static func suggestion(_ text: String) throws -> String {
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    let parts = (error?.description ?? "").split(separator: "\"")
    return String(try #require(parts.count > 1 ? parts[1] : nil, "\(error?.description ?? "")"))
  }

  private static func rows(_ count: Int = 40, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  @Test(
    "dates with months by name",
    arguments: [
      "Wed Dec 22 21:09:%@ 2021", "22-Dec-2021 21:09:%@", "Dec 22, 2021 9:09:%@ PM",
      "2021-12-22 21:09:%@",
    ])
  func months(date: String) throws {
    let text =
      "Time;ax [g];ay [g];az [g]\n"
      + Self.rows { "\(date.replacing("%@", with: String($0 / 2 + 10)));0;0;1\($0 % 2)" }
    let samples = try #require(try readTable(text).sensorSamples.first?.samples)
    // 2021-12-22 21:09:10 UTC by Python's calendar.timegm; two rows a second.
    #expect(samples.first?.timestamp == 1_640_207_350)
    #expect(samples.last?.timestamp == 1_640_207_369.5)
  }

  @Test("one sensor of the file's name, beside columns of text and two times")
  func fileName() throws {
    let text =
      "Index,Arrival_Time,Creation_Time,x,y,z,User,Model\n"
      + Self.rows {
        "\($0),\(1_424_696_633_908 + $0 / 2 * 10),\(1_424_696_631_913_248_572 + $0 * 5_000_000),0,0,"
          + "9.80665,a,nexus4"
      }
    let recordings = try readTable(text, name: "Phones_accelerometer.csv")
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(abs(samples[39].timestamp - samples[0].timestamp - 0.195) < 1e-3)
    #expect(samples[0].acceleration == Vector3(0, 0, -1))
    #expect(throws: RecordingError.self) { try readTable(text, name: "positions.csv") }
    // Without times the rate is asked.
    let error = #expect(throws: RecordingError.self) {
      try readTable("x,y,z\n" + Self.rows { _ in "0.1,0,1" }, name: "lower_back_acc.csv")
    }
    #expect(error?.description.contains("\"time=row/RATE, accel=x y z [g]\"") == true)
  }

  @Test("a column of times by its numbers")
  func unnamedTime() throws {
    let text =
      "Row,GPST,Temp,Ax,Ay,Az\n"
      + Self.rows { "\($0),\(390_884.272 + Double($0) * 0.04),20,0,0,9.80665" }
    let map = try Self.suggestion(text)
    #expect(map == "time=GPST [s], accel=Ax Ay Az [m/s²]")
    #expect(try readTable(text, columns: map).sampleCounts == [40])
    let counted = "Row,Ax,Ay,Az\n" + Self.rows { "\($0),0,0,9.80665" }
    #expect(try Self.suggestion(counted) == "time=row/RATE, accel=Ax Ay Az [m/s²]")
  }

  @Test(
    "steps of the time give the rate in the proposal",
    arguments: [
      ("dt_ms,ax_g,ay_g,az_g", "10,0,0,1"), ("ax_g,ay_g,az_g,delta_t", "0,0,1,0.01"),
      ("interval (us),ax_g,ay_g,az_g", "10000,0,0,1"),
    ])
  func steps(head: String, row: String) throws {
    let text =
      head + "\n" + Self.rows { $0 % 2 == 0 ? row : row.replacing("0,0,1", with: "0,0.1,1") }
    let map = try Self.suggestion(text)
    #expect(map == "time=row/100, accel=ax_g ay_g az_g [g]")
    #expect(try readTable(text, columns: map).sampleCounts == [40])
  }

  @Test("times that do not advance are no times, and rows in reverse order are an error")
  func stoppedTimes() throws {
    let head = "timestamp_ms,ax_g,ay_g,az_g\n"
    let map = try Self.suggestion(head + Self.rows { "1.70000E+12,0,\($0 % 2),1" })
    #expect(map == "time=row/RATE, accel=ax_g ay_g az_g [g]")
    let error = #expect(throws: RecordingError.self) {
      try readTable(head + Self.rows { "\(10_000 - 10 * $0),0,0,1" })
    }
    #expect(error?.column == "timestamp_ms")
    #expect(error?.description.contains("reverse the rows") == true)
  }

  @Test(
    "rps is radians or revolutions, as gravity turns", arguments: [1, 2 * Double.pi])
  func revolutions(factor: Double) throws {
    let text =
      "t_s,gyro_x_rps,gyro_y_rps,gyro_z_rps,ax_g,ay_g,az_g\n"
      + Self.rows(1500) { index in
        let phase = Double(index) / 100
        let (angle, rate) = (Double.sin(phase) * 1.2, Double.cos(phase) * 1.2)
        return "\(phase),\(rate / factor),0,0,0,\(Double.sin(angle)),\(Double.cos(angle))"
      }
    let recordings = try readTable(text)
    #expect(
      abs((recordings.sensorSamples.first?.samples.first?.rotationRate?.x ?? 0) - 1.2) < 1e-12)
    #expect(
      recordings.warnings.contains {
        $0.description.contains("assuming \(factor > 1 ? "rev/s" : "rad/s"), because gravity turns")
      })
  }

  @Test("a row that cannot be read is the error, not the unit that it leaves open")
  func unreadableRows() throws {
    let head = "t_ms,ax,ay,az,gx,gy,gz\n"
    let rows = (0..<20).map { "\(10 * $0),0,0,9.8,0.1,0,0\n" }
    let short = #expect(throws: RecordingError.self) {
      try readTable(head + "0,0.1\n" + rows.joined())
    }
    #expect((short?.line, short?.problem) == (2, .wrongFieldCount(found: 2, expected: 7)))
    let texts = #expect(throws: RecordingError.self) {
      try readTable(head + Self.rows { "\(10 * $0),=0,=0,=9.8,=1,=0,=0" })
    }
    #expect(texts?.line == 2)
    #expect(texts?.problem == .notANumber(text: "=0"), "\(texts?.description ?? "")")
  }

  @Test("comments among rows, words for missing values, and a decimal comma in times of day")
  func foundRows() throws {
    let head = "t_ms,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps\n"
    let rows = Self.rows { index in
      let rates =
        index % 2 == 0 ? "90,0,0" : ["null,null,null", "NA,NA,NA", "None,None,None"][index % 3]
      return "\(index == 7 ? "# button pressed\n" : "")\(10 * index),0,0,1,\(rates)"
    }
    let samples = try #require(try readTable(head + rows).sensorSamples.first?.samples)
    #expect(samples.count == 40)
    #expect(samples.count { $0.rotationRate != nil } == 20)
    let times =
      "Zeit;ax [g];ay [g];az [g]\n" + Self.rows { "23:59:59,\($0 + 100);0,5;0;0,8" }
    let timed = try #require(try readTable(times).sensorSamples.first?.samples)
    #expect(abs(timed[39].timestamp - timed[0].timestamp - 0.039) < 1e-9)
  }

  @Test(
    "x, y and z beside an attitude are a position",
    arguments: [
      "timestamp,x,y,z,qx,qy,qz,qw", "time_s,pos_x [m],pos_y [m],pos_z [m],q_x,q_y,q_z,q_w",
      "t,tx,ty,tz,qx,qy,qz,qw",
    ])
  func poses(head: String) throws {
    let text = head + "\n" + Self.rows { "\(Double($0) / 100),1,2,\($0),0,0,0,1" }
    let recordings = try readTable(text)
    #expect(recordings.sensorSamples.isEmpty)
    let poses = try #require(recordings.references.first?.samples)
    #expect(poses.count == 40)
    #expect(poses.last?.position == Vector3(1, 2, 39))
    #expect(poses.last?.attitude?.quaternion == .identity)
  }

  @Test("a position without a unit is in metres with a warning, one in another unit is unused")
  func positionUnit() throws {
    func warnings(_ unit: String) throws -> String {
      let names = ["x", "y", "z"].map { "pos_\($0)\(unit)" }.joined(separator: ",")
      let text = "t_s,\(names),qx,qy,qz,qw\n" + Self.rows { "\(Double($0) / 100),1,2,3,0,0,0,1" }
      let recordings = try readTable(text)
      #expect(recordings.references.first?.samples.count == 40)
      #expect((recordings.references.first?.samples[0].position == nil) == (unit == " [mm]"))
      return recordings.warnings.map(\.description).joined(separator: "\n")
    }
    #expect(try warnings("").contains("assuming m, because a position"))
    #expect(try warnings(" [m]").isEmpty)
    #expect(try warnings(" [mm]").contains("not used: 'pos_x [mm]'"))
  }

  @Test("a row that starts with a mark is no comment")
  func mark() throws {
    let text = "id,t_s,ax_g,ay_g,az_g\n" + Self.rows { "#\($0),\(Double($0) / 100),0,0,1" }
    #expect(try readTable(text).sampleCounts == [40])
  }

  @Test("names of sensors in a comment are not those of a trajectory without a header")
  func commentedSensors() throws {
    let rows = Self.rows { "\($0) \(Double($0) / 100) 0.1 0 0 0 0 9.80665" }
    let names =
      "# id timestamp angular_velocity_x angular_velocity_y angular_velocity_z lin_acc_x lin_acc_y lin_acc_z\n"
    let samples = try #require(try readTable(names + rows).sensorSamples.first?.samples)
    #expect(samples.count == 40)
    #expect(samples.last?.acceleration == Vector3(0, 0, -1))
    let trajectory = Self.rows { "\(Double($0) / 100) 1 2 3 0 0 0 1" }
    for names in ["", "# timestamp tx ty tz qx qy qz qw\n", "# ground truth\n"] {
      #expect(try readTable(names + trajectory, name: "groundtruth.txt").format == "tum")
    }
  }

  @Test("user acceleration in g beside gravity has Core Motion's sign")
  func coreMotion() throws {
    let head =
      "t_s,gravity.x,gravity.y,gravity.z,userAcceleration.x,userAcceleration.y,"
      + "userAcceleration.z,rotationRate.x [rad/s],rotationRate.y [rad/s],rotationRate.z [rad/s]\n"
    let text = head + Self.rows { "\(Double($0) / 100),0,0,-1,0.1,0,0,0,0,0" }
    let recordings = try readTable(text)
    #expect(recordings.sensorSamples.first?.samples.first?.acceleration == Vector3(0.1, 0, -1))
    #expect(recordings.warnings.contains { $0.description.contains("Core Motion's") })
    let android = head + Self.rows { "\(Double($0) / 100),0,0,9.80665,0.1,0,0,0,0,0" }
    #expect(
      try readTable(android).sensorSamples.first?.samples.first?.acceleration?.z ?? 0 < -0.9)
  }

  @Test("gravity has its own unit, and user acceleration has gravity's")
  func gravityUnit() throws {
    let text =
      "t_s,accX,accY,accZ,gravityX,gravityY,gravityZ,userAccX,userAccY,userAccZ,"
      + "gx [rad/s],gy [rad/s],gz [rad/s],qw,qx,qy,qz\n"
      + Self.rows { "\(Double($0) / 100),0,0,1.1,0,0,9.80665,0,0,0.980665,0,0,0,1,0,0,0" }
    let recordings = try readTable(text)
    let motion = try #require(recordings.deviceMotion.first?.samples.first)
    #expect((motion.userAcceleration - Vector3(0, 0, -0.1)).length < 1e-6)
    #expect((motion.gravity - Vector3(0, 0, -1)).length < 1e-6)
  }

  @Test(
    "columns by their numbers, to paste",
    arguments: [
      (false, "time=#2 [s], gyro=#6 #7 #8 [UNIT], accel=#3 #4 #5 [g], mag=#9 #10 #11 [µT]"),
      (true, "time=#2 [s], gyro=#3 #4 #5 [UNIT], accel=#6 #7 #8 [g], mag=#9 #10 #11 [µT]"),
    ])
  func numbers(gyroscopeFirst: Bool, map: String) throws {
    // Gravity turns by 0.1 g, the rates by tens of deg/s, the field with a heading.
    func wave(_ row: Int, _ size: Double, _ speed: Double) -> Double {
      size * sin(speed * Double(row))
    }
    let text = Self.rows { row in
      let accel = [wave(row, 0.1, 0.1), wave(row, 0.1, 0.23), 1 + wave(row, 0.02, 0.7)]
      let gyro = [wave(row, 20, 0.1), wave(row, 7, 0.31), wave(row, 3, 0.5)]
      let mag = [wave(row, 20, 0.05), 20 + wave(row, 5, 0.05), -40 + wave(row, 1, 0.9)]
      let numbers = (gyroscopeFirst ? gyro + accel : accel + gyro) + mag
      return "\(row),\(47_547.357 + Double(row) * 0.02),"
        + numbers.map { "\($0)" }.joined(separator: ",")
    }
    #expect(try Self.suggestion(text) == map)
  }

  @Test("a line of sensors above the line of names, with a nameless first column")
  func twoHeaderLines() throws {
    let text =
      ",left,left,left,right,right,right\n,acc_x,acc_y,acc_z,acc_x,acc_y,acc_z\n"
      + Self.rows { "\(Double($0) / 204.8),0,0,9.80665,0,9.80665,0" }
    let map = try Self.suggestion(text)
    #expect(map == "time=#1 [s], accel='left acc_x' 'left acc_y' 'left acc_z'")
    let right = map.replacing("left", with: "right") + " [m/s2]"
    let samples = try #require(try readTable(text, columns: right).sensorSamples.first?.samples)
    #expect(samples.count == 40)
    #expect(samples[0].acceleration == Vector3(0, -1, 0))
  }

  @Test("the suggestion keeps a rate and a scale, and can be pasted")
  func exactNumbers() throws {
    let text =
      "ax,ay,az,gx,gy,gz,mx,my,mz\n"
      + Self.rows { "0,0,\(16_384 + $0 % 2),\($0),2,3,3000,\($0),2700" }
    let warnings = try readTable(
      text,
      columns: "time=row/204.8, accel=ax ay az [1/16384 g], gyro=gx gy gz [1/16.4 deg/s], "
        + "mag=mx my mz"
    ).warnings.map(\.description).joined()
    let map =
      "time=row/204.8, gyro=gx gy gz [1/16.4 deg/s], accel=ax ay az [1/16384 g], "
      + "mag=mx my mz [UNIT]"
    #expect(warnings.contains("\"\(map)\""), "\(warnings)")
    let pasted = try readTable(text, columns: map.replacing("UNIT", with: "mgauss"))
    #expect(pasted.sampleCounts == [40])
  }

  @Test("attitudes without times ask for the rate; single letters name a quaternion")
  func attitudes() throws {
    let text = ",sample,q_x,q_y,q_z,q_w\n" + Self.rows { "left,\($0),0,0,0.6,0.8" }
    let map = try Self.suggestion(text)
    #expect(map == "time=row/RATE, attitude=q_w q_x q_y q_z")
    let found = try readTable(text, columns: map.replacing("RATE", with: "10"))
    #expect(found.references.first?.samples.count == 40)
    let letters =
      "Timestamp (us),W Element,X Element,Y Element,Z Element\n"
      + Self.rows { "\($0 * 20_000),0.8,0,0,0.6" }
    let poses = try #require(try readTable(letters).references.first?.samples)
    #expect(poses[1].timestamp == 0.02)
    #expect(poses[1].attitude?.quaternion == Quaternion(x: 0, y: 0, z: 0.6, w: 0.8))
  }

  @Test("a field in arbitrary units has length 1")
  func arbitraryUnits() throws {
    let text =
      "Timestamp (us),X Axis (a.u.),Y Axis (a.u.),Z Axis (a.u.)\n"
      + Self.rows { "\($0 * 50_000),0.6,0,-0.8" }
    let field = try readTable(text).sensorSamples.first?.samples.first?.magneticField
    #expect(field == Vector3(30, 0, -40))
  }

  @Test("angles in columns of a gyroscope are an error")
  func angles() {
    let text =
      "timestamp,gyrx,gyry,gyrz\n"
      + Self.rows(300) { "\($0 * 200),21.4,-59.2,\(($0 * 7 + 180) % 360 - 180)" }
    let error = #expect(throws: RecordingError.self) { try readTable(text) }
    #expect(error?.description.contains("got angles, which wrap at 180 degrees") == true)
  }

  @Test("a median of 40 g is a contradiction, even in motion")
  func hugeAcceleration() throws {
    let text =
      "t_s,ax [g],ay [g],az [g]\n"
      + Self.rows { "\(Double($0) / 10),\(30 + $0 % 5),\(20 - 7 * ($0 % 3)),-13" }
    let warnings = try readTable(text).warnings.map(\.description)
    #expect(warnings.contains { $0.contains("the unit is unknown") }, "\(warnings)")
  }

  @Test("a folder leaves out tables of other quantities, and names them")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "public-tables-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let battery = "Timestamp (us),Percentage (%),Voltage (V)\n0,99,4.1\n"
    try battery.write(
      to: folder.appending(path: "Battery.csv"), atomically: true, encoding: .utf8)
    let error = #expect(throws: RecordingError.self) {
      try RecordingReader().read(folder.path)
    }
    #expect(error?.description.contains("unknown format") == true)
    let inertial =
      "Timestamp (us),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),"
      + "Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)\n"
      + Self.rows { "\($0 * 20_000),1,2,3,0,0,1" }
    try inertial.write(
      to: folder.appending(path: "Inertial.csv"), atomically: true, encoding: .utf8)
    let recordings = try RecordingReader().read(folder.path)
    #expect(recordings.sampleCounts == [40])
    #expect(recordings.warnings.map(\.kind) == [.unreadFile])
    #expect(recordings.warnings.first?.file.hasSuffix("Battery.csv") == true)
  }
}
