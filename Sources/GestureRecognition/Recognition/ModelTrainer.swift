public import DeadReckoning
internal import MotionRecordings

/// Trains and evaluates models on data sets, by the name of a classifier: one front to all
/// trainers.
///
/// The same examples, settings and seed give the same model on any machine.
public struct ModelTrainer: Sendable {
  /// The classifiers by name.
  public enum Classifier: String, CaseIterable, Sendable {
    /// Nearest neighbours under dynamic time warping, for letters in the air
    /// (`NearestTemplates`).
    case nearestTemplates = "nearest-templates"
    /// An averaged perceptron on zone features, for strokes (`ZonePerceptron`).
    case zonePerceptron = "zone-perceptron"
    /// Logistic regression on zone features (`ZoneSoftmax`).
    case zoneSoftmax = "zone-softmax"
    /// Logistic regression on zone features of position, velocity and acceleration.
    case motionZoneSoftmax = "motion-zone-softmax"
    /// The lab's method: zone features of an exponentially damped path, and a perceptron.
    case lab
    /// Gaussian naive Bayes with a null class, in a pipeline.
    case gaussianNaiveBayes = "gaussian-naive-bayes"
    /// Logistic regression in a pipeline.
    case logisticRegression = "logistic-regression"
    /// An averaged perceptron in a pipeline.
    case averagedPerceptron = "averaged-perceptron"

    /// Whether it is the classifier of a ``GesturePipeline``.
    package var isPipeline: Bool {
      switch self {
      case .gaussianNaiveBayes, .logisticRegression, .averagedPerceptron: true
      default: false
      }
    }
  }

  /// The classifier; `nil` chooses by the data set (``classifier(for:)``).
  public var classifier: Classifier?
  /// The seed of random starts and of folds. Default: 1.
  public var seed: UInt64 = 1
  /// The most examples of a class that ``Classifier/nearestTemplates`` keeps; `nil` keeps all.
  public var templatesPerClass: Int?
  /// The share of gestures in the training set to accept, and of out-of-vocabulary gestures to
  /// reject; the threshold lies between the two where both are impossible. Default: 0.95.
  public var acceptance = 0.95
  /// The drift correction of paths in the air; `nil` for the classifier's own.
  public var stabilizer: Stabilizer?
  /// The rate of exponential damping, in 1/s. Default: 2.
  public var dampingRate = 2.0
  /// The alignment of a stroke in the unit square; `nil` for top left, and for centred where
  /// letters in the air are evaluated with `zeroEndVelocity`.
  public var alignment: StrokeAlignment?
  /// The number of random starts of a perceptron. Default: 100.
  public var starts = 100
  /// The most epochs from one start. Default: 200.
  public var maximumEpochs = 200
  /// The settings of pipelines.
  public var pipeline = PipelineSettings()
  /// Whether all examples are of synthetic writers, who vary less than people do. Default: `false`.
  ///
  /// It relaxes the threshold of ``Classifier/nearestTemplates`` and fixes the penalty of
  /// ``Classifier/zoneSoftmax``, which would otherwise fit synthetic writers too closely.
  public var isSynthetic = false

  /// Creates a trainer with the default settings.
  public init() {}

  /// The classifier for a data set: the chosen one, or a pipeline for series, nearest templates for
  /// motions, and a zone perceptron for strokes.
  public func classifier(for content: DataSetContent) -> Classifier {
    if let classifier { return classifier }
    if case .series = content { return .logisticRegression }
    if !pipeline.isDefault { return .logisticRegression }
    return content.isMotionOnly && stabilizer == nil && alignment == nil
      ? .nearestTemplates : .zonePerceptron
  }

  // MARK: - Trainers

  /// The least similarity of a gesture to synthetic examples.
  ///
  /// People differ more from synthetic writers than those differ from each other, so that the
  /// examples cannot choose it. Measured on the development set of five people in the air: 8 of 499
  /// letters are below, and 61 of 65 other movements.
  static let syntheticSimilarity = -1.78

  /// The most movements between gestures that a model keeps.
  static let mostMovements = 400

  var nearestTemplates: NearestTemplates {
    var classifier = NearestTemplates()
    classifier.examplesPerClass = templatesPerClass
    classifier.acceptance = acceptance
    // A few examples stand for many: only the nearest counts.
    if isSynthetic { classifier.matching.neighbors = 1 }
    return classifier
  }

  func zonePerceptron(_ alignment: StrokeAlignment? = nil) -> ZonePerceptron {
    ZonePerceptron(
      features: ZoneFeatures(alignment: alignment ?? self.alignment ?? .topLeft),
      perceptron: MulticlassPerceptron(starts: starts, maximumEpochs: maximumEpochs, seed: seed))
  }

  func zoneSoftmax(_ alignment: StrokeAlignment? = nil) -> ZoneSoftmax {
    var classifier = ZoneSoftmax(
      features: ZoneFeatures(alignment: alignment ?? self.alignment ?? .topLeft))
    if isSynthetic { classifier.selection = nil }
    return classifier
  }

  var motionZoneSoftmax: MotionZoneSoftmax {
    MotionZoneSoftmax(
      features: MotionZoneFeatures(
        zones: ZoneFeatures(alignment: alignment ?? .center),
        stabilizer: stabilizer ?? .zeroEndVelocity, dampingRate: dampingRate))
  }

  /// The way from a motion to a stroke. A path whose end is corrected still drifts in between,
  /// which the centred alignment tolerates.
  var pathSettings: PathSettings {
    let stabilizer =
      stabilizer ?? (classifier == .lab ? .exponentialDamping : .zeroEndVelocity)
    return PathSettings(
      stabilizer: stabilizer, dampingRate: dampingRate,
      alignment: alignment ?? (stabilizer == .zeroEndVelocity ? .center : .topLeft))
  }

  func pipelineTrainer(for set: SeriesSet) -> PipelineTrainer {
    switch classifier {
    case .averagedPerceptron: .averagedPerceptron(maximumEpochs: maximumEpochs, seed: seed)
    case .logisticRegression: .logisticRegression()
    case .gaussianNaiveBayes: .naiveBayes(nullRejectionCoefficient: pipeline.nullRejection)
    default:
      set.series.series.allSatisfy { $0.count == 1 }
        ? .naiveBayes(nullRejectionCoefficient: pipeline.nullRejection) : .logisticRegression()
    }
  }
}

/// The way from a motion to a stroke for zone features.
struct PathSettings {
  var stabilizer: Stabilizer
  var dampingRate: Double
  var alignment: StrokeAlignment
}
