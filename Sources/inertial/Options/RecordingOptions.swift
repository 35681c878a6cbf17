internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
public import MotionRecordings
internal import MotionReports
internal import SensorDiagnostics

/// The input options of recordings.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format (default: detected); 'inertial help convert' lists all.",
      valueName: "name"),
    completion: .list(RecordingReader.formats.map(\.name)))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The platform, for the sign of acceleration (default: that of the file)."))
  var platform: ReadingOptions.Platform?

  @Option(
    help: ArgumentHelp(
      "The columns and units of a table, such as time=t [ms], gyro=gx gy gz [deg/s], accel=ax ay az "
        + "[g]; 'inertial help convert' has the syntax.",
      valueName: "map"),
    transform: { try ColumnMap($0) })
  var columns: ColumnMap?

  @Option(
    name: .customLong("recording"),
    help: ArgumentHelp(
      "The recording to use of a file or folder with several: its name, or the part of it after a # "
        + "or a / (default: all).",
      valueName: "name"))
  var chosenRecording: String?

  @Flag(
    help:
      "Skip and count samples that are not finite or go back in time (default: they are errors).")
  var skipBadSamples = false

  @OptionGroup(title: "Corrections of raw samples") var corrections: CorrectionOptions

  /// Rejects an unknown format; `orSeries` also allows the formats of series.
  func requireFormat(orSeries: Bool = false) throws {
    try Self.check(format, among: orSeries ? Self.formats : RecordingReader.formats.map(\.name))
  }

  /// Rejects a format that is not among `known`.
  static func check(_ format: String?, among known: [String]) throws {
    guard let format, !known.contains(format) else { return }
    throw ValidationError(
      "--format: expected one of \(known.joined(separator: ", ")), got '\(format)'.")
  }

  /// The names of the formats of recordings and series.
  static let formats =
    RecordingReader.formats.map(\.name) + GestureDataSet.Format.allCases.map(\.rawValue)

  private var reader: RecordingReader {
    RecordingReader(
      options: ReadingOptions(
        damage: skipBadSamples ? .skip : .reject, platform: platform,
        correction: corrections.correction, columns: columns, recording: chosenRecording))
  }

  /// The inputs at `paths`, of which each may fail alone: of the folder of a data set, its files.
  func inputs(at paths: [String]) -> [String] {
    paths.flatMap { reader.files(at: $0, format: format) }
  }

  /// Recordings or series at `path`; prints the reader's warnings.
  func content(at path: String, sampleRate: Double?) throws -> DataSetContent {
    if path == "-" { Console.awaitInput("a recording") }
    let start = ContinuousClock.now
    let content = try DataSetContent(
      path: path, format: format, sampleRate: sampleRate, reader: reader)
    Console.detail("\(InputFile.displayName(path)): read in \(elapsed(since: start))")
    for warning in content.warnings { Console.warning("\(warning)") }
    return content
  }

  /// The recordings at `path` in memory; prints warnings, also for missing sensors.
  func read(_ path: String, for use: RecordingUse) throws -> Recordings {
    try open(path, for: use, by: { StreamedRecordings(try reader.read(path, format: format)) })
      .others
  }

  /// The recordings at `path`, of which long ones stay in their file; prints warnings, also for
  /// missing sensors unless `requiresSensors` makes them an error.
  ///
  /// - Parameter checksLater: Whether a long one is checked in the first pass over its samples.
  func open(
    _ path: String, for use: RecordingUse, requiresSensors: Bool = false, checksLater: Bool = false
  ) throws -> StreamedRecordings {
    try open(
      path, for: use, requiresSensors: requiresSensors,
      by: { try reader.open(path, format: format, checksLater: checksLater) })
  }

  /// Opens the recordings at `path`, processes them, and prints the warnings of a later check.
  ///
  /// - Parameter body: Starts from the same state each time: it runs again if a long file that is
  ///   checked later has several recordings.
  func process<Result>(
    _ path: String, for use: RecordingUse, requiresSensors: Bool = false, checksLater: Bool,
    _ body: (StreamedRecordings) throws -> Result
  ) throws -> Result {
    try open(path, for: use, requiresSensors: requiresSensors, checksLater: checksLater)
      .process { recordings in
        let result = try body(recordings)
        for line in recordings.laterWarnings.lines { Console.warning(line) }
        return result
      }
  }

  private func open(
    _ path: String, for use: RecordingUse, requiresSensors: Bool = false,
    by read: () throws -> StreamedRecordings
  ) throws -> StreamedRecordings {
    if path == "-" { Console.awaitInput("a recording") }
    let start = ContinuousClock.now
    let recordings: StreamedRecordings
    do {
      recordings = try read()
    } catch let error as RecordingError where error.isUnknownFormat && path != "-" {
      // Tables of series and vectors are no recordings; `inspect` shows them.
      var inspection = InspectionAnswer()
      guard use != .copying, let content = try? content(at: path, sampleRate: nil),
        inspection.add(content, name: path)
      else { throw error }
      throw ToolError(
        .badData, "\(error); what the file is: inertial inspect \(InspectionAnswer.argument(path))")
    }
    let others = recordings.others
    let samples =
      recordings.sensorSamples.map(\.samples.count) + others.deviceMotion.map(\.samples.count)
      + others.strokes.map(\.samples.count)
    let content =
      recordings.isChecked
      ? "\(counted(samples.count, "recording")) with \(counted(samples.reduce(0, +), "sample")), "
        + (recordings.isStreamed ? "checked" : "read")
      : "opened"
    Console.detail(
      "\(InputFile.displayName(path)): \(others.format), \(content) in \(elapsed(since: start))")
    // The inspection has guesses and unused columns in its answer.
    for line in others.warnings.lines { Console.warning(line) }
    for error in try recordings.missingSensors(for: use, path: path) {
      guard !requiresSensors else { throw error }
      Console.warning("\(error)")
    }
    return recordings
  }
}

extension ReadingOptions.Platform: ExplainedArgument {
  /// The accelerometer's sign, for the help.
  public var explanation: String {
    switch self {
    case .iOS: "face up at rest, z reads -1 g"
    case .android: "face up at rest, z reads +1 g"
    }
  }
}

/// The corrections of units and axes of raw samples.
struct CorrectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units of the samples, such as deg/s,m/s2: s, ms, us or ns; rad/s or deg/s; g, mg or "
        + "m/s2; uT, nT, T or gauss (default: those of the format).",
      valueName: "units"),
    transform: { try SensorUnits($0) })
  var units: SensorUnits?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The sensor axes that form the device's x, y and z, such as +y,-x,+z.",
      valueName: "map"),
    transform: { try AxisMap($0) })
  var axes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The rotation from the sensors' frame to the device frame: pitch, roll and yaw in degrees, "
        + "or a quaternion x,y,z,w. Applied after --axes.",
      valueName: "rotation"),
    transform: { try SensorCorrection.rotation($0) })
  var mount: Quaternion<Double>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A map of the gyroscope's axes before --axes; may be mirrored.",
      valueName: "map"),
    transform: { try AxisMap($0) })
  var gyroAxes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A map of the accelerometer's axes; -x,-y,-z changes the sign.", valueName: "map"),
    transform: { try AxisMap($0) })
  var accelAxes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A map of the magnetometer's axes.", valueName: "map"),
    transform: { try AxisMap($0) })
  var magAxes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The known bias of the gyroscope about the device's axes in deg/s, such as 0.5,-1.2,0. It is "
        + "subtracted after all other corrections; the estimated bias is what remains.",
      valueName: "x,y,z"),
    transform: { try SensorCorrection.gyroscopeBias(degrees: $0) })
  var gyroBias: Vector3<Double>?

  func validate() throws {
    do {
      _ = try checked()
    } catch {
      throw ValidationError("--axes: \(error).")
    }
  }

  /// The correction of all options.
  var correction: SensorCorrection { (try? checked()) ?? .none }

  private func checked() throws(SensorCorrectionError) -> SensorCorrection {
    try SensorCorrection(
      units: units ?? .standard, axes: axes ?? .identity, mount: mount ?? .identity,
      gyroscopeAxes: gyroAxes ?? .identity, accelerometerAxes: accelAxes ?? .identity,
      magnetometerAxes: magAxes ?? .identity, gyroscopeBias: gyroBias ?? .zero)
  }
}

/// Options for raw samples.
struct SampleOptions: ParsableArguments {
  @Option(help: "The sensors to use (default: 9d).")
  var mode: SensorMode?

  @Option(
    help: ArgumentHelp(
      "Average blocks of this many raw samples.",
      valueName: "count"))
  var decimate = 1

  @Flag(help: "Keep the start-up transient of the sensors.")
  var keepStartup = false

  func validate() throws {
    guard decimate >= 1 else {
      throw ValidationError("--decimate: expected 1 or more, got \(decimate).")
    }
  }

  /// Whether the magnetometer, if there is one, is used.
  var usesMagnetometer: Bool { mode != .sixAxis }

  /// Warns of recordings without the magnetometer that `--mode 9d` asks for.
  func warnWithoutMagnetometer(_ content: StreamedRecordings) {
    guard mode == .nineAxis else { return }
    for recording in content.sensorSamples where !recording.samples.kinds.hasMagneticField {
      Console.warning(
        "\(recording.name): --mode 9d: no magnetometer: the heading is arbitrary, as with --mode 6d"
      )
    }
  }
}

/// The sensors that an orientation filter uses.
enum SensorMode: String, ExplainedArgument {
  case nineAxis = "9d"
  case sixAxis = "6d"

  var explanation: String {
    switch self {
    case .nineAxis: "gyroscope, accelerometer, and magnetometer if present"
    case .sixAxis: "gyroscope and accelerometer: the heading is arbitrary"
    }
  }
}

/// Options for external measurements.
struct MeasurementOptions: ParsableArguments {
  @Option(
    name: .customLong("measurements"),
    help: ArgumentHelp(
      """
      A table of external measurements, for example from satellite navigation, a camera or a \
      compass. It has the column time_s and those of one or more quantities: position (pos_x_m, \
      pos_y_m, pos_z_m, pos_sigma_m), velocity (vel_x_m_s, vel_y_m_s, vel_z_m_s, vel_sigma_m_s), \
      heading (heading_deg, heading_sigma_deg; clockwise from north) and attitude (qw, qx, qy, qz, \
      attitude_sigma_deg). Empty fields are not measured. Headings and attitudes correct the \
      attitude of raw samples; positions and velocities correct a path of the navigator.
      """,
      valueName: "file"))
  var file: String?

  @Option(
    name: .customLong("measurement-frame"),
    help: "The axes of the measurements (default: those of the reference frame).")
  var frame: WorldAxes?

  func validate() throws {
    guard frame == nil || file != nil else {
      throw ValidationError("--measurement-frame requires --measurements.")
    }
  }

  /// The measurements; prints the reader's warnings.
  func read() throws -> OutsideMeasurements {
    guard let file else { return OutsideMeasurements() }
    let name = InputFile.displayName(file)
    let table = try MotionMeasurements(try InputFile.read(file), name: name)
    for warning in table.warnings { Console.warning("\(warning)") }
    return OutsideMeasurements(table, name: name, frame: frame)
  }
}
