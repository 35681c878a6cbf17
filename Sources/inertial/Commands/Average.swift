internal import ArgumentParser
public import LinearAlgebra
internal import MotionRecordings

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
