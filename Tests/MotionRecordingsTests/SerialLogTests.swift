import MotionFusion
import MotionRecordings
import Testing

/// Logs of serial monitors, and tables that people and databases print.
@Suite("Serial logs and printed tables")
struct SerialLogTests {
  private static let header = "ms,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps"
  private static let other = "ms,gx_dps,gy_dps,gz_dps,ax_g,ay_g,az_g"

  private static func row(_ number: Int) -> String {
    "\(10 * number),0.01,-0.02,1.0\(number % 7),9,18,-27"
  }

  private static func rows(_ range: Range<Int>) -> [String] { range.map(row) }

  private func read(_ lines: [String], columns: String? = nil) throws -> Recordings {
    try readTable(lines.joined(separator: "\n") + "\n", columns: columns)
  }

  private func reason(_ lines: [String]) throws -> String {
    try #require(throws: RecordingError.self) { try self.read(lines) }.description
  }

  private func samples(_ recordings: Recordings) throws -> [SensorSample] {
    try #require(recordings.sensorSamples.first).samples
  }

  @Test(
    "a time may be before the names in a row, also in the log of ESP-IDF",
    arguments: [
      ("@", ", ", ""), ("I (@) IMU:", ",", ""), ("I (@) IMU: ", " ", ""),
      ("D (10:20:#) mpu6050: ", "; ", ""), ("10:20:# -> ", " ", ""),
      ("\u{1B}[0;32mI (@) IMU: ", "\t", "\u{1B}[0m"),
    ])
  func timesBeforeNames(start: String, separator: String, end: String) throws {
    let names = Self.header.split(separator: ",")
    let plain = try samples(read([Self.header] + Self.rows(0..<60)))
    let boot = (0..<30).map { "I (\($0)) boot: ESP-IDF v4.4.\($0) 2nd stage" }
    let lines = (0..<60).map { number in
      let values = Self.row(number).split(separator: ",")
      let fields = zip(names, values).dropFirst().map { "\($0)=\($1)" }
      let stamp = start.replacing("@", with: "\(10 * number)")
        .replacing("#", with: "00.\(number < 10 ? "0" : "")\(number)")
      return stamp + (start == "@" ? separator : "") + fields.joined(separator: separator) + end
    }
    for texts in [[], ["Hello"] + boot] {
      let found = try samples(read(texts + lines))
      #expect(found.map(\.rotationRate) == plain.map(\.rotationRate))
      #expect(found.map(\.acceleration) == plain.map(\.acceleration))
      let start = found[0].timestamp
      for (sample, other) in zip(found, plain) {
        #expect(abs(sample.timestamp - start - other.timestamp) < 1e-9)
      }
    }
  }

  @Test("names or vectors after the times of ESP-IDF's log are those of the table")
  func logTables() throws {
    let plain = try samples(read([Self.header] + Self.rows(0..<60)))
    let names = Self.header.dropFirst(3)
    let table =
      ["I (0) IMU: \(names)"]
      + (0..<60).map { number in
        let row = Self.row(number)
        return "I (\(10 * number)) IMU: \(row[row.firstIndex(of: ",")!...].dropFirst())"
      }
    #expect(try samples(read(table)) == plain)
    let vectors = (0..<60).flatMap { number in
      let row = Self.row(number).split(separator: ",")
      return [
        "I (\(10 * number)) IMU: Accel X: \(row[1]) Y: \(row[2]) Z: \(row[3]) g",
        "I (\(10 * number)) IMU: Gyro X: \(row[4]) Y: \(row[5]) Z: \(row[6]) deg/s",
      ]
    }
    #expect(try samples(read(vectors)) == plain)
  }

  @Test("lines of text among the rows are left out and counted, with the line of the first")
  func texts() throws {
    let whole = try samples(read([Self.header] + Self.rows(0..<60)))
    let text = [
      "Calibrating...", "", "Gyro offset, accel offset updated", "rst:0x1 (POWERON),boot:0x13",
    ]
    let lines =
      [Self.header] + Self.rows(0..<20) + text + Self.rows(20..<40) + ["Hello", Self.header]
      + Self.rows(40..<60)
    let found = try read(lines)
    #expect(try samples(found) == whole)
    #expect(
      found.warnings.filter { $0.kind == .textLines }
        == [RecordingWarning(file: "table.csv", line: 22, kind: .textLines, count: 5)])
    // Separated by tabs and by blanks, and before the first row.
    for separator in ["\t", " "] {
      let header = Self.header.replacing(",", with: separator)
      let rows = Self.rows(0..<60).map { $0.replacing(",", with: separator) }
      let lines =
        [header, "Calibration"] + rows[..<30] + ["Calibration took 3 s now"] + rows[30...]
      let found = try read(lines)
      #expect(try samples(found) == whole)
      #expect(found.warnings.filter { $0.kind == .textLines }.map(\.count) == [2])
    }
    let banner = try read(["Hello", "MPU ready", Self.header, "Wait..."] + Self.rows(0..<60))
    #expect(try samples(banner) == whole)
    // Rows that end in a separator, with words and few numbers, are no lines of text.
    let words = try read(
      [Self.header + ",port,place,note,state,mode,user,city,house"]
        + Self.rows(0..<60).map { $0 + ",COM1,,,,,,,," })
    #expect(try samples(words) == whole)
    #expect(!words.warnings.contains { $0.kind == .textLines })
    // Without a header, by a map.
    let map = "time=#1 [ms], gyro=#5 #6 #7 [deg/s], accel=#2 #3 #4 [g]"
    let headerless = try read(
      Self.rows(0..<30) + ["Calibrating..."] + Self.rows(30..<60), columns: map)
    #expect(try samples(headerless) == whole)
  }

  @Test("another header among the rows, a cut-off row and a text in a field are errors")
  func noTexts() throws {
    #expect(
      try reason([Self.header] + Self.rows(0..<20) + [Self.other] + Self.rows(20..<40))
        .contains("table.csv:22: expected the names of the first header again"))
    #expect(
      try reason([Self.header] + Self.rows(0..<20) + ["200,0.1,0.2"] + Self.rows(21..<40))
        .contains("table.csv:22: expected 7 fields"))
    #expect(
      try reason([Self.header] + Self.rows(0..<20) + ["200,bad,0,1,9,18,-27"] + Self.rows(21..<40))
        .contains("got 'bad'"))
    // A table of our own has no messages.
    #expect(
      try reason(["time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s", "0,0,0,0", "Hello", "1,0,0,0"])
        .contains("expected 4 fields"))
  }

  @Test("rows that a restart of the logger cuts off are left out and counted")
  func restarts() throws {
    let first = Self.rows(0..<600)
    let second = Self.rows(0..<30)
    let boot = ["ets Jun  8 2016 00:22:57", "rst:0x1 (POWERON_RESET),boot:0x13", "MPU6050 ready"]
    let cut = "6000,0.01,-0.0"
    let again =
      [[cut], [cut, Self.header], [cut + Self.header], [cut] + boot + [Self.header]]
      + [[cut + boot[0], Self.header], [first[599] + Self.header]]
    for (index, lines) in again.enumerated() {
      let kept = index == 5 ? Array(first.dropLast()) : first
      for separator in [",", "\t", ";"] {
        let text = ([Self.header] + kept + lines + second).map {
          $0.replacing(",", with: separator)
        }
        let found = try read(text)
        #expect(
          found.sensorSamples.map(\.samples.count) == [kept.count, 30], "\(index)\(separator)")
        #expect(found.sensorSamples.last?.samples.last?.timestamp == 0.29)
        let counts = found.warnings.filter { [.cutRows, .textLines].contains($0.kind) }
        #expect(counts.contains { $0.line == kept.count + 2 }, "\(found.warnings)")
        #expect(counts.contains { $0.kind == .cutRows } == ![2, 5].contains(index))
      }
    }
    // A monitor that starts within a row.
    let late = try samples(read(["0.01,-0.02,1.0", Self.header] + first))
    #expect(try late == samples(read([Self.header] + first)))
    // Times of a date do not start again.
    let dates = (0..<40).map { "\(1_700_000_000_000 + 10 * $0),0.01,-0.02,1.0,9,18,-27" }
    #expect(
      try reason([Self.header] + dates + [cut] + dates[5...]).contains("42: expected 7 fields"))
  }

  @Test("messages that start with a digit are text")
  func digits() throws {
    let texts = ["3 samples dropped", "100% battery, 2 A", "2021-01-01 10:00:00 sync ok"]
    let found = try read([Self.header] + Self.rows(0..<20) + texts + Self.rows(20..<40))
    #expect(try samples(found) == samples(read([Self.header] + Self.rows(0..<40))))
    #expect(found.warnings.filter { $0.kind == .textLines }.map(\.count) == [3])
  }

  @Test(
    "vector lines that start with a time",
    arguments: [
      ("[", "] Accel X: ", "\tY: ", "\tZ: ", " m/s^2", "Gyro", " rad/s", 1.0),
      ("", " Accelerometer X: ", ", Y: ", ", Z: ", " m/s2", "Gyroscope", " rad/s", 1000),
      ("t=", " acc: ", " ", " ", " m/s2", "gyr", " rad/s", 1000),
      ("", "ms; accX = ", " accY = ", " accZ = ", " m/s2", "gyro", " rad/s", 1000),
      ("10:20:", " -> Accel X: ", " Y: ", " Z: ", " m/s^2", "Gyro", " rad/s", 1),
    ])
  func timedVectors(
    start: String, x: String, y: String, z: String, unit: String, gyro: String, rate: String,
    perSecond: Double
  ) throws {
    let accel = ["Accelerometer", "Accel", "acc"].first(where: x.contains) ?? ""
    let lines = (0..<60).flatMap { (row: Int) -> [String] in
      let time = (10 + Double(row) / 50) * perSecond
      let stamp = start + (perSecond == 1 ? "\((time * 100).rounded() / 100)" : "\(Int(time))")
      func line(_ numbers: [String], _ unit: String) -> String {
        stamp + zip([x, y, z], numbers).map { $0 + $1 }.joined() + unit
      }
      return [
        line(["0.10", "-0.20", "9.8\(row % 7)"], unit),
        line(["0.01", "0.02", "-0.0\(row % 7)"], rate).replacing(accel, with: gyro),
      ]
    }
    let samples = try samples(read(lines))
    #expect(samples.count == 60)
    #expect(abs(samples[59].timestamp - samples[0].timestamp - 1.18) < 1e-6)
    #expect(samples[5].rotationRate == Vector3(0.01, 0.02, -0.05))
    #expect(abs((samples[5].acceleration?.z ?? 0) * 9.80665 + 9.85) < 1e-9)
  }

  @Test("units in the cells; another unit later, or than the name's, is an error")
  func unitsInCells() throws {
    let names = "time,ax,ay,az,gx,gy,gz"
    let whole = try samples(read([Self.header] + Self.rows(0..<40)))
    func rows(_ units: [String], _ range: Range<Int> = 0..<40) -> [String] {
      Self.rows(range).map { row in
        zip(row.split(separator: ","), units).map { $0 + $1 }.joined(separator: ",")
      }
    }
    let units = [" ms"] + Array(repeating: " g", count: 3) + Array(repeating: " deg/s", count: 3)
    #expect(try samples(read([names] + rows(units))) == whole)
    let close = ["ms"] + Array(repeating: "g", count: 3) + Array(repeating: "°/s", count: 3)
    #expect(try samples(read([names] + rows(close))) == whole)
    let comma = rows(units).map { $0.replacing(",", with: ";").replacing(".", with: ",") }
    #expect(try samples(read([names.replacing(",", with: ";")] + comma)) == whole)
    let metric = [" ms"] + Array(repeating: " m/s2", count: 3) + units[4...]
    #expect(
      try reason([names] + rows(units, 0..<20) + rows(metric, 20..<40)).contains("got '0.01 m/s2'"))
    #expect(try reason([Self.header] + rows(metric)).contains("got 'm/s2' after"))
  }

  @Test("separators of thousands, and decimal commas that look like them")
  func thousands() throws {
    func az(_ lines: [String]) throws -> [Double] {
      try samples(read(lines)).map { sample in
        ((sample.acceleration?.z ?? .nan) * -10_000).rounded() / 10
      }
    }
    func table(_ separator: String, _ field: (Double) -> String) -> [String] {
      let header = ["ms", "ax_mg", "ay_mg", "az_mg"].joined(separator: separator)
      let rows = (0..<150).map { row -> String in
        let numbers: [Double] = [Double(10 * row), 12, -3.5, Double(995 + row % 10) + 0.5]
        return numbers.map(field).joined(separator: separator)
      }
      return [header] + rows
    }
    /// A number in the form `1,234.5` with other marks.
    func grouped(_ number: Double, _ group: String, _ point: String, digits: Int) -> String {
      let tenths = Int((number.magnitude * 10).rounded())
      let (thousands, rest) = (tenths / 10_000, tenths / 10 % 1000)
      let padded = String("000\(rest)".suffix(3))
      let whole = thousands == 0 ? "\(rest)" : "\(thousands)\(group)\(padded)"
      return (number < 0 ? "-" : "") + whole + (digits == 0 ? "" : "\(point)\(tenths % 10)")
    }
    let expected = (0..<150).map { Double(995 + $0 % 10) + 0.5 }
    let whole = expected.map { $0.rounded(.down) }
    #expect(try az(table(",") { "\"\(grouped($0, ",", ".", digits: 1))\"" }) == expected)
    #expect(try az(table(",") { "\"\(grouped($0, ",", ".", digits: 0))\"" }) == whole)
    #expect(try az(table(";") { grouped($0, ".", ",", digits: 1) }) == expected)
    #expect(try az(table(";") { grouped($0, " ", ",", digits: 1) }) == expected)
    #expect(try az(table("\t") { grouped($0, "\u{202F}", ",", digits: 1) }) == expected)
    #expect(try az(table(";") { grouped($0, ",", ".", digits: 0) }) == whole)
    // Three decimals after a comma.
    let decimals =
      ["time_s;ax_m_s2;ay_m_s2;az_m_s2"] + (0..<50).map { "0,\(100 + $0);1,234;-2,345;9,321" }
    let sample = try #require(try samples(read(decimals)).first?.acceleration)
    #expect(abs(sample.z * 9.80665 + 9.321) < 1e-9)
  }

  @Test("tables with bars: Markdown, databases, and decimal commas")
  func bars() throws {
    let whole = try samples(read([Self.header] + Self.rows(0..<40)))
    func bars(_ line: String) -> String { line.replacing(",", with: "|") }
    func framed(_ line: String) -> String { "| \(line.replacing(",", with: " | ")) |" }
    let rows = Self.rows(0..<40)
    #expect(try samples(read([bars(Self.header)] + rows.map(bars))) == whole)
    let markdown = [framed(Self.header), "|---|---:|:--:|---|---|---|---|"] + rows.map(framed)
    let found = try read(markdown)
    #expect(try samples(found) == whole)
    #expect(!found.warnings.contains { $0.kind == .textLines })
    let line = "+----+-----+-----+-----+----+----+----+"
    let database = try read(
      [line, framed(Self.header), line] + rows.map(framed) + [line, "(40 rows)"])
    #expect(try samples(database) == whole)
    #expect(database.warnings.filter { $0.kind == .textLines }.map(\.count) == [1])
    let map = "time=#1 [ms], gyro=#5 #6 #7 [deg/s], accel=#2 #3 #4 [g]"
    #expect(try samples(read(rows.map(framed), columns: map)) == whole)
    let comma = rows.map { bars($0).replacing(".", with: ",") }
    #expect(try samples(read([bars(Self.header)] + comma)) == whole)
    // A bar in a name of a table with commas.
    let names = Self.header.replacing("ms", with: "ms,|a|")
    let more = rows.map { $0.replacing(",0.01", with: ",1,0.01") }
    #expect(try samples(read([names] + more)) == whole)
  }

  @Test("one vector on each line, as Adafruit's examples print them")
  func vectorLines() throws {
    func round(_ number: Int) -> [String] {
      [
        "\t\tTemperature 36.53 deg C",
        "\t\tAccel X: 0.10 \tY: -0.20 \tZ: \(9.8 + Double(number) / 100) m/s^2 ",
        "\t\tGyro X: 0.01 \tY: 0.02 \tZ: -0.03 radians/s ", "",
      ]
    }
    let lines = (0..<40).flatMap(round)
    let question = try reason(lines)
    let map =
      "time=row/RATE, gyro='Gyro X [radians/s]' 'Gyro Y [radians/s]' 'Gyro Z [radians/s]' [rad/s]"
    #expect(question.contains(map), "\(question)")
    let proposal = try #require(question.split(separator: "\"").dropFirst().first)
    let columns = String(proposal).replacing("RATE", with: "50")
    let recordings = try read(lines, columns: columns)
    let samples = try samples(recordings)
    #expect(samples.count == 40)
    #expect(samples[1].timestamp == 0.02 && samples[1].rotationRate == Vector3(0.01, 0.02, -0.03))
    #expect(abs((samples[39].acceleration?.z ?? 0) * 9.80665 + 10.19) < 1e-9)
    #expect(recordings.warnings.filter { $0.kind == .textLines }.map(\.count) == [39])
    // A round without the first line is one of its own.
    var damaged = lines
    damaged.remove(at: 41)
    let found = try self.samples(read(damaged, columns: columns))
    #expect(found.count == 40 && found.count { $0.acceleration == nil } == 1)
  }
}
