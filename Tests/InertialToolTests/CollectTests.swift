import Foundation
import Testing

@Suite("inertial collect")
struct CollectTests {
  /// Pushes of 0.5 s between stationary phases, as raw samples or as device motion.
  private func recording(gestures: Int, raw: Bool) -> String {
    let attitude = raw ? "" : "1,0,0,0,"
    var text =
      "time_s,\(raw ? "" : "qw,qx,qy,qz,")gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,"
      + (raw
        ? "accel_x_g,accel_y_g,accel_z_g\n" : "user_accel_x_g,user_accel_y_g,user_accel_z_g\n")
    for index in 0..<(gestures * 150 + 100) {
      let place = index % 150
      let isMoving = place >= 100 && index < gestures * 150
      let push = isMoving ? 0.6 * sin(2 * .pi * Double(place - 100) / 25) : 0
      let turn = isMoving ? 1.5 * cos(2 * .pi * Double(place - 100) / 25) : 0
      text += "\(Double(index) / 100),\(attitude)0,0,\(turn),\(push),0,\(raw ? -1 : 0)\n"
    }
    return text
  }

  private func counts(_ outcome: Program.Outcome) throws -> [String: Int] {
    try #require(try outcome.object()["counts"] as? [String: Int])
  }

  @Test("examples are appended to a file that other subcommands accept")
  func append() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let motion = recording(gestures: 1, raw: false)
    let first = try Program.run(
      "collect", "--label", "A", "--user", "me", "--dataset", set, "--json", input: motion)
    #expect(first.status == 0)
    #expect(try counts(first) == ["A": 1])
    let second = try Program.run(
      "collect", folder.write(motion, to: "in.csv"), "--label", "B", "--dataset", set, "--json")
    #expect(try counts(second) == ["A": 1, "B": 1])
    // Labelled examples keep their label and writer.
    let other = folder.path("other.csv")
    let copied = try Program.run("collect", set, "--dataset", other, "--json")
    #expect(try counts(copied) == ["A": 1, "B": 1])
    let text = try String(contentsOfFile: other, encoding: .utf8)
    #expect(text == (try String(contentsOfFile: set, encoding: .utf8)))
    #expect(text.contains("0,A,me,"))
  }

  @Test("a recording is cut at stationary phases")
  func atRest() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let outcome = try Program.run(
      "collect", "--label", "A", "--at-rest", "--dataset", set, "--json",
      input: recording(gestures: 3, raw: false))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["A": 3])
    let rows = try String(contentsOfFile: set, encoding: .utf8).split(separator: "\n").count - 1
    // 0.5 s each, and part of the stationary phase before.
    #expect((3 * 50...3 * 70).contains(rows), "\(rows)")
  }

  @Test("a live source is cut at stationary phases")
  func live() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      "collect", "--live", "--label", "A", "--dataset", folder.path("set.csv"), "--json",
      input: recording(gestures: 2, raw: true))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["A": 2])
    #expect(outcome.messages.contains("2 added"))
  }

  @Test("--keep-startup keeps the start-up transient of raw samples")
  func keepStartup() throws {
    let folder = try TemporaryFolder()
    var lines = recording(gestures: 1, raw: true).split(separator: "\n").map(String.init)
    func dataset(_ options: String...) throws -> String {
      let path = folder.path(UUID().uuidString + ".csv")
      let outcome = try Program.run(
        ["collect", "--label", "A", "--dataset", path] + options,
        input: lines.joined(separator: "\n") + "\n")
      #expect(outcome.status == 0)
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    // Samples without a start-up transient are all kept.
    #expect(try dataset() == dataset("--keep-startup"))
    for row in 1...30 {
      lines[row] = "\(Double(row - 1) / 100),0,0,0,0,0,\(-Double(row - 1) / 30)"
    }
    let kept = try dataset("--keep-startup").split(separator: "\n")
    let settled = try dataset().split(separator: "\n")
    #expect((20...30).contains(kept.count - settled.count))
    for rows in [kept, settled] { #expect(rows.last?.hasPrefix("0,A,,2.49,") == true) }
  }

  @Test("invalid examples: the reason is printed, and the data set is unchanged")
  func errors() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let motion = recording(gestures: 1, raw: false)
    let unlabeled = try Program.run("collect", "--dataset", set, input: motion)
    #expect(unlabeled.status == 65)
    #expect(unlabeled.messages.contains("--label"))
    #expect(!FileManager.default.fileExists(atPath: set))
    let short = try Program.run(
      "collect", "--label", "A", "--minimum-samples", "1000", "--dataset", set, "--json",
      input: motion)
    #expect(short.status == 0)
    #expect(try short.object()["refused"] as? Int == 1)
    #expect(!FileManager.default.fileExists(atPath: set))
    let raw = try folder.write(recording(gestures: 1, raw: true), to: "raw.csv")
    let wrong = try Program.run("collect", "--label", "A", "--dataset", raw, input: motion)
    #expect(wrong.status == 65)
    for arguments in [
      ["--dataset", "-", "--label", "A"], ["--dataset", set, "--label", ""],
      ["--dataset", set, "--live"], ["--dataset", set, "--label", "A", "--iio"],
      ["--dataset", set, "--label", "A", "--minimum-samples", "0"],
    ] {
      #expect(try Program.run(["collect"] + arguments, input: motion).status == 64)
    }
  }
}
