public import ArgumentParser
public import MotionFusion
internal import MotionRecordings
public import MotionSimulation

/// `inertial orientation`: sensor samples to attitude.
struct Orientation: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns sensor samples into attitude, and tells its errors where it can.",
    discussion: """
      Where a recording has a reference, errors are root mean squares in degrees. For BROAD, \
      whose frame has x to the east, attitudes are in that frame; elsewhere x points to magnetic \
      north. Where the heading is arbitrary (6d, or a reference that is not to north) one constant \
      turn about the vertical is taken out before heading and total are compared. What sensors \
      report before they are settled at their start is skipped and counted.
      """,
    examples: "inertial orientation hello.csv --mode 6d --report attitude.html")

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Option(help: "The filter.")
  var filter = OrientationMethod.inertial

  @Flag(help: "Smooth the whole recording both ways; with the inertial filter only.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Disturb the samples first: "
        + SensorDisturbance.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var disturb: SensorDisturbance?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a table with t, qw, qx, qy, qz of the one recording; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write a page that shows attitude and errors.", valueName: "file"))
  var report: String?

  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  private struct Errors: Encodable {
    var totalRMSE: Double
    var headingRMSE: Double
    var inclinationRMSE: Double
  }

  private struct FileAnswer: Encodable {
    var name: String
    var samples: Int
    var totalRMSE: Double?
    var headingRMSE: Double?
    var inclinationRMSE: Double?
    /// The samples at the start that were skipped: sensors that were not settled yet.
    var startupSamples: Int
    var faults: SampleFaults
  }

  private struct Answer: Encodable {
    var filter: String
    var mode: String
    var offline: Bool
    var decimate: Int
    var disturbance: String?
    var files: [FileAnswer]
    var mean: Errors?
  }

  func validate() throws {
    guard !recordings.isEmpty else { throw ValidationError("Name at least one recording.") }
    guard !offline || filter == .inertial else {
      throw ValidationError("--offline goes with the inertial filter, not \(filter.rawValue).")
    }
    try reading.requireFormat()
    try answer.requireFiles(output: output, report: report)
  }

  func run() throws {
    var files: [FileAnswer] = []
    var sections: [OrientationReport.Section] = []
    for path in recordings {
      let content = try reading.read(path, for: .rawSamples)
      guard !content.sensorSamples.isEmpty else {
        throw RecordingError(
          file: path, problem: .malformed("no raw sensor samples are in it; expected some"))
      }
      let references = content.references.samplesByName()
      for recording in content.sensorSamples {
        let section = solve(
          recording, reference: references[recording.name] ?? [],
          heading: content.referenceHeading, into: &files)
        sections.append(section)
      }
    }
    if let output {
      guard let only = sections.first, sections.count == 1 else {
        throw ValidationError("--output takes one recording, not \(sections.count).")
      }
      try OutputFile.write(Self.table(only.attitudes), to: output)
    }
    if let report { try OutputFile.write(OrientationReport(sections: sections).html, to: report) }
    guard output != "-", report != "-" else { return }
    let result = Answer(
      filter: filter.rawValue, mode: sampling.mode.rawValue, offline: offline,
      decimate: sampling.decimate, disturbance: disturb?.rawValue,
      files: files, mean: Self.mean(of: files))
    try answer.show(result) { Self.text(result) }
  }

  private func solve(
    _ recording: LabeledRecording<SensorSample>, reference: [ReferencePose],
    heading: ReferenceHeading, into files: inout [FileAnswer]
  ) -> OrientationReport.Section {
    let estimation = MotionEstimation(
      method: filter, usesMagnetometer: sampling.mode == .nineAxis, isOffline: offline,
      blockSize: sampling.decimate, skipsStartup: !sampling.keepStartup)
    let samples = disturb?.applied(to: recording.samples) ?? recording.samples
    var estimate = estimation.estimate(samples)
    estimate.turnFrame(to: heading)
    let errors = AttitudeErrors(
      of: estimate.attitudes, from: reference,
      aligningHeading: !estimate.pointsNorth || heading == .unknown,
      within: estimate.sampleInterval)
    let mean = errors?.rootMeanSquare.inDegrees
    let file = FileAnswer(
      name: recording.name, samples: estimate.sampleCount,
      totalRMSE: mean?.total, headingRMSE: mean?.heading, inclinationRMSE: mean?.inclination,
      startupSamples: estimate.startupSampleCount, faults: estimate.faults)
    files.append(file)
    return OrientationReport.Section(
      name: recording.name, summary: Self.line(file), attitudes: estimate.attitudes,
      errors: errors)
  }

  private static func table(_ attitudes: [TimedAttitude]) -> String {
    var text = "t,qw,qx,qy,qz\n"
    for row in attitudes {
      let q = row.attitude
      text += "\(row.timestamp),\(q.w),\(q.x),\(q.y),\(q.z)\n"
    }
    return text
  }

  private static func mean(of files: [FileAnswer]) -> Errors? {
    let known = files.filter { $0.totalRMSE != nil }
    guard !known.isEmpty else { return nil }
    func mean(_ part: KeyPath<FileAnswer, Double?>) -> Double {
      known.compactMap { $0[keyPath: part] }.reduce(0, +) / Double(known.count)
    }
    return Errors(
      totalRMSE: mean(\.totalRMSE), headingRMSE: mean(\.headingRMSE),
      inclinationRMSE: mean(\.inclinationRMSE))
  }

  private static func line(_ file: FileAnswer) -> String {
    var text = counted(file.samples, "sample")
    if let total = file.totalRMSE, let heading = file.headingRMSE,
      let inclination = file.inclinationRMSE
    {
      text +=
        ", errors \(decimal(total, places: 2))° (heading \(decimal(heading, places: 2))°, "
        + "inclination \(decimal(inclination, places: 2))°)"
    }
    text += startupText(file.startupSamples)
    return file.faults.text.map { "\(text); \($0)" } ?? text
  }

  private static func text(_ answer: Answer) -> String {
    var lines = answer.files.map { "\($0.name): \(line($0))" }
    if let mean = answer.mean, answer.files.count > 1 {
      lines.append(
        "mean: \(decimal(mean.totalRMSE, places: 2))° (heading "
          + "\(decimal(mean.headingRMSE, places: 2))°, inclination "
          + "\(decimal(mean.inclinationRMSE, places: 2))°)")
    }
    return lines.joined(separator: "\n")
  }
}

extension SensorDisturbance: ExpressibleByArgument {}

extension OrientationMethod: ExplainedArgument {
  /// The filter in a few words, for the help.
  public var explanation: String {
    switch self {
    case .inertial: "with gyroscope bias estimation, rest and disturbance detection"
    case .complementary: "gyroscope above a frequency, accelerometer and magnetometer below it"
    case .mahony: "Mahony's explicit complementary filter"
    case .madgwick: "Madgwick's gradient descent"
    }
  }
}
