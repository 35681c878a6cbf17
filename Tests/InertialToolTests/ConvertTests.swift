import Foundation
import Testing

@Suite("inertial convert")
struct ConvertTests {
  private let recording = """
    Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),\
    Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)
    0,180,0,0,0,0,1
    0.01,0,0,0,0,0,1

    """

  @Test("standard input to standard output, in our own format")
  func pipe() throws {
    let outcome = try Program.run("convert", "-", "--to", "inertial-sensors", input: recording)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("time_s,gyro_x_rad_s"))
    #expect(lines[1] == "0.0,3.141592653589793,0.0,0.0,-0.0,-0.0,-1.0")
  }

  @Test("--json prints one object; the recording is written to its file")
  func json() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(recording, to: "in.csv")
    let outcome = try Program.run(
      "convert", input, "--to", "inertial-sensors", "--output", folder.path("out.csv"), "--json")
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    let answer = try outcome.object()
    #expect(answer["from"] as? String == "described")
    #expect(answer["samples"] as? Int == 2)
    #expect(FileManager.default.fileExists(atPath: folder.path("out.csv")))
  }

  @Test(
    "a folder format is written as a folder or zip archive and reads back", arguments: ["", ".zip"])
  func folder(suffix: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("export" + suffix)
    let written = try Program.run(
      "convert", "-", "--to", "sensor-logger", "--output", path, input: recording)
    #expect(written.status == 0)
    let read = try Program.run("convert", path, "--to", "inertial-sensors")
    #expect(read.status == 0)
    let original = try Program.run("convert", "-", "--to", "inertial-sensors", input: recording)
    #expect(read.output == original.output)
  }

  @Test("a unit that contradicts the numbers is a warning; the recording is converted")
  func contradiction() throws {
    let rows = (0..<100).map { "\(Double($0) / 100),0,0,0,0,0,9.81\n" }.joined()
    let header = recording.prefix { $0 != "\n" } + "\n"
    let outcome = try Program.run(
      "convert", "-", "--to", "inertial-sensors", input: header + rows)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("the numbers are in m/s²"))
    #expect(outcome.output.split(separator: "\n").count == 101)
  }

  @Test("an output file in a missing folder: status 73")
  func cannotCreate() throws {
    let outcome = try Program.run(
      "convert", "-", "--to", "inertial-sensors", "--output", "/no/such/folder/a.csv",
      input: recording)
    #expect(outcome.status == 73)
    #expect(outcome.messages.contains("/no/such/folder/a.csv: cannot be created"))
  }

  @Test(
    "a full disk: status 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func fullDisk() throws {
    let outcome = try Program.run(
      "convert", "-", "--to", "inertial-sensors", "--output", "/dev/full", input: recording)
    #expect(outcome.status == 74)
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["--to", "nope"], ["--to", "inertial-motion", "--json"], ["--to", "sensor-logger"],
      ["--to", "tum", "--platform", "windows"],
    ])
  func usage(options: [String]) throws {
    let outcome = try Program.run(["convert", "-"] + options, input: recording)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test("sensor samples are written as device motion, which is estimated; strokes cannot be")
  func deviceMotion() throws {
    let header = recording.prefix { !$0.isNewline } + "\n"
    let rows = (0..<100).map { "\(Double($0) / 100),1,0,0,0,0,1\n" }.joined()
    let outcome = try Program.run(
      "convert", "-", "--to", "inertial-motion", input: header + rows)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count > 50)
    #expect(outcome.output.hasPrefix("recording,label,user,time_s,qw,qx,qy,qz,gyro_x_rad_s"))
    let strokes = try Program.run(
      "convert", "-", "--to", "inertial-motion", input: "time_s,x,y\n0,1,2\n0.1,2,2\n")
    #expect(strokes.status == 65)
    #expect(
      strokes.messages.hasPrefix(
        "Error: standard output: the format 'inertial-motion' cannot hold strokes"))
  }
}
