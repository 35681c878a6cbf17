internal import ArgumentParser
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings

/// `inertial tilt`: the tilt of a device, and its smoothing.
struct Tilt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compute the tilt of a device, smoothed by a scalar Kalman filter.",
    discussion: """
      The tilt is the elevation of the device's x axis, asin 2(xz - wy) of the attitude's \
      quaternion, in degrees. The filter's noises are variances in rad^2 for one update; 0.1 for \
      all three, at 50 updates a second, is the setting of P. Dulac, Computing the iOS device \
      tilt (2013).
      """,
    examples: "inertial tilt hello.csv --mode 6d --output tilt.csv")

  @Argument(help: "The recording: a file, a folder, or - for standard input.")
  var recording: String

  @Option(help: ArgumentHelp("The process noise, a variance.", valueName: "rad^2"))
  var processNoise = 0.1

  @Option(help: ArgumentHelp("The measurement noise, a variance.", valueName: "rad^2"))
  var measurementNoise = 0.1

  @Option(
    help: ArgumentHelp("The variance of the estimate before the first update.", valueName: "rad^2"))
  var initialVariance = 0.1

  @Option(
    help: ArgumentHelp(
      "Seconds between updates of the filter; 0 takes every motion.", valueName: "seconds"))
  var interval = 0.02

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write time, tilt, filtered tilt, gain, variance and yaw as CSV; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write an HTML page with tilt and yaw.", valueName: "file"))
  var report: String?

  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var recording: String
    var updates: Int
    var seconds: Double
    var meanDegrees: Double
    var minimumDegrees: Double
    var maximumDegrees: Double
    /// The root mean square of the difference of filtered and unfiltered tilt.
    var smoothingRMSDegrees: Double
    /// The gains of the first updates.
    var gains: [Double]
    /// The gain of the last update.
    var finalGain: Double
  }

  func validate() throws {
    for (name, value) in [
      ("--process-noise", processNoise), ("--initial-variance", initialVariance),
      ("--interval", interval),
    ] {
      guard value >= 0, value.isFinite else {
        throw ValidationError("\(name): expected 0 or more, got \(value).")
      }
    }
    guard measurementNoise > 0, measurementNoise.isFinite else {
      throw ValidationError(
        "--measurement-noise: expected a variance above 0, got \(measurementNoise).")
    }
    try reading.requireFormat()
    try answer.requireFiles(output: output, report: report, inputs: [recording])
  }

  func run() throws {
    let content = try reading.read(recording, for: .motion)
    guard let input = content.deviceMotions(by: sampling.estimation).first,
      !input.samples.isEmpty
    else {
      throw RecordingError(
        file: recording, problem: .malformed("expected device motion or raw samples, got none"))
    }
    var estimator = TiltEstimator(
      filter: ScalarKalmanFilter(
        processNoise: processNoise, measurementNoise: measurementNoise,
        initialVariance: initialVariance))
    var decimator = UpdateDecimator()
    var motions: [DeviceMotion] = []
    var values: [TiltEstimator.Value] = []
    for motion in input.samples
    where interval == 0 || decimator.selects(motion.timestamp, interval: interval) {
      guard let value = estimator.update(motion) else { continue }
      values.append(value)
      motions.append(motion)
    }
    guard let first = values.first, let last = values.last else {
      throw RecordingError(file: recording, problem: .malformed("expected a finite attitude"))
    }
    if let output { try OutputFile.write(Self.table(values, motions), to: output) }
    if let report { try OutputFile.write(Self.page(values, motions, input.name), to: report) }
    guard output != "-", report != "-" else { return }
    let degrees = values.map { $0.tilt * Self.degree }
    let errors = values.map { ($0.filteredTilt - $0.tilt) * Self.degree }
    let result = Answer(
      recording: input.name, updates: values.count, seconds: last.timestamp - first.timestamp,
      meanDegrees: degrees.reduce(0, +) / Double(degrees.count),
      minimumDegrees: degrees.min() ?? 0, maximumDegrees: degrees.max() ?? 0,
      smoothingRMSDegrees: (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot(),
      gains: values.prefix(5).map(\.gain), finalGain: last.gain)
    try answer.show(result) { Self.text(result) }
  }

  private static let degree = 180 / Double.pi

  private static func text(_ answer: Answer) -> String {
    let gains = answer.gains.map { decimal($0, places: 4) }.joined(separator: ", ")
    return """
      \(answer.recording): \(counted(answer.updates, "update")) in \
      \(decimal(answer.seconds, places: 2)) s
      tilt \(decimal(answer.meanDegrees, places: 2))° in the mean, from \
      \(decimal(answer.minimumDegrees, places: 2))° to \
      \(decimal(answer.maximumDegrees, places: 2))°; the filter changes it by \
      \(decimal(answer.smoothingRMSDegrees, places: 2))° (root mean square)
      gains \(gains), ... \(decimal(answer.finalGain, places: 4))
      """
  }

  private static func table(_ values: [TiltEstimator.Value], _ motions: [DeviceMotion]) -> String {
    var text = "t,tilt_degrees,filtered_degrees,gain,variance,yaw_degrees\n"
    for (value, motion) in zip(values, motions) {
      text +=
        "\(value.timestamp),\(value.tilt * degree),\(value.filteredTilt * degree),\(value.gain),"
        + "\(value.variance),\(motion.attitude.yaw * degree)\n"
    }
    return text
  }

  private static func page(
    _ values: [TiltEstimator.Value], _ motions: [DeviceMotion], _ name: String
  ) -> String {
    let times = values.map(\.timestamp)
    let charts = [
      LineChart(
        title: "Tilt", unit: "°",
        lines: [
          LineChart.Line("unfiltered", times, values.map { $0.tilt * degree }),
          LineChart.Line(
            "filtered", times, values.map { $0.filteredTilt * degree }, color: 1),
        ]),
      LineChart(
        title: "Yaw", unit: "°",
        lines: [LineChart.Line("yaw", times, motions.map { $0.attitude.yaw * degree })],
        period: 360),
    ]
    return HTML.plotPage(
      title: "Tilt", lead: "The tilt of the device, unfiltered and by a Kalman filter.",
      body: HTML.plotSection(name, plots: charts.map(\.svg).joined()))
  }
}
