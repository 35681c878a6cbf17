import Foundation
import TestSupport
import Testing

@Suite("inertial live", .timeLimit(.minutes(4)))
struct LiveTests {
  /// A slow turn of 3 s.
  private var recording: String {
    var text = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    for index in 0..<300 {
      text += "\(Double(index) / 100),0.1,-0.2,\(Double(index) / 1000),0.01,0.02,-1\n"
    }
    return text
  }

  private func rows(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: ",") }
  }

  @Test("a table on standard input matches the estimate of the whole recording")
  func table() throws {
    let live = try Program.run("live", input: recording)
    #expect(live.status == 0)
    #expect(live.messages.isEmpty)
    let whole = try Program.run(
      "orientation", "-", "--mode", "6d", "--output", "-", input: recording)
    let (lines, expected) = (rows(live.output), rows(whole.output))
    #expect(lines.count == 301)
    #expect(lines.map { $0.prefix(5) } == expected.map { $0.prefix(5) })
    #expect(lines.first?.suffix(3) == ["pitch_deg", "roll_deg", "yaw_deg"])
  }

  // MARK: - Values

  @Test("--values: the twelve numbers, the raw ones, gyroscope-only drift and tilt")
  func values() throws {
    let outcome = try Program.run("live", "--values", input: recording)
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let table = rows(outcome.output)
    #expect(table.count == 301)
    let header = table[0].map(String.init)
    let last = outcome.output.split(separator: "\n").last ?? ""
    let cells = last.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    try #require(header.count == 27 && cells.count == 27)
    /// NaN for an empty cell, which fails every comparison.
    func cell(_ name: String) -> Double {
      header.firstIndex(of: name).flatMap { cells[$0] } ?? .nan
    }
    #expect(cell("t") == 2.99)
    // Raw readings as they came; no magnetometer.
    #expect(cell("gyro_x_rad_s") == 0.1 && cell("gyro_z_rad_s") == 0.299)
    #expect(cell("accel_x_g") == 0.01 && cell("accel_z_g") == -1)
    #expect(cell("mag_x_uT").isNaN && cell("mag_accuracy").isNaN)
    for axis in ["x", "y", "z"] {
      let sum = cell("gravity_\(axis)_g") + cell("user_accel_\(axis)_g")
      #expect(abs(sum - cell("accel_\(axis)_g")) < 1e-12)
    }
    // The accelerometer says level, the gyroscope integrates about 0.6 rad.
    #expect(cell("gyro_only_drift_deg") > 15)
    #expect(abs(cell("tilt_deg") - cell("filtered_tilt_deg")) < 1)
    let attitude = try Program.run("live", input: recording)
    let angles = try #require(rows(attitude.output).last).suffix(3).map(String.init)
    #expect(table.last?[1...3].map(String.init) == [angles[1], angles[0], angles[2]])
  }

  @Test("--values: the constants of the tilt's filter")
  func tiltConstants() throws {
    func lastTilt(_ options: String...) throws -> Substring {
      let outcome = try Program.run(["live", "--values"] + options, input: recording)
      #expect(outcome.status == 0)
      return try #require(rows(outcome.output).last?.last)
    }
    let usual = try lastTilt()
    #expect(
      try lastTilt(
        "--tilt-process-noise", "0.1", "--tilt-measurement-noise", "0.1",
        "--tilt-initial-variance", "0.1") == usual)
    #expect(try lastTilt("--tilt-process-noise", "0") != usual)
    #expect(try lastTilt("--tilt-measurement-noise", "9") != usual)
  }

  @Test("--values with a magnetometer: field, accuracy and calibration")
  func valuesField() throws {
    let nineAxes =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,mag_x_uT,"
      + "mag_y_uT,mag_z_uT\n"
      + (0..<100).map { "\(Double($0) / 100),0,0,0,0,0,-1,0,20,-40\n" }.joined()
    let outcome = try Program.run(
      "live", "--values", "--json", "--interval", "0.5", "--frame", "magnetic-north",
      input: nineAxes)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    let last = Data((lines.last ?? "").utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: last) as? [String: Any])
    #expect(object["magneticFieldAccuracy"] as? String == "uncalibrated")
    #expect(object["needsCalibration"] as? Bool == true)
    #expect(object["magnetometer"] as? [Double] == [0, 20, -40])
    #expect(abs((object["heading"] as? Double ?? 0) - 90) < 1e-9)
    #expect((object["gyroscopeOnly"] as? [String: Any])?["driftDegrees"] as? Double == 0)
    let missing = try Program.run(
      "live", "--values", "--frame", "magnetic-north", input: recording)
    #expect(missing.status == 65 && missing.messages.contains("no reading of magnetometer"))
  }

  @Test("--values: SIGUSR1 makes the present attitude the zero")
  func rezero() throws {
    let process = Program.process(["live", "--values", "--json"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let rows = recording.split(separator: "\n").map { Data(($0 + "\n").utf8) }
    try input.fileHandleForWriting.write(contentsOf: rows[0])
    var zero: Double?
    var quaternions: [[Double]] = []
    for (index, row) in rows[1...].enumerated() {
      try input.fileHandleForWriting.write(contentsOf: row)
      let line = nextLine(of: output)
      let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(parsed as? [String: Any])
      if index == 99 { kill(process.processIdentifier, SIGUSR1) }
      if index >= 99 { usleep(2000) }
      quaternions.append(try #require(object["quaternion"] as? [Double]))
      guard zero == nil, let time = object["zero"] as? Double else { continue }
      zero = time
      #expect(time == object["timestamp"] as? Double)
      #expect(abs(quaternions[index][3] - 1) < 1e-12)
    }
    #expect(try #require(zero) > 0.99)
    #expect(abs(quaternions[99][3]) < 0.999)
    try input.fileHandleForWriting.close()
    #expect(process.endStatus() == 0)
  }

  @Test(
    "--values on a terminal: a screen that is redrawn, keys, and modes restored",
    .enabled(if: Terminal.isAvailable, "needs script(1)"))
  func screen() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(recording, to: "a.csv")
    let terminal = try Terminal(
      "live", "--replay", path, "--speed", "0.5", "--values", then: "stty -a")
    try terminal.wait(for: "rotation rate")
    terminal.type("r")
    try terminal.wait(for: "attitude relative to that at")
    terminal.type("q")
    let output = try terminal.finish()
    // Moved up over the lines before, with nothing left to scroll.
    #expect(output.contains("\u{1B}[12F"))
    #expect(output.contains("tilt: ") && output.contains("gyroscope only: drift"))
    #expect(output.contains(" icanon") && output.contains(" echo "))
  }

  @Test(
    "the terminal's modes are restored at signals",
    .enabled(if: Terminal.isAvailable, "needs script(1)"),
    arguments: ["TERM", "INT", "HUP", "QUIT"])
  func restored(signal: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(recording, to: "a.csv")
    let terminal = try Terminal(
      "live", "--replay", path, "--speed", "0.01", "--values",
      before: "trap '' HUP; timeout --foreground --signal \(signal) 2", then: "stty -a")
    let output = try terminal.finish()
    #expect(output.contains("rotation rate"))
    #expect(output.contains(" icanon") && output.contains(" echo "))
  }

  // MARK: - Without a gyroscope

  @Test("an accelerometer alone: attitude by tilt, with a warning; letters need a gyroscope")
  func accelerometerOnly() throws {
    let lines = recording.split(separator: "\n").map { line in
      let cells = line.split(separator: ",")
      return ([cells[0]] + cells.suffix(3)).joined(separator: ",") + "\n"
    }.joined()
    for options in [[], ["--values"]] {
      let live = try Program.run(["live"] + options, input: lines)
      #expect(live.status == 0 && rows(live.output).count == 301)
      #expect(live.messages.contains("no gyroscope"))
    }
    let letters = try Program.run("live", "--built-in", input: lines)
    #expect(letters.status == 65 && letters.messages.contains("no reading of gyroscope"))
    let north = try Program.run("live", "--frame", "magnetic-north", input: lines)
    #expect(north.status == 65)
  }

  /// A letter in the air without a touch column, with a start-up transient of 0.3 s.
  private func settlingLetter() throws -> String {
    let whole = try Program.run("simulate", "I", "--seed", "3").output
    return whole.split(separator: "\n").enumerated().map { row, line in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if (1...30).contains(row) {
        for column in 8...10 {
          cells[column] = "\((Double(cells[column]) ?? 0) * Double(row) / 31)"
        }
      }
      cells.remove(at: 4)
      return cells.joined(separator: ",")
    }.joined(separator: "\n") + "\n"
  }

  @Test("a start-up transient is detected: attitude restarts after it, and no gesture contains it")
  func startup() throws {
    let recording = try settlingLetter()
    let attitude = try Program.run("live", input: recording)
    #expect(attitude.messages.contains("the filter restarted"))
    #expect(rows(attitude.output).count == recording.split(separator: "\n").count)
    func firstStart(_ options: String...) throws -> (seconds: Double, messages: String) {
      let outcome = try Program.run(["live", "--built-in"] + options, input: recording)
      let first = try #require(rows(outcome.output).dropFirst().first?.first)
      return (try #require(Double(first)), outcome.messages)
    }
    let settled = try firstStart()
    #expect(settled.seconds > 0.5 && settled.messages.contains("skipped"))
    let kept = try firstStart("--keep-startup")
    #expect(!kept.messages.contains("start-up"))
  }

  /// A simulated table without its column of touches.
  private static func withoutTouch(_ table: String) -> String {
    table.split(separator: "\n").map { line in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false)
      cells.remove(at: 4)
      return cells.joined(separator: ",")
    }.joined(separator: "\n") + "\n"
  }

  @Test("without a touch column letters are spotted, live as in a recording")
  func spotting() throws {
    let recording = Self.withoutTouch(try Program.run("simulate", "HELLO WORLD").output)
    let live = try Program.run("live", "--built-in", input: recording)
    let letters = rows(live.output).dropFirst().map { String($0[2]) }
    #expect(live.status == 0 && (9...11).contains(letters.count))
    #expect(zip(letters, "HELLOWORLD").count { $0 == String($1) } >= 9, "\(letters)")
    let whole = try Program.run("recognize", "-", "--json", input: recording).object()
    #expect(whole["text"] as? String == letters.joined())
    let single = try Program.run("recognize", "-", "--json", "--whole", input: recording).object()
    #expect((single["gestures"] as? [Any])?.count == 1)
  }

  @Test("without a touch column other models than templates find the gestures too, as live does")
  func searching() throws {
    let recording = Self.withoutTouch(
      try Program.run("simulate", "attack shake wave", "--vocabulary", "gestures").output)
    let options = ["--built-in", "gestures", "--json"]
    let whole = try Program.run(["recognize", "-"] + options, input: recording).object()
    let found = try #require(whole["gestures"] as? [[String: Any]])
    let live = try Program.run(["live"] + options, input: recording).output.split(separator: "\n")
    #expect(live.count == found.count)
    for (line, gesture) in zip(live, found) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["label"] as? String == gesture["label"] as? String)
      #expect(object?["start"] as? Double == gesture["start"] as? Double)
    }
    let labels = found.compactMap { $0["label"] as? String }
    for name in ["attack", "shake", "wave"] { #expect(labels.contains(name), "\(labels)") }
    let single = try Program.run(["recognize", "-", "--whole"] + options, input: recording).object()
    #expect((single["gestures"] as? [Any])?.count == 1)
    // A recording of one gesture stays one.
    let one = Self.withoutTouch(
      try Program.run("simulate", "shake", "--vocabulary", "gestures").output)
    let answer = try Program.run(["recognize", "-"] + options, input: one).object()
    #expect(answer["text"] as? String == "shake")
  }

  @Test("with a touch column each gesture is cut at touch and release: HELLO WORLD, 10 of 10")
  func touch() throws {
    let recording = try Program.run("simulate", "HELLO WORLD").output
    let live = try Program.run("live", "--built-in", "--json", input: recording)
    #expect(live.status == 0)
    let labels = try live.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["label"] as? String ?? "?"
    }
    #expect(labels.joined() == "HELLOWORLD")
  }

  @Test("a model of another kind: status 65 and the text of recognize, without a row")
  func wrongKind() throws {
    let folder = try TemporaryFolder()
    let motion = try folder.write(Program.run("simulate", "AB").output, to: "motion.csv")
    let whole = try Program.run("recognize", motion, "--built-in", "characters")
    let reason = "the model reads strokes on a screen: the motion of a phone in the air is of"
    #expect(whole.status == 65 && whole.messages.contains(reason))
    let live = try Program.run(
      "live", "--replay", motion, "--speed", "1000", "--built-in", "characters")
    #expect(live.status == 65 && live.output.isEmpty && live.messages.contains(reason))
    let points = "0,0,0,1\n1,9,0,1\n2,9,9,1\n3,0,9,0\n"
    let strokes = try Program.run("live", "--strokes", "--built-in", "gestures", input: points)
    #expect(strokes.status == 65 && strokes.output.isEmpty)
    #expect(strokes.messages.contains("the model needs angular rate and acceleration"))
  }

  @Test("a rejected gesture has a reason")
  func reason() throws {
    let points = "0,0,0,1\n1,0,0,1\n2,0,0,0\n"
    let live = try Program.run("live", "--strokes", "--built-in", "--json", input: points)
    #expect(live.status == 0)
    let object = try live.object()
    #expect(object["label"] is NSNull)
    #expect(try #require(object["reason"] as? String).contains("all points coincide"))
  }

  @Test("JSON Lines in, JSON Lines out, at --interval")
  func json() throws {
    let samples = try Program.run("convert", "-", "--to", "inertial-jsonl", input: recording)
    let live = try Program.run(
      "live", "-", "--json", "--interval", "0.5", input: samples.output)
    #expect(live.status == 0)
    let times = try live.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["quaternion"] as? [Double])?.count == 4)
      return try #require(object?["timestamp"] as? Double)
    }
    #expect(times == [0, 0.5, 1, 1.5, 2, 2.5])
  }

  /// The next printed line.
  private func nextLine(of pipe: Pipe) -> String {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      line += data
    }
    return String(decoding: line, as: UTF8.self)
  }

  @Test(
    "each sample prints a line at once; a signal ends the program with status 0",
    arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) throws {
    let process = Program.process(["live"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(nextLine(of: output).hasPrefix("t,qw"))
    let rows = recording.split(separator: "\n").map { Data(($0 + "\n").utf8) }
    try input.fileHandleForWriting.write(contentsOf: rows[0])
    for row in rows[1...5] {
      try input.fileHandleForWriting.write(contentsOf: row)
      // The line is printed while the program waits for the next sample.
      let line = nextLine(of: output)
      #expect(row.starts(with: Data(line.prefix { $0 != "," }.utf8)))
    }
    kill(process.processIdentifier, signal)
    #expect(process.endStatus() == 0)
  }

  @Test("a closed output ends the program with status 0, without a message")
  func brokenPipe() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"{ "$0" live --json; echo "status $?" >&2; } | head -n 2"#, Program.location.path,
    ]
    let (input, output, messages) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    // The input fits into a pipe, the output does not. The input stays open, so only the output
    // can end the program.
    var text = ""
    for index in 0..<1000 {
      text += #"{"time_s":\#(index),"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1]}"# + "\n"
    }
    try #require(text.utf8.count < 65_536)
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    process.endStatus()
    let lines = try #require(try output.fileHandleForReading.readToEnd())
    #expect(lines.count { $0 == UInt8(ascii: "\n") } == 2)
    let told = try #require(try messages.fileHandleForReading.readToEnd())
    #expect(String(decoding: told, as: UTF8.self) == "status 0\n")
    try input.fileHandleForWriting.close()
  }

  @Test("Industrial I/O sensors, from a synthetic sysfs tree")
  func industrial() throws {
    let folder = try TemporaryFolder()
    let device = folder.path("iio:device4")
    try FileManager.default.createDirectory(
      atPath: device + "/scan_elements", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: device + "/buffer", withIntermediateDirectories: true)
    var attributes = [
      "name": "chip", "buffer/enable": "0", "sampling_frequency": "100",
      "in_accel_scale": "0.0098", "in_anglvel_scale": "0.001",
    ]
    for (index, channel) in [
      "accel_x", "accel_y", "accel_z", "anglvel_x", "anglvel_y", "anglvel_z",
    ]
    .enumerated() {
      attributes["scan_elements/in_\(channel)_en"] = "0"
      attributes["scan_elements/in_\(channel)_index"] = "\(index)"
      attributes["scan_elements/in_\(channel)_type"] = "le:s8/8>>0"
    }
    for (name, text) in attributes { _ = try folder.write(text, to: "iio:device4/\(name)") }
    // Stationary, face up: 40 scans.
    let scans = (0..<40).flatMap { _ in [0, 0, 100, 0, 0, 0] as [UInt8] }
    try Data(scans).write(to: URL(filePath: folder.path("iio:device5")))
    let arguments = [
      "live", "--iio", "--device", "chip", "--iio-root", folder.path(""), "--iio-nodes",
      folder.path("nodes"),
    ]
    let missing = try Program.run(arguments)
    #expect(missing.status == 66)
    #expect(missing.messages.contains("iio:device4 (chip): "))
    try FileManager.default.createDirectory(
      atPath: folder.path("nodes"), withIntermediateDirectories: true)
    try Data(scans).write(to: URL(filePath: folder.path("nodes/iio:device4")))
    let live = try Program.run(arguments)
    #expect(live.status == 0)
    let lines = rows(live.output)
    #expect(lines.count == 41)
    #expect(lines.last?.first == "0.39")
    #expect(lines.last?.suffix(3).allSatisfy { Double($0) == 0 } ?? false)
  }

  @Test("--strokes: a gesture of two strokes is printed as the pause ends, without a further line")
  func strokes() throws {
    let process = Program.process(["live", "--strokes", "--built-in", "symbols", "--pause", "0.3"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(nextLine(of: output).hasPrefix("start,end,label,confidence"))
    let cross = """
      time,x,y,touch
      0,0,0,1
      0.1,50,50,1
      0.2,100,100,1
      0.25,100,100,0
      0.4,100,0,1
      0.5,50,50,1
      0.6,0,100,1
      0.61,0,100,0

      """
    try input.fileHandleForWriting.write(contentsOf: Data(cross.utf8))
    // The pipe stays open: the clock ends the gesture.
    #expect(nextLine(of: output).hasPrefix("0.0,0.6,cross,"))
    try input.fileHandleForWriting.write(contentsOf: Data("9,0,0,1\n9.1,5,5,1\n".utf8))
    try input.fileHandleForWriting.close()
    // The end of the input ends the last one.
    #expect(nextLine(of: output).hasPrefix("9.0,9.1,"))
    #expect(process.endStatus() == 0)
    let bad = try Program.run(
      "live", "--strokes", "--built-in", "symbols", input: "time,x,y,touch\n0,1,2\n")
    #expect(bad.status == 65)
    #expect(bad.messages.contains("expected a time, 2 components and 1 or 0 for touching"))
  }

  @Test("a recording is replayed in real time or faster")
  func replay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(recording, to: "a.csv")
    let start = ContinuousClock.now
    let live = try Program.run("live", "--replay", path, "--speed", "20")
    #expect(live.status == 0)
    #expect(rows(live.output).count == 301)
    // 2.99 s at speed 20.
    #expect(ContinuousClock.now - start >= .milliseconds(149))
  }

  @Test(
    "an input without samples: status 65",
    arguments: [[], ["--built-in"], ["--values"], ["--strokes", "--built-in", "symbols"]])
  func empty(options: [String]) throws {
    let outcome = try Program.run(["live"] + options, input: "")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("standard input: expected lines of samples, got none"))
  }

  @Test(
    "invalid options and sources: the status and the reason",
    arguments: [
      (["live", "--frame", "true-north"], 64, "requires the local --declination"),
      (["live", "--poll", "0.1"], 64, "require --iio"),
      (["live", "--iio", "-", "--replay"], 64, "expected no other source"),
      (["live", "--interval=-1"], 64, "--interval: expected seconds"),
      (["live", "--values", "--built-in"], 64, "--values: expected no model"),
      (["live", "--strokes"], 64, "--strokes requires --built-in or --model"),
      (["live", "--strokes", "--built-in", "--replay"], 64, "expected lines of points"),
      (["live", "--strokes", "--built-in", "--pause", "-1"], 64, "--pause"),
      (["live", "--tilt-process-noise", "1"], 64, "require --values"),
      (["live", "--values", "--tilt-measurement-noise", "0"], 64, "a variance above 0"),
      (["live", "/no/such/pipe"], 66, "/no/such/pipe: no such file"),
      (["live", "/"], 66, "/: cannot be read: expected lines of samples, got a folder"),
      (["live", "--iio", "--iio-root", "/no/such/folder"], 66, "/no/such/folder: cannot be read"),
      (
        ["live", "--frame", "magnetic-north"], 65,
        "--frame magnetic-north requires gyroscope, accelerometer and magnetometer"
      ),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], status: Int32, reason: String) throws {
    let outcome = try Program.run(arguments, input: recording)
    #expect(outcome.status == status)
    #expect(outcome.messages.contains(reason))
  }

  @Test("a bad line ends the program with status 65, after the output of the lines before it")
  func badLine() throws {
    let outcome = try Program.run("live", input: recording.prefix(160) + "\nabc\n")
    #expect(outcome.status == 65)
    #expect(rows(outcome.output).count > 1)
    #expect(outcome.messages.contains("standard input: line "))
    let skipped = try Program.run(
      "live", "--skip-bad-samples", input: recording.prefix(160) + "\nabc\n")
    #expect(skipped.status == 0)
    #expect(skipped.messages.contains("standard input: 2 bad lines skipped"))
  }
}
