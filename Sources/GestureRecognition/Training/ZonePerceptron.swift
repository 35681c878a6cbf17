/// The lab's classifier, `zone-perceptron`: zone features and the averaged multi-class perceptron.
public struct ZonePerceptron: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "zone-perceptron"
  /// The smallest size of a gesture in the air that is magnified, in metres.
  public static let smallestGesture = 0.01

  /// What it reads of a stroke.
  public var features: ZoneFeatures
  /// How it learns.
  public var perceptron: MulticlassPerceptron
  /// What is told how many of the random starts are done, from any thread.
  public var progress: (@Sendable (Int) -> Void)?

  /// A classifier of these parts.
  public init(
    features: ZoneFeatures = ZoneFeatures(), perceptron: MulticlassPerceptron = .init()
  ) {
    self.features = features
    self.perceptron = perceptron
  }

  /// Learns a model; its classes are in alphabetical order.
  public func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> LinearModel {
    try await trainWithReport(examples).model
  }

  /// Learns a model, and says how the training went.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of a length other than
  ///   that of ``features``, values that are not finite, and cancellation.
  public func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: LinearModel, report: MulticlassPerceptron.Report) {
    let problem = try LabeledProblem(examples, featureCount: features.count)
    let (weights, report) = try await perceptron.train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count,
      progress: progress)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "starts": "\(report.starts)",
      "converged": "\(report.converged)", "seed": "\(perceptron.seed)",
    ]
    let classifier = try LinearClassifier(learned: weights, labels: problem.labels)
    return (LinearModel(classifier, features: features, metadata: metadata), report)
  }

  /// What `model` reads the vector as.
  public func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

extension ZonePerceptron {
  /// Examples of strokes on a screen.
  ///
  /// - Parameters:
  ///   - strokes: Labelled strokes.
  ///   - minSize: The smallest size that is magnified, in the strokes' unit.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  public func examples(
    of strokes: [LabeledRecording<Sample2D>], minSize: Double = 0
  ) throws(TrainingError) -> ExampleSet<[Double]> {
    try ExampleSet(
      strokes, duration: { Self.duration($0, \.timestamp) },
      represent: { samples throws(GestureError) in
        try features.vector(of: samples, minSize: minSize)
      })
  }

  /// Examples of gestures in the air.
  ///
  /// - Parameters:
  ///   - recordings: Labelled motions of a device, one gesture each.
  ///   - stabilizer: What bounds the error of their paths.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  ///   - minSize: The smallest size that is magnified, in metres.
  ///   - minimumSamples: Recordings with fewer samples are refused: 20 are 0.2 s at 100 Hz, which
  ///     is too short for a letter.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  public func examples(
    of recordings: [LabeledRecording<DeviceMotion>],
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2,
    minSize: Double = Self.smallestGesture,
    minimumSamples: Int = 20
  ) throws(TrainingError) -> ExampleSet<[Double]> {
    try ExampleSet(
      recordings, duration: { Self.duration($0, \.timestamp) },
      represent: { samples throws(GestureError) in
        guard samples.count >= minimumSamples else {
          throw .tooFewSamples(count: samples.count, minimum: minimumSamples)
        }
        let stroke = try samples.stroke(stabilizer: stabilizer, dampingRate: dampingRate)
        return try features.vector(of: stroke, minSize: minSize)
      })
  }

  private static func duration<Sample>(
    _ samples: [Sample], _ time: KeyPath<Sample, Double>
  ) -> Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    return last[keyPath: time] - first[keyPath: time]
  }
}
