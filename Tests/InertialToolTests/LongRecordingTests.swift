import Foundation
import Testing

/// Recordings over 1 MiB stay in their file; a column `recording` makes the tool read them whole.
@Suite("Long recordings")
struct LongRecordingTests {
  /// Three minutes at 100 Hz: turns about a level axis, gaps, and stationary phases.
  private static let rows: [String] = {
    var rows: [String] = []
    for index in 0..<18_000 {
      let time = Double(index + index / 5000 * 40) / 100
      let phase = 2 * Double.pi * time / 20
      let isMoving = sin(phase) > 0.5
      let tilt = isMoving ? 0.4 * sin(8 * phase) : 0
      let rate = isMoving ? 0.4 * 8 * 2 * Double.pi / 20 * cos(8 * phase) : 0
      let noise = 0.001 * sin(Double(index) * 12.9898)
      rows.append(
        "\(time),\(rate + noise),\(noise),0.002,\(noise),\(-sin(tilt)),\(-cos(tilt) + noise),"
          + "\(noise),\(20 * cos(tilt) - 44 * sin(tilt)),\(-20 * sin(tilt) - 44 * cos(tilt))\n")
    }
    return rows
  }()

  private static func text(isWhole: Bool, isCutOff: Bool = false) -> String {
    let header =
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,"
      + "mag_x_uT,mag_y_uT,mag_z_uT\n"
    let text = ([header] + rows).enumerated().map { index, row in
      isWhole ? (index == 0 ? "recording," : "0,") + row : row
    }.joined()
    return isCutOff ? String(text.dropLast(9)) : text
  }

  @Test(
    "streamed and whole recordings give the same output",
    arguments: [
      ["orientation"], ["orientation", "--mode", "6d", "--sigma", "--frame", "ned"],
      ["orientation", "--decimate", "3"], ["orientation", "--offline"],
      ["convert", "--to", "inertial-jsonl"], ["track"], ["track", "--method", "gesture"],
    ])
  func sameOutput(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    var outputs: [Data] = []
    for isWhole in [false, true] {
      let (input, output) = (folder.path("r.csv"), folder.path("o"))
      let text = Self.text(isWhole: isWhole, isCutOff: true)
      #expect(text.utf8.count > 1 << 20)
      try Data(text.utf8).write(to: URL(filePath: input))
      let outcome = try Program.run(arguments + [input, "--output", output])
      #expect(outcome.status == 0)
      outputs.append(try Data(contentsOf: URL(filePath: output)))
      outputs.append(
        Data((outcome.output + outcome.messages).replacing("r.csv#0", with: "r.csv").utf8))
    }
    #expect(outputs[0] == outputs[2])
    #expect(outputs[1] == outputs[3])
  }

  @Test("streamed and whole recordings give the same answers", arguments: ["inspect", "recognize"])
  func sameAnswer(command: String) throws {
    let folder = try TemporaryFolder()
    let answers = try [false, true].map { isWhole in
      let input = folder.path("r.csv")
      try Data(Self.text(isWhole: isWhole).utf8).write(to: URL(filePath: input))
      let outcome = try Program.run([command, input])
      return (outcome.output + outcome.messages).replacing("r.csv#0", with: "r.csv")
    }
    #expect(answers[0] == answers[1])
  }

  @Test("a long recording on standard input, and a report")
  func standardInput() throws {
    let folder = try TemporaryFolder()
    let text = Self.text(isWhole: false)
    let (input, report) = (folder.path("r.csv"), folder.path("report.html"))
    try Data(text.utf8).write(to: URL(filePath: input))
    let file = try Program.run(["orientation", input, "--output", "-", "--report", report])
    let pipe = try Program.run(["orientation", "-", "--output", "-"], input: text)
    #expect(file.status == 0 && pipe.status == 0)
    #expect(file.output == pipe.output)
    #expect(file.output.split(separator: "\n").count == 18_001)
    #expect(try String(contentsOfFile: report, encoding: .utf8).firstRange(of: "Attitude") != nil)
  }

  @Test("an error at the end of a long recording leaves no output")
  func badEnd() throws {
    let folder = try TemporaryFolder()
    let text = Self.text(isWhole: false) + "1e9,x,0,0,0,0,0,0,0,0\n"
    let output = folder.path("o")
    let outcome = try Program.run(["orientation", "-", "--output", output], input: text)
    #expect(outcome.status == 65)
    #expect(outcome.messages.firstRange(of: "standard input:18002") != nil)
    let onOutput = try Program.run(["orientation", "-", "--output", "-"], input: text)
    #expect(onOutput.status == 65 && onOutput.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}
