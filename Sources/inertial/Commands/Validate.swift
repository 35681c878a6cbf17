internal import ArgumentParser
internal import LinearAlgebra

/// `inertial validate`: nearest rotations and averages against reference data.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare nearest rotations and averages with reference values.",
    discussion: """
      Errors are angles in units of eps * |A| / gap, the effect of rounding the input; an exact \
      method has errors of about 1. Cases without a unique answer pass with any rotation. The \
      backward error is the smallest change of the input that makes the answer exact, in units \
      of 2^-53 * |A|. The orthonormality error is in units of eps.

      The built-in reference has 50 digits. --reference takes a folder with suites as JSON files: \
      \(ReferenceSuite.names.joined(separator: ", ")). Every number of them is compared: \
      nearest rotations, means, alignments, conversions, Euler angles, exponentials and \
      Jacobians, powers, paths, symmetry groups and rigid transforms. The exit status is 1 if a \
      case exceeds a bound, or differs from the published suite.
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
