internal import Foundation
internal import MotionRecordings
internal import RotationMath

/// The rotations of a table or a JSON array, with optional weights.
struct RotationInput {
  let rotations: [Quaternion<Double>]
  let weights: [Double]?

  init(path: String) throws {
    let bytes = try InputFile.read(path)
    let name = InputFile.displayName(path)
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") {
      try self.init(json: bytes, name: name)
    } else {
      try self.init(
        table: LabeledVectors(bytes, name: name) { (header) throws(RecordingError) in
          let columns = Self.components(in: header)
          let missing = columns.filter { !header.contains($0) }
          guard missing.isEmpty else {
            throw RecordingError(file: name, line: 1, problem: .missingColumns(missing))
          }
          return columns + ["weight"]
        })
    }
  }

  /// The names of the quaternion columns.
  private static func components(in header: [String]) -> [String] {
    header.contains("qw") ? ["qx", "qy", "qz", "qw"] : ["x", "y", "z", "w"]
  }

  private init(json bytes: [UInt8], name: String) throws {
    let lists: [[Double]]
    do {
      lists = try JSONDecoder().decode([[Double]].self, from: Data(bytes))
    } catch {
      throw ToolError(
        .badData, "\(name): expected a JSON array of arrays of four numbers, such as [[0, 0, 0, 1]]"
      )
    }
    rotations = try lists.enumerated().map { index, list in
      guard let rotation = Quaternion(list) else {
        throw ToolError(
          .badData, "\(name): rotation \(index): expected 4 numbers, got \(list.count)")
      }
      return rotation
    }
    weights = nil
  }

  private init(table: LabeledVectors) throws {
    for warning in table.warnings { Console.warning("\(warning)") }
    let names = table.names
    let columns = Self.components(in: names).compactMap { names.firstIndex(of: $0) }
    if let line = table.firstNonFinite {
      throw RecordingError(
        file: table.file, line: line, problem: .malformed("a number is not finite"))
    }
    func value(_ row: Int, _ column: Int) -> Double { table.values[row * names.count + column] }
    rotations = (0..<table.count).map { row in
      Quaternion(
        x: value(row, columns[0]), y: value(row, columns[1]), z: value(row, columns[2]),
        w: value(row, columns[3]))
    }
    weights = names.firstIndex(of: "weight").map { column in
      (0..<table.count).map { value($0, column) }
    }
  }
}

extension Quaternion<Double> {
  /// The quaternion x, y, z, w of four numbers; `nil` for another count.
  fileprivate init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3])
  }
}
