/// A file's bytes and header, for the recognition of its format.
struct FileContents {
  /// The name of the file in errors.
  let name: String
  let bytes: [UInt8]
  /// The names of the columns in the first line; empty for text that is not a table.
  let header: [String]

  init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    self.bytes = bytes
    do throws(RecordingError) {
      header = try TableReader(bytes, file: name).header
    } catch {
      guard error.problem == .badQuotes else { throw error }
      header = []
    }
  }

  /// The name without folders and extension, which is the user in some data sets.
  var baseName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// Whether the header has all of `names`.
  func hasColumns(_ names: [String]) -> Bool { names.allSatisfy(header.contains) }

  /// Whether the file has no header: its first line with data has exactly `columns` numbers.
  func isHeaderless(columns: Int, separator: UInt8) -> Bool {
    let names = (0..<columns).map(String.init)
    guard header.isEmpty || !header.contains(where: { $0.first?.isLetter ?? false }),
      var table = try? TableReader(
        headerless: bytes, file: name, columns: names, separator: separator),
      (try? table.next()) == true
    else { return false }
    return names.indices.allSatisfy { (try? table.number(at: $0)) != nil && !table.isEmpty($0) }
  }
}
