internal import ArgumentParser
internal import Foundation
internal import LinearAlgebra
internal import MotionRecordings
internal import RotationMath

/// `inertial validate`: rotation averaging against reference data.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks nearest rotations and averages against reference values.",
    discussion: """
      Errors are angles, in units of the rounding error times the condition of the case, \
      eps * |A| / gap: what an exact method loses by reading rounded input is about 1. Cases \
      whose answer is not unique must only give a rotation. Backward errors say by how much the \
      input would have to change for the answer to be exact, in units of 2^-53 * |A|; these and \
      how far the matrix is from a rotation, in eps, need no reference. The reference that comes \
      with the program was computed with 50 digits; --reference takes a folder with \
      nearest_rotation.json \
      and mean_chordal.json in the same layout. The exit status is 1 when a case exceeds a bound.
      """,
    examples: "inertial validate --json")

  @Option(
    help: ArgumentHelp("A folder of reference files instead of our own.", valueName: "folder"))
  var reference: String?

  @OptionGroup var answer: OutputOptions

  func run() throws {
    let reference = try ReferenceData(folder: self.reference)
    let result = ValidationAnswer(reference)
    try answer.show(result) { result.text }
    if result.failures > 0 { throw ExitCode(1) }
  }
}
