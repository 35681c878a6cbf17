internal import ArgumentParser
public import LinearAlgebra
internal import MotionRecordings
internal import MotionReports
internal import Platform
internal import RotationMath
internal import RotationValidation

/// `inertial average`: the average of rotations.
struct Average: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Average rotations, and report whether the average is unique.",
    discussion: """
      The file is a table with columns x, y, z, w (or qx, qy, qz, qw), one quaternion per row, and \
      an optional column 'weight'; or a JSON array of arrays of four numbers, scalar last. \
      Quaternions may have any positive length and either sign.
      """,
    examples: "echo '[[0, 0, 0, 1], [0, 0, 0.1, 1]]' | inertial average -")

  @Option(help: "The cost to minimise.")
  var method: RotationAverageMethod = .chordalL2

  @Argument(help: "The rotations; - is standard input.")
  var file: String

  @OptionGroup var answer: OutputOptions

  func run() throws {
    let input = try RotationTable(InputFile.read(file), name: InputFile.displayName(file))
    for warning in input.warnings { Console.warning("\(warning)") }
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
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .chordalL2: "squared chords, in closed form"
    case .geodesicL2: "squared angles"
    case .geodesicL1: "angles: the geodesic median"
    case .chordalL1: "chords: the chordal median"
    case .robust: "square roots of angles, capped at 15 degrees: for a majority of outliers"
    }
  }
}

/// `inertial validate`: nearest rotations and averages against reference data.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare nearest rotations and averages with reference values.",
    discussion: """
      Errors are angles in units of eps * |A| / gap, the effect of rounding the input. An exact \
      method has errors of about 1. Cases without a unique answer pass with any rotation. The \
      backward error is the smallest change of the input that makes the answer exact, in units \
      of 2^-53 * |A|. The orthonormality error is in units of eps.

      The built-in reference has 50 digits. --reference reads a folder with suites as JSON files: \
      \(ReferenceSuite.names.joined(separator: ", ")). Every result is recomputed: \
      nearest rotations, means, alignments, conversions, Euler angles, exponentials and \
      Jacobians, powers, paths, symmetry groups and rigid transforms. The exit status is 1 if a \
      case exceeds a bound.
      """,
    examples: "inertial validate --json")

  @Option(help: ArgumentHelp("A folder of reference files.", valueName: "folder"))
  var reference: String?

  @OptionGroup var answer: OutputOptions

  func run() throws {
    let validation =
      if let reference {
        RotationValidation(of: try ReferenceFolder(path: reference).suites)
      } else {
        RotationValidation()
      }
    try answer.show(validation) { validation.table }
    if validation.failures > 0 { throw ExitCode(1) }
  }
}

/// A folder of reference suites, one JSON file each.
struct ReferenceFolder {
  /// The suites, by name of the file.
  let suites: [ReferenceSuite]

  init(path: String) throws {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let files = names.filter { $0.hasSuffix(".json") }
    guard !files.isEmpty else {
      throw ToolError(.noInput, "\(path): expected a folder of reference suites (JSON files)")
    }
    suites = try files.map { file in
      let bytes = try InputFile.read("\(path)/\(file)")
      do {
        var suite = try JSONDecoder().decode(ReferenceSuite.self, from: Data(bytes))
        if suite.name.isEmpty { suite.name = String(file.dropLast(".json".count)) }
        return suite
      } catch {
        throw ToolError(
          .badData, "\(path)/\(file): expected a reference suite {\"suite\": ..., \"cases\": [...]}"
        )
      }
    }
  }
}
