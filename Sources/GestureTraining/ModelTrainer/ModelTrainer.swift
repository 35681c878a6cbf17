package import DeadReckoning
package import GestureRecognition
package import MotionFusion
internal import MotionRecordings

/// Trains and evaluates models on data sets, by the name of a classifier.
///
/// Equal examples, settings and seeds produce equal models on any machine.
public struct ModelTrainer: Sendable {
  /// The classifiers by name.
  public typealias Classifier = GestureTraining.Classifier

  /// The classifier; `nil` chooses by the data set (`classifier(for:)`).
  public var classifier: Classifier?
  /// The seed of random starts and of folds. Default: 1.
  public var seed: UInt64 = 1
  /// The most examples of a class that ``Classifier/nearestTemplates`` keeps; `nil` keeps all.
  package var templatesPerClass: Int?
  /// The share of correctly recognised gestures of other writers to accept. Default: 0.97.
  public var acceptance = 0.97
  /// The drift correction of paths in the air; `nil` for the classifier's own.
  package var stabilizer: Stabilizer?
  /// The rate of exponential damping, in 1/s. Default: 2.
  package var dampingRate = 2.0
  /// The alignment of a stroke in the unit square; `nil` for top left, and for centred where
  /// all examples are letters in the air with `zeroEndVelocity`.
  package var alignment: StrokeAlignment?
  /// The zones, and the scaling of strokes to them, with the placement of `alignment`. Default: the
  /// lab's, 3 × 3.
  package var zones = ZoneFeatures()
  /// The smallest size of a stroke that is magnified, in the strokes' unit; `nil` for 0, and for
  /// 100 with ``Classifier/lab``.
  package var minSize: Double?
  /// The number of random starts of a perceptron; `nil` for 100, and for 1000 with
  /// ``Classifier/lab``.
  public var starts: Int?
  /// The most epochs from one start. Default: 200.
  package var maximumEpochs = 200
  package var pipeline = PipelineSettings()
  /// Whether all examples are of synthetic writers, who vary less than people do. Default: `false`.
  ///
  /// ``Classifier/nearestTemplates`` rejects by comparison with `otherMovements`; without them it
  /// rejects nothing. ``Classifier/zoneSoftmax`` has a larger penalty.
  package var isSynthetic = false

  /// The temperature of the confidences of ``Classifier/strokeNetwork``; `nil` calibrates it by
  /// writers that are held out (default).
  package var temperature: Double?

  /// Streams of motion with a touch: ``Classifier/nearestTemplates`` is trained on the movements
  /// between touches, which are not gestures. Default: none. Raw samples with a touch in the data
  /// set are added.
  package var streams: [[DeviceMotion]] = []
  /// Other movements that are not gestures, labelled by kind, for
  /// ``Classifier/nearestTemplates`` and ``Classifier/gaussianNaiveBayes``. Default: none.
  package var otherMovements: [LabeledRecording<DeviceMotion>] = []
  /// Strokes that are not gestures, for ``Classifier/strokeNetwork``, in addition to those that the
  /// trainer creates. Default: none.
  package var otherStrokes: [LabeledRecording<Sample2D>] = []

  /// Creates a trainer with the default settings.
  public init() {}

  /// The classifier for a data set: the chosen one, or a pipeline for series, nearest templates for
  /// motions, shapes for strokes, and a zone perceptron for anything else, such as feature vectors.
  ///
  /// Of pipelines, random kernels for series, naive Bayes for single samples, and logistic
  /// regression of chosen features. Kernels read 100 and 93 % of `BasicMotions` and `RacketSports`,
  /// logistic regression of resampled points 65 and 80 %.
  package func classifier(for content: DataSetContent) -> Classifier {
    if let classifier { return classifier }
    if case .series(let set) = content {
      if set.series.allSatisfy({ $0.representation.count == 1 }) { return .gaussianNaiveBayes }
      let hasKernels = pipeline.features == nil && pipeline.segmentation != .everySample
      return hasKernels ? .convolutionKernels : .logisticRegression
    }
    if !pipeline.isDefault { return .logisticRegression }
    guard stabilizer == nil, alignment == nil else { return .zonePerceptron }
    if content.isMotionOnly { return .nearestTemplates }
    return content.isStrokeOnly ? .strokeNetwork : .zonePerceptron
  }

  /// The trainer with the classifier for a data set.
  func choosing(for content: DataSetContent) -> ModelTrainer {
    var trainer = self
    trainer.classifier = classifier(for: content)
    return trainer
  }

  // MARK: - Trainers

  /// The least similarity of a gesture to synthetic examples (`MovementRejection`).
  ///
  /// People differ more from synthetic writers than those differ from each other, so that the
  /// examples cannot choose it. Measured on development data: 98.8 % of 499 letters in the air by
  /// five people (`air-letters`) are above it, and 2.8 % of 707 windows of other movements
  /// (`gait`, `broad`, `sensor-logger-iphone`). No `AcceptanceSession` corrects similarities to
  /// synthetic examples.
  static let syntheticSimilarity = -2.19

  /// The probability of a class from which a stroke is accepted by a network of synthetic writers.
  ///
  /// Chosen on two of five groups of writers of UNIPEN's 6,500 capitals: 92.9 % of theirs are
  /// accepted and right, and 92.8 % of the others'.
  static let syntheticProbability = 0.3

  /// The limit of `StrokeOutline.sequenceScore(of:)` of a network of synthetic writers.
  ///
  /// An m has five reversals: it may be twice as wide as high. Chosen on development data: 99.7 %
  /// of UNIPEN's 6,500 capitals, 96 % of 3,099 lower-case letters and 8 % of 756 words are below
  /// it.
  static let syntheticSequenceScore = 2.6

  /// The penalty of ``Classifier/zoneSoftmax``, chosen as 1e-5 from 1e-4, 3e-5 and 1e-5 for each of
  /// 5,200 capitals of left-out people (UNIPEN).
  static let zonePenalty = 0.05
  /// The penalty for each example of synthetic writers: more of them do not reduce the difference
  /// from people.
  static let syntheticPenalty = 1e-4

  /// The random starts of the lab's perceptron.
  static let labStarts = 1000
  /// The smallest size of a stroke in the lab, in points of a screen.
  static let labMinSize = 100.0

  /// The most movements between gestures that a model keeps.
  static let mostMovements = 400

  var nearestTemplates: NearestTemplates {
    var classifier = NearestTemplates()
    classifier.examplesPerClass = templatesPerClass
    classifier.acceptance = acceptance
    // Some examples represent many. Chosen on synthetic writers 5000 to 5059 and 6000 to 6039.
    if isSynthetic { classifier.matching.neighbors = 2 }
    classifier.choosesFrame = !isSynthetic
    return classifier
  }

  var strokeNetwork: StrokeNetwork {
    var network = StrokeNetwork(seed: seed)
    network.acceptance = acceptance
    network.temperature = temperature
    if isSynthetic {
      network.minimumSimilarity = Self.syntheticProbability
      network.largestSequenceScore = Self.syntheticSequenceScore
      network.isRounded = true
    }
    return network
  }

  /// The number of random starts.
  package var startCount: Int { starts ?? (classifier == .lab ? Self.labStarts : 100) }

  /// The smallest size of a stroke that is magnified.
  var strokeMinSize: Double { minSize ?? (classifier == .lab ? Self.labMinSize : 0) }

  /// The trainer of zones, with the alignment of `pathSettings(for:)`.
  func zoneTrainer(
    _ alignment: StrokeAlignment, penalty: Double = Self.zonePenalty
  ) -> ZoneTrainer {
    let method: ZoneTrainer.Method =
      classifier == .zoneSoftmax
      ? .softmax(SoftmaxRegression(penalty: penalty))
      : .perceptron(
        MulticlassPerceptron(starts: startCount, maximumEpochs: maximumEpochs, seed: seed))
    var trainer = ZoneTrainer(features: zones.aligned(alignment), method)
    trainer.isCalibrated = !isSynthetic
    return trainer
  }

  /// The way from a motion to a stroke, for training on a data set.
  ///
  /// A path whose end is corrected still drifts in between, which the centred alignment tolerates.
  /// A model has one alignment, for strokes and for letters in the air.
  func pathSettings(for content: DataSetContent) -> PathSettings {
    let stabilizer =
      stabilizer ?? (classifier == .lab ? .exponentialDamping : .zeroEndVelocity)
    let isCentered = stabilizer == .zeroEndVelocity && content.isMotionOnly && !isSynthetic
    return PathSettings(
      stabilizer: stabilizer, dampingRate: dampingRate,
      alignment: alignment ?? (isCentered ? .center : .topLeft))
  }

  /// The settings of pipelines, with kernels where the classifier needs them.
  package var pipelineSettings: PipelineSettings {
    var settings = pipeline
    if classifier == .convolutionKernels, settings.features == nil {
      settings.features = .convolutions(count: Self.kernelCount)
    }
    return settings
  }

  /// The number of kernels of ``Classifier/convolutionKernels``, a half of ROCKET's 10,000.
  private static let kernelCount = 5000

  var pipelineTrainer: PipelineTrainer {
    switch classifier {
    case .convolutionKernels: .kernels
    case .gaussianNaiveBayes: .naiveBayes(nullRejectionCoefficient: pipeline.nullRejection)
    default: .logisticRegression
    }
  }
}

/// The way from a motion to a stroke for zone features.
struct PathSettings {
  var stabilizer: Stabilizer
  var dampingRate: Double
  var alignment: StrokeAlignment
}
