package import MotionFusion

/// Writes a table of separated values (RFC 4180), by default with commas.
///
/// A number is written with the fewest digits that read back as the same double; an absent value
/// is an empty field.
package struct TableWriter {
  /// The header and the rows that have not yet been taken.
  package private(set) var text = ""
  private let separator: String
  private var isAtStart = true

  /// A table with one column for each name.
  package init(_ header: [String], separator: String = ",") {
    self.separator = separator
    for name in header { add(name) }
    endRow()
  }

  /// Adds a text, in quotes if it has a separator, a quote or a line end.
  package mutating func add(_ field: String) {
    if !isAtStart { text += separator }
    isAtStart = false
    // Compares scalars, because an accent after a comma forms one character with it.
    let special = (separator + "\"\r\n").unicodeScalars
    if field.unicodeScalars.contains(where: special.contains) {
      text +=
        "\""
        + field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        .map { String($0) }.joined(separator: "\"\"") + "\""
    } else {
      text += field
    }
  }

  package mutating func add(_ number: Double?) { addUnquoted(number.map { "\($0)" } ?? "") }

  package mutating func add(_ number: Int?) { addUnquoted(number.map { "\($0)" } ?? "") }

  /// Adds 1 or 0.
  package mutating func add(_ flag: Bool?) { add(flag.map { $0 ? 1 : 0 }) }

  /// Adds three fields: *x*, *y*, *z*.
  package mutating func add(_ vector: Vector3<Double>?) {
    for axis in 0..<3 { add(vector?[axis]) }
  }

  /// Adds four fields: *w*, *x*, *y*, *z*.
  package mutating func add(_ quaternion: Quaternion<Double>?) {
    add(quaternion?.w)
    add(quaternion?.vector)
  }

  /// Adds the three fields of ``RecordingColumns``.
  mutating func add(index: Int, label: String?, user: String?) {
    add(index)
    add(label ?? "")
    add(user ?? "")
  }

  /// Adds the three fields of ``RecordingColumns``.
  mutating func add<Sample>(index: Int, of recording: LabeledRecording<Sample>) {
    add(index: index, label: recording.label, user: recording.user)
  }

  package mutating func endRow() {
    text += "\n"
    isAtStart = true
  }

  /// Takes the text, so that the table continues with an empty one.
  package mutating func takeText() -> String {
    defer { text = "" }
    return text
  }

  private mutating func addUnquoted(_ field: String) {
    if !isAtStart { text += separator }
    isAtStart = false
    text += field
  }
}
