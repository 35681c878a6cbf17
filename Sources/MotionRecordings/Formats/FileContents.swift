/// A file's bytes with its header read, so that formats can look before they read.
struct FileContents {
  /// The file, as errors name it.
  let name: String
  let bytes: [UInt8]
  /// The names of the columns in the first line; empty when the file is text and no table.
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

  /// The name without folders and extension: who or what was recorded, in many data sets.
  var baseName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// Whether all of `names` are columns.
  func hasColumns(_ names: [String]) -> Bool { names.allSatisfy(header.contains) }

  /// Whether the first line that is neither empty nor a comment holds `columns` numbers and nothing
  /// else, so that the file has no header.
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
