package import MotionFusion
internal import Platform

/// Rotations with optional weights: a table, or a JSON array of arrays `[x, y, z, w]`.
///
/// A table has the columns x, y, z, w or qx, qy, qz, qw, and optionally `weight` or
/// `weights`.
package struct RotationTable: Sendable {
  /// The quaternions, of any length.
  package let rotations: [Quaternion<Double>]
  /// The weights by row; `nil` without a column of weights.
  package let weights: [Double]?
  /// Problems that did not stop the reader.
  package let warnings: [RecordingWarning]

  /// Reads rotations; errors name the file `name`.
  package init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") {
      try self.init(json: bytes, name: name)
    } else {
      try self.init(
        LabeledVectors(bytes, name: name) { (header) throws(RecordingError) in
          let columns = Self.components(in: header)
          let missing = columns.filter { !header.contains($0) }
          guard missing.isEmpty else {
            throw RecordingError(file: name, line: 1, problem: .missingColumns(missing))
          }
          return columns + [Self.weight(in: header) ?? "weight"]
        })
    }
  }

  private static func components(in header: [String]) -> [String] {
    header.contains("qw") ? ["qx", "qy", "qz", "qw"] : ["x", "y", "z", "w"]
  }

  /// The name of the column of weights: `weight` or `weights`, in any case.
  private static func weight(in header: [String]) -> String? {
    header.first { ["weight", "weights"].contains($0.lowercased()) }
  }

  private init(json bytes: [UInt8], name: String) throws(RecordingError) {
    guard let lists = try? JSONDecoder().decode([[Double]].self, from: Data(bytes)) else {
      throw RecordingError(
        file: name, "expected a JSON array of arrays of four numbers, such as [[0, 0, 0, 1]]")
    }
    var rotations: [Quaternion<Double>] = []
    for (index, list) in lists.enumerated() {
      guard list.count == 4 else {
        throw RecordingError(file: name, "rotation \(index): expected 4 numbers, got \(list.count)")
      }
      rotations.append(Quaternion(x: list[0], y: list[1], z: list[2], w: list[3]))
    }
    self.rotations = rotations
    (weights, warnings) = (nil, [])
  }

  private init(_ table: LabeledVectors) throws(RecordingError) {
    if let line = table.firstNonFinite {
      throw RecordingError(file: table.file, line: line, "a number is not finite")
    }
    let names = table.names
    let columns = Self.components(in: names).compactMap { names.firstIndex(of: $0) }
    func value(_ row: Int, _ column: Int) -> Double { table.values[row * names.count + column] }
    rotations = (0..<table.count).map { row in
      Quaternion(
        x: value(row, columns[0]), y: value(row, columns[1]), z: value(row, columns[2]),
        w: value(row, columns[3]))
    }
    weights = Self.weight(in: names).flatMap { names.firstIndex(of: $0) }.map { column in
      (0..<table.count).map { value($0, column) }
    }
    warnings = table.warnings
  }
}
