import Foundation
import TestSupport
import Testing

/// Wrong axes and units from end to end: the warning names the option that corrects them.
@Suite("Corrections of units and axes")
struct CorrectionTests {
  /// A simulated recording without reference, and the same with the gyroscope's columns changed.
  private struct Recordings {
    let folder: TemporaryFolder
    let right: String
    let wrong: String

    init(_ change: (inout [String]) -> Void) throws {
      folder = try TemporaryFolder()
      let simulated = folder.path("simulated.csv")
      _ = try Program.run(
        "simulate", "HELLO WORLD", "--writer", "1", "--seed", "1", "--output", simulated)
      let rows = try String(contentsOfFile: simulated, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let names = try #require(rows.first)
      let columns = try ["time_s", "gyro_x_rad_s", "accel_z_g"].map {
        try #require(names.firstIndex(of: $0))
      }
      func table(_ change: (inout [String]) -> Void) -> String {
        rows.enumerated().map { index, row in
          var fields = [row[columns[0]]] + row[columns[1]...columns[2]]
          if index > 0 { change(&fields) }
          return fields.joined(separator: ",")
        }.joined(separator: "\n") + "\n"
      }
      right = try folder.write(table { _ in }, to: "right.csv")
      wrong = try folder.write(table(change), to: "wrong.csv")
    }

    /// The last attitude of a recording, and the messages.
    func orientation(_ path: String, _ options: [String]) throws -> (String, String) {
      let output = folder.path("attitude.csv")
      let outcome = try Program.run(
        ["orientation", path, "--output", output, "--json"] + options)
      try #require(outcome.status == 0, "\(outcome.messages)")
      return (try String(contentsOfFile: output, encoding: .utf8), outcome.messages)
    }
  }

  private static func negated(_ number: String) -> String {
    number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number
  }

  @Test("the option in the warning of wrong axes restores the attitude")
  func axes() throws {
    // The wrong gyroscope's x, y, z are the right one's -y, x, z.
    let recordings = try Recordings { fields in
      (fields[1], fields[2]) = (Self.negated(fields[2]), fields[1])
    }
    let (right, noMessages) = try recordings.orientation(recordings.right, [])
    #expect(noMessages == "")
    let (wrong, messages) = try recordings.orientation(recordings.wrong, [])
    #expect(wrong != right)
    #expect(messages.contains("--gyro-axes +y,-x,+z"), "\(messages)")
    #expect(messages.components(separatedBy: "Warning").count == 2)
    let (corrected, rest) = try recordings.orientation(
      recordings.wrong, ["--gyro-axes", "+y,-x,+z"])
    #expect(corrected == right && rest == "")
  }

  @Test("live warns once, while the samples come; the option applies to the stream")
  func live() throws {
    let recordings = try Recordings { $0[1] = Self.negated($0[1]) }
    let text = try String(contentsOfFile: recordings.wrong, encoding: .utf8)
    let outcome = try Program.run("live", "-", input: text)
    #expect(outcome.messages.components(separatedBy: "--gyro-axes -x,+y,+z").count == 2)
    let corrected = try Program.run("live", "-", "--gyro-axes", "-x,+y,+z", input: text)
    #expect(!corrected.messages.contains("--gyro-axes"))
    let right = try Program.run("live", recordings.right)
    #expect(corrected.output == right.output)
    let replayed = try Program.run(
      "live", "--replay", recordings.wrong, "--speed", "1000", "--gyro-axes", "-x,+y,+z")
    #expect(replayed.output == right.output)
  }

  @Test("a rotated mount and its option cancel")
  func mount() throws {
    // Mounted with its x axis along the device's y axis.
    let recordings = try Recordings { fields in
      for first in [1, 4] {
        (fields[first], fields[first + 1]) = (fields[first + 1], Self.negated(fields[first]))
      }
    }
    let (right, _) = try recordings.orientation(recordings.right, [])
    #expect(try recordings.orientation(recordings.wrong, ["--axes", "-y,+x,+z"]).0 == right)
    // By a quaternion, within rounding.
    let (turned, _) = try recordings.orientation(recordings.wrong, ["--mount", "0,0,90"])
    func numbers(_ text: String) -> [Double] {
      text.split(separator: "\n").last?.split(separator: ",").compactMap { Double($0) } ?? []
    }
    for (a, b) in zip(numbers(turned), numbers(right)) { #expect(abs(a - b) < 1e-6) }
  }

  /// 30°/s about a horizontal axis: beyond the largest bias that is estimated.
  @Test("a large bias is reported, and the option restores the attitude")
  func bias() throws {
    let recordings = try Recordings { fields in
      fields[1] = Double(fields[1]).map { "\($0 + .pi / 6)" } ?? fields[1]
    }
    let (right, _) = try recordings.orientation(recordings.right, [])
    let (_, messages) = try recordings.orientation(recordings.wrong, [])
    #expect(messages.contains("expected a"), "\(messages)")
    #expect(messages.contains("bias"), "\(messages)")
    let (corrected, rest) = try recordings.orientation(recordings.wrong, ["--gyro-bias", "30,0,0"])
    #expect(rest == "")
    let numbers = [corrected, right].map { text in
      text.split(separator: "\n").last?.split(separator: ",").compactMap { Double($0) } ?? []
    }
    #expect(numbers[0].count == 5)
    for (a, b) in zip(numbers[0], numbers[1]) { #expect(abs(a - b) < 1e-6) }
  }

  @Test(
    "invalid corrections are wrong usage",
    arguments: [
      ("--axes", "x,y", "expected each of x, y and z once"),
      ("--axes", "-x,y,z", "mirrored map -x,+y,+z"),
      ("--mount", "1,2", "expected pitch, roll and yaw in degrees"),
      ("--units", "furlongs", "expected units of s, ms"),
      ("--gyro-bias", "1,2", "expected a bias x,y,z"),
    ])
  func usage(option: String, value: String, words: String) throws {
    let outcome = try Program.run(["orientation", "-", option, value])
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains(words), "\(outcome.messages)")
  }

  @Test("a correction of sensors requires raw samples")
  func withoutSamples() throws {
    let strokes = "recording,time_s,x,y\n0,0,1,2\n0,0.1,2,3\n0,0.2,3,3\n"
    let outcome = try Program.run("recognize", "-", "--axes", "+y,-x,+z", input: strokes)
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("expected raw sensor samples to correct, got strokes"))
  }
}
