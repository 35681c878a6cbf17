import Foundation
import MotionFusion
import MotionRecordings
import Testing

/// Tables with several sensors of one kind, or rows of several kinds.
@Suite("Several sensors in one table")
struct SeveralSensorsTests {
  /// The options that the error for `text` prints.
  private static func proposals(_ text: String) throws -> [String] {
    let error = try #require(throws: RecordingError.self) { try readTable(text) }
    return error.description.matches(of: #/--columns "([^"]*)"/#).map { String($0.output.1) }
  }

  /// The rate about y in rad/s and the specific force in g of a device that turns about y.
  private static func motion(_ row: Int) -> (rate: Double, force: [Double]) {
    let time = Double(row) / 100
    let angle = 0.4 * sin(5 * time)
    return (2 * cos(5 * time), [-sin(angle), 0, cos(angle)])
  }

  private static func text(_ numbers: [Double]) -> [String] {
    numbers.map { String(format: "%.5f", $0) }
  }

  @Test(
    "lines of names for rows of two kinds are not joined",
    arguments: [
      "# G,t,gx,gy,gz\n# A,t,ax,ay,az\n", "#A,t,ax,ay,az\n#G,t,gx,gy,gz\n",
      "% G,t,gx,gy,gz\n% A,t,ax,ay,az\n", "%G,t,x_gyro,y_gyro,z_gyro\n%A,t,x_acc,y_acc,z_acc\n",
      "G,t,gx,gy,gz\nA,t,ax,ay,az\n", "// a log\n// A,t,ax,ay,az\n// G,t,gx,gy,gz\n",
      "# B,t,p,h,u\n# A,t,ax,ay,az\n# G,t,gx,gy,gz\n",
    ])
  func kinds(head: String) throws {
    for separator in [",", ";", "\t"] {
      let rows = (0..<200).map { row -> String in
        let (rate, force) = Self.motion(row)
        let time = String(format: "%.2f", Double(row) / 100)
        return "G,\(time),0,\(Self.text([rate])[0]),0\nA,\(time),"
          + Self.text(force.map { 9.80665 * $0 }).joined(separator: ",") + "\nB,\(time),1,2,3\n"
      }
      let recordings = try readTable(
        (head + rows.joined()).replacing(",", with: separator))
      #expect(recordings.format == "tagged-rows")
      let samples = try #require(recordings.sensorSamples.first).samples
      #expect(samples.count == 200)
      let (rate, force) = Self.motion(10)
      #expect(abs((samples[10].rotationRate?.y ?? 0) - rate) < 1e-4)
      #expect(abs((samples[10].acceleration?.z ?? 0) + force[2]) < 1e-4)
    }
  }

  @Test(
    "names over their units are one header, also of rows that start with a kind",
    arguments: [
      "# t,gx,gy,gz,ax,ay,az\n# s,rad/s,rad/s,rad/s,g,g,g\n",
      "t,gx,gy,gz,ax,ay,az\ns,rad/s,rad/s,rad/s,g,g,g\n",
      "t,gx,gy,gz,ax,ay,az\nt,gx,gy,gz,ax,ay,az\n",
      "G,t,gx,gy,gz,ax,ay,az\nid,s,rad/s,rad/s,rad/s,g,g,g\n",
    ])
  func unitLines(head: String) throws {
    let rows = (0..<200).map { row -> String in
      let (rate, force) = Self.motion(row)
      return (head.hasPrefix("G") ? "G," : "") + "\(Double(row) / 100),0,"
        + Self.text([rate, 0] + force).joined(separator: ",") + "\n"
    }
    let samples = try readTable(head + rows.joined()).sensorSamples[0].samples
    #expect(samples.count == 200)
    #expect(abs((samples[10].rotationRate?.y ?? 0) - Self.motion(10).rate) < 1e-4)
    #expect(abs((samples[10].acceleration?.z ?? 0) + Self.motion(10).force[2]) < 1e-4)
  }

  @Test(
    "of several accelerometers or gyroscopes, each proposed option reads one",
    arguments: [
      ("t,acc1#,acc2#,gyro#", 2), ("t,a1#,a2#,g#", 2), ("time_s,Acc2#,Acc1#,G#", 2),
      ("t,acc # 1,acc # 2,gyro #", 2), ("t,IMU1 accel #,IMU2 accel #,omega #", 2),
      ("t,gyro#,accel3_#_g,accel4_#_g", 2), ("t,accL_#,accR_#,gyrL_#,gyrR_#", 2),
      ("t,left.acc.#,right.acc.#,head.acc.#,gyro.#", 3), ("t,acc#2,acc#1,g#", 2),
      ("t [s],Accel (1) #,Accel (2) #,Gyro #", 2),
    ])
  func choices(pattern: String, count: Int) throws {
    let names = pattern.split(separator: ",").map(String.init)
    for separator in [",", ";", "\t"] {
      let header = names.flatMap { name in
        name.contains("#") ? ["x", "y", "z"].map { name.replacing("#", with: $0) } : [name]
      }.joined(separator: separator)
      // The n-th sensor of a kind has n hundredths more about x.
      let rows = (0..<300).map { row -> String in
        let (rate, force) = Self.motion(row)
        var seen = (forces: 0, rates: 0)
        let fields = names.flatMap { name -> [String] in
          guard name.contains("#") else { return ["\(Double(row) / 100)"] }
          if name.lowercased().contains("acc") || name.hasPrefix("a") {
            seen.forces += 1
            return Self.text([force[0] + 0.01 * Double(seen.forces), force[1], force[2]])
          }
          seen.rates += 1
          return Self.text([0.01 * Double(seen.rates), rate, 0])
        }
        return fields.joined(separator: separator) + "\n"
      }
      let text = header + "\n" + rows.joined()
      let options = try Self.proposals(text)
      #expect(options.count == count)
      for (number, option) in options.enumerated() {
        let samples = try readTable(text, columns: option).sensorSamples[0].samples
        #expect(samples.count == 300)
        let force = try #require(samples[0].acceleration)
        #expect(abs(force.x + 0.01 * Double(number + 1)) < 1e-4, "\(option)")
        let rates = pattern.contains("gyrR") ? number + 1 : 1
        #expect(abs((samples[0].rotationRate?.x ?? 0) - 0.01 * Double(rates)) < 1e-4, "\(option)")
      }
    }
  }

  @Test(
    "proposed options run, whatever the names have in them",
    arguments: [
      "gps sec,gps nsec,acc 1 #,acc 2 #", "Stamp (sec),Stamp (nsec),acc1 #,acc2 #",
      "l'heure sec,l'heure nsec,l'acc 1 #,l'acc 2 #", "a+b sec,a+b nsec,acc+1 #,acc+2 #",
      "$t sec,$t nsec,`acc` 1 #,`acc` 2 #",
    ])
  func quotes(pattern: String) throws {
    let names = pattern.split(separator: ",").map(String.init).flatMap { name -> [String] in
      name.contains("#") ? ["x", "y", "z"].map { name.replacing("#", with: $0) } : [name]
    }
    let rows = (0..<250).map { row -> String in
      let force = Self.text(Self.motion(row).force).joined(separator: ",")
      return "\(1000 + row / 100),\(row % 100 * 10_000_000),\(force),\(force)\n"
    }
    let text = names.joined(separator: ",") + "\n" + rows.joined()
    let options = try Self.proposals(text)
    #expect(options.count == 2)
    for option in options {
      #expect(!option.contains("$") && !option.contains("`"))
      let samples = try readTable(text, columns: option).sensorSamples[0].samples
      #expect(samples.count == 250)
      #expect(abs(samples[249].timestamp - samples[0].timestamp - 2.49) < 1e-6)
    }
  }

  @Test("a sign before a name in quotes, and quotes of both kinds")
  func signs() throws {
    let text = "t,q w,q x,q y,q z\n0,0.6,0.8,0,0\n0.01,0.6,0.8,0,0\n"
    let map = #"time=t [s], attitude='q w' -"q x" -'q y' -'q z'"#
    let pose = try #require(try readTable(text, columns: map).references.first?.samples.first)
    #expect(abs((pose.attitude?.quaternion.x ?? 0) + 0.8) < 1e-12)
    let other = "it's t,ax,ay,az\n0,0,0,1\n0.01,0,0,1\n"
    let recordings = try readTable(other, columns: #"time="it's t" [s], accel=ax ay az [g]"#)
    #expect(recordings.sensorSamples.map(\.samples.count) == [2])
  }

  @Test(
    "a folder with a file for each sensor: a clock in two columns",
    arguments: [
      ("tv_sec", "tv_usec", 1e6), ("sec", "nanosec", 1e9), ("stamp_ms", "stamp_s", 1e3),
    ])
  func folder(first: String, second: String, units: Double) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "split-clock-\(getpid())-\(first)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ file: String, _ names: String, _ reading: (Int) -> [Double]) throws {
      let rows = (0..<250).map { row -> String in
        let seconds = 1_700_000_000 + row / 100
        let fraction = Int((Double(row % 100) / 100 * units).rounded())
        let times = first == "stamp_ms" ? [fraction, seconds] : [seconds, fraction]
        return (times.map { "\($0)" } + Self.text(reading(row))).joined(separator: ",") + "\n"
      }
      try ("\(first),\(second),\(names)\n" + rows.joined()).write(
        to: folder.appending(path: file), atomically: true, encoding: .utf8)
    }
    try write("b.csv", "gx [rad/s],gy [rad/s],gz [rad/s]") { [0, Self.motion($0).rate, 0] }
    try write("a.csv", "ax [g],ay [g],az [g]") { Self.motion($0).force }
    let recordings = try RecordingReader().read(folder.path)
    #expect(recordings.format == "sensor-folder")
    let samples = try #require(recordings.sensorSamples.first).samples
    #expect(samples.count == 250)
    for (row, sample) in samples.enumerated() {
      #expect(abs(sample.timestamp - samples[0].timestamp - Double(row) / 100) < 1e-6)
      #expect(abs((sample.rotationRate?.y ?? 0) - Self.motion(row).rate) < 1e-4)
      #expect(abs((sample.acceleration?.z ?? 0) + Self.motion(row).force[2]) < 1e-4)
    }
  }
}
