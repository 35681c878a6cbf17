internal import ArgumentParser
internal import Foundation
public import LinearAlgebra
internal import MotionRecordings
internal import RotationMath

/// `inertial average`: rotations to their average.
struct Average: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Averages rotations, and says how well the average is determined.",
    discussion: """
      The file is a table with columns x, y, z, w (or qx, qy, qz, qw), one quaternion a row, and \
      an optional column 'weight'; or a JSON array of arrays of four numbers, the scalar last. \
      Quaternions need not have length one, and their signs do not matter. Where several averages \
      are as good, the answer says that it is not unique.
      """,
    examples: "echo '[[0, 0, 0, 1], [0, 0, 0.1, 1]]' | inertial average -")

  @Option(help: "What the average minimises over the rotations.")
  var method: RotationAverageMethod = .chordalL2

  @Argument(help: "The rotations; - is standard input.")
  var file: String

  @OptionGroup var answer: OutputOptions

  func run() throws {
    let input = try RotationInput(path: file)
    let average: RotationAverage
    do {
      average = try averageRotation(of: input.rotations, weights: input.weights, method: method)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(file)): \(error)")
    }
    let result = AverageAnswer(average, method: method, count: input.rotations.count)
    try answer.show(result) { result.text }
  }
}

extension RotationAverageMethod: ExplainedArgument {
  /// What is minimised, for the help.
  public var explanation: String {
    switch self {
    case .chordalL2: "squared chords, in closed form"
    case .geodesicL2: "squared angles"
    case .geodesicL1: "angles: the median"
    case .chordalL1: "chords: the median of matrices"
    case .robust: "roots of angles up to 15 degrees: for data of which most may be wrong"
    }
  }
}

/// The rotations of a file.
private struct RotationInput {
  var rotations: [Quaternion<Double>]
  var weights: [Double]?

  init(path: String) throws {
    let bytes = try InputFile.read(path)
    let name = InputFile.displayName(path)
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") {
      try self.init(json: bytes, name: name)
    } else {
      try self.init(
        table: LabeledVectors(bytes, name: name) { (header) throws(RecordingError) in
          let wanted = Self.components(in: header)
          let missing = wanted.filter { !header.contains($0) }
          guard missing.isEmpty else {
            throw RecordingError(file: name, line: 1, problem: .missingColumns(missing))
          }
          return wanted + ["weight"]
        })
    }
  }

  /// What the columns of the quaternions are called.
  private static func components(in header: [String]) -> [String] {
    header.contains("qw") ? ["qx", "qy", "qz", "qw"] : ["x", "y", "z", "w"]
  }

  private init(json bytes: [UInt8], name: String) throws {
    let lists: [[Double]]
    do {
      lists = try JSONDecoder().decode([[Double]].self, from: Data(bytes))
    } catch {
      throw ToolError(
        .badData, "\(name): not a JSON array of arrays of four numbers, such as [[0, 0, 0, 1]]")
    }
    if let index = lists.firstIndex(where: { $0.count != 4 }) {
      throw ToolError(
        .badData, "\(name): rotation \(index) has \(lists[index].count) numbers; expected 4")
    }
    rotations = lists.map { Quaternion(x: $0[0], y: $0[1], z: $0[2], w: $0[3]) }
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
    let rows = (0..<table.count).map { row in
      { (column: Int) in table.values[row * names.count + column] }
    }
    rotations = rows.map {
      Quaternion(x: $0(columns[0]), y: $0(columns[1]), z: $0(columns[2]), w: $0(columns[3]))
    }
    weights = names.firstIndex(of: "weight").map { column in rows.map { $0(column) } }
  }
}

/// What `inertial average` answers.
private struct AverageAnswer: Encodable {
  var quaternion: [Double]
  var spread: Double
  var isUnique: Bool
  var gap: Double
  var method: String
  var count: Int
  var effectiveCount: Double
  /// Rows of the covariance of rotation vectors from the average, in rad².
  var covariance: [[Double]]

  init(_ average: RotationAverage, method: RotationAverageMethod, count: Int) {
    let q = average.rotation
    quaternion = [q.x, q.y, q.z, q.w]
    spread = average.spread
    isUnique = average.isUnique
    gap = average.gap
    self.method = method.rawValue
    self.count = count
    effectiveCount = average.effectiveCount
    covariance = (0..<3).map { row in (0..<3).map { average.covariance[row, $0] } }
  }

  var text: String {
    let numbers = quaternion.map { decimal($0, places: 9) }.joined(separator: ", ")
    let degrees = decimal(spread * 180 / .pi, places: 3)
    let verdict =
      isUnique
      ? "unique, gap \(decimal(gap, places: 3)) of 2"
      : "not unique: other rotations are as good an average"
    return """
      average (x, y, z, w)  \(numbers)
      method                \(method)
      rotations             \(count), worth \(decimal(effectiveCount, places: 1)) of equal weight
      spread                \(degrees) degrees
      determined            \(verdict)
      """
  }
}
