internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial train`: a labelled data set to a model file.
struct Train: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learns to read letters from labelled recordings, and writes a model file.",
    discussion: """
      Learns from a data set, or from strokes that made-up writers write (--synthetic). The same \
      examples, options and seed give the same model on any machine.

      A pipeline for the samples of any sensor is learned from a table of series (columns series, \
      label, time, and one for each component), a data set file, a text file of the Gesture \
      Recognition Toolkit, or from recordings of motion:

        inertial train --dataset poses.grt --classifier gaussian-naive-bayes \\
          --preprocess moving-average=5 --postprocess label-filter=5/10 \\
          --output poses.model
        inertial recognize --model poses.model more.csv
        some-sensor | inertial live --model poses.model
      """,
    examples: "inertial train --dataset letters.csv --output letters.model")

  @OptionGroup var data: DataSetOptions

  @Flag(help: "Learn from made-up writers instead of a data set.")
  var synthetic = false

  @Option(help: ArgumentHelp("How many made-up writers.", valueName: "count"))
  var writers = 100

  @Option(
    help: ArgumentHelp(
      "How often each of them writes each letter on a screen.", valueName: "count"))
  var takes = 1

  @Option(
    help: ArgumentHelp(
      "How often each of them writes each letter in the air.", valueName: "count"))
  var airTakes = 0

  @OptionGroup var classifier: ClassifierOptions

  @Option(
    help: ArgumentHelp(
      "Add the examples to this model, made with nearest-templates, instead of starting anew.",
      valueName: "file"))
  var update: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Write Swift source that declares the model as a string of this name, not a model file.",
      valueName: "name"))
  var embedAs: String?

  @OptionGroup var answer: OutputOptions

  /// What learns from made-up writers.
  private static let synthetic: [ClassifierOptions.Classifier] = [
    .nearestTemplates, .zonePerceptron, .zoneSoftmax, .lab,
  ]

  /// The least familiarity of a gesture where all examples are made up.
  ///
  /// Real gestures are farther from these than they are from each other, so that they cannot tell.
  /// Measured: of 499 letters of five people eight are less familiar than this, of 65 other movements
  /// 61.
  private static let syntheticFamiliarity = -1.78

  func validate() throws {
    guard synthetic != (data.dataset != nil) else {
      throw ValidationError("Name either a data set with --dataset or --synthetic.")
    }
    guard writers > 0, takes >= 0, airTakes >= 0, takes > 0 || airTakes > 0 else {
      throw ValidationError("Somebody has to write something: raise --writers or --takes.")
    }
    // All that is written is in memory.
    let most = 100_000
    guard takes <= most, airTakes <= most, writers <= most / (takes + airTakes) else {
      throw ValidationError(
        "--writers \(writers) times --takes and --air-takes: \(most) alphabets are possible.")
    }
    guard !(answer.json && output == "-") else {
      throw ValidationError("With --json name a file for the model: --output FILE.")
    }
    try EmbeddedSource.check(embedAs)
    guard update == nil || !synthetic && embedAs == nil else {
      throw ValidationError("--update goes with --dataset, and not with --embed-as.")
    }
    guard update == nil || classifier.classifier ?? .nearestTemplates == .nearestTemplates else {
      throw ValidationError("--update goes with --classifier nearest-templates.")
    }
    guard !synthetic || Self.synthetic.contains(classifier.classifier ?? .zonePerceptron) else {
      throw ValidationError("That --classifier takes a data set: --dataset PATH.")
    }
    guard !(synthetic && classifier.classifier == .nearestTemplates && airTakes == 0) else {
      throw ValidationError("--classifier nearest-templates learns in the air: --air-takes 1.")
    }
  }

  func run() async throws {
    if synthetic {
      let examples = SyntheticExamples(
        writers: writers, takes: takes, airTakes: airTakes, seed: classifier.seed)
      guard classifier.classifier == .nearestTemplates else {
        return try await trainZones(
          on: examples.examples(for: classifier.zonePerceptron.features, air: air), air: air)
      }
      var templates = classifier.nearestTemplates
      // Of few examples that stand for many, the nearest alone counts.
      templates.matching.neighbors = 1
      let set = try examples.motionExamples(for: templates.normalizer)
      var model = try await templates.train(set.examples)
      model.calibration.minimumFamiliarity = Self.syntheticFamiliarity
      return try write(model, set: set)
    }
    let path = try data.path
    let content = try data.content(at: path, sampleRate: classifier.pipeline.sampleRate)
    switch update == nil ? try classifier.choice(for: content) : .nearestTemplates {
    case .nearestTemplates: try await trainTemplates(on: content, at: path)
    case .motionZoneSoftmax: try await trainMotionZones(on: content, at: path)
    case .zonePerceptron, .zoneSoftmax, .lab:
      var air = air
      if content.isMotionOnly { air.alignment = classifier.air.alignment }
      try await trainZones(
        on: GestureRepresentation.zones(classifier.zonePerceptron.features, air: air)
          .examples(content, path),
        air: air)
    case .gaussianNaiveBayes, .logisticRegression, .averagedPerceptron:
      try await trainPipeline(on: content, at: path)
    }
  }

  /// How paths are made: a model has one alignment, for strokes and for letters in the air.
  private var air: AirOptions {
    var air = classifier.air
    air.alignment = classifier.zonePerceptron.features.alignment
    return air
  }

  private func trainMotionZones(on content: DataSetContent, at path: String) async throws {
    let zones = classifier.motionZoneSoftmax
    let set = try GestureRepresentation.motionZones(zones.features).examples(content, path)
    let (model, report) = try await zones.trainWithReport(set.examples)
    try writeFile(of: model.file())
    try show(
      TrainAnswer(
        output: output, labels: model.labels, examples: set.examples.count,
        refused: set.refused.count, classifier: MotionZoneSoftmax.name, seed: classifier.seed,
        training: report, trainingAccuracy: share(of: set.examples.count, without: report.mistakes)
      ))
  }

  private func trainPipeline(on content: DataSetContent, at path: String) async throws {
    let options = classifier.pipeline
    let set = try content.series(at: path, channels: options.motionChannels)
    let trainer = classifier.pipelineTrainer(for: set)
    var (pipeline, report) = try await GesturePipeline.train(
      options.configuration(for: set), on: set.series, trainer: trainer)
    pipeline.metadata["trainer"] = trainer.name
    try writeFile(of: pipeline.file())
    let examples = set.examples
    let right = examples.examples.count {
      (try? pipeline.recognizeWhole($0.representation))?.label == $0.label
    }
    try show(
      TrainAnswer(
        output: output, labels: pipeline.classifier.labels, examples: examples.examples.count,
        refused: 0, classifier: trainer.name, seed: classifier.seed, training: report,
        trainingAccuracy: Double(right) / Double(examples.examples.count)))
  }

  private func share(of count: Int, without mistakes: Int) -> Double {
    Double(count - mistakes) / Double(count)
  }

  private func trainTemplates(on content: DataSetContent, at path: String) async throws {
    var templates = classifier.nearestTemplates
    var known: TemplateModel?
    if let update {
      guard case .templates(let model) = try ModelOptions.load(update) else {
        throw ToolError(
          .badData, "\(InputFile.displayName(update)): the model keeps no examples to add to")
      }
      templates.normalizer = model.normalizer
      known = model
    }
    let set = try GestureRepresentation.motionSeries(templates.normalizer).examples(content, path)
    let model: TemplateModel
    if var known {
      for example in set.examples {
        try known.add(example.representation, label: example.label, name: example.name)
      }
      known.metadata["examples"] = "\(known.exampleCount)"
      model = known
    } else {
      model = try await templates.train(set.examples)
    }
    try write(model, set: set, isUpdate: known != nil)
  }

  /// Writes a model that keeps examples, and shows the answer.
  private func write(
    _ model: TemplateModel, set: ExampleSet<MotionSeries>, isUpdate: Bool = false
  ) throws {
    try writeFile(of: model.file())
    let calibration = model.calibration
    try show(
      TrainAnswer(
        output: output, labels: model.labels, examples: set.examples.count,
        refused: set.refused.count, classifier: NearestTemplates.name, seed: classifier.seed,
        crossValidatedAccuracy: !isUpdate && calibration.gestures > 0
          ? Double(calibration.correct) / Double(calibration.gestures) : nil,
        keptExamples: model.exampleCount))
  }

  /// Writes a model file, or the Swift source that carries it.
  private func writeFile(of file: [UInt8]) throws {
    let contents =
      embedAs.map {
        Array(EmbeddedSource.model(file, name: $0, command: command($0)).utf8)
      } ?? file
    try OutputFile.write(contents, to: output)
  }

  private func trainZones(on set: ExampleSet<[Double]>, air: AirOptions) async throws {
    var model: LinearModel
    var starts: MulticlassPerceptron.Report?
    var report: TrainingReport?
    if classifier.classifier == .zoneSoftmax {
      var softmax = classifier.zoneSoftmax
      softmax.features = ZoneFeatures(alignment: air.alignment)
      // Made-up writers are alike: what suits the unseen ones fits real ones too closely.
      if synthetic { softmax.selection = nil }
      (model, report) = try await softmax.trainWithReport(set.examples)
    } else {
      var perceptron = classifier.zonePerceptron
      perceptron.features = ZoneFeatures(alignment: air.alignment)
      perceptron.reportProgress("starts", total: classifier.starts)
      (model, starts) = try await perceptron.trainWithReport(set.examples)
    }
    model.stabilizer = air.stabilizer
    model.dampingRate = air.dampingRate
    try writeFile(of: model.file())
    let right = set.examples.count {
      (try? model.recognize($0.representation))?.label == $0.label
    }
    try show(
      TrainAnswer(
        output: output, labels: model.labels, examples: set.examples.count,
        refused: set.refused.count,
        classifier: (classifier.classifier ?? .zonePerceptron).rawValue, seed: classifier.seed,
        perceptron: starts, training: report,
        trainingAccuracy: Double(right) / Double(set.examples.count)))
  }

  /// Shows the answer, unless the model itself went to standard output.
  private func show(_ summary: TrainAnswer) throws {
    guard output != "-" else { return }
    try answer.show(summary) { summary.text }
  }

  private func command(_ name: String) -> String {
    let source =
      data.dataset.map { "--dataset \($0)" }
      ?? "--synthetic --writers \(writers) --takes \(takes) --air-takes \(airTakes)"
    let learner =
      switch classifier.classifier ?? .zonePerceptron {
      case .nearestTemplates:
        "--classifier nearest-templates" + (classifier.templates.map { " --templates \($0)" } ?? "")
      case .zonePerceptron: "--starts \(classifier.starts)"
      case .lab: "--classifier lab --starts \(classifier.starts)"
      case let other: "--classifier \(other.rawValue)"
      }
    return "inertial train \(source) \(learner) --seed \(classifier.seed) --embed-as \(name)"
  }
}
