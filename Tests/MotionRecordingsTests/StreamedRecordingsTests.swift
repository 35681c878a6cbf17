import Foundation
import MotionFusion
import RotationMath
import SensorDiagnostics
import Synchronization
import Testing

@testable import MotionRecordings

@Suite("StreamedRecordings")
struct StreamedRecordingsTests {
  /// A table, and whether it is streamed.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var isStreamed: Bool
    var options = ReadingOptions()

    var testDescription: String { name }
  }

  /// The rows of a table with `columns` numbers after the time, which repeats once and has a gap.
  private static func rows(
    _ count: Int, columns: Int, unit: Double = 0.01, separator: String = ","
  ) -> String {
    var random = SplitMix64(seed: UInt64(columns))
    return (0..<count).map { index in
      let time = Double(index == 7 ? 6 : index > 20 ? index + 9 : index) * unit
      let numbers = (0..<columns).map { _ in "\(random.nextNormal())" }
      return ([unit >= 1 ? "\(Int(time))" : "\(time)"] + numbers).joined(separator: separator)
        + "\n"
    }.joined()
  }

  private static let gyroscope = "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s"
  private static let accelerometer = "accel_x_g,accel_y_g,accel_z_g"

  static let cases: [Case] =
    [
      Case(
        name: "inertial-sensors",
        text: "time_s,\(gyroscope),\(accelerometer),mag_x_uT,mag_y_uT,mag_z_uT\n"
          + rows(60, columns: 9), isStreamed: true),
      Case(
        name: "inertial-sensors with a touch and a label",
        text: "label,user,touch,time_s,\(accelerometer)\n"
          + (0..<60).map { "\"A, B\",me,\($0 / 20 % 2),\(Double($0) / 100),0,0.5,-1\n" }.joined(),
        isStreamed: true),
      Case(
        name: "inertial-sensors with empty fields",
        text: "time_s,\(gyroscope),\(accelerometer)\n"
          + (0..<60).map {
            "\(Double($0) / 100),\($0 % 2 == 0 ? "1,2,3" : ",,"),\($0 % 3 == 0 ? "0,0,-1" : ",,")\n"
          }.joined(), isStreamed: true),
      Case(
        name: "inertial-sensors, corrected",
        text: "time_s,\(gyroscope),\(accelerometer)\n" + rows(60, columns: 6), isStreamed: true,
        options: ReadingOptions(
          correction: (try? SensorCorrection(gyroscopeAxes: AxisMap("y,-x,z"))) ?? .none)),
      Case(
        name: "inertial-sensors with a reference",
        text: "time_s,\(accelerometer),ref_qw,ref_qx,ref_qy,ref_qz\n"
          + (0..<60).map { "\(Double($0) / 100),0,0,-1,1,0,0,0\n" }.joined(), isStreamed: false),
      Case(
        name: "inertial-sensors, several",
        text: "recording,time_s,\(accelerometer)\n"
          + (0..<60).map { "\($0 % 2),\(Double($0) / 100),0,0,-1\n" }.joined(), isStreamed: false),
      Case(
        name: "inertial-jsonl",
        text: (0..<60).map {
          "{\"time_s\":\(Double($0) / 100),\"gyro_rad_s\":[1,2,\($0)],\"accel_g\":[0,0,-1]}\n"
        }.joined(), isStreamed: true),
      Case(
        name: "x-io",
        text: "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),"
          + "Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)\n" + rows(60, columns: 6),
        isStreamed: true),
      Case(
        name: "phyphox",
        text:
          "\"Time (s)\";\"Gyroscope x (rad/s)\";\"Gyroscope y (rad/s)\";\"Gyroscope z (rad/s)\"\n"
          + rows(60, columns: 3, separator: ";"), isStreamed: true),
      Case(
        name: "euroc",
        text: "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
          + "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n"
          + rows(60, columns: 6, unit: 5e6), isStreamed: true),
      Case(
        name: "described, one sensor missing at equal times",
        text: "t_ms,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps\n"
          + (0..<60).map {
            "\($0 / 2 * 10),\($0 % 2 == 0 ? "0,0,1" : ",,"),\($0 % 4 < 3 ? "1,2,3" : ",,")\n"
          }.joined(), isStreamed: true),
      Case(
        name: "described, units by evidence",
        text: "time,ax,ay,az\n" + (0..<60).map { "\($0 * 10),0,\(Double($0) / 99),9.8\n" }.joined(),
        isStreamed: true),
      Case(
        name: "columns",
        text: (0..<60).map { "\($0 * 10),1,2,3,0,0,9.8\n" }.joined(), isStreamed: true,
        options: ReadingOptions(
          columns: try? ColumnMap("time=#1 [ms], gyro=#2 #3 #4, accel=#5 #6 #7 [m/s2]"))),
      Case(
        name: "inertial-strokes",
        text: "time_s,x,y\n" + rows(60, columns: 2), isStreamed: false),
    ] + FormatTests.cases.map { Case(name: $0.format, text: $0.text, isStreamed: false) }

  /// A new folder, removed with this value.
  private final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory
      .appending(path: "streamed-recordings-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.path + "/" + name }
  }

  /// The text, and what happens to files: cut off, damaged, with other line ends.
  private static func variants(of text: String) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func joined(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    func replacing(_ part: String, in line: Int) -> [UInt8] {
      var lines = lines
      guard lines.indices.contains(line) else { return bytes }
      let fields = lines[line].split(separator: ",", omittingEmptySubsequences: false)
      lines[line] = ([part] + fields.dropFirst().map(String.init)).joined(separator: ",")
      return joined(lines)
    }
    var variants = [bytes]
    variants += [1, 2, 3, 5, 8, 13, 21, 34].filter { $0 < bytes.count }.map {
      Array(bytes.dropLast($0))
    }
    variants.append(Array(text.replacing("\n", with: "\r\n").utf8))
    variants.append(TextCheck.byteOrderMark + bytes)
    variants.append(joined([lines[0], ""] + lines.dropFirst().flatMap { ["", $0] }))
    variants += ["nan", "-1", "1e999", "x", "\"0.0", "0.1,0.2"].flatMap {
      [
        replacing($0, in: 2), replacing($0, in: lines.count - 2),
        replacing($0, in: lines.count / 2),
      ]
    }
    for bad: UInt8 in [0, 0xFF, 0xC3] {
      for place in [bytes.count / 2, bytes.count - 2] {
        var damaged = bytes
        damaged[place] = bad
        variants.append(damaged)
      }
    }
    return variants
  }

  private static func result(_ read: () throws -> Recordings) -> String {
    do {
      let recordings = try read()
      return """
        \(recordings.format) \(recordings.sensorSamples) \(recordings.deviceMotion) \
        \(recordings.strokes) \(recordings.references) \(recordings.referenceHeading) \
        \(recordings.warnings)
        """
    } catch {
      return "\(error)"
    }
  }

  @Test("samples, warnings and errors are those of the whole file", arguments: cases)
  func equalsWhole(original: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    for variant in Self.variants(of: original.text) {
      try OutputFile.write(variant, to: path)
      for damage in [ReadingOptions.Damage.reject, .skip] {
        var options = original.options
        options.damage = damage
        let reader = RecordingReader(options: options)
        let whole = Self.result { try reader.read(path) }
        for pieceSize in [61, 128, 1 << 20] {
          let text = String(decoding: variant.suffix(80), as: UTF8.self)
          for checksLater in [false, true] {
            let streamed = Self.result {
              try reader.open(path, checksLater: checksLater, pieceSize: pieceSize).whole()
            }
            #expect(streamed == whole, "pieces of \(pieceSize), ends with \(text)")
          }
        }
      }
    }
  }

  @Test(
    "a file with several recordings is read as a short one is",
    arguments: ["", "ms,ax [g],ay [g],az [g]\n", "2200,0.1\n", "2200,0.1\nboot\n", "2200,0.1ms,"])
  func severalRecordings(between: String) throws {
    let header = "ms,ax [g],ay [g],az [g]\n"
    func rows(_ count: Int) -> String {
      (0..<count).map { "\($0 * 10),0.\($0),0,1\n" }.joined()
    }
    let glued = between.hasSuffix("ms,") ? between + header.dropFirst(3) : between
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    try OutputFile.write(header + rows(220) + glued + rows(210), to: path)
    let whole = try RecordingReader().read(path)
    #expect(whole.sensorSamples.map(\.samples.count) == [220, 210])
    for pieceSize in [61, 1000] {
      for checksLater in [false, true] {
        let opened = try RecordingReader().open(
          path, checksLater: checksLater, pieceSize: pieceSize)
        #expect(Self.result { try opened.whole() } == Self.result { whole })
        let (counts, later) = try opened.process { recordings in
          for recording in recordings.sensorSamples { try recording.samples.visitAll { _ in } }
          return (recordings.sampleCounts, recordings.laterWarnings)
        }
        #expect(counts == [220, 210])
        #expect(Set(later + opened.others.warnings) == Set(whole.warnings))
        let second = try RecordingReader(options: ReadingOptions(recording: "2"))
          .open(path, checksLater: checksLater, pieceSize: pieceSize)
        #expect(second.sampleCounts == [210])
      }
    }
  }

  @Test("a streamed table keeps its label and its user")
  func label() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    let header =
      (["label", "user", SensorSampleCSV.time] + SensorSampleCSV.gyroscope
      + SensorSampleCSV.accelerometer).joined(separator: ",")
    let rows = (0..<200).map { "A,mia,\(Double($0) / 100),0.1,0.2,0.3,0,0,-1" }
    try OutputFile.write(([header] + rows).joined(separator: "\n") + "\n", to: path)
    let opened = try RecordingReader().open(path, checksLater: true, pieceSize: 128)
    #expect(opened.isStreamed)
    #expect(opened.sensorSamples.map { [$0.label, $0.user] } == [["A", "mia"]])
  }

  @Test("files that can be streamed are", arguments: cases)
  func streams(original: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    try OutputFile.write(original.text, to: path)
    let opened = try RecordingReader(options: original.options).open(path, pieceSize: 128)
    guard FormatTests.cases.allSatisfy({ $0.text != original.text }) else { return }
    #expect(opened.isStreamed == original.isStreamed)
    #expect(opened.sampleCounts == (try opened.whole()).sampleCounts)
    // Read whole where a file fits into one piece.
    #expect(!(try RecordingReader(options: original.options).open(path)).isStreamed)
  }

  @Test("written and summarised, streamed samples are those in memory", arguments: cases)
  func writtenAndSummarised(original: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    try OutputFile.write(original.text, to: path)
    let reader = RecordingReader(options: original.options)
    let whole = StreamedRecordings(try reader.read(path))
    let streamed = try reader.open(path, pieceSize: 100)
    #expect(try streamed.summaries() == whole.summaries())
    let later = try reader.open(path, checksLater: true, pieceSize: 100)
    let assumed = later.others.warnings
    #expect(try later.summaries() == whole.summaries())
    #expect(later.isChecked && later.sampleCounts == streamed.sampleCounts)
    #expect(Set(assumed + later.laterWarnings) == Set(streamed.others.warnings))
    for format in ["inertial-sensors", "inertial-jsonl", "inertial-motion"] {
      let outcomes = try [whole, streamed].map { recordings in
        let output = folder.path("o")
        do {
          try RecordingWriter.write(recordings, format: format, to: output)
        } catch {
          return "\(error)"
        }
        return String(decoding: try InputFile.read(output), as: UTF8.self)
      }
      #expect(outcomes[0] == outcomes[1])
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).allSatisfy {
        !$0.hasSuffix(".partial")
      })
  }

  @Test(
    "streamed motions are the same doubles",
    arguments: [
      MotionEstimation(), MotionEstimation(usesMagnetometer: false),
      MotionEstimation(blockSize: 3), MotionEstimation(skipsStartup: false),
      MotionEstimation(isOffline: true),
    ])
  func motions(estimation: MotionEstimation) throws {
    // Zeros at first; the magnetometer begins late.
    var random = SplitMix64(seed: 4)
    let samples = (0..<900).map { index in
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.01
      return SensorSample(
        timestamp: Double(index) / 100,
        rotationRate: Vector3(0, 0, index > 300 ? 0.5 : 0) + noise,
        acceleration: index < 12 ? .zero : Vector3(0, 0, -1) + noise,
        magneticField: index > 400 && index % 2 == 0 ? Vector3(20, 0, -40) + noise : nil)
    }
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    var recordings = Recordings(format: "")
    recordings.sensorSamples = [LabeledRecording(samples: samples)]
    try RecordingWriter.write(recordings, format: "inertial-sensors", to: path)
    let opened = try RecordingReader().open(path, pieceSize: 1000)
    let streamed = try #require(opened.sensorSamples.first).samples
    #expect(streamed.isStreamed)
    var expected = estimation.estimate(samples)
    var motions: [DeviceMotion] = []
    let (estimate, _) = try estimation.estimate(streamed) { motions.append($0) }
    #expect(motions == expected.motions)
    #expect(!motions.isEmpty)
    expected.motions = []
    #expect(estimate == expected)
  }

  @Test("a pass ends where its body throws or has seen enough")
  func ends() throws {
    struct Enough: Error {}
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    // The last row has no line end: an error there is not one of a row that was cut off.
    let text = String(Self.cases[0].text.dropLast())
    try OutputFile.write(text, to: path)
    let samples = try #require(
      try RecordingReader().open(path, pieceSize: 100).sensorSamples.first
    ).samples
    for last in [1, 30, samples.count] {
      var count = 0
      #expect(throws: Enough.self) {
        try samples.visitAll { _ in
          count += 1
          if count == last { throw Enough() }
        }
      }
      #expect(count == last)
      count = 0
      try samples.visit { _ in
        count += 1
        return count < last
      }
      #expect(count == last)
    }
    // Shorter than when it was opened; the error is of the input.
    let opened = try RecordingReader().open(path, pieceSize: 100)
    #expect(truncate(path, 400) == 0)
    #expect(throws: RecordingError.self) { try samples.visitAll { _ in } }
    let error = #expect(throws: RecordingError.self) {
      try RecordingWriter.write(opened, format: "inertial-sensors", to: folder.path("o.csv"))
    }
    #expect(error?.file == path)
  }

  @Test("each pass over a file reports its progress from 0")
  func progress() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("progress.csv")
    try OutputFile.write(Self.cases[0].text, to: path)
    let starts = Mutex(0)
    let last = Mutex(0)
    InputProgress.report.withLock {
      $0 = { name, done, total in
        guard name == path, total > 0 else { return }
        if done == 0 { starts.withLock { $0 += 1 } }
        last.withLock { $0 = done }
      }
    }
    defer { InputProgress.report.withLock { $0 = nil } }
    let samples = try #require(
      try RecordingReader().open(path, pieceSize: 100).sensorSamples.first
    ).samples
    for _ in 0..<2 {
      let before = starts.withLock(\.self)
      try samples.visitAll { _ in }
      #expect(starts.withLock(\.self) == before + 1)
      #expect(last.withLock(\.self) > 1000)
    }
    // Pieces that are read for one line with this number of times: as many more for a longer line.
    let pieces = Mutex(0)
    InputProgress.report.withLock {
      $0 = { name, _, _ in if name == path { pieces.withLock { $0 += 1 } } }
    }
    let counts = try [100, 200].map { count in
      let line = Array(repeating: "time", count: count).joined(separator: ",")
      try OutputFile.write("\(line)\n\(line.replacing("time", with: "0"))\n", to: path)
      let contents = try FileContents(ByteSource(path, pieceSize: 20), name: path)
      pieces.withLock { $0 = 0 }
      #expect(DescribedTable.Columns(contents).times.count == count)
      return pieces.withLock(\.self)
    }
    #expect(counts[0] > 0 && counts[1] < 3 * counts[0])
  }

  @Test("a JSON array has no columns, on one line too", arguments: ["", "\n", " \n "])
  func jsonArray(blank: String) throws {
    let text = blank + "[" + blank + #"{"sensor": "A", "time": 1}, {"sensor": "A", "time": 2}]"#
    #expect(try FileContents(Array(text.utf8), name: "r.json").header == [])
    #expect(try FileContents(Array("[t],[x]\n1,2\n".utf8), name: "r").header == ["[t]", "[x]"])
  }

  @Test("opening a file reads it up to the end of its first line")
  func firstLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r.csv")
    let text = Self.cases[0].text
    let header = try #require(text.utf8.firstIndex(of: UInt8(ascii: "\n")))
    try OutputFile.write(text, to: path)
    let source = try ByteSource(path, pieceSize: 20)
    let length = text.utf8.distance(from: text.startIndex, to: header)
    #expect(truncate(path, off_t(length / 20 * 20 + 20)) == 0)
    #expect(try FileContents(source, name: path).header.count == 10)
    #expect(throws: RecordingError.self) { try FileContents(source, name: path).check() }
  }

  @Test("a line over 16 MiB is an error with its place")
  func endlessLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("r")
    let starts = [
      "time_s,\(Self.accelerometer)\n0,0,0,-1\n", "{\"time_s\":0,\"accel_g\":[0,0,-1]}\n\n",
    ]
    for start in starts {
      try OutputFile.write(
        Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 18 << 20), to: path)
      let error = #expect(throws: RecordingError.self) { try RecordingReader().open(path) }
      #expect(error?.description == "\(path):3: expected a line end within 16 MiB")
    }
  }

  @Test("a byte-order mark is no part of any format")
  func byteOrderMarks() throws {
    for original in Self.cases + [
      Case(
        name: "described, with a preamble",
        text: "// Update Rate: 100.0Hz\nPacketCounter\tSampleTimeFine\tAcc_X\tAcc_Y\tAcc_Z\n"
          + "1\t500\t0\t0\t9.8\n2\t600\t0\t0\t9.8\n", isStreamed: false),
      Case(
        name: "sensor-logger",
        text: #"[{"sensor":"Metadata","platform":"ios","standardisation":"false"},"#
          + #"{"sensor":"GyroscopeUncalibrated","time":"1","seconds_elapsed":"0","x":"1","#
          + #""y":"2","z":"3"}]"#, isStreamed: false),
    ] {
      let reader = RecordingReader(options: original.options)
      let bytes = Array(original.text.utf8)
      let marked = Self.result {
        try reader.read(TextCheck.byteOrderMark + bytes, name: "r.csv")
      }
      #expect(marked == Self.result { try reader.read(bytes, name: "r.csv") })
    }
    var decoder = SensorSampleDecoder(name: "pipe")
    let line = Array("{\"time_s\":1}".utf8)
    #expect(try decoder.decode(TextCheck.byteOrderMark + line) == SensorSample(timestamp: 1))
  }
}

@Suite("Gaps")
struct GapTests {
  @Test("gaps of even, jittered and changing clocks are over 0.1 s", arguments: 0..<3)
  func gaps(kind: Int) {
    var random = SplitMix64(seed: 1)
    let steps = (0..<200_000).map { index in
      let even = index % 1000 == 999 ? 0.08 + Double(index % 3) * 0.05 : 0.01
      return switch kind {
      case 0: even
      case 1: even * (1 + 0.3 * Double.random(in: 0..<1, using: &random))
      default: index < 90_000 || index % 1000 == 999 ? even : even / 10
      }
    }
    var counter = GapCounter()
    for (line, step) in steps.enumerated() { counter.add(step, line: line) }
    #expect(counter.occurrences.total == steps.count { $0 > 0.1 })
    #expect(counter.occurrences.firstLine == steps.firstIndex { $0 > 0.1 })
    #expect(counter.longest == steps.max())
  }
}
