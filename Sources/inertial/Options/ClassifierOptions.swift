internal import ArgumentParser
public import GestureRecognition
public import GestureTraining

/// The classifier of a subcommand, and its training.
struct ClassifierOptions: ParsableArguments {
  @Option(help: "The classifier (default: depends on the data set).")
  var classifier: ModelTrainer.Classifier?

  @Option(
    help: ArgumentHelp(
      "The seed: a whole number of at least 0.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup(title: "Templates and perceptrons") private var training: TrainingOptions
  @OptionGroup(title: "Zone classifiers") var zones: ZoneOptions
  @OptionGroup(title: "Pipelines") var pipeline: PipelineOptions

  func validate() throws {
    guard classifier?.input ?? .series == .series || !pipeline.isChosen else {
      throw ValidationError(
        "Options of pipelines, such as --preprocess, require a classifier of pipelines.")
    }
  }

  /// The trainer with these options.
  var trainer: ModelTrainer {
    var trainer = ModelTrainer()
    trainer.classifier = classifier
    trainer.seed = seed
    trainer.templatesPerClass = training.templates
    trainer.acceptance = training.acceptance
    zones.apply(to: &trainer)
    trainer.starts = training.starts
    trainer.maximumEpochs = training.epochs
    trainer.pipeline = pipeline.settings
    return trainer
  }

  /// The trainer for a data set that messages call `name`.
  ///
  /// - Throws: `ValidationError` for options that do not fit the data set.
  func trainer(for content: DataSetContent, name: String) throws -> ModelTrainer {
    if case .series = content {
      guard classifier?.input ?? .series == .series else {
        throw ValidationError("A data set of series requires a classifier of pipelines.")
      }
    }
    let trainer = trainer
    let chosen = trainer.classifier(for: content)
    try requireUse(by: chosen)
    if chosen.input == .series {
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

extension ModelTrainer.Classifier: ExplainedArgument {}

extension ClassifierOptions {
  /// Rejects options that the classifier does not use.
  ///
  /// - Parameter isSynthetic: Whether the examples are of synthetic writers, who choose no share of
  ///   gestures to accept.
  func requireUse(by chosen: ModelTrainer.Classifier, isSynthetic: Bool = false) throws {
    var used = chosen.settings
    if isSynthetic { used.remove(.acceptance) }
    let unused = given.filter { !used.contains($0.setting) }.map(\.option)
    guard unused.isEmpty else {
      let source =
        (classifier == nil ? ", the default here" : "") + (isSynthetic ? ", with --synthetic" : "")
      throw ValidationError(
        "\(unused.joined(separator: ", ")): expected a --classifier that uses it, got "
          + "\(chosen.rawValue)\(source).")
    }
  }

  /// Rejects options of training, with an option that trains nothing.
  func requireNoTraining(by option: String) throws {
    guard given.isEmpty else {
      throw ValidationError(
        "\(option) trains nothing: expected no \(given.map(\.option).joined(separator: ", ")).")
    }
  }

  /// The options that differ from their defaults, and the settings that they are part of.
  private var given: [(setting: ModelTrainer.Classifier.Setting, option: String)] {
    var given = zones.given.map { (ModelTrainer.Classifier.Setting.zones, $0) }
    if training.templates != nil { given.append((.templates, "--templates")) }
    if training.acceptance != 0.97 { given.append((.acceptance, "--acceptance")) }
    if training.starts != nil { given.append((.starts, "--starts")) }
    if training.epochs != 200 { given.append((.starts, "--epochs")) }
    if pipeline.isChosen { given.append((.pipeline, "options of pipelines")) }
    return given.map { (setting: $0.0, option: $0.1) }
  }
}

/// The training of templates and perceptrons.
private struct TrainingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "nearest-templates: the maximum number of examples of each letter (default: all).",
      valueName: "count"))
  var templates: Int?

  @Option(
    help: ArgumentHelp(
      "With a data set, nearest-templates and stroke-network: accept this share of known gestures.",
      valueName: "share"))
  var acceptance = 0.97

  @Option(
    help: ArgumentHelp(
      "Perceptrons: random starts (default: 100; lab: 1000).",
      valueName: "count"))
  var starts: Int?

  @Option(
    help: ArgumentHelp("Perceptrons: the maximum epochs per start.", valueName: "count"))
  var epochs = 200

  func validate() throws {
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
}

/// The zones of features, and the scaling of strokes to them.
struct ZoneOptions: ParsableArguments {
  /// A number of columns and rows, written as `3x3`.
  struct Grid: ExpressibleByArgument {
    var columns: Int
    var rows: Int

    init?(argument: String) {
      let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1],
        ZoneFeatures.gridSizes.contains(columns), ZoneFeatures.gridSizes.contains(rows)
      else { return nil }
      self.columns = columns
      self.rows = rows
    }
  }

  @Option(
    help: ArgumentHelp(
      "Columns and rows, 1x1 to 16x16 (default: 3x3).",
      valueName: "columns>x<rows"))
  var zones: Grid?

  @Option(help: "The scaling of a stroke.")
  var scaling = StrokeScaling.uniform

  @Option(help: "The smoothing of a stroke before it is scaled.")
  var smoothing = StrokeSmoothing.none

  @Option(
    help: ArgumentHelp(
      "The size below which a stroke is not magnified (default: 100 with lab, otherwise 0).",
      valueName: "size"))
  var minSize: Double?

  @Option(help: "The drift correction of paths in the air.")
  var stabilizer: Stabilizer?

  @Option(
    help: ArgumentHelp(
      "The rate of exponential damping, in 1/s.", valueName: "rate"))
  var damping = 2.0

  @Option(
    help:
      "The alignment of a stroke (default: center for letters in the air with zero-end-velocity, otherwise top-left)."
  )
  var alignment: StrokeAlignment?

  func validate() throws {
    guard damping >= 0, damping.isFinite else {
      throw ValidationError("--damping: expected a rate of 0 or more in 1/s, got \(damping).")
    }
    guard minSize ?? 0 >= 0, minSize?.isFinite ?? true else {
      throw ValidationError("--min-size: expected 0 or more, got \(minSize ?? 0).")
    }
  }

  /// The names of the options that differ from their defaults.
  var given: [String] {
    [
      ("--zones", zones != nil), ("--scaling", scaling != .uniform),
      ("--smoothing", smoothing != .none), ("--min-size", minSize != nil),
      ("--stabilizer", stabilizer != nil),
      ("--damping", damping != 2), ("--alignment", alignment != nil),
    ].filter(\.1).map(\.0)
  }

  private var features: ZoneFeatures {
    ZoneFeatures(
      columns: zones?.columns ?? 3, rows: zones?.rows ?? 3, alignment: alignment ?? .topLeft,
      scaling: scaling, smoothing: smoothing)
  }

  /// Applies the options to a trainer.
  func apply(to trainer: inout ModelTrainer) {
    trainer.zones = features
    trainer.minSize = minSize
    trainer.stabilizer = stabilizer
    trainer.dampingRate = damping
    trainer.alignment = alignment
  }

  /// The extraction of features with these options, otherwise as in the lab.
  var extraction: FeatureExtraction {
    var extraction = FeatureExtraction()
    extraction.features = features
    if let minSize { extraction.strokeMinSize = minSize }
    if let stabilizer { extraction.stabilizer = stabilizer }
    extraction.dampingRate = damping
    return extraction
  }
}

extension Stabilizer: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .exponentialDamping: "velocity and position decay"
    case .zeroEndVelocity: "the velocity is zero at the end"
    case .unstabilized: "no correction"
    }
  }
}

extension StrokeAlignment: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .topLeft: "at the left and top edges"
    case .center: "centred, which tolerates drift"
    }
  }
}

extension StrokeScaling: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .uniform: "both sides by the longer one"
    case .separate: "each by its length or a quarter of the other"
    }
  }
}

extension StrokeSmoothing: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .none: "no smoothing"
    case .bezier: "quadratic curves from midpoint to midpoint"
    }
  }
}
