internal import MotionFusion

/// A log with several kinds of rows, each with the names of its fields in a line before them.
///
/// The first field of a row is its kind. The line of names, perhaps a comment, has the kind as a
/// word and ends in a name for each other field: `% GYRO Data: GYRO;Time(s);Gyr_X(rad/s);...` over
/// `GYRO;0.5;...`, or `FMT, 20, 80, IMU, QBffffff, TimeUS,I,GyrX,...` over `IMU, 51234567, ...`. A
/// kind's rows are a ``DescribedTable``; all of them together are a ``SensorFolder``.
struct TaggedRows: FileFormat {
  let name = "tagged-rows"
  let summary = "a log with several kinds of rows, whose names are in lines before them"

  func recognizes(_ file: FileContents) -> Bool { !Self.parts(of: file.firstPiece).isEmpty }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let folder = RecordingFolder(name: file.name, files: Self.parts(of: file))
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
      if !others.isEmpty {
        recordings.warnings.append(
          RecordingWarning(
            file: file.name,
            kind: .assumption(
              "the rows \(others.quoted()) are left out: \(paths.quoted()) have their sensors"),
            count: others.count))
      }
      return recordings
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError(file: file.name, problem: .malformed("\(error)"))
    }
  }

  /// The rows of the first kind with columns of these names, as a table; `nil` for another file.
  static func table(in file: FileContents, with names: [String]) -> FileContents? {
    guard !file.hasColumns(names) else { return nil }
    let folder = RecordingFolder(name: file.name, files: parts(of: file))
    return folder.paths.lazy.compactMap(folder.table).first { $0.hasColumns(names) }
  }

  private static let mostLines = 256

  /// The tables of the kinds with a sensor, named by the kind; empty for another file.
  private static func parts(of file: FileContents) -> [(path: String, bytes: [UInt8])] {
    let separator = file.separator
    guard file.header.first?.first?.isLetter == true, separator != UInt8(ascii: " ") else {
      return []
    }
    func fields(_ line: some Sequence<UInt8>) -> [String] {
      line.split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self).trimmed }
    }
    func isName(_ field: String) -> Bool { field.first?.isLetter ?? false }
    let start = file.bytes.prefix(TableHead.longest).split(maxSplits: mostLines) { $0.isLineEnd }
      .prefix(mostLines)
    let lines = (file.head.preamble.map { Array($0.utf8)[...] } + start).map(fields)
    var headers: [(kind: String, names: [String])] = []
    for row in lines {
      guard let kind = row.first, isName(kind), !headers.contains(where: { $0.kind == kind }),
        row.count > 4, row.count { Double($0) != nil } > row.count / 2
      else { continue }
      let names = lines.lazy.map { $0.suffix(row.count - 1) }
      let header = zip(lines, names).first { line, names in
        line.count >= row.count && names.allSatisfy(isName)
          && line[...(line.count - row.count)].contains {
            $0.split(separator: " ").last ?? "" == kind
          }
      }
      if let header { headers.append((kind, Array(header.1))) }
    }
    return headers.compactMap { kind, names in
      var table = Array(
        ([kind] + names).joined(separator: String(Character(Unicode.Scalar(separator)))).utf8)
      // Other lines stay empty, so that the lines have their numbers.
      for line in file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropFirst()
      {
        table.append(UInt8(ascii: "\n"))
        let first = line.prefix { $0 != separator }
        if String(decoding: first, as: UTF8.self).trimmed == kind { table += line }
      }
      guard let contents = try? FileContents(table, name: "\(file.name)/\(kind)"),
        DescribedTable.Columns(contents).isTable
      else { return nil }
      return (kind, table)
    }
  }
}
