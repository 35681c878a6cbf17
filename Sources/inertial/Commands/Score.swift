internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial score`: scores of feature vectors by a weight matrix.
struct Score: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Score feature vectors against the weights of each label.",
    discussion: """
      The files are tables with a column 'label' and one column a feature, matched by name \
      (for a model if the names are those of 'inertial features', otherwise by order); the \
      vectors may be the lab's training log, the weights the arrays of its source. The assigned \
      label has the largest dot product. For labelled vectors the answer has accuracy and \
      confusion matrix. Vectors with a non-finite number are rejected: they count as errors, and are not in \
      the confusion matrix.
      """,
    examples: "inertial score vectors.csv --weights weights.csv")

  @Option(
    help: ArgumentHelp(
      "The weights, one label a row (default: those of the model).", valueName: "file"))
  var weights: String?

  @OptionGroup var model: ModelOptions

  @Argument(help: "The vectors, one a row; - is standard input.")
  var vectors: String

  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard weights == nil || model.model == nil else {
      throw ValidationError("Expected --weights or --model, got both.")
    }
  }

  func run() throws {
    let weights = try weights.map(readWeights)
    let vectors = try read(self.vectors)
    if let line = vectors.firstNonFinite {
      Console.warning("\(vectors.file):\(line): a feature is not finite; the vector is rejected")
    }
    let assigned =
      if let weights {
        try AssignedLabels(of: vectors, weights: weights)
      } else {
        try AssignedLabels(of: vectors, model: try model.loadLinear())
      }
    let result = ScoreAnswer(assigned)
    try answer.show(result) { result.text }
  }

  private func readWeights(_ path: String) throws -> LabeledVectors {
    let weights = try LabeledVectors.weights(
      InputFile.read(path), name: InputFile.displayName(path))
    for warning in weights.warnings { Console.warning("\(warning)") }
    return weights
  }

  private func read(_ path: String) throws -> LabeledVectors {
    let vectors = try LabeledVectors.vectors(
      InputFile.read(path), name: InputFile.displayName(path))
    for warning in vectors.warnings { Console.warning("\(warning)") }
    return vectors
  }
}
