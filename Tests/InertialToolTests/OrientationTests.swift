import Foundation
import TestSupport
import Testing

@Suite("inertial orientation")
struct OrientationTests {
  /// A turn by 90° about the vertical from 1 s to 2 s, in the x-io format.
  ///
  /// The device is face up; its x axis first points to north.
  private let recording: String = {
    var text = """
      Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),\
      Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)

      """
    for index in 0...300 {
      let rate = index > 100 && index <= 200 ? 90 : 0
      text += "\(Double(index) / 100),0,0,\(rate),0,0,1\n"
    }
    return text
  }()

  @Test("the attitudes of a quarter turn", arguments: [[], ["--offline"]])
  func quarterTurn(options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("attitude.csv")
    let outcome = try Program.run(
      ["orientation", "-", "--mode", "6d", "--output", path, "--json"] + options,
      input: recording)
    #expect(outcome.status == 0)
    let answer = try outcome.object()
    let files = try #require(answer["files"] as? [[String: Any]])
    #expect(files.count == 1 && files.first?["samples"] as? Int == 301)
    #expect(answer["mean"] == nil)
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(rows.first == "t,qw,qx,qy,qz")
    let numbers = try #require(rows.last).split(separator: ",").compactMap { Double($0) }
    try #require(numbers.count == 5)
    #expect(abs(numbers[0] - 3) < 1e-9)
    // 90° about the vertical; bias estimation absorbs a small part of the turn.
    let half = 0.5.squareRoot()
    #expect(abs(numbers[1] - half) < 0.01 && abs(numbers[4] - half) < 0.01)
    #expect(abs(numbers[2]) < 1e-6 && abs(numbers[3]) < 1e-6)
  }

  @Test("--recording chooses one of several, also for --output")
  func chosenRecording() throws {
    let columns = "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g"
    var text = "recording,time_s,\(columns)\n"
    for (name, count) in [("a", 100), ("b", 150)] {
      for index in 0..<count { text += "\(name),\(Double(index) / 100),0,0,0.001,0,0,-1\n" }
    }
    let all = try Program.run("orientation", "-", "--mode", "6d", "--output", "-", input: text)
    #expect(all.status == 64 && all.messages.contains("choose one by --recording"))
    let one = try Program.run(
      "orientation", "-", "--mode", "6d", "--output", "-", "--recording", "b", input: text)
    #expect(one.status == 0 && one.output.split(separator: "\n").count == 151)
  }

  @Test(
    "samples without an attitude are an error",
    arguments: [
      ("orientation", "300 zero, without a direction"), ("track", "got no motion"),
    ])
  func noAttitude(command: String, message: String) throws {
    let rows = (0..<300).map { "\(Double($0) / 100),0.1,0,0,0,0,0\n" }
    let text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
      + rows.joined()
    let outcome = try Program.run(command, "-", "--output", "-", input: text)
    #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("rows of one sensor each with common times are whole samples")
  func separateRows() throws {
    let rows = (0..<300).map { index in
      let time = Double(index) / 100
      return "\(time),0,0,0.5,,,\n\(time),,,,0,0,-1\n"
    }
    let text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
      + rows.joined()
    let outcome = try Program.run(
      "orientation", "-", "--mode", "6d", "--output", "-", input: text)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let last = try #require(outcome.output.split(separator: "\n").last)
    let numbers = last.split(separator: ",").compactMap { Double($0) }
    #expect(outcome.output.split(separator: "\n").count == 301)
    // 0.5 rad/s about z for 2.99 s.
    #expect(abs(2 * Double.atan2(y: numbers[4], x: numbers[1]) - 1.495) < 0.03, "\(last)")
  }

  @Test("a heading that is measured late leaves out the start, with a warning")
  func lateHeading() throws {
    let folder = try TemporaryFolder()
    let table = folder.path("compass.csv")
    try "time_s,heading_deg,heading_sigma_deg\n1,90,1\n".write(
      toFile: table, atomically: true, encoding: .utf8)
    let outcome = try Program.run(
      "orientation", "-", "--mode", "6d", "--measurements", table, "--output", "-",
      input: recording)
    #expect(outcome.status == 0 && outcome.messages.contains("left out the first 1.0 s"))
    let offline = try Program.run(
      "orientation", "-", "--mode", "6d", "--measurements", table, "--output", "-", "--offline",
      input: recording)
    #expect(offline.status == 0 && !offline.messages.contains("left out"))
  }

  @Test(
    "a heading or an attitude from outside turns the frame to its north",
    arguments: [
      ("heading_deg,heading_sigma_deg", "90,0.5", []),
      ("qw,qx,qy,qz,attitude_sigma_deg", "1,0,0,0,0.5", ["--measurement-frame", "enu"]),
    ])
  func measurements(columns: String, values: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let (table, path) = (folder.path("compass.csv"), folder.path("attitude.csv"))
    func run(_ rows: String, _ options: [String]) throws -> Program.Outcome {
      try "time_s,\(columns)\n\(rows)".write(toFile: table, atomically: true, encoding: .utf8)
      return try Program.run(
        ["orientation", "-", "--mode", "6d", "--measurements", table] + options, input: recording)
    }
    let outcome = try run("0.3,\(values)\n0.8,\(values)\n", options + ["--output", path])
    #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    // The x axis points east at first, and north after the quarter turn.
    for (row, half) in [(rows[1], 0.5.squareRoot()), (rows[rows.count - 1], 1)] {
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      #expect(abs(numbers[1] - half) < 0.01, "\(row)")
    }
    #expect(rows[1].hasPrefix("0.3"))

    for pass in [[], ["--offline"]] {
      let answer = try run("0.3,\(values)\n0.8,\(values)\n9,\(values)\n", pass + ["--json"])
      let files = try #require(try answer.object()["files"] as? [[String: Any]])
      #expect(files.first?["usedMeasurements"] as? Int == 2)
    }
    let smoothed = try run("9,\(values)\n", ["--offline"])
    #expect(smoothed.status == 0 && smoothed.messages.contains("heading or attitude"))

    let late = try run("9,\(values)\n", options)
    #expect(late.status == 65 && late.messages.contains("compass.csv"), "\(late.messages)")
    let zero = try run("0,\(values)\n".replacing("0.5\n", with: "0\n"), options)
    #expect(zero.status == 65 && zero.messages.contains("compass.csv:2"))
  }

  @Test("attitudes in other axes, scalar last, with sigma")
  func axes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("attitude.csv")
    let outcome = try Program.run(
      "orientation", "-", "--mode", "6d", "--output", path, "--frame", "ned", "--scalar-last",
      "--sigma", input: recording)
    #expect(outcome.status == 0)
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(
      rows.first
        == "t,qx,qy,qz,qw,inclination_sigma,heading_sigma,heading_correction")
    let numbers = try #require(rows.last).split(separator: ",").compactMap { Double($0) }
    try #require(numbers.count == 8)
    // Half a turn about x after the quarter turn about the vertical.
    let half = 0.5.squareRoot()
    #expect(abs(abs(numbers[1]) - half) < 0.01 && abs(abs(numbers[2]) - half) < 0.01)
    #expect(abs(numbers[3]) < 1e-6 && abs(numbers[4]) < 1e-6)
    #expect(numbers[5] > 0 && numbers[6] > numbers[5] && numbers[7] == 0)
  }

  @Test("a self-contained report; block means reduce the samples")
  func report() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report.html")
    let outcome = try Program.run(
      "orientation", "-", "--mode", "6d", "--decimate", "3", "--report", path, "--json",
      input: recording)
    let files = try #require(try outcome.object()["files"] as? [[String: Any]])
    #expect(files.first?["samples"] as? Int == 100)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("<polyline") && page.contains("yaw") && page.hasSuffix("</html>\n"))
    // Ticks at round numbers over 3 s and 90°.
    for label in ["1.5 s", "20°", "80°"] { #expect(page.contains(">\(label)</text>"), "\(label)") }
  }

  @Test("--disturb changes the samples")
  func disturbed() throws {
    let folder = try TemporaryFolder()
    func heading(_ options: [String]) throws -> (degrees: Double, disturbance: String?) {
      let path = folder.path("attitude.csv")
      let outcome = try Program.run(
        ["orientation", "-", "--mode", "6d", "--output", path, "--json"] + options,
        input: recording)
      let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let numbers = try #require(rows.last).split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == 5)
      return (
        2 * atan2(numbers[4], numbers[1]) * 180 / .pi,
        try outcome.object()["disturbance"] as? String
      )
    }
    let plain = try heading([])
    let disturbed = try heading(["--disturb", "gyroscope-scale"])
    #expect(plain.disturbance == nil && disturbed.disturbance == "gyroscope-scale")
    // 1 % of 90°.
    #expect(abs(disturbed.degrees - plain.degrees - 0.9) < 0.1)
    #expect(
      try Program.run("orientation", "-", "--disturb", "all", input: recording).status == 64)
  }

  @Test("the start-up transient is skipped and counted")
  func startup() throws {
    var lines = recording.split(separator: "\n").map(String.init)
    for row in 1...30 {
      lines[row] = "\(Double(row - 1) / 100),0,0,0,0,0,\(Double(row - 1) / 30)"
    }
    let spoiled = lines.joined(separator: "\n") + "\n"
    func count(_ options: String...) throws -> Int {
      let answer = try Program.run(
        ["orientation", "-", "--mode", "6d", "--json"] + options, input: spoiled
      ).object()
      let file = try #require((answer["files"] as? [[String: Any]])?.first)
      let skipped = try #require(file["startupSamples"] as? Int)
      #expect(file["samples"] as? Int == 301 - skipped)
      return skipped
    }
    #expect((20...30).contains(try count()))
    #expect(try count("--keep-startup") == 0)
    let text = try Program.run("orientation", "-", "--mode", "6d", input: spoiled).output
    #expect(text.contains("samples skipped: start-up"))
  }

  @Test("a reference that jumps by 120°: heading error 60°, inclination error 0°")
  func reference() throws {
    var text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "ref_qw,ref_qx,ref_qy,ref_qz\n"
    for index in 0..<200 {
      let (w, z) = index < 100 ? (1, 0) : (0.5, 0.75.squareRoot())
      text += "\(Double(index) / 100),0,0,0,0,0,-1,\(w),0,0,\(z)\n"
    }
    let answer = try Program.run("orientation", "-", "--mode", "6d", "--json", input: text).object()
    let mean = try #require(answer["mean"] as? [String: Double])
    #expect(abs(try #require(mean["headingRMSE"]) - 60) < 1e-6)
    #expect(abs(try #require(mean["totalRMSE"]) - 60) < 1e-6)
    #expect(try #require(mean["inclinationRMSE"]) < 1e-6)
  }

  @Test("errors at rounding level are drawn as a flat line")
  func rounding() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report.html")
    var text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "ref_qw,ref_qx,ref_qy,ref_qz\n"
    for index in 0..<20 { text += "\(Double(index) / 10),0,0,0,0,0,-1,1,1e-17,0,1e-17\n" }
    let outcome = try Program.run(
      "orientation", "-", "--mode", "6d", "--report", path, "--json", input: text)
    let mean = try #require(try outcome.object()["mean"] as? [String: Double])
    #expect((0..<1e-12).contains(try #require(mean["totalRMSE"])) && mean["totalRMSE"] != 0)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let charts = page.components(separatedBy: ">Error").dropFirst().map { $0 }
    try #require(charts.count == 2)
    // The first axis covers the bands of most deviations: the inclination's falls from 20° to 2.3°.
    #expect(charts[0].contains(">5°</text>") && !charts[0].contains(".000"))
    #expect(charts[1].contains(">0.2°</text>") && !charts[1].contains(".000"))
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["--mode", "7d"], ["--filter", "nope"], ["--decimate", "0"],
      ["--offline", "--filter", "madgwick"], ["--json", "--output", "-"],
      ["--frame", "ned"], ["--scalar-last"], ["--output", "-", "--frame", "up"],
      ["--output", "-", "--sigma", "--filter", "mahony"],
    ])
  func usage(options: [String]) throws {
    #expect(try Program.run(["orientation", "-"] + options, input: recording).status == 64)
  }

  @Test("--mode 9d without a magnetometer is said; the default is not", arguments: [true, false])
  func withoutMagnetometer(isNamed: Bool) throws {
    let rows = (0..<300).map { "\(Double($0) / 100),0,0,0,0,0,-1\n" }.joined()
    let outcome = try Program.run(
      ["orientation", "-"] + (isNamed ? ["--mode", "9d"] : []),
      input: "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n" + rows)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("no magnetometer: the heading is arbitrary") == isNamed)
  }

  @Test("a missing file: status 66")
  func missing() throws {
    #expect(try Program.run("orientation", "/no/such/file.csv").status == 66)
  }

  @Test("errors on BROAD by its protocol", .needsRecordings)
  func broad() throws {
    let trial = "broad/14_undisturbed_slow_translation_with_breaks_B.csv"
    let path = try #require(Locations.recordings).appending(path: trial).path
    // A seventh of the samples, as a debug build is slow.
    let answer = try Program.run("orientation", path, "--decimate", "7", "--json").object()
    let mean = try #require(answer["mean"] as? [String: Double])
    #expect(try #require(mean["totalRMSE"]) < 1)
    #expect(try #require(mean["inclinationRMSE"]) < 0.6)
  }
}
