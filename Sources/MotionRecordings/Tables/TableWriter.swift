package import MotionFusion

/// Writes a table of comma-separated values (RFC 4180) with the shortest numbers that read back
/// as the same doubles.
package struct TableWriter {
  package private(set) var text: String
  private var isAtStart = true

  package init(_ header: [String]) {
    text = ""
    for name in header { add(name) }
    endRow()
  }

  package mutating func add(_ field: String) {
    if !isAtStart { text += "," }
    isAtStart = false
    // Scalars, as an accent that follows a comma is one character with it.
    if field.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) {
      text +=
        "\""
        + field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        .map { String($0) }.joined(separator: "\"\"") + "\""
    } else {
      text += field
    }
  }

  package mutating func add(_ number: Double) { add("\(number)") }

  /// Three fields, empty when there is no vector.
  mutating func add(_ vector: Vector3<Double>?) {
    for axis in 0..<3 { add(vector.map { "\($0[axis])" } ?? "") }
  }

  /// Four fields, *w* first, empty when there is no attitude.
  mutating func add(_ attitude: Attitude?) {
    let q = attitude?.quaternion
    for value in [q?.w, q?.x, q?.y, q?.z] { add(value.map { "\($0)" } ?? "") }
  }

  /// The three fields that say which recording a row belongs to.
  mutating func add<Sample>(index: Int, of recording: LabeledRecording<Sample>) {
    add("\(index)")
    add(recording.label ?? "")
    add(recording.user ?? "")
  }

  package mutating func endRow() {
    text += "\n"
    isAtStart = true
  }
}

extension Recordings {
  /// What kinds of samples there are, for messages.
  var contentDescription: String {
    let kinds = [
      sensorSamples.isEmpty ? nil : "sensor samples", deviceMotion.isEmpty ? nil : "device motion",
      strokes.isEmpty ? nil : "strokes",
      references.isEmpty ? nil : "reference poses",
    ].compactMap { $0 }
    return kinds.isEmpty ? "nothing" : kinds.joined(separator: " and ")
  }
}
