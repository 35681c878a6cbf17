/// The classifiers by their name on the command line and in answers.
public enum Classifier: String, CaseIterable, Sendable {
  /// Nearest neighbours under dynamic time warping, for letters in the air
  /// (`NearestTemplates`).
  case nearestTemplates = "nearest-templates"
  /// A neural network of shape features, for gestures of one or several strokes
  /// (`StrokeNetwork`).
  case strokeNetwork = "stroke-network"
  /// A perceptron on zone features, for strokes, as in the lab (`ZonePerceptron`).
  case zonePerceptron = "zone-perceptron"
  /// Logistic regression on zone features (`ZoneSoftmax`).
  case zoneSoftmax = "zone-softmax"
  /// The lab's method: zone features of an exponentially damped path, and a perceptron.
  case lab
  /// Gaussian naive Bayes with a null class, in a pipeline.
  case gaussianNaiveBayes = "gaussian-naive-bayes"
  /// Ridge regression of random convolution kernels, in a pipeline (ROCKET).
  case convolutionKernels = "convolution-kernels"
  /// Logistic regression in a pipeline.
  case logisticRegression = "logistic-regression"

  /// What a classifier takes, which decides on the options that apply to it.
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

  /// What it takes, and a short description for the help.
  private var entry: (input: Input, text: String) {
    switch self {
    case .nearestTemplates:
      (.motions, "nearest neighbours under dynamic time warping: default for letters in the air")
    case .strokeNetwork:
      (
        .strokes,
        "a neural network of shape features, several strokes included: default for strokes"
      )
    case .zonePerceptron: (.zones, "a perceptron on zone features, as in the lab")
    case .zoneSoftmax: (.zones, "logistic regression on zone features")
    case .lab:
      (
        .zones,
        "the lab's method: zones of strokes and of exponentially damped paths, and a perceptron of "
          + "1000 starts"
      )
    case .gaussianNaiveBayes:
      (.series, "in a pipeline, with a null class: default for examples of one sample")
    case .convolutionKernels:
      (.series, "in a pipeline: ridge regression of random convolution kernels (ROCKET)")
    case .logisticRegression: (.series, "in a pipeline: default for longer examples")
    }
  }

  /// What it takes.
  package var input: Input { entry.input }
  /// A short description, for the help.
  public var explanation: String { entry.text }
}
