import Foundation
import TestSupport
import Testing

@Suite("inertial track")
struct TrackTests {
  /// A smooth, repeated movement of 0.5 m along x in 1 s and back in 1 s.
  ///
  /// Returns position and acceleration.
  private static func movement(at t: Double) -> (position: Double, acceleration: Double) {
    let second = t.rounded(.down)
    let part = t - second
    let way = 0.5 * (part - sin(2 * .pi * part) / (2 * .pi))
    let isForth = second.truncatingRemainder(dividingBy: 2) == 0
    return (isForth ? way : 0.5 - way, .pi * sin(2 * .pi * part) * (isForth ? 1 : -1))
  }

  /// One movement between stationary phases of 1 s: level device motion at 100 Hz.
  private static let motion: String = {
    var text =
      "time_s,qw,qx,qy,qz,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,"
      + "user_accel_x_g,user_accel_y_g,user_accel_z_g\n"
    for index in 0...400 {
      let t = Double(index) / 100 - 1
      let acceleration = t > 0 && t < 2 ? movement(at: t).acceleration : 0
      text += "\(Double(index) / 100),1,0,0,0,0,0,0,\(-acceleration / 9.80665),0,0\n"
    }
    return text
  }()

  /// Four movements between stationary phases of 2 s, as a BROAD trial.
  ///
  /// The acceleration has an error; the trial has a reference.
  private static let trial: String = {
    let rate = 2000.0 / 7
    var text =
      "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,"
      + "mag_x_uT,mag_y_uT,mag_z_uT,ref_qw,ref_qx,ref_qy,ref_qz,"
      + "ref_pos_x_m,ref_pos_y_m,ref_pos_z_m,movement\n"
    for index in 0..<Int(12 * rate) {
      let t = Double(index) / rate - 2
      let isMoving = t > 0 && t < 8
      // The frame has x to the east; the device's x points there, and north is along its y.
      let (position, acceleration) = isMoving ? movement(at: t) : (0, 0)
      text +=
        "0,0,0,\(acceleration + 0.02),0,9.80665,0,20,-40,1,0,0,0,\(position),0,1,"
        + "\(isMoving ? 1 : 0)\n"
    }
    return text
  }()

  @Test("a movement there and back: the path, its table and its page")
  func loop() throws {
    let folder = try TemporaryFolder()
    let (table, page) = (folder.path("path.csv"), folder.path("page.html"))
    let outcome = try Program.run(
      "track", "-", "--loop", "--output", table, "--report", page, "--json", input: Self.motion)
    #expect(outcome.status == 0)
    let answer = try outcome.object()
    #expect(abs(try #require(answer["pathLength"] as? Double) - 1) < 0.05)
    #expect(try #require(answer["loopClosureError"] as? Double) < 0.03)
    #expect(answer["endError"] == nil && answer["windows"] == nil)
    let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 402)
    #expect(rows.first == "t,x,y,z,vx,vy,vz,qw,qx,qy,qz,resting,position_deviation")
    // The turning point.
    let middle = rows[201].split(separator: ",").compactMap { Double($0) }
    try #require(middle.count == 13)
    #expect(middle[0] == 2 && abs(middle[1] - 0.5) < 0.03 && middle[12] > 0)
    // A quarter of the path, where the speed is largest.
    let quarter = rows[151].split(separator: ",").compactMap { Double($0) }
    #expect(abs(quarter[1] - 0.25) < 0.02 && abs(quarter[4] - 1) < 0.03)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    // Three views of the path, the movements there and back, position and speed.
    #expect(html.components(separatedBy: "<figure").count == 1 + 7 && html.hasSuffix("</html>\n"))
    #expect(!html.contains("nan"))
  }

  @Test("several recordings: sums of lengths, root mean squares of errors")
  func together() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write(Self.motion, to: "whole.csv")
    let half = try folder.write(
      Self.motion.split(separator: "\n").prefix(202).joined(separator: "\n") + "\n",
      to: "half.csv")
    let answer = try Program.run("track", whole, half, "--method", "none", "--loop", "--json")
      .object()
    let files = try #require(answer["files"] as? [[String: Any]])
    let errors = files.compactMap { $0["loopClosureError"] as? Double }
    let lengths = files.compactMap { $0["pathLength"] as? Double }
    try #require(errors.count == 2 && lengths.count == 2)
    #expect(abs(errors[1] - 0.5) < 0.01)
    let pooled = ((errors[0] * errors[0] + errors[1] * errors[1]) / 2).squareRoot()
    #expect(abs(try #require(answer["loopClosureError"] as? Double) - pooled) < 1e-12)
    #expect(abs(try #require(answer["pathLength"] as? Double) - lengths[0] - lengths[1]) < 1e-12)
  }

  @Test("references are matched to recordings by name")
  func referenceByName() throws {
    var text =
      "recording,time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "ref_qw,ref_qx,ref_qy,ref_qz,ref_pos_x_m,ref_pos_y_m,ref_pos_z_m\n"
    for (name, reference) in [("a", ",,,,,,"), ("b", "1,0,0,0,5,6,7")] {
      for index in 0..<200 { text += "\(name),\(Double(index) / 100),0,0,0,0,0,-1,\(reference)\n" }
    }
    let answer = try Program.run("track", "-", "--mode", "6d", "--json", input: text).object()
    let files = try #require(answer["files"] as? [[String: Any]])
    try #require(files.count == 2)
    #expect(files[0]["endError"] == nil)
    #expect(try #require(files[1]["endError"] as? Double) < 1e-6)
  }

  @Test(
    "every method follows a movement there and back",
    arguments: [
      "navigator", "rest", "gesture", "exponential-damping", "constant-deceleration",
      "zero-end-velocity", "none",
    ])
  func methods(name: String) throws {
    let rate = name == "exponential-damping" ? ["--damping", "1"] : []
    let answer = try Program.run(
      ["track", "-", "--method", name, "--loop", "--json"] + rate, input: Self.motion
    ).object()
    #expect(answer["method"] as? String == name)
    // Damping distorts the path; without sensor errors the others have nothing to correct.
    let error = try #require(answer["loopClosureError"] as? Double)
    let isDamped = ["exponential-damping", "constant-deceleration"].contains(name)
    #expect(isDamped ? (0.003...0.5).contains(error) : error < 0.03)
  }

  @Test("a reference: errors of the whole path, of windows, and of zero-velocity detection")
  func reference() throws {
    let answer = try Program.run("track", "-", "--windows", "1", "2", "--json", input: Self.trial)
      .object()
    let windows = try #require(answer["windows"] as? [[String: Any]])
    #expect(windows.map { $0["seconds"] as? Double } == [1, 2])
    #expect(windows.map { $0["count"] as? Int } == [7, 4])
    for window in windows {
      func figure(_ estimate: String, _ name: String) throws -> Double {
        try #require((window[estimate] as? [String: Any])?[name] as? Double)
      }
      // The pushes tilt the filter's attitude, which no correction of the velocity removes.
      #expect(try figure("linear", "endError") < 0.06)
      #expect(try figure("smoothed", "endError") < 0.01)
      #expect(try figure("online", "rmse") < 0.05)
    }
    let files = try #require(answer["files"] as? [[String: Any]])
    let rest = try #require(files.first?["rest"] as? [String: Double])
    let detector = try #require(files.first?["detectorRest"] as? [String: Double])
    // The movement is slow at its ends, and detection lags by one window.
    for figures in [rest, detector] {
      #expect(try #require(figures["precision"]) > 0.8)
      #expect(try #require(figures["recall"]) > 0.9)
    }
    // A method without detection reports none.
    let plain = try Program.run("track", "-", "--method", "none", "--json", input: Self.trial)
      .object()
    let file = try #require((plain["files"] as? [[String: Any]])?.first)
    #expect(file["rest"] == nil)
    #expect(file["detectorRest"] as? [String: Double] == detector)
    #expect(try #require(answer["endError"] as? Double) < 0.05)
    #expect(try #require(answer["rmse"] as? Double) < 0.05)
  }

  @Test("windows longer than the recording are omitted", arguments: [0.01, 1e-300])
  func endlessWindows(interval: Double) throws {
    var text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "ref_qw,ref_qx,ref_qy,ref_qz,ref_pos_x_m,ref_pos_y_m,ref_pos_z_m\n"
    for index in 0..<100 { text += "\(Double(index) * interval),0,0,0,0,0,-1,1,0,0,0,5,6,7\n" }
    let outcome = try Program.run(
      "track", "-", "--mode", "6d", "--windows", "1e20", "1e300", "--json", input: text)
    #expect(outcome.status == 0)
    let answer = try outcome.object()
    #expect(answer["endError"] is Double && answer["windows"] == nil)
  }

  @Test("device motion without gravity is complete; raw samples lack a sensor")
  func wholeMotion() throws {
    // As in MotionSense.
    var text =
      "attitude.roll,attitude.pitch,attitude.yaw,rotationRate.x,rotationRate.y,rotationRate.z,"
      + "userAcceleration.x,userAcceleration.y,userAcceleration.z\n"
    for _ in 0..<10 { text += "0,0,0,0,0,0,0,0,0\n" }
    let track = try Program.run("track", "-", input: text)
    #expect(track.status == 0 && track.messages.isEmpty, "\(track.messages)")
    for line in [["track", "-", "--raw"], ["orientation", "-"]] {
      let messages = try Program.run(line, input: text).messages
      #expect(messages.contains("got no accelerometer"), "\(messages)")
    }
  }

  @Test("the start-up transient is skipped and counted")
  func startup() throws {
    // The accelerometer's filter starts at zero; time constant 20 ms.
    let whole = Self.trial.split(separator: "\n").prefix(1000)
    var lines = whole.map(String.init)
    for row in 1...60 {
      var cells = lines[row].split(separator: ",", omittingEmptySubsequences: false).map(
        String.init)
      cells[5] = "\(9.80665 * (1 - exp(-Double(row - 1) / 5.7)))"
      lines[row] = cells.joined(separator: ",")
    }
    let spoiled = lines.joined(separator: "\n") + "\n"
    func file(_ options: String..., input: String) throws -> [String: Any] {
      let answer = try Program.run(["track", "-", "--json"] + options, input: input).object()
      return try #require((answer["files"] as? [[String: Any]])?.first)
    }
    let clean = try file(input: whole.joined(separator: "\n") + "\n")
    let skipped = try file(input: spoiled)
    let kept = try file("--keep-startup", input: spoiled)
    #expect(clean["startupSamples"] as? Int == 0 && kept["startupSamples"] as? Int == 0)
    let count = try #require(skipped["startupSamples"] as? Int)
    #expect((20...40).contains(count))
    #expect(try #require(skipped["samples"] as? Int) == 999 - count)
    let errors = try [clean, skipped, kept].map { try #require($0["rmse"] as? Double) }
    #expect(abs(errors[1] - errors[0]) < 0.01, "\(errors)")
    let text = try Program.run("track", "-", input: spoiled).output
    #expect(text.contains("the first \(count) samples skipped"))
  }

  @Test("live: positions and revisions on standard error")
  func live() throws {
    let outcome = try Program.run("track", "-", "--live", "--json", input: Self.motion)
    #expect(
      outcome.messages.contains("stationary") && outcome.messages.contains("revised the last"))
    #expect(try outcome.object()["pathLength"] is Double)
  }

  @Test("measurements from outside: the path ends at the measured place, in their axes")
  func measurements() throws {
    let folder = try TemporaryFolder()
    let table = folder.path("fixes.csv")
    let rows = (0...4).map { "\($0),7,\($0 == 2 ? 5.5 : 5),-1,0.001\n" }
    try ("time_s,pos_x_m,pos_y_m,pos_z_m,pos_sigma_m\n" + rows.joined()).write(
      toFile: table, atomically: true, encoding: .utf8)
    let output = folder.path("path.csv")
    let outcome = try Program.run(
      "track", "-", "--measurements", table, "--measurement-frame", "enu", "--output", output,
      input: Self.motion)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let path = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    let last = try #require(path.last).split(separator: ",").compactMap { Double($0) }
    // East 7 and north 5 are x = 5 and y = -7.
    #expect(abs(last[1] - 5) < 0.02 && abs(last[2] + 7) < 0.02 && abs(last[3] + 1) < 0.02)

    func used(_ options: [String]) throws -> (count: Int?, warning: String) {
      let outcome = try Program.run(["track", "-", "--json"] + options, input: Self.motion)
      let files = try #require(try outcome.object()["files"] as? [[String: Any]])
      return (files.first?["usedMeasurements"] as? Int, outcome.messages)
    }
    // The third contradicts the others by half a metre.
    let answer = try used(["--measurements", table])
    #expect(answer.count == 4 && answer.warning.contains("1 of 5"), "\(answer)")
    #expect(try used([]).count == nil)
    // Positions after the recording, and a heading where the device has its own attitudes.
    for row in ["9,7,5,-1,0.001,,", "2,,,,,90,1"] {
      try "time_s,pos_x_m,pos_y_m,pos_z_m,pos_sigma_m,heading_deg,heading_sigma_deg\n\(row)\n"
        .write(toFile: table, atomically: true, encoding: .utf8)
      let none = try used(["--measurements", table])
      #expect(none.count == 0 && none.warning.contains("position or velocity"), "\(none)")
    }

    try "time_s,vel_x_m_s,vel_y_m_s,vel_z_m_s,vel_sigma_m_s\n0,0,0,0,-1\n".write(
      toFile: table, atomically: true, encoding: .utf8)
    let bad = try Program.run("track", "-", "--measurements", table, input: Self.motion)
    #expect(bad.status == 65 && bad.messages.contains("fixes.csv:2"))
    let missing = try Program.run(
      "track", "-", "--measurements", folder.path("none.csv"), input: Self.motion)
    #expect(missing.status == 66)
  }

  @Test("smoothed attitudes, and windows with the consistency of their uncertainty")
  func offline() throws {
    let answer = try Program.run(
      "track", "-", "--format", "broad", "--offline", "--json", input: Self.trial
    ).object()
    let windows = try #require(answer["windows"] as? [[String: Any]])
    for name in ["smoothed", "online"] {
      let figures = try #require(windows.first?[name] as? [String: Any])
      let shares = try #require(figures["withinSigma"] as? [Double])
      #expect(shares.count == 2 && shares[0] <= shares[1] && shares[1] <= 1)
      #expect(try #require(figures["meanSquare"] as? Double) > 0)
    }
    let linear = try #require(windows.first?["linear"] as? [String: Any])
    #expect(linear["withinSigma"] == nil)
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["--method", "nope"], ["--damping", "-1"], ["--windows", "0"], ["--decimate", "0"],
      ["--json", "--output", "-"], ["--floor", "0"], ["--method", "rest", "--floor", "0.02"],
      ["--method", "rest", "--measurements", "x.csv"], ["--measurement-frame", "enu"],
    ])
  func usage(options: [String]) throws {
    #expect(try Program.run(["track", "-"] + options, input: Self.motion).status == 64)
  }

  @Test("a recording without motion: status 65; a missing file: status 66")
  func noMotion() throws {
    let outcome = try Program.run("track", "-", input: "x,y,timestamp\n1,2,0\n")
    #expect(outcome.status == 65)
    #expect(try Program.run("track", "/no/such/file.csv").status == 66)
  }

  @Test(
    "a walk of 24 m: the loop-closure error is below 16 cm",
    .needsRecordings)
  func walk() throws {
    let path = try #require(Locations.recordings).appending(path: "gait/short_walk.csv").path
    // A quarter of the samples, as a debug build is slow.
    let answer = try Program.run(
      "track", path, "--loop", "--floor", "0.02", "--decimate", "4", "--json"
    ).object()
    #expect(try #require(answer["loopClosureError"] as? Double) < 0.16)
    #expect(abs(try #require(answer["pathLength"] as? Double) - 24.4) < 1)
  }

  @Test("a shaken phone", .needsRecordings)
  func shaking() throws {
    let path = try #require(Locations.recordings).appending(path: "sensor-logger-iphone").path
    for method in ["navigator", "exponential-damping"] {
      let answer = try Program.run("track", path, "--method", method, "--json").object()
      let length = try #require(answer["pathLength"] as? Double)
      #expect(length > 1 && length < 1000)
    }
  }

  @Test("no path without a gyroscope, an accelerometer or a second sample: status 65")
  func meaninglessPath() throws {
    for (rows, problem) in [
      ("accel_x_g,accel_y_g,accel_z_g\n0,0,0,-1\n0.01,0,0,-1\n", "got no gyroscope"),
      ("gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s\n0,0,0,0\n0.01,0,0,0\n", "got no accelerometer"),
      (
        "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n0,0,0,0,0,0,-1\n",
        "expected at least two samples for a path, got 1"
      ),
    ] {
      let outcome = try Program.run("track", "-", "--json", input: "time_s," + rows)
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(problem)")
      #expect(outcome.messages.contains(problem), "\(outcome.messages)")
    }
  }

  @Test("a path that cannot be true is a warning and a finding; a true one has none")
  func findings() throws {
    let clean = try Program.run("track", "-", "--json", input: Self.motion)
    #expect(clean.messages.isEmpty)
    let files = try #require(clean.object()["files"] as? [[String: Any]])
    #expect(files.first?["findings"] as? [String] == [])
    // An acceleration of 1 m/s² for 20 s.
    let header = try #require(Self.motion.split(separator: "\n").first)
    let rows = (0...2000).map { "\(Double($0) / 100),1,0,0,0,0.1,0,0,-0.102,0,0" }
    let far = try Program.run(
      "track", "-", "--method", "none", "--json",
      input: ([String(header)] + rows).joined(separator: "\n"))
    #expect(far.status == 0 && far.messages.contains("expected a mean speed under 3.0 m/s"))
    let farFiles = try #require(far.object()["files"] as? [[String: Any]])
    #expect((farFiles.first?["findings"] as? [String])?.count == 1)
  }

  @Test("all subcommands report the same faults of a file")
  func faults() throws {
    let folder = try TemporaryFolder()
    var text =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    for index in 0..<1500 where !(300..<340).contains(index) && !(700..<720).contains(index) {
      let t = Double(index) / 100
      // Clipped at 2000 degrees a second.
      let rate = min(max(60 * sin(2 * t), -34.9), 34.9)
      let up = (1000..<1003).contains(index) ? "0" : "-1"
      text += "\(t),0,0,\(rate),0,0,\(up)\n"
    }
    let path = folder.path("clipped.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    func faults(_ subcommand: String, _ key: String) throws -> [String: Int] {
      let answer = try Program.run(subcommand, path, "--json").object()
      let parts = try #require((answer[key] as? [[String: Any]])?.first)
      let recordings = (parts["recordings"] as? [[String: Any]])?.first ?? parts
      return try #require(recordings["faults"] as? [String: Int])
    }
    let found = try faults("orientation", "files")
    #expect(found["gaps"] == 2 && found["withoutDirection"] == 3)
    #expect((found["saturatedGyroscope"] ?? 0) > 300)
    #expect(try faults("track", "files") == found)
    #expect(try faults("inspect", "files") == found)
  }
}
