import Foundation
import Testing

@Suite("inertial inspect")
struct InspectTests {
  @Test("a simulated recording: sensors, rates, touches, and the subcommands for it")
  func simulated() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("hello.csv")
    #expect(try Program.run("simulate", "LO", "--output", path).status == 0)
    let outcome = try Program.run("inspect", path)
    #expect(outcome.status == 0)
    for text in [
      "hello.csv: inertial-sensors", "2 touches", "gyroscope: 99.8 Hz", "accelerometer: 99.8 Hz",
      "inertial recognize \(path), inertial orientation \(path), inertial track \(path)",
    ] {
      #expect(outcome.output.contains(text), "\(outcome.output)")
    }
  }

  @Test("without a gyroscope no path is proposed")
  func accelerometerAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("rest.csv")
    let rows = (0..<300).map { "\(Double($0) / 100),0.01,\($0 % 2 == 0 ? 0.02 : 0.03),-1\n" }
    try Data("time_s,accel_x_g,accel_y_g,accel_z_g\n\(rows.joined())".utf8)
      .write(to: URL(fileURLWithPath: path))
    let output = try Program.run("inspect", path).output
    #expect(output.contains("inertial orientation \(path)"))
    #expect(!output.contains("inertial track"))
    #expect(try Program.run("orientation", path).status == 0)
    #expect(try Program.run("track", path).status == 65)
  }

  @Test("a table in another unit: the finding names the option, and the option removes it")
  func wrongUnit() throws {
    // Turns of 90 degrees in deg/s, between rests, with gravity that turns along.
    var text = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    var angle = 0.0
    for index in 0..<2400 {
      let rate = index % 400 >= 200 ? 90 * sin(.pi * Double(index % 400 - 200) / 100) : 0
      angle += rate * 0.01 * .pi / 180
      text += "\(Double(index) / 100),\(rate),0,0,0,\(-sin(angle)),\(-cos(angle))\n"
    }
    let wrong = try Program.run("inspect", "-", "--json", input: text)
    let findings = try #require(try recordings(wrong).first?["findings"] as? [String])
    #expect(findings.contains { $0.contains("--units deg/s") }, "\(findings)")
    let right = try Program.run("inspect", "-", "--units", "deg/s", "--json", input: text)
    #expect(try recordings(right).first?["findings"] as? [String] == [])
  }

  private func recordings(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    let files = try #require(try outcome.object()["files"] as? [[String: Any]])
    return try #require(files.first?["recordings"] as? [[String: Any]])
  }

  @Test("gaps and a table by --columns")
  func gaps() throws {
    let rows = (0..<50).map { "\($0 < 25 ? $0 * 10 : $0 * 10 + 2000),0,0,1000\n" }
    let outcome = try Program.run(
      "inspect", "-", "--columns", "time=#1 [ms],accel=#2 #3 #4 [mg]", "--json",
      input: rows.joined())
    let recording = try #require(try recordings(outcome).first)
    #expect(recording["gaps"] as? Int == 1)
    #expect(abs((recording["longestInterval"] as? Double ?? 0) - 2.01) < 1e-9)
    let sensor = try #require((recording["sensors"] as? [[String: Any]])?.first)
    #expect(sensor["median"] as? Double == 1)
    #expect(abs((sensor["rate"] as? Double ?? 0) - 100) < 1e-6)
    let wrong = try Program.run("inspect", "-", "--columns", "time=t", input: "t\n1\n")
    #expect(wrong.status == 64)
    #expect(wrong.messages.contains("at least one of gyro, accel, mag and attitude"))
  }

  @Test("the suggested command lines read a table with the options of this one")
  func suggestions() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<50).map { "\($0 * 10),0,0,0,0,0,1\n" }.joined()
    let table = try folder.write(rows, to: "a table.csv")
    let columns = "time=#1 [ms], gyro=#2 #3 #4 [deg/s], accel=#5 #6 #7 [g]"
    let answer = try Program.run("inspect", table, "--columns", columns, "--json").object()
    let file = try #require((answer["files"] as? [[String: Any]])?.first)
    let next = try #require(file["next"] as? [String])
    let line = try #require(next.first { $0.hasPrefix("inertial orientation ") })
    #expect(line.hasSuffix(" --columns '\(columns)'"))
    try Shell.expectAnswer(of: line, in: folder)
  }

  @Test("labelled vectors and series")
  func examples() throws {
    let folder = try TemporaryFolder()
    let vectors = try folder.write("label,v0,v1\nA,1,2\nB,2,3\n", to: "vectors.csv")
    let series = try folder.write(
      "series,label,time,x,y\n0,A,0,1,2\n0,A,1,1,2\n1,B,0,1,2\n", to: "series.csv")
    let outcome = try Program.run("inspect", vectors, series, "--json")
    #expect(outcome.status == 0)
    let files = try #require(try outcome.object()["files"] as? [[String: Any]])
    let examples = files.compactMap { $0["examples"] as? [String: Any] }
    #expect(examples.map { $0["count"] as? Int } == [2, 2])
    #expect(examples.map { $0["components"] as? Int } == [2, 2])
    #expect(examples.map { $0["labels"] as? [String] } == [["A", "B"], ["A", "B"]])
    #expect(examples.last?["lengths"] as? [Int] == [1, 2])
    let text = try Program.run("inspect", vectors)
    #expect(text.output.contains("vectors, 2 examples of 2 components, 2 labels (A, B)"))
  }
}
