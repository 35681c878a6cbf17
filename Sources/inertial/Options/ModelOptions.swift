internal import ArgumentParser
public import GestureRecognition
internal import GestureTraining
internal import MotionRecordings
internal import MotionReports
internal import Platform

/// The finished model of a subcommand.
struct ModelOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A model trained by 'inertial train'.", valueName: "file"))
  var model: String?

  @Option(
    defaultAsFlag: BuiltInModel.letters, help: "A built-in model.")
  var builtIn: BuiltInModel?

  func validate() throws {
    guard builtIn == nil || model == nil else {
      throw ValidationError("Expected --model or --built-in, got both.")
    }
  }

  /// Whether one of the options is present.
  var isGiven: Bool { model != nil || builtIn != nil }

  /// The name of the model in answers.
  var name: String { model.map(InputFile.displayName) ?? (builtIn ?? .letters).name }

  /// The recogniser with the model; without options, of letters.
  func recognizer() throws -> GestureRecognizer {
    guard let model else { return try .builtIn(builtIn ?? .letters) }
    return GestureRecognizer(try Self.load(model))
  }

  /// The model, which must be linear.
  func loadLinear() throws -> FeatureModel {
    guard model != nil || builtIn ?? .letters != .letters else { return try .uppercaseZones() }
    guard case .features(let model) = try recognizer().strokeModel, model.zoneWeights != nil else {
      throw ToolError(.badData, "\(name): expected a linear model of zone features")
    }
    return model
  }

  /// The model in the file at `path`.
  static func load(_ path: String) throws -> RecognitionModel {
    let start = ContinuousClock.now
    if BuiltInModel(rawValue: path) != nil, !FileManager.default.fileExists(atPath: path) {
      throw ToolError(
        .noInput, "\(path): no such file; the built-in model has the option --built-in \(path)")
    }
    let bytes = try InputFile.read(path)
    defer {
      Console.detail(
        "\(InputFile.displayName(path)): \(counted(bytes.count, "byte")), "
          + "read in \(elapsed(since: start))")
    }
    do {
      return try RecognitionModel(importing: bytes)
    } catch {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    }
  }
}

extension BuiltInModel: ExplainedArgument {
  /// The classes, for the help.
  public var explanation: String { entry.explanation }
}

/// The decoding of words.
struct WordOptions: ParsableArguments {
  @Flag(
    help: "Print the most probable words of a lexicon.")
  var words = false

  @Option(
    help: ArgumentHelp(
      "A list of words (default: \(Lexicon.distributionPath)).",
      valueName: "file"))
  var lexicon: String?

  func validate() throws {
    guard words || lexicon == nil else { throw ValidationError("--lexicon requires --words.") }
  }

  /// The decoder for the labels of a recogniser; `nil` without `--words`.
  func decoder(for recognizer: GestureRecognizer) throws -> WordDecoder? {
    guard words else { return nil }
    guard recognizer.spellsWords else {
      throw ToolError(
        .badData,
        "--words: expected a model of letters A to Z, got the labels "
          + recognizer.motionModel.labels.prefix(4).joined(separator: ", "))
    }
    let path = lexicon ?? Lexicon.distributionPath
    do {
      return WordDecoder(lexicon: try Lexicon(file: try InputFile.read(path)))
    } catch let error as LexiconError {
      throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
    } catch FileError.missing where lexicon == nil {
      throw ToolError(
        .noInput, "--words: expected a list of words at \(path), got none: --lexicon FILE names one"
      )
    }
  }
}

/// The data set of a subcommand.
struct DataSetOptions: ParsableArguments {
  /// The names of all formats of data sets.
  private static let formats = RecordingOptions.formats + [DataSetContent.vectorFormat]

  @Option(
    help: ArgumentHelp("Labelled recordings or series: a folder or a file.", valueName: "path"))
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "The format (default: detected); 'inertial help convert' lists all.",
      valueName: "name"),
    completion: .list(formats))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The platform, for the sign of acceleration (default: that of the file)."))
  var platform: ReadingOptions.Platform?

  @Flag(help: "Keep examples that repeat another one.")
  var keepDuplicates = false

  @OptionGroup(title: "Corrections of raw samples") var corrections: CorrectionOptions

  func validate() throws { try RecordingOptions.check(format, among: Self.formats) }

  /// The path of `--dataset`.
  var path: String {
    get throws {
      guard let dataset else { throw ValidationError("Expected a data set: --dataset PATH.") }
      return dataset
    }
  }

  /// The content of the data set at `path`; damaged samples are skipped and counted.
  ///
  /// - Parameter sampleRate: Samples a second, for files of series without times.
  func content(at path: String, sampleRate: Double? = nil) throws -> DataSetContent {
    var content = try DataSetContent(
      path: path, format: format, sampleRate: sampleRate,
      reader: RecordingReader(
        options: ReadingOptions(
          damage: .skip, platform: platform, correction: corrections.correction)))
    for warning in content.warnings {
      if case .gaps = warning.kind { continue }
      Console.warning("\(warning)")
    }
    if !keepDuplicates {
      let (removed, contradictory) = content.removeDuplicates()
      let name = InputFile.displayName(path)
      if removed > 0 {
        Console.warning(
          "\(name): \(counted(removed, "duplicate")) left out; --keep-duplicates keeps them")
      }
      if contradictory > 0 {
        Console.warning(
          "\(name): \(counted(contradictory, "example")) with the samples of another example, but "
            + "another label")
      }
    }
    return content
  }
}
