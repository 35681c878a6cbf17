import Foundation
import TestSupport
import Testing

@Suite("inertial recognize")
struct RecognizeTests {
  private func recognize(_ recording: String, _ options: String...) throws -> Program.Outcome {
    try Program.run(["recognize", "-", "--json"] + options, input: recording)
  }

  private let strokeHeader = "time_s,x,y\n"
  /// An L: down, then right.
  private let letterL =
    "time_s,x,y\n"
    + (0...20).map { "\(Double($0) / 50),0,\($0 * 5)\n" }.joined()
    + (1...16).map { "\(Double($0 + 20) / 50),\($0 * 4),100\n" }.joined()

  @Test("a stroke on standard input: the fields of the answer")
  func stroke() throws {
    let outcome = try recognize(letterL)
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    let answer = try outcome.object()
    #expect(answer["text"] as? String == "L")
    let gesture = try #require((answer["gestures"] as? [[String: Any]])?.first)
    #expect(gesture["label"] as? String == "L")
    #expect(gesture["isGesture"] as? Bool == true)
    #expect(gesture["score"] is Double)
    let confidence = try #require(gesture["confidence"] as? Double)
    #expect(confidence > 0 && confidence <= 1)
    let alternatives = try #require(gesture["alternatives"] as? [[String: Any]])
    #expect(!alternatives.contains { $0["label"] as? String == "L" })
    // Labels that are out of the question are not listed.
    #expect(alternatives.count <= 4)
    for alternative in alternatives {
      #expect(try #require(alternative["confidence"] as? Double) >= 1e-3)
    }
  }

  @Test("raw sensors, motion and strokes of one synthetic writer, several files in a row")
  func allKinds() throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for kind in ["sensors", "motion", "strokes"] {
      let path = folder.path(kind + ".csv")
      let simulation = try Program.run(
        "simulate", "ZOO", "--kind", kind, "--writer", "3", "--output", path)
      #expect(simulation.status == 0)
      paths.append(path)
    }
    let report = folder.path("report.html")
    let answer = try Program.run(["recognize", "--json", "--report", report] + paths).object()
    #expect(answer["total"] as? Int == 9)
    // Expected accuracy on synthetic letters in the air: 6 of 9 or more.
    #expect(try #require(answer["correct"] as? Int) >= 6)
    let page = try String(contentsOfFile: report, encoding: .utf8)
    #expect(page.components(separatedBy: "<polyline").count == 10)
    // Self-contained: nothing is loaded.
    for reference in ["http", "src=", "<link", "<script", "url("] {
      #expect(!page.contains(reference), "\(reference)")
    }
  }

  /// Raw samples at intervals of `step` seconds, touched throughout.
  private func samples(step: Double, touch: Int = 1) -> String {
    var text =
      "time_s,touch,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    for index in 0..<300 {
      let phase = Double(index) / 20
      text += "\(Double(index) * step),\(touch),\(sin(phase)),\(cos(phase)),0,\(sin(phase)),0,-1\n"
    }
    return text
  }

  @Test("times in other units than seconds are rejected", arguments: [1e-9, 1e7, 1e16, 1e300])
  func timesInOtherUnits(step: Double) throws {
    let outcome = try recognize(samples(step: step))
    #expect(outcome.status == 0 || outcome.status == 65)
    #expect(outcome.messages.contains("the times are in another unit"))
  }

  @Test("a touch column without a touch: status 65, and an answer without gestures")
  func untouched() throws {
    let outcome = try recognize(samples(step: 0.01, touch: 0))
    #expect(outcome.status == 65)
    #expect((try outcome.object()["gestures"] as? [Any])?.isEmpty == true)
    #expect(outcome.messages.contains("expected a gesture, got none"))
  }

  @Test("a missing sensor is reported")
  func missingSensor() throws {
    let accelerometer = "time_s,accel_x_g,accel_y_g,accel_z_g\n0,0,0,-1\n0.01,0,0,-1\n"
    let outcome = try Program.run("orientation", "-", input: accelerometer)
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains(
        "standard input: expected a gyroscope and an accelerometer, got no gyroscope"))
  }

  @Test(
    "invalid recordings: status 65, the reason, and nothing on standard output",
    arguments: [
      ("", "got an empty file"),
      ("Dear reader,\nthis is no table.\n", "unknown format"),
      ("time_s,x,y\n", "got a header without rows"),
      ("time_s,x,y\n0,1,1\n", "1 sample"),
      ("time_s,x,y\n0,1,1\n0,2,2\n0,3,1\n", "time"),
      ("time_s,x,y\n0,1,1\n1,1,1\n2,1,1\n", "standard input: "),
      (
        "time_s,x,y\n0,1,1\n1,nan,1\n2,1,1\n",
        "standard input:3, column 'x': expected a finite number such as -0.25, got 'nan'"
      ),
      (
        "time_s,x,y\n0,1,1\n2,1,2\n1,1,1\n",
        "standard input:4, column 'time_s': expected a time of at least 2.0 s"
      ),
      (
        "time_s,x,y\n0,1,1\n1,one,1\n2,1,1\n",
        "standard input:3, column 'x': expected a decimal number such as -0.25, got 'one'"
      ),
      (
        "time_s,x,y\n0,1,1\n1,2\n2,1,1\n",
        "standard input:3: expected 3 fields as in the header, got 2"
      ),
    ])
  func badRecordings(recording: String, message: String) throws {
    let outcome = try recognize(recording)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("--skip-bad-samples skips damaged samples, with a warning that counts them")
  func skipBadSamples() throws {
    let outcome = try recognize(letterL + "0.001,0,0\n0.99,nan,1\n", "--skip-bad-samples")
    #expect(outcome.status == 0)
    #expect(try outcome.object()["text"] as? String == "L")
    #expect(outcome.messages.contains("1 sample with a number that is not finite left out"))
    #expect(outcome.messages.contains("1 sample with a time before the previous one left out"))
  }

  @Test("an unrecognisable gesture stays in the answer, without a label")
  func oneUnreadable() throws {
    let outcome = try recognize(
      "recording,time_s,x,y\n"
        + letterL.split(separator: "\n").dropFirst().map { "a,\($0)\n" }.joined() + "b,0,1,1\n")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("standard input#b: a gesture of 1 sample"))
    let answer = try outcome.object()
    #expect(answer["text"] as? String == "L?")
    let gestures = try #require(answer["gestures"] as? [[String: Any]])
    #expect(gestures[1]["label"] is NSNull)
    #expect(gestures[1]["isGesture"] as? Bool == false)
    #expect(gestures[1]["reason"] is String)
  }

  @Test("a truncated recording: complete rows are used, with a warning")
  func cutOff() throws {
    let outcome = try recognize(letterL + "0.76,6")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("1 incomplete row at the end left out"))
  }

  @Test("a missing file, or a folder without recordings")
  func missing() throws {
    let missing = try Program.run("recognize", "/no/such.csv")
    #expect(missing.status == 66)
    #expect(missing.messages == "Error: /no/such.csv: no such file\n")
    let folder = try TemporaryFolder()
    _ = try folder.write("", to: "notes.txt")
    let empty = try Program.run(
      "recognize", URL(filePath: folder.path("x")).deletingLastPathComponent().path)
    #expect(empty.status == 65)
    #expect(empty.messages.contains("at least one .csv file"))
  }

  @Test("a trajectory without samples: status 65")
  func nothingToRecognize() throws {
    let outcome = try recognize("0 0 0 0 0 0 0 1\n0.1 0 0 0 0 0 0 1\n")
    #expect(outcome.status == 65)
    #expect(
      outcome.messages.contains("expected strokes, device motion or sensor samples, got none"))
  }

  @Test("a report that cannot be written: status 73, and no answer")
  func reportFails() throws {
    let outcome = try recognize(letterL, "--report", "/no/such/folder/report.html")
    #expect(outcome.status == 73)
    #expect(outcome.output.isEmpty)
  }
}
