internal import ArgumentParser
public import GestureRecognition
internal import MotionFusion

/// How examples become features, and how a classifier learns.
struct ClassifierOptions: ParsableArguments {
  /// The classifiers that are known.
  enum Classifier: String, ExplainedArgument {
    case nearestTemplates = "nearest-templates"
    case zonePerceptron = "zone-perceptron"
    case zoneSoftmax = "zone-softmax"
    case motionZoneSoftmax = "motion-zone-softmax"
    case lab
    case gaussianNaiveBayes = "gaussian-naive-bayes"
    case logisticRegression = "logistic-regression"
    case averagedPerceptron = "averaged-perceptron"

    var explanation: String {
      switch self {
      case .nearestTemplates:
        "nearest examples under dynamic time warping, for letters in the air: the default there"
      case .zonePerceptron: "a perceptron from random starts: the default for strokes"
      case .zoneSoftmax: "logistic regression of the same zones"
      case .motionZoneSoftmax: "the same of zones of position, velocity and acceleration in the air"
      case .lab: "the lab's own way: zones of paths that decay, and a perceptron"
      case .gaussianNaiveBayes:
        "for pipelines, with a null class: the default where each example is one sample"
      case .logisticRegression: "for pipelines: the default of longer examples"
      case .averagedPerceptron: "for pipelines"
      }
    }

    /// Whether it is part of a pipeline for the samples of any sensor.
    var isOfPipelines: Bool {
      switch self {
      case .gaussianNaiveBayes, .logisticRegression, .averagedPerceptron: true
      default: false
      }
    }
  }

  @Option(help: "What learns.")
  var classifier: Classifier?

  @Option(
    help: ArgumentHelp(
      "The most examples of each letter that nearest-templates keeps; all of them without this.",
      valueName: "count"))
  var templates: Int?

  @Option(
    help: ArgumentHelp(
      "The share of known letters that nearest-templates is to believe, and of unknown ones that "
        + "it is to refuse; where both can't be, it goes half way.", valueName: "share"))
  var acceptance = 0.95

  @Option(
    help: "What keeps the path of a phone in the air from running away. Zone classifiers only.")
  var stabilizer: Stabilizer?

  @Option(
    help: ArgumentHelp("The rate of exponential damping, in 1/s.", valueName: "rate"))
  var damping = 2.0

  @Option(
    help: """
      Where a stroke lies in the unit square; without this top-left, but center when a letter in \
      the air is evaluated with zero-end-velocity.
      """)
  var alignment: StrokeAlignment?

  @Option(
    help: ArgumentHelp(
      "How many random starts the perceptron averages.", valueName: "count"))
  var starts = 100

  @Option(
    help: ArgumentHelp(
      "The most passes through the examples from one start.", valueName: "count"))
  var epochs = 200

  @Option(help: ArgumentHelp("What the random numbers derive from.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var pipeline: PipelineOptions

  func validate() throws {
    guard classifier?.isOfPipelines ?? true || !pipeline.isAskedFor else {
      throw ValidationError("--preprocess and the like go with a classifier of pipelines.")
    }
    guard (1...1_000_000).contains(starts), (1...1_000_000).contains(epochs) else {
      throw ValidationError("--starts and --epochs must be 1 to 1000000.")
    }
    guard templates ?? 1 > 0 else { throw ValidationError("--templates must be 1 or more.") }
    guard (0...1).contains(acceptance) else {
      throw ValidationError("--acceptance \(acceptance): expected 0 through 1.")
    }
    guard damping >= 0, damping.isFinite else {
      throw ValidationError("--damping \(damping) is no rate; expected 0 or more, in 1/s.")
    }
  }

  /// The classifier of letters in the air with these options.
  var nearestTemplates: NearestTemplates {
    var classifier = NearestTemplates()
    classifier.examplesPerClass = templates
    classifier.acceptance = acceptance
    return classifier
  }

  /// The classifier with these options.
  var zonePerceptron: ZonePerceptron {
    ZonePerceptron(
      features: ZoneFeatures(alignment: alignment ?? .topLeft),
      perceptron: MulticlassPerceptron(starts: starts, maximumEpochs: epochs, seed: seed))
  }

  /// The other classifier of the same features with these options.
  var zoneSoftmax: ZoneSoftmax { ZoneSoftmax(features: zonePerceptron.features) }

  /// The classifier of zones of several quantities with these options.
  var motionZoneSoftmax: MotionZoneSoftmax {
    MotionZoneSoftmax(
      features: MotionZoneFeatures(
        zones: ZoneFeatures(alignment: alignment ?? .center),
        stabilizer: stabilizer ?? .zeroEndVelocity, dampingRate: damping))
  }

  /// How the classifier of a pipeline learns.
  func pipelineTrainer(for set: SeriesSet) -> PipelineTrainer {
    switch classifier {
    case .averagedPerceptron: .averagedPerceptron(maximumEpochs: epochs, seed: seed)
    case .logisticRegression: .logisticRegression()
    case .gaussianNaiveBayes: .naiveBayes(nullRejectionCoefficient: pipeline.nullRejection)
    default:
      set.series.series.allSatisfy { $0.count == 1 }
        ? .naiveBayes(nullRejectionCoefficient: pipeline.nullRejection) : .logisticRegression()
    }
  }

  /// How gestures in the air become strokes.
  ///
  /// A path whose end is corrected still drifts in between, which the centre forgives.
  var air: AirOptions {
    let stabilizer =
      stabilizer ?? (classifier == .lab ? .exponentialDamping : .zeroEndVelocity)
    return AirOptions(
      stabilizer: stabilizer, dampingRate: damping,
      alignment: alignment ?? (stabilizer == .zeroEndVelocity ? .center : .topLeft))
  }

  /// What learns when nothing is said: what reads these gestures best. How strokes are made is
  /// told to a classifier of strokes.
  func choice(for content: DataSetContent) throws -> Classifier {
    if case .series = content {
      guard classifier?.isOfPipelines ?? true else {
        throw ValidationError("A data set of series is read by the classifiers of pipelines.")
      }
      return classifier ?? .logisticRegression
    }
    if let classifier { return classifier }
    if pipeline.isAskedFor { return .logisticRegression }
    return content.isMotionOnly && stabilizer == nil && alignment == nil
      ? .nearestTemplates : .zonePerceptron
  }
}

/// How gestures in the air become strokes.
struct AirOptions {
  var stabilizer: Stabilizer
  var dampingRate: Double
  var alignment: StrokeAlignment
}

extension Stabilizer: ExplainedArgument {
  /// How it bounds a path, for the help.
  public var explanation: String {
    switch self {
    case .exponentialDamping: "velocity and position decay: the lab's"
    case .zeroEndVelocity: "the velocity must be zero at the end: the default of others"
    case .unstabilized: "nothing does"
    }
  }
}

extension StrokeAlignment: ExplainedArgument {
  /// Where the stroke lies, for the help.
  public var explanation: String {
    switch self {
    case .topLeft: "against the left and the top edge, as on the lab's screens"
    case .center: "in the middle, which forgives paths that drift"
    }
  }
}

extension ZonePerceptron {
  /// Shows on a terminal how many of `total` steps are done.
  mutating func reportProgress(_ label: String, total: Int) {
    let progress = Progress(label, total: total)
    self.progress = { done in progress.show(done: done) }
  }
}
