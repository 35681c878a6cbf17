public import MotionFusion
internal import Platform

/// This package's raw sensor samples as JSON Lines, one object per sample.
///
/// `{"time_s":0.01,"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1],"mag_uT":[20,0,-40],"touch":true}`:
/// units and signs are those of ``SensorSampleCSV``, all keys but `time_s` may be absent, and other
/// keys are ignored. `touch` may also be 0 or 1.
struct SensorSampleLines: FileFormat {
  let name = "inertial-jsonl"
  let summary = "our own raw samples as JSON Lines, for live sources"

  struct Line: Codable {
    var time: Double
    var gyroscope: [Double]?
    var accelerometer: [Double]?
    var magnetometer: [Double]?
    var touch: Touch?

    private enum CodingKeys: String, CodingKey {
      case time = "time_s"
      case gyroscope = "gyro_rad_s"
      case accelerometer = "accel_g"
      case magnetometer = "mag_uT"
      case touch
    }
  }

  /// A touch as true or false, or as 1 or 0 like in a table.
  struct Touch: Codable {
    var isTouching: Bool

    init(_ isTouching: Bool) { self.isTouching = isTouching }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isTouching = try? container.decode(Bool.self) {
        self.isTouching = isTouching
        return
      }
      let number = try container.decode(Int.self)
      guard number == 0 || number == 1 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected true, false, 0 or 1")
      }
      isTouching = number == 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isTouching)
    }
  }

  func recognizes(_ file: FileContents) -> Bool {
    let firstLine = file.bytes.prefix { $0 != UInt8(ascii: "\n") }
    return firstLine.first == UInt8(ascii: "{")
      && String(decoding: firstLine, as: UTF8.self).firstRange(of: "\"time_s\"") != nil
  }

  func streams(_ file: FileContents) -> Bool { true }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let decoder = JSONDecoder()
    var samples = SampleCollector<SensorSample>(
      file: file.name, options: options, timeColumn: "time_s", receive: file.pass)
    // A table of one column, because no text has the separator.
    var table = TableReader(headerless: file, columns: ["sample"], separator: 0)
    while try table.next() {
      let line: Line
      do {
        line = try Line(table.bytes(at: 0), by: decoder, file: file.name, line: table.line)
      } catch  where table.mayBeCutOff && table.line > 1 {
        table.rejectAsCutOff()
        continue
      }
      let sample = try line.sample(
        file: file.name, line: table.line, platform: options.platform)
      try samples.add(sample, time: sample.timestamp, line: table.line)
    }
    var result = Recordings(format: name)
    result.sensorSamples = samples.recordings
    result.warnings = samples.warnings + table.warnings
    return result
  }

  var writer: FormatWriter? { .file(write) }

  private func write(_ recordings: StreamedRecordings, to output: (String) throws -> Void) throws {
    let recordings = recordings.withRawSamples
    let recording = try only(
      recordings.sensorSamples, orHaving: recordings.others.contentDescription)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var index = 0
    try recording.samples.visitAll { sample in
      let line = Line(
        time: sample.timestamp, gyroscope: sample.rotationRate.map(components),
        accelerometer: sample.acceleration.map(components),
        magnetometer: sample.magneticField.map(components),
        touch: sample.isTouching.map(Touch.init))
      guard let data = try? encoder.encode(line) else {
        throw RecordingError(
          file: RecordingError.output, "expected finite numbers for JSON, got sample \(index)")
      }
      try output(String(decoding: data, as: UTF8.self) + "\n")
      index += 1
    }
  }

  private func components(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
}

extension SensorSampleLines.Line {
  func sample(
    file: String, line: Int, platform: ReadingOptions.Platform?
  ) throws(RecordingError) -> SensorSample {
    func vector(_ components: [Double]?) throws(RecordingError) -> Vector3<Double>? {
      guard let components else { return nil }
      guard components.count == 3 else {
        throw RecordingError(
          file: file, line: line, "expected 3 components, [x, y, z], got \(components.count)")
      }
      return Vector3(components[0], components[1], components[2])
    }
    return SensorSample(
      timestamp: time, rotationRate: try vector(gyroscope),
      acceleration: try vector(accelerometer).map { platform == .android ? -$0 : $0 },
      magneticField: try vector(magnetometer),
      isTouching: touch?.isTouching)
  }

  /// Decodes a line; the error names the key whose value is wrong.
  init(
    _ bytes: some Collection<UInt8>, by decoder: JSONDecoder, file: String, line: Int
  ) throws(RecordingError) {
    do {
      self = try decoder.decode(Self.self, from: Data(bytes))
    } catch {
      throw RecordingError(file: file, line: line, Self.expected(error))
    }
  }

  private static func expected(_ error: any Error) -> String {
    let path: [any CodingKey] =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        context.codingPath
      default: []
      }
    return switch path.first.flatMap({ CodingKeys(stringValue: $0.stringValue) }) {
    case nil, .time: "expected a JSON object with a number \"time_s\""
    case .touch: "expected true, false, 0 or 1 for \"touch\""
    case let key?: "expected 3 numbers, [x, y, z], for \"\(key.stringValue)\""
    }
  }
}

/// Decodes this package's sensor samples line by line: JSON Lines, or a table with a header.
///
/// The first line that is not blank determines which. A quoted field cannot span lines. Numbers
/// that are not finite are an error unless the options skip them. Times are not checked: the
/// filters count those that go back.
public struct SensorSampleDecoder: Sendable {
  /// The name of the source in errors.
  public let name: String
  /// The treatment of samples that are not finite.
  public let options: ReadingOptions
  /// The number of lines so far, including blank ones.
  package private(set) var lineCount = 0
  /// The number of samples left out because they were not finite.
  package private(set) var skippedCount = 0
  private var form: Form?

  private enum Form {
    case table(TableReader, RowReader)
    case objects
  }

  /// A decoder before the first line.
  ///
  /// - Parameters:
  ///   - name: The name of the source in errors.
  ///   - options: The treatment of samples that are not finite.
  public init(name: String, options: ReadingOptions = ReadingOptions()) {
    self.name = name
    self.options = options
  }

  /// The sample on the next line.
  ///
  /// - Parameter line: The line's bytes, without its line feed.
  /// - Returns: The sample; `nil` for a blank line, the header, and a sample that is left out.
  /// - Throws: ``RecordingError`` with the line and, for a field, the column. Decoding can continue
  ///   with the next line.
  public mutating func decode(_ line: [UInt8]) throws(RecordingError) -> SensorSample? {
    lineCount += 1
    let line = lineCount == 1 ? TextCheck.withoutByteOrderMark(line) : line
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    let sample: SensorSample
    switch form {
    case nil:
      guard line.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{") else {
        try readHeader(line)
        return nil
      }
      form = .objects
      sample = try object(line)
    case .objects:
      sample = try object(line)
    case .table(var table, var row):
      // The only reference to the table, so that its buffers are not copied.
      form = nil
      defer { form = .table(table, row) }
      table.continueReading(line, line: lineCount)
      guard try table.next() else {
        throw RecordingError(
          file: name, line: lineCount,
          "expected \(table.header.count) fields as in the header, got fewer")
      }
      try row.parse(table)
      sample = row.reading.sample
    }
    guard sample.isFinite else {
      skippedCount += 1
      return nil
    }
    return sample
  }

  private mutating func readHeader(_ line: [UInt8]) throws(RecordingError) {
    let table = try TableReader(line, file: name)
    let layout = MotionTable(SensorSampleCSV.sensors(table.header))
    let isTimed = table.header.contains(SensorSampleCSV.time)
    let row =
      try isTimed ? RowReader(layout.groups[0], of: layout, in: table, options: options) : nil
    if isTimed, row == nil { throw layout.missingColumns(in: table) }
    guard let row, SensorSampleCSV.isOwn(table.header) else {
      throw RecordingError(
        file: name, line: lineCount,
        problem: .unknownFormat(
          header: table.header, known: [SensorSampleCSV.format.name, SensorSampleLines().name]))
    }
    form = .table(table, row)
  }

  private func object(_ line: [UInt8]) throws(RecordingError) -> SensorSample {
    try SensorSampleLines.Line(line, by: JSONDecoder(), file: name, line: lineCount)
      .sample(file: name, line: lineCount, platform: options.platform)
  }
}
