internal import ArgumentParser
internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
internal import MotionSources
internal import Platform

/// `inertial live`: the attitude, or the recognised letters, of a live source.
struct Live: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the attitude, or the recognised letters, of a live source.",
    discussion: """
      The input is the table inertial-sensors or the JSON Lines inertial-jsonl; 'inertial convert' \
      writes both. For each sample the command prints a line with time, quaternion and angles. It \
      detects the start-up transient of the sensors within a second and restarts the filter after \
      it. The command ends with status 0 at the end of its source, at SIGINT or SIGTERM, and when \
      its output is closed.

      With --built-in or --model, the command prints each gesture when it ends. If the source has a \
      touch column or key, gestures are cut at touch and release. Without touch, a model of \
      templates spots gestures among the movements between stationary phases. A gesture is printed \
      after two more movements or 0.8 s without movement; for a writer who never rests, 4 to 6 s \
      after its end. Other models recognise each movement.

      With --strokes, each line is a point of a pen or finger: time in seconds, x, y (down), and 1 \
      for touching or 0. A pipeline trained on series reads lines of numbers: time in seconds, the \
      components and, if it cuts at touch and release, 1 or 0.

      With --values, a terminal shows a screen that is redrawn; other outputs receive lines. The \
      key r and SIGUSR1 make the current attitude the zero; q ends the command.

      Without a gyroscope, the attitude is the tilt of the low-passed acceleration, and models that \
      use angular rates are not available.\(phoneDiscussion)
      """,
    examples: #"""
      inertial live --replay hello.csv --speed 100 --interval 1
      inertial live --replay hello.csv --speed 10 --built-in
      printf 'HELLO\nWORLD\n' > words.txt
      inertial live --replay hello.csv --speed 10 --built-in --words --lexicon words.txt
      inertial live --replay hello.csv --values
      printf '0,0,0,1\n1,9,0,1\n2,9,9,1\n3,0,9,1\n4,0,0,1\n5,0,0,0\n' > points.txt
      inertial live points.txt --strokes --built-in symbols\#(phoneExample)
      """#)

  #if Studio
    private static let phoneDiscussion = """


      With --listen or --connect, the source is a phone; Documentation/Phones.md lists the settings \
      of each app.
      """
    private static let phoneExample = "\ninertial live --listen 0.0.0.0:8765 --built-in"
  #else
    private static let phoneDiscussion = ""
    private static let phoneExample = ""
  #endif

  /// The reference frames by option value.
  enum Frame: String, ExplainedArgument {
    case arbitrary
    case corrected
    case magneticNorth = "magnetic-north"
    case trueNorth = "true-north"

    var explanation: String {
      switch self {
      case .arbitrary: "the initial heading, integrated by the gyroscope"
      case .corrected: "the initial heading, corrected by the magnetometer"
      case .magneticNorth: "magnetic north"
      case .trueNorth: "true north; requires --declination or --position"
      }
    }

    var referenceFrame: ReferenceFrame {
      switch self {
      case .arbitrary: .xArbitraryZVertical
      case .corrected: .xArbitraryCorrectedZVertical
      case .magneticNorth: .xMagneticNorthZVertical
      case .trueNorth: .xTrueNorthZVertical
      }
    }
  }

  @Option(help: "The direction of the x axis; z points up.")
  var frame = Frame.arbitrary

  @OptionGroup var north: NorthOptions

  @Option(
    help: ArgumentHelp(
      "The shortest time between lines, in seconds.",
      valueName: "seconds"))
  var interval = 0.0

  @OptionGroup var model: ModelOptions

  @Flag(help: "Read points of strokes.")
  var strokes = false

  @Option(
    help: ArgumentHelp(
      "With --strokes: the longest pause within a gesture.",
      valueName: "seconds"))
  var pause = WritingSession.Configuration().pause

  @OptionGroup var words: WordOptions
  @OptionGroup var values: ValuesOptions

  @Flag(help: "Print only one JSON object per line.")
  var json = false

  @OptionGroup var source: LiveSource
  @OptionGroup(title: "Messages") var messages: MessageOptions

  func validate() throws {
    guard interval >= 0, interval.isFinite else {
      throw ValidationError("--interval: expected seconds, such as 0.1, got \(interval).")
    }
    guard !strokes || model.isGiven else {
      throw ValidationError("--strokes requires --built-in or --model.")
    }
    if strokes, let option = source.motionOption {
      throw ValidationError("--strokes: expected lines of points, got \(option).")
    }
    guard pause >= 0, pause.isFinite else {
      throw ValidationError("--pause: expected seconds, such as 0.6, got \(pause).")
    }
    guard !words.words || model.isGiven else {
      throw ValidationError("--words requires --built-in or --model.")
    }
    guard !(values.values && model.isGiven) else {
      throw ValidationError("--values: expected no model, got --built-in or --model.")
    }
    guard frame == .trueNorth || !north.isGiven else {
      throw ValidationError("--declination and --position require --frame true-north.")
    }
    guard frame != .trueNorth || north.isGiven else {
      throw ValidationError("--frame true-north requires the local --declination or --position.")
    }
  }

  func run() async throws {
    if model.isGiven { return try await read() }
    if values.values { return try await showValues() }
    var configuration = source.configuration
    configuration.declination = try north.radians
    configuration.updateInterval = interval
    configuration.requiresGyroscope = false
    let opened = try source.open()
    let manager = MotionManager(source: opened, configuration: configuration)
    let updates = try manager.updates(
      using: frame.referenceFrame, policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    let output = LineOutput()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var isRead = json ? true : try output.print(MotionLine.header)
    var findingCount = 0
    var accuracy: MagneticFieldAccuracy?
    for try await motion in updates where isRead {
      manager.warnOfFindings(in: opened, after: &findingCount)
      if frame != .arbitrary { Console.prompt(for: motion.magneticField, after: &accuracy) }
      let line = MotionLine(motion)
      isRead = try output.print(json ? line.json(by: encoder) : line.row)
      if !isRead { manager.stop() }
    }
    withExtendedLifetime(interruption) {}
    manager.warnOfFaults(in: opened)
  }

  /// Prints all numbers of a motion display.
  private func showValues() async throws {
    let opened = try source.open()
    let radians = try north.radians ?? 0
    let estimator = MotionEstimator(
      referenceFrame: frame.referenceFrame, declination: radians,
      skipsStartup: !source.keepStartup)
    let live = LiveValues(
      readout: MotionReadout(estimator: estimator, tiltFilter: values.tilt.filter),
      correction: source.configuration.correction,
      interval: interval, isJSON: json, usesKeys: !source.readsTerminal)
    try await live.run(opened)
  }

  /// Prints the recognised gestures.
  private func read() async throws {
    let recognizer = try model.recognizer()
    let live = LiveReading(
      recognizer: recognizer, isJSON: json,
      words: try words.decoder(for: recognizer)
        .map { WordSession($0) })
    let name = InputFile.displayName(source.input)
    if strokes {
      try refuse(recognizer.strokeModel.strokeError, name)
      return try live.read(
        StrokeLines(
          recognizer, pause: pause, name: name, skippingBadLines: source.reading.skipBadSamples),
        of: source.descriptor(), name: name)
    }
    if case .pipeline(let pipeline) = recognizer.motionModel,
      pipeline.configuration.channels == nil
    {
      if let option = source.motionOption {
        throw ValidationError(
          "The model is trained on series: expected lines of samples, got \(option).")
      }
      try live.read(
        SeriesLines(pipeline, name: name, skippingBadLines: source.reading.skipBadSamples),
        of: source.descriptor(), name: name)
    } else {
      try refuse(recognizer.motionError, name)
      var configuration = source.configuration
      configuration.requiresGyroscope = recognizer.motionModel.needsGyroscope
      try await live.readMotion(of: source.openSettled(), configuration: configuration)
    }
  }

  /// Refuses a source of which the model recognises no gesture.
  private func refuse(_ error: GestureError?, _ name: String) throws(ToolError) {
    if let error { throw ToolError(.badData, "\(name): \(error)") }
  }
}

extension MotionError {
  /// The error with the option values of ``Live/frame`` for the names of the library.
  var message: String {
    Live.Frame.allCases.reduce(description.replacing("the reference frame ", with: "--frame ")) {
      $0.replacing($1.referenceFrame.rawValue, with: $1.rawValue)
    }
  }
}

/// The options of `inertial live --values`.
struct ValuesOptions: ParsableArguments {
  @Flag(
    help:
      "Print all values of a motion display: device motion, raw readings, the drift of the gyroscope alone, and tilt."
  )
  var values = false

  @OptionGroup(title: "Tilt") var tilt: TiltOptions

  func validate() throws {
    guard values || !tilt.isGiven else {
      throw ValidationError("The noises of the tilt require --values.")
    }
  }
}

/// True north: the declination, given or by position and date.
struct NorthOptions: ParsableArguments {
  /// A position in degrees, written as `42.36,-71.09`.
  struct Position: ExpressibleByArgument {
    var latitude: Double
    var longitude: Double

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
      else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// A day in years, written as `2026-11-22`.
  struct Day: ExpressibleByArgument {
    var year: Double

    init?(argument: String) {
      let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
        let decimal = WorldMagneticModel.decimalYear(year: year, month: month, day: day)
      else { return nil }
      self.year = decimal
    }

    /// Today.
    static var now: Double {
      let today = Calendar(identifier: .gregorian)
        .dateComponents(in: .gmt, from: Date())
      return WorldMagneticModel.decimalYear(
        year: today.year ?? 0, month: today.month ?? 0, day: today.day ?? 0) ?? .nan
    }
  }

  @Option(
    help: ArgumentHelp(
      "Degrees from true to magnetic north, positive east.",
      valueName: "degrees"))
  var declination: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Latitude and longitude in degrees, to compute the declination (World Magnetic Model).",
      valueName: "latitude>,<longitude"))
  var position: Position?

  @Option(
    help: ArgumentHelp("With --position: the altitude in metres.", valueName: "metres"))
  var altitude = 0.0

  @Option(
    help: ArgumentHelp(
      "With --position: the date (default: today).", valueName: "date"))
  var date: Day?

  func validate() throws {
    guard declination?.isFinite ?? true else {
      throw ValidationError(
        "--declination: expected degrees, such as 3.5, got \(declination ?? 0).")
    }
    guard declination == nil || position == nil else {
      throw ValidationError("Expected --declination or --position, got both.")
    }
    guard position != nil || (altitude == 0 && date == nil) else {
      throw ValidationError("--altitude and --date require --position.")
    }
    _ = try radians
  }

  /// Whether either is given.
  var isGiven: Bool { declination != nil || position != nil }

  /// The declination in radians; `nil` if neither is given.
  var radians: Double? {
    get throws {
      if let declination { return declination * (.pi / 180) }
      guard let position else { return nil }
      do {
        return try WorldMagneticModel.field(
          latitude: position.latitude, longitude: position.longitude, altitude: altitude,
          year: date?.year ?? Day.now
        ).declination
      } catch {
        throw ValidationError("--position: \(error).")
      }
    }
  }
}
