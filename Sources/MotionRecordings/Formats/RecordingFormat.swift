internal import MotionFusion

/// A recording format; ``RecordingFormats`` lists all of them.
protocol RecordingFormat: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// A summary in one line.
  var summary: String { get }
  /// The writer; `nil` for a format that is only read.
  var writer: FormatWriter? { get }
}

enum FormatWriter {
  /// Writes one file, whose pieces are handed to the closure.
  ///
  /// It throws ``RecordingError`` before the first piece if the format cannot hold the recordings,
  /// and what the closure throws.
  case file((StreamedRecordings, (String) throws -> Void) throws -> Void)
  /// Returns the files of a folder.
  case folder((Recordings) throws(RecordingError) -> [(path: String, text: String)])
}

/// A format of one file.
protocol FileFormat: RecordingFormat {
  /// Whether `file` has the header of this format.
  func recognizes(_ file: FileContents) -> Bool

  /// Whether `file` is one recording of raw samples whose rows follow each other in time, and
  /// nothing else, so that ``read(_:options:)`` can hand over its samples one by one.
  func streams(_ file: FileContents) -> Bool

  /// The recordings in `file`; without samples if ``FileContents/pass`` takes them.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings

  /// The reader of several passes over `file`, which decides once what the header leaves open.
  func reader(
    of file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> StreamedFile.Reader
}

extension FileFormat {
  func streams(_ file: FileContents) -> Bool { false }

  func reader(
    of file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> StreamedFile.Reader { StreamedFile.Reader(read: read) }
}

/// A format of several files in a folder.
protocol FolderFormat: RecordingFormat {
  /// Whether `folder` has the files of this format.
  func recognizes(_ folder: RecordingFolder) -> Bool

  /// The recording in `folder`.
  ///
  /// - Throws: ``FileError`` or ``RecordingError``.
  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings
}

extension RecordingFormat {
  var writer: FormatWriter? { nil }

  /// The error for recordings that this format cannot hold; the caller sets the file.
  func cannotHold(_ content: String) -> RecordingError {
    RecordingError(
      file: RecordingError.output, problem: .cannotWrite(format: name, content: content))
  }

  /// The only recording of several that the caller could choose.
  ///
  /// - Parameter content: What there is instead, if there is none.
  func only<Element>(
    _ recordings: [Element], orHaving content: String
  ) throws(RecordingError) -> Element {
    guard let first = recordings.first else { throw cannotHold(content) }
    guard recordings.count == 1 else {
      throw cannotHold("more than one recording; --recording chooses one")
    }
    return first
  }
}

/// The list of all supported formats.
enum RecordingFormats {
  static let all: [any RecordingFormat] = [
    SensorSampleCSV.format, SensorSampleLines(), DeviceMotionCSV.format, TableFormat.poses,
    StrokeCSV(),
    TableFormat.airLetters, TableFormat.broad, SensorLogger(), TableFormat.sensorLog,
    TableFormat.phyphox, TableFormat.physicsToolbox, TableFormat.motionSense, TableFormat.oxIOD,
    TableFormat.euRoC, KITTI(), TableFormat.tum, SensorEventCSV.format, TableFormat.empatica,
    TableFormat.rosImu, MovellaDOT.format, SensorFolder(), TaggedRows(), DescribedTable(),
  ]

  static var names: [String] { all.map(\.name) }

  static func named(_ name: String, file: String) throws(RecordingError) -> any RecordingFormat {
    guard let format = all.first(where: { $0.name == name }) else {
      throw RecordingError(file: file, problem: .noSuchFormat(name: name, known: names))
    }
    return format
  }

  /// The only format that recognises `file`; a described table, if no other does.
  static func format(of file: FileContents) throws(RecordingError) -> any FileFormat {
    var candidates = all.compactMap { $0 as? any FileFormat }.filter { $0.recognizes(file) }
    // The fullest reading wins: a layout is left out if the described columns are more.
    let columns = candidates.contains { $0 is DescribedTable } ? DescribedTable.Columns(file) : nil
    let described = columns?.use ?? 0
    let namesSensors = columns?.vectors.isEmpty == false
    candidates.removeAll { format in
      guard let format = format as? TableFormat else { return false }
      // Names of sensors in a comment line are not those of rows without a header.
      if namesSensors, format.headerless(file) != nil { return true }
      let layout = format.layout(file)
      // A row that is one sample is read in full.
      guard layout.samples == nil else { return false }
      let use = layout.use(of: file.header)
      return use > 1 && use < described
    }
    if candidates.count > 1 { candidates.removeAll { $0 is DescribedTable } }
    guard let first = candidates.first else {
      let line = Array(file.header.joined(separator: ";").utf8)[...]
      if file.header.count > 1,
        TableHead.isLikeRow(line) || ClockTime.seconds(file.header[0]) != nil
      {
        let proposal = ColumnMap.proposal(for: file)
        throw RecordingError(
          file: file.name, line: 1,
          "expected a header, got the numbers \(file.header.prefix(4).quoted())"
            + "\(file.header.count > 4 ? ", ..." : ""); name the columns by --columns, "
            + (proposal.map { "by their numbers perhaps \"\($0)\"" }
              ?? "such as 'time=#1, gyro=#2 #3 #4 [rad/s], accel=#5 #6 #7 [g]', or time=row/RATE "
              + "without a column of times"),
          proposal: proposal)
      }
      if let proposal = ColumnMap.angles(in: file) {
        throw RecordingError(
          file: file.name, line: 1,
          "expected a sensor, got angles alone; read them as a reference, in the order of their "
            + "rotations, by --columns \"\(proposal)\"", proposal: proposal)
      }
      if let proposal = ColumnMap.proposal(for: file, isNamed: true), !proposal.contains("UNIT") {
        throw RecordingError(
          file: file.name, line: 1,
          "expected a time and the x, y and z of a sensor in the names, got "
            + "\(file.header.quoted()); name the columns by --columns, by their numbers perhaps "
            + "\"\(proposal)\"", proposal: proposal)
      }
      throw RecordingError(
        file: file.name, line: 1, problem: .unknownFormat(header: file.header, known: names))
    }
    guard candidates.count == 1 else {
      throw RecordingError(
        file: file.name, line: 1, problem: .ambiguousFormat(candidates: candidates.map(\.name)))
    }
    return first
  }
}

/// A file of one recording of raw samples, and how it is read.
struct StreamedFile: @unchecked Sendable {
  // Unchecked for the contents' pass alone, which is nil here.
  let contents: FileContents
  let options: ReadingOptions
  let reader: Reader

  struct Reader: Sendable {
    typealias Read =
      @Sendable (FileContents, ReadingOptions) throws(RecordingError) -> Recordings

    /// Reads the whole file, or one pass over it.
    let read: Read
    /// The recording without samples and the kinds that its columns can have; `nil` if only the
    /// rows show them.
    var known: (recordings: Recordings, kinds: SampleKinds)?
  }

  /// Reads the recording, and hands its samples over, corrected.
  ///
  /// - Returns: The recording without its samples.
  func pass(_ receive: (SensorSample) throws -> Void) throws -> Recordings {
    try withoutActuallyEscaping(receive) { receive in
      var failure: (any Error)?
      let correction = options.correction
      let pass: SamplePass = { (sample) throws(RecordingError) in
        do {
          try receive(correction.applied(to: sample))
        } catch {
          failure = error
          // Ends the pass; the reader may take it for the last row's, which is why it is kept.
          throw RecordingError(file: "", problem: .noRows)
        }
      }
      var contents = contents
      contents.pass = pass
      contents.rest?.source.showStart()
      do {
        let recordings = try reader.read(contents, options)
        if let failure { throw failure }
        return recordings
      } catch {
        throw failure ?? error
      }
    }
  }
}
