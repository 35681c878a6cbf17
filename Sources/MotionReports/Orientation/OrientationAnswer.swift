internal import MotionFusion

/// The answer of `inertial orientation`: angles in degrees, errors as root mean squares.
package struct OrientationAnswer: Encodable {
  /// The errors over all recordings with a reference: means of their figures.
  struct Errors: Encodable {
    var totalRMSE: Double
    var headingRMSE: Double
    var inclinationRMSE: Double
  }

  /// The angle between low-passed and fused gravity, and their errors against the reference.
  struct Gravity: Encodable {
    var lowPassAngle: Double
    var lowPassError: Double?
    var fusedError: Double?

    init(angle: Double, _ comparison: GravityComparison?) {
      lowPassAngle = angle * degreesPerRadian
      lowPassError = comparison?.lowPassError.map { $0 * degreesPerRadian }
      fusedError = comparison?.fusedError.map { $0 * degreesPerRadian }
    }
  }

  /// The figures of one recording.
  struct File: Encodable {
    var name: String
    var samples: Int
    var totalRMSE: Double?
    var headingRMSE: Double?
    var inclinationRMSE: Double?
    /// The standard deviations of inclination and heading at the end.
    var sigma: [Double]?
    /// The estimated gyroscope bias at the end, in °/s, and its standard deviations.
    var gyroscopeBias: [Double]?
    var gyroscopeBiasSigma: [Double]?
    var gravity: Gravity?
    /// The tilt of the *x* axis, if requested.
    var tilt: TiltSeries.Answer?
    /// The number of samples in the start-up transient.
    var startupSamples: Int
    /// The number of external measurements that were used; `nil` without --measurements.
    var usedMeasurements: Int?
    var faults: SampleFaults
    /// The wrong units and axes that the samples show.
    var findings: [String]
  }

  let mode: String
  let offline: Bool
  let decimate: Int
  let disturbance: String?
  let files: [File]
  let mean: Errors?

  init(estimation: MotionEstimation, disturbance: String?, files: [File]) {
    mode = estimation.mode
    offline = estimation.isOffline
    decimate = estimation.blockSize
    self.disturbance = disturbance
    self.files = files
    let known = files.filter { $0.totalRMSE != nil }
    func mean(_ part: KeyPath<File, Double?>) -> Double {
      known.compactMap { $0[keyPath: part] }.reduce(0, +) / Double(known.count)
    }
    self.mean =
      known.isEmpty
      ? nil
      : Errors(
        totalRMSE: mean(\.totalRMSE), headingRMSE: mean(\.headingRMSE),
        inclinationRMSE: mean(\.inclinationRMSE))
  }
}

// MARK: - Text

extension OrientationAnswer {
  /// The figures of each recording in a line, and their means.
  package var text: String {
    var lines = files.flatMap { ["\($0.name): \($0.line)"] + ($0.tilt.map { [$0.text] } ?? []) }
    if let mean, files.count > 1 {
      lines.append(
        "mean: \(decimal(mean.totalRMSE, places: 2))° (heading "
          + "\(decimal(mean.headingRMSE, places: 2))°, inclination "
          + "\(decimal(mean.inclinationRMSE, places: 2))°)")
    }
    return lines.joined(separator: "\n")
  }
}

extension OrientationAnswer.File {
  /// The largest usual component of a gyroscope bias, in °/s.
  private static let usualBias = 2.0

  /// The figures in one line.
  var line: String {
    var text = counted(samples, "sample")
    if let totalRMSE, let headingRMSE, let inclinationRMSE {
      text +=
        ", errors \(decimal(totalRMSE, places: 2))° (heading \(decimal(headingRMSE, places: 2))°, "
        + "inclination \(decimal(inclinationRMSE, places: 2))°)"
    }
    if let sigma {
      text +=
        ", sigma at the end: heading \(decimal(sigma[1], places: 2))°, "
        + "inclination \(decimal(sigma[0], places: 2))°"
    }
    if let bias = gyroscopeBias, bias.contains(where: { abs($0) > Self.usualBias }) {
      text +=
        ", gyroscope bias \(bias.map { decimal($0, places: 2) }.joined(separator: ", ")) °/s"
    }
    text += startupText(startupSamples)
    return faults.text.map { "\(text); \($0)" } ?? text
  }

  /// The figures for the report.
  var tiles: [HTML.Tile] {
    var tiles: [HTML.Tile] = []
    func add(_ angle: Double?, _ name: String, _ note: String) {
      guard let angle else { return }
      tiles.append(HTML.Tile("\(decimal(angle, places: 2))°", name, note))
    }
    let square = "root mean square"
    add(totalRMSE, "error", square)
    add(headingRMSE, "error of the heading", square)
    add(inclinationRMSE, "error of the inclination", square)
    add(sigma?[1], "sigma of the heading", "at the end")
    add(sigma?[0], "sigma of the inclination", "at the end")
    tiles.append(HTML.Tile("\(samples)", "samples", faults.text ?? "no faults"))
    return tiles
  }
}
