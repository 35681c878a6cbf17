internal import ArgumentParser
internal import Foundation
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources

/// `inertial live`: attitude, or what is written, as the samples come.
struct Live: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints attitude, or what is written, as the samples of a live source come.",
    discussion: """
      Samples come as lines of our own table, with its header, or of our own JSON Lines; \
      `inertial convert --to inertial-sensors` shows both. Each gives a line at once: a table with \
      time, quaternion and angles, or with --json one JSON object a line. --skip-bad-samples \
      leaves out lines that are no samples too. What sensors report before they are settled at \
      their start is recognised after a second, and the attitude begins afresh without it; with \
      --built-in and --model that second is held back until then. It ends with its \
      source, with SIGINT and SIGTERM, and when nobody reads its output any more: all with \
      status 0.

      With --built-in or --model it prints what is read instead: the gestures between two rests, \
      or what a pipeline puts out. A pipeline that did not learn from motion takes lines of its own \
      samples: time, the components, and where it is cut by touches 1 while the user touches and \
      0 otherwise, separated by commas.
      """,
    examples: """
      inertial live --replay hello.csv --speed 100 --interval 1
      inertial live --replay hello.csv --speed 10 --built-in
      """)

  /// The reference frames by short names.
  enum Frame: String, ExplainedArgument {
    case arbitrary
    case corrected
    case magneticNorth = "magnetic-north"
    case trueNorth = "true-north"

    var explanation: String {
      switch self {
      case .arbitrary: "where it points at the start, by the gyroscope alone"
      case .corrected: "the same, held by the magnetometer"
      case .magneticNorth: "to magnetic north"
      case .trueNorth: "to true north, by --declination"
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

  @OptionGroup var source: LiveSource

  @Option(help: "Where x points; z points up.")
  var frame = Frame.arbitrary

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The angle from true to magnetic north in degrees, positive east; true-north takes it.",
      valueName: "degrees"))
  var declination: Double?

  @Option(
    help: ArgumentHelp(
      "The least time between lines, in seconds; the filter runs at every sample all the same.",
      valueName: "seconds"))
  var interval = 0.0

  @Option(
    help: ArgumentHelp(
      "Print what is read by this model, made by 'inertial train'.", valueName: "file"))
  var model: String?

  @Flag(help: "Print which letters are read by the model that comes with the program.")
  var builtIn = false

  @Flag(help: "Print one JSON object a line on standard output, and nothing else there.")
  var json = false

  func validate() throws {
    guard interval >= 0, interval.isFinite else {
      throw ValidationError("--interval \(interval) is no time; expected seconds, such as 0.1.")
    }
    guard !(builtIn && model != nil) else {
      throw ValidationError("Name either --model or --built-in.")
    }
    guard declination?.isFinite ?? true else {
      throw ValidationError("--declination takes degrees, such as 3.5.")
    }
    guard frame == .trueNorth || declination == nil else {
      throw ValidationError("--declination goes with --frame true-north.")
    }
    guard frame != .trueNorth || declination != nil else {
      throw ValidationError("--frame true-north takes the local --declination.")
    }
  }

  func run() async throws {
    if builtIn || model != nil { return try await read() }
    var configuration = source.configuration
    configuration.declination = declination.map { $0 * (.pi / 180) }
    configuration.updateInterval = interval
    let opened = try source.open()
    let manager = MotionManager(source: opened, configuration: configuration)
    let updates = try manager.updates(
      using: frame.referenceFrame, policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    let output = LineOutput()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var isRead = json ? true : try output.print(MotionLine.header)
    for try await motion in updates where isRead {
      let line = MotionLine(motion)
      isRead = try output.print(json ? line.json(by: encoder) : line.row)
      if !isRead { manager.stop() }
    }
    withExtendedLifetime(interruption) {}
    manager.warnOfFaults(in: opened)
  }

  /// Prints what is read.
  private func read() async throws {
    var options = ModelOptions()
    options.model = model
    let recognizer = try options.recognizer()
    let live = LiveReading(recognizer: recognizer, isJSON: json)
    if case .pipeline(let pipeline) = recognizer.motionModel,
      pipeline.configuration.channels == nil
    {
      guard !source.replay, !source.iio else {
        throw ValidationError("The model reads lines of samples of its own, not a device's motion.")
      }
      try live.readLines(
        of: source.descriptor(), name: InputFile.displayName(source.input), by: pipeline,
        skippingBadLines: source.reading.skipBadSamples)
    } else {
      try await live.readMotion(of: source.openSettled(), configuration: source.configuration)
    }
  }
}
