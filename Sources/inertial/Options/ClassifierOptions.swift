internal import ArgumentParser
public import GestureRecognition

/// The classifier of a subcommand, and its training.
struct ClassifierOptions: ParsableArguments {
  @Option(help: "The classifier (default: by the data set).")
  var classifier: ModelTrainer.Classifier?

  @Option(
    help: ArgumentHelp(
      "nearest-templates: keep at most this many examples of each letter (default: all).",
      valueName: "count"))
  var templates: Int?

  @Option(
    help: ArgumentHelp(
      "nearest-templates: the share of correctly recognised gestures of other writers to accept.",
      valueName: "share"))
  var acceptance = 0.97

  @OptionGroup var zones: ZoneOptions

  @Option(
    help: ArgumentHelp(
      "Perceptrons: the number of random starts (default: 100; 1000 with lab).",
      valueName: "count"))
  var starts: Int?

  @Option(
    help: ArgumentHelp("Perceptrons: the maximum number of epochs of a start.", valueName: "count"))
  var epochs = 200

  @Option(help: ArgumentHelp("The seed of all random numbers.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var pipeline: PipelineOptions

  func validate() throws {
    guard classifier?.isPipeline ?? true || !pipeline.isChosen else {
      throw ValidationError(
        "Options of pipelines, such as --preprocess, require a classifier of pipelines.")
    }
    guard (1...1_000_000).contains(starts ?? 1), (1...1_000_000).contains(epochs) else {
      throw ValidationError("--starts and --epochs must be 1 to 1000000.")
    }
    guard templates ?? 1 > 0 else {
      throw ValidationError("--templates: expected 1 or more, got \(templates ?? 0).")
    }
    guard (0...1).contains(acceptance) else {
      throw ValidationError("--acceptance: expected 0 through 1, got \(acceptance).")
    }
  }

  /// The trainer with these options.
  var trainer: ModelTrainer {
    var trainer = ModelTrainer()
    trainer.classifier = classifier
    trainer.seed = seed
    trainer.templatesPerClass = templates
    trainer.acceptance = acceptance
    zones.apply(to: &trainer)
    trainer.starts = starts
    trainer.maximumEpochs = epochs
    trainer.pipeline = pipeline.settings
    return trainer
  }

  /// The trainer for a data set that messages call `name`.
  ///
  /// - Throws: `ValidationError` for options that do not fit the data set.
  func trainer(for content: DataSetContent, name: String) throws -> ModelTrainer {
    if case .series = content {
      guard classifier?.isPipeline ?? true else {
        throw ValidationError("A data set of series requires a classifier of pipelines.")
      }
    }
    let trainer = trainer
    if trainer.classifier(for: content).isPipeline {
      let channels = trainer.pipeline.channels ?? PipelineSettings.defaultChannels
      let set = try content.series(channels: channels, name: name)
      do {
        _ = try trainer.pipelineSettings.configuration(for: set)
      } catch {
        throw ValidationError("\(error)")
      }
    }
    return trainer
  }
}

extension ModelTrainer.Classifier: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .nearestTemplates:
      "nearest neighbours under dynamic time warping: default for letters in the air"
    case .strokeNetwork:
      "a neural network of shape features, several strokes included: default for strokes"
    case .zonePerceptron: "a perceptron on zone features, as in the lab"
    case .zoneSoftmax: "logistic regression on zone features"
    case .motionZoneSoftmax:
      "logistic regression on zones of position, velocity and acceleration in the air"
    case .lab:
      "the lab's method: zones of strokes and of exponentially damped paths, and a perceptron of "
        + "1000 starts"
    case .gaussianNaiveBayes:
      "in a pipeline, with a null class: default for examples of one sample"
    case .convolutionKernels:
      "in a pipeline: ridge regression of random convolution kernels (ROCKET)"
    case .logisticRegression: "in a pipeline: default for longer examples"
    case .averagedPerceptron: "in a pipeline"
    }
  }
}
