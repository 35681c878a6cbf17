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

  /// The input, and a short description for the help.
  private var entry: (input: Input, text: String) {
    switch self {
    case .nearestTemplates:
      (.motions, "dynamic time warping (default for motions)")
    case .strokeNetwork:
      (.strokes, "neural network (default for strokes)")
    case .zonePerceptron: (.zones, "perceptron on zone features")
    case .zoneSoftmax: (.zones, "logistic regression on zone features")
    case .lab:
      (.zones, "perceptron of MIT 6.1820, lab 3, on damped paths")
    case .gaussianNaiveBayes:
      (.series, "pipeline (default for single samples)")
    case .convolutionKernels:
      (.series, "pipeline with random kernels (ROCKET)")
    case .logisticRegression: (.series, "pipeline (default for longer series)")
    }
  }

  /// What it takes.
  package var input: Input { entry.input }
  /// A short description, for the help.
  public var explanation: String { entry.text }
}
