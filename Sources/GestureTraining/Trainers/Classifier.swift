/// The classifiers by their name on the command line and in answers.
public enum Classifier: String, CaseIterable, Sendable {
  /// Nearest neighbours under dynamic time warping, for letters in the air
  /// (`NearestTemplates`).
  case nearestTemplates = "nearest-templates"
  /// A neural network of shape features, for gestures of one or several strokes
  /// (`StrokeNetwork`).
  case strokeNetwork = "stroke-network"
  /// A perceptron on zone features, for strokes, as in the lab (`ZoneTrainer`).
  case zonePerceptron = "zone-perceptron"
  /// Logistic regression on zone features (`ZoneTrainer`).
  case zoneSoftmax = "zone-softmax"
  /// The lab's method: zone features of an exponentially damped path, and a perceptron.
  case lab
  /// Gaussian naive Bayes with a null class, in a pipeline.
  case gaussianNaiveBayes = "gaussian-naive-bayes"
  /// Logistic regression of random convolution kernels, in a pipeline (ROCKET).
  case convolutionKernels = "convolution-kernels"
  /// Logistic regression in a pipeline.
  case logisticRegression = "logistic-regression"

  /// The input of a classifier, which determines the options that apply.
  package enum Input: Sendable {
    /// Motions of a device.
    case motions
    /// Strokes, or the paths of motions.
    case strokes
    /// Zones of strokes and of paths.
    case zones
    /// Series of any sensor, in a pipeline.
    case series
  }

  /// A group of settings, each of which some classifiers use.
  package enum Setting: Sendable {
    /// The number of templates of a class.
    case templates
    /// The share of known gestures to accept, with a data set.
    case acceptance
    /// The random starts and epochs of a perceptron.
    case starts
    /// Zones, and the way from a motion to a stroke.
    case zones
    /// The stages of a pipeline.
    case pipeline
  }

  /// The catalogue: what each takes, the settings that it uses, and a short description.
  private var entry: (input: Input, settings: Set<Setting>, text: String) {
    switch self {
    case .nearestTemplates:
      (.motions, [.templates, .acceptance], "dynamic time warping (default for motions)")
    case .strokeNetwork:
      (
        .strokes, [.acceptance],
        "nearest example, or a neural network for many writers (default for strokes)"
      )
    case .zonePerceptron: (.zones, [.zones, .starts], "perceptron on zone features")
    case .zoneSoftmax:
      (.zones, [.zones], "logistic regression on zone features")
    case .lab:
      (.zones, [.zones, .starts], "perceptron of MIT 6.1820, lab 3, on damped paths")
    case .gaussianNaiveBayes:
      (.series, [.pipeline], "pipeline (default for single samples)")
    case .convolutionKernels:
      (.series, [.pipeline], "pipeline with random kernels (ROCKET; default for longer series)")
    case .logisticRegression:
      (.series, [.pipeline], "pipeline (default for chosen features)")
    }
  }

  /// What it takes.
  package var input: Input { entry.input }
  /// The settings that it uses.
  package var settings: Set<Setting> { entry.settings }
  /// A short description, for the help.
  public var explanation: String { entry.text }
}
