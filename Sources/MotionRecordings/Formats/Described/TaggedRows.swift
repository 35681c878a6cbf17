internal import MotionFusion

/// A log with several kinds of rows, each with the names of its fields in a line before them.
///
/// The first field of a row is its kind. The line of names, perhaps a comment, has the kind as a
/// word and ends in a name for each other field: `% GYRO Data: GYRO;Time(s);Gyr_X(rad/s);...` over
/// `GYRO;0.5;...`, or `FMT, 20, 80, IMU, QBffffff, TimeUS,I,GyrX,...` over `IMU, 51234567, ...`. A
/// kind's rows are a ``DescribedTable``; all of them together are a ``SensorFolder``. A kind with
/// the name of a sensor, a time and three numbers needs no names: `ACC,120,0.1,0.2,9.8`.
struct TaggedRows: FileFormat {
  let name = "tagged-rows"
  let summary = "a log with several kinds of rows, whose names are in lines before them"

  func recognizes(_ file: FileContents) -> Bool {
    !Self.kinds(in: file.firstPiece, most: 1).isEmpty
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let folder = RecordingFolder(name: file.name, files: Self.parts(of: file))
    let linesBefore = Self.startsWithRow(file) ? 1 : 0
    var quantities: Set<MotionQuantity> = []
    var others: [String] = []
    let paths = folder.paths.filter { path in
      guard let table = folder.table(path) else { return false }
      let found = DescribedTable.Columns(table).vectors.map(\.quantity)
      guard quantities.isDisjoint(with: found) else {
        others.append(path)
        return false
      }
      quantities.formUnion(found)
      return true
    }
    do {
      var recordings = try SensorFolder().read(paths, in: folder, format: name, options: options)
      for index in recordings.warnings.indices {
        recordings.warnings[index].line = recordings.warnings[index].line.map { $0 - linesBefore }
      }
      if !others.isEmpty {
        recordings.warnings.append(
          RecordingWarning(
            file: file.name,
            kind: .assumption(
              "the rows \(others.quoted()) are left out: \(paths.quoted()) have their sensors"),
            count: others.count))
      }
      return recordings
    } catch var error as RecordingError {
      error.line = error.line.map { $0 - linesBefore }
      throw error
    } catch {
      throw RecordingError(file: file.name, "\(error)")
    }
  }

  /// The rows of the first kind with columns of these names, as a table; `nil` for another file.
  static func table(in file: FileContents, with names: [String]) -> FileContents? {
    guard !file.hasColumns(names) else { return nil }
    let folder = RecordingFolder(name: file.name, files: parts(of: file))
    return folder.paths.lazy.compactMap(folder.table).first { $0.hasColumns(names) }
  }

  /// The rows of a kind whose names are looked for.
  private static let mostRows = 8

  /// The kinds with a sensor, with the names of a row's fields.
  ///
  /// - Parameter most: The number of kinds that ends the search.
  private static func kinds(
    in file: FileContents, most: Int = .max
  ) -> [(name: String, header: [String])] {
    let separator = file.separator
    guard file.header.first?.first?.isLetter == true, separator != UInt8(ascii: " ") else {
      return []
    }
    func isName(_ field: String) -> Bool { field.first?.isLetter ?? false }
    var kinds: [(name: String, header: [String])] = []
    var names: [[String]] = []
    var rows: [String: Int] = [:]
    let lines = file.bytes.split(whereSeparator: \.isLineEnd)
    for line in file.head.preamble.map({ Array($0.utf8)[...] }) + lines where kinds.count < most {
      // Other tables' rows start with a number.
      guard let first = line.first(where: { !$0.isBlank }), !(0x2B...0x39).contains(first) else {
        continue
      }
      let kind = Self.kind(of: line, separator)
      guard rows[kind, default: 0] < mostRows else { continue }
      let row = line.split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self).trimmed }
      guard row.count > 4 else { continue }
      if row.suffix(4).allSatisfy(isName) { names.append(row) }
      guard isName(kind), row.count(where: { Double($0) != nil }) > row.count / 2 else { continue }
      rows[kind, default: 0] += 1
      let header = names.first { names in
        names.count >= row.count && names.suffix(row.count - 1).allSatisfy(isName)
          && names[...(names.count - row.count)].contains {
            $0.split(separator: " ").last ?? "" == kind
          }
      }
      guard
        let header = header.map({ [kind] + $0.suffix(row.count - 1) })
          ?? (names.isEmpty ? sensor(row) : nil)
      else { continue }
      rows[kind] = mostRows
      let table = Self.line(header, separator) + [UInt8(ascii: "\n")] + line
      guard let contents = try? FileContents(table, name: "\(file.name)/\(kind)"),
        DescribedTable.Columns(contents).isTable
      else { continue }
      kinds.append((kind, header))
    }
    return kinds
  }

  /// The names of the fields of a row of a sensor without such a line: `ACC,120,0.1,0.2,9.8`.
  private static func sensor(_ row: [String]) -> [String]? {
    guard SensorEventCSV.quantity(inFileName: row[0]) != nil,
      row[1...4].allSatisfy({ Double($0) != nil })
    else { return nil }
    return [row[0], "time", "x", "y", "z"] + row.dropFirst(5).indices.map { "field \($0)" }
  }

  /// Whether the first line is a row: the names of its fields are then in a line before it.
  private static func startsWithRow(_ file: FileContents) -> Bool {
    TableHead.isLikeRow(file.bytes.prefix { !$0.isLineEnd })
  }

  private static func kind(of line: ArraySlice<UInt8>, _ separator: UInt8) -> String {
    String(decoding: line.prefix { $0 != separator }, as: UTF8.self).trimmed
  }

  private static func line(_ fields: [String], _ separator: UInt8) -> [UInt8] {
    Array(fields.map { Array($0.utf8) }.joined(separator: [separator]))
  }

  /// The tables of the kinds with a sensor, named by the kind; empty for another file.
  private static func parts(of file: FileContents) -> [(path: String, bytes: [UInt8])] {
    var parts = kinds(in: file).map { ($0.name, line($0.header, file.separator)) }
    guard !parts.isEmpty else { return [] }
    // Other lines stay empty, so that the lines have their numbers.
    for line in file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropFirst(startsWithRow(file) ? 0 : 1)
    {
      let kind = kind(of: line, file.separator)
      for index in parts.indices {
        parts[index].1.append(UInt8(ascii: "\n"))
        if parts[index].0 == kind { parts[index].1 += line }
      }
    }
    return parts
  }
}
