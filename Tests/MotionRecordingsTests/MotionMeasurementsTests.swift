import MotionFusion
import MotionRecordings
import Testing

@Suite("Tables of measurements from outside")
struct MotionMeasurementsTests {
  private func read(_ text: String) throws -> MotionMeasurements {
    try MotionMeasurements(Array(text.utf8), name: "gnss.csv")
  }

  private static let velocity = "time_s,vel_x_m_s,vel_y_m_s,vel_z_m_s,vel_sigma_m_s"
  private static let position = "pos_x_m,pos_y_m,pos_z_m,pos_sigma_m"

  @Test("both quantities, columns in any order, empty fields, the same time twice")
  func both() throws {
    let table = try read(
      "\(Self.position),note,\(Self.velocity)\n"
        + "1,2,3,0.5,a,10,4,5,6,0.1\n,,,,b,10,7,8,9,0.2\n1,2,,0.5,,11,,,,\n")
    #expect(
      table.measurements == [
        MotionMeasurement(
          timestamp: 10, quantity: .position(Vector3(1, 2, 3)), deviation: 0.5),
        MotionMeasurement(
          timestamp: 10, quantity: .velocity(Vector3(4, 5, 6)), deviation: 0.1),
        MotionMeasurement(
          timestamp: 10, quantity: .velocity(Vector3(7, 8, 9)), deviation: 0.2),
      ])
    #expect(table.warnings.isEmpty)
  }

  @Test("a row that is cut off is left out with a warning")
  func cutOff() throws {
    let table = try read("\(Self.velocity)\n0,1,2,3,0.1\n1,1,2")
    #expect(table.measurements.count == 1 && table.warnings.map(\.kind) == [.incompleteRows])
  }

  @Test(
    "bad tables throw errors that name the line",
    arguments: [
      ("0,1,2,3,0.1\n1,nan,2,3,0.1\n", 3), ("0,1,2,3,0.1\n1,inf,2,3,0.1\n", 3),
      ("0,1,2,3,-0.1\n", 2), ("0,1,2,3,0\n", 2), ("0,1e10,2,3,0.1\n", 2), ("0,1,x,3,0.1\n", 2),
      ("nan,1,2,3,0.1\n", 2), ("1,1,2,3,0.1\n0.5,1,2,3,0.1\n", 3), ("0,1,2\n1,1,2,3,0.1\n", 2),
    ])
  func bad(rows: String, line: Int) {
    #expect {
      try read("\(Self.velocity)\n\(rows)")
    } throws: { error in
      (error as? RecordingError)?.line == line
    }
  }

  @Test(
    "an attitude of length zero, angles without a deviation: errors that name the line",
    arguments: ["0,0,0,0,0,1", "0,1,0,0,0,0", "0,nan,0,0,0,1", "0,1,0,0,0,-1"])
  func badAttitude(row: String) {
    #expect {
      try read("time_s,qw,qx,qy,qz,attitude_sigma_deg\n\(row)\n")
    } throws: { error in
      (error as? RecordingError)?.line == 2
    }
  }

  @Test(
    "tables without rows, times or complete columns are errors",
    arguments: [
      "", "time_s,vel_x_m_s,vel_y_m_s,vel_z_m_s,vel_sigma_m_s\n", "time_s,a\n0,1\n",
      "vel_x_m_s,vel_y_m_s,vel_z_m_s,vel_sigma_m_s\n1,2,3,4\n",
      "time_s,heading_deg\n0,1\n", "time_s,qw,qx,qy,qz\n0,1,0,0,0\n",
      "time_s,vel_x_m_s,vel_y_m_s,vel_z_m_s\n0,1,2,3\n",
      "time_s,vel_x_m_s,vel_y_m_s,vel_z_m_s,vel_sigma_m_s\n0,1,,3,0.1\n1,,,,\n",
    ])
  func incomplete(text: String) {
    #expect(throws: RecordingError.self) { try read(text) }
  }

  @Test("errors say what columns and values are expected")
  func messages() throws {
    func message(_ text: String) -> String {
      do {
        _ = try read(text)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let columns = message("time_s,lat,lon\n0,1,2\n")
    #expect(columns.contains("pos_x_m, pos_y_m, pos_z_m, pos_sigma_m; vel_x_m_s"))
    #expect(columns.contains("got 'time_s', 'lat', 'lon'"))
    #expect(message("\(Self.velocity)\n0,1,,2,3\n").contains("a row with all columns"))
    #expect(
      message("time_s,qw,qx,qy,qz,attitude_sigma_deg\n0,0,0,0,0,1\n")
        .contains("a quaternion other than 0"))
    #expect(
      message("time_s,heading_deg,heading_sigma_deg\n0,90,0\n")
        .contains("a standard deviation of 0.0001° or more"))
  }

  @Test("measurements in other axes", arguments: WorldAxes.allCases)
  func axes(axes: WorldAxes) {
    // 3 m/s to the north, 1 to the east, 2 up.
    let value: Vector3<Double> =
      switch axes {
      case .northWestUp: Vector3(3, -1, 2)
      case .eastNorthUp: Vector3(1, 3, 2)
      case .northEastDown: Vector3(3, 1, -2)
      }
    let measurement = MotionMeasurement(
      timestamp: 0, quantity: .velocity(value), deviation: 1)
    guard case .velocity(let turned) = measurement.turned(from: axes).quantity else {
      Issue.record("not a velocity")
      return
    }
    #expect((turned - Vector3(3, -1, 2)).length < 1e-14)
  }

  @Test("headings and attitudes, in degrees")
  func angles() throws {
    let table = try read(
      "time_s,heading_deg,heading_sigma_deg,qw,qx,qy,qz,attitude_sigma_deg\n"
        + "0,90,2,,,,,\n1,,,0.5,-0.5,0.5,0.5,0.1\n")
    #expect(
      table.measurements == [
        MotionMeasurement(
          timestamp: 0, quantity: .heading(90 * (.pi / 180)), deviation: 2 * (.pi / 180)),
        MotionMeasurement(
          timestamp: 1, quantity: .attitude(Quaternion(x: -0.5, y: 0.5, z: 0.5, w: 0.5)),
          deviation: 0.1 * (.pi / 180)),
      ])
  }

  @Test(
    "an attitude in other axes; a heading counts from north in all",
    arguments: WorldAxes.allCases)
  func angularAxes(axes: WorldAxes) {
    let device = Attitude(pitch: 0.3, roll: -0.5, yaw: 1.2)
    let measurement = MotionMeasurement(
      timestamp: 0, quantity: .attitude(axes.fromNorthWestUp * device.quaternion), deviation: 1)
    guard case .attitude(let turned) = measurement.turned(from: axes).quantity else {
      Issue.record("not an attitude")
      return
    }
    #expect(turned.angularDistance(to: device.quaternion) < 1e-12)
    let heading = MotionMeasurement(timestamp: 0, quantity: .heading(1), deviation: 1)
    #expect(heading.turned(from: axes) == heading)
  }
}
