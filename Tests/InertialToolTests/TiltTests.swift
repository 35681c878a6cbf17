import Foundation
import TestSupport
import Testing

@Suite("inertial orientation --tilt, and options of motion")
struct TiltTests {
  @Test("a simulated phone: the gains of the post, and a table")
  func tilt() throws {
    let folder = try TemporaryFolder()
    let (path, table) = (folder.path("l.csv"), folder.path("tilt.csv"))
    #expect(try Program.run("simulate", "L", "--output", path).status == 0)
    let page = folder.path("tilt.html")
    let answer = try Program.run(
      "orientation", path, "--mode", "6d", "--tilt", table, "--report", page, "--json"
    ).tilt()
    let gains = try #require(answer["gains"] as? [Double])
    let fibonacci: [Double] = [2 / 3, 5 / 8, 13 / 21, 34 / 55, 89 / 144]
    #expect(difference(gains, fibonacci) < 1e-15)
    let goldenRatio = (5.0.squareRoot() - 1) / 2
    #expect(abs(try #require(answer["finalGain"] as? Double) - goldenRatio) < 1e-12)
    let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
    #expect(rows[0] == "t,tilt_degrees,filtered_degrees,gain,variance,yaw_degrees")
    #expect(rows.count - 1 == answer["updates"] as? Int)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains(">Tilt<"))
    // Every motion at 100 Hz is twice as many.
    let all = try Program.run(
      "orientation", path, "--mode", "6d", "--tilt", table, "--tilt-interval", "0", "--json"
    ).tilt()
    #expect(try #require(all["updates"] as? Int) > 3 * rows.count / 2)
    let printed = try Program.run("orientation", path, "--mode", "6d", "--tilt", "-")
    #expect(printed.output.split(separator: "\n")[0] == rows[0])
  }

  @Test("low-passed and fused gravity in the report of orientation")
  func gravity() throws {
    let folder = try TemporaryFolder()
    let (path, page) = (folder.path("l.csv"), folder.path("page.html"))
    #expect(try Program.run("simulate", "L", "--output", path).status == 0)
    let answer = try Program.run(
      "orientation", path, "--mode", "6d", "--report", page, "--json"
    ).object()
    let file = try #require((answer["files"] as? [[String: Any]])?.first)
    let gravity = try #require(file["gravity"] as? [String: Double])
    let (lowPass, fused) = (
      try #require(gravity["lowPassError"]), try #require(gravity["fusedError"])
    )
    // A moving hand: acceleration is taken for gravity.
    #expect(lowPass > 2 * fused)
    #expect(try #require(gravity["lowPassAngle"]) > fused)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Error of gravity"))
  }

  @Test("options of the path: rules, damping and rests")
  func path() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("l.csv")
    #expect(try Program.run("simulate", "LO", "--output", path).status == 0)
    func track(_ options: String...) throws -> [String: Any] {
      try Program.run(["track", path, "--mode", "6d", "--json"] + options).object()
    }
    let euler = try track("--method", "none", "--update-rule", "euler")
    let split = try track("--method", "none", "--update-rule", "split-step")
    #expect(euler["pathLength"] as? Double != split["pathLength"] as? Double)
    func rests(_ answer: [String: Any]) throws -> Int {
      try #require((answer["files"] as? [[String: Any]])?.first?["rests"] as? Int)
    }
    #expect(try rests(track("--method", "rest")) > 0)
    #expect(try rests(track("--method", "rest", "--rest-acceleration", "1e-6")) == 0)
    _ = try track(
      "--method", "constant-deceleration", "--deceleration", "1", "--return-speed", "0")
  }

  @Test("true north by position and date")
  func north() throws {
    let folder = try TemporaryFolder()
    var text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "mag_x_uT,mag_y_uT,mag_z_uT\n"
    for index in 0..<300 { text += "\(Double(index) / 100),0,0,0,0,0,-1,20,0,-40\n" }
    let path = try folder.write(text, to: "still.csv")
    func heading(_ options: String...) throws -> Double {
      let outcome = try Program.run(
        ["live", "--replay", path, "--speed", "1000", "--json", "--frame"] + options)
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(outcome.messages.contains("figure eight"))
      let line = try #require(outcome.output.split(separator: "\n").last)
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["heading"] as? Double)
    }
    let magnetic = try heading("magnetic-north")
    // The declination at MIT in the middle of 2026, by pygeomag: -13.937 degrees.
    let position = try heading(
      "true-north", "--position", "42.36,-71.09", "--date", "2026-07-02")
    let given = try heading("true-north", "--declination", "-13.937")
    let turn = (position - magnetic + 540).truncatingRemainder(dividingBy: 360) - 180
    #expect(abs(turn - (-13.937)) < 0.01)
    #expect(abs(position - given) < 0.01)
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["orientation", "x.csv", "--tilt", "t.csv", "--tilt-measurement-noise", "0"],
      ["orientation", "x.csv", "--tilt", "t.csv", "--tilt-interval", "-1"],
      ["orientation", "x.csv", "--tilt-interval", "1"],
      ["orientation", "x.csv", "--tilt-process-noise", "1"],
      ["orientation", "x.csv", "--tilt", "-", "--json"],
      ["orientation", "x.csv", "--tilt", "t.csv", "--output", "t.csv"],
      ["track", "x.csv", "--rest-window", "0.1", "--method", "none"],
      ["track", "x.csv", "--rest-window", "0"], ["track", "x.csv", "--deceleration", "1"],
      ["track", "x.csv", "--update-rule", "euler"],
      ["live", "--frame", "true-north", "--position", "91,0"],
      ["live", "--frame", "true-north", "--position", "0"],
      ["live", "--frame", "true-north", "--position", "0,0", "--declination", "1"],
      ["live", "--frame", "true-north", "--position", "0,0", "--date", "2040-01-01"],
      ["live", "--position", "0,0"], ["live", "--date", "2026-01-01"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }
}

extension Program.Outcome {
  /// The tilt of the first file of an answer.
  fileprivate func tilt() throws -> [String: Any] {
    let file = try #require((try object()["files"] as? [[String: Any]])?.first)
    return try #require(file["tilt"] as? [String: Any])
  }
}
