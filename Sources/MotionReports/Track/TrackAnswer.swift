package import DeadReckoning
internal import MotionFusion

/// The answer of `inertial track`.
package struct TrackAnswer: Encodable {
  /// Precision and recall of zero-velocity detection, from 0 to 1.
  struct Detection: Encodable {
    var precision: Double
    var recall: Double

    init?(_ accuracy: DetectionAccuracy?) {
      guard let accuracy else { return nil }
      precision = accuracy.precision
      recall = accuracy.recall
    }
  }

  /// The error of a path, in metres, and how its standard deviations match the error at the end.
  struct Figures: Encodable {
    var endError: Double
    var rmse: Double
    /// The shares of errors within one and two standard deviations, axis by axis.
    var withinSigma: [Double]?
    /// The mean square of the errors in standard deviations.
    var meanSquare: Double?
    /// The standard deviation of the velocity at the end.
    var velocityWithinSigma: [Double]?
    var velocityMeanSquare: Double?

    init(
      _ error: PathError, _ consistency: PathConsistency? = nil,
      velocity: PathConsistency? = nil
    ) {
      endError = error.end
      rmse = error.rootMeanSquare
      withinSigma = consistency.map { [$0.withinOne, $0.withinTwo] }
      meanSquare = consistency?.meanSquare
      velocityWithinSigma = velocity.map { [$0.withinOne, $0.withinTwo] }
      velocityMeanSquare = velocity?.meanSquare
    }
  }

  /// Median errors over windows of one length.
  struct Windows: Encodable {
    var seconds: Double
    var count: Int
    var linear: Figures
    var smoothed: Figures
    var online: Figures

    init(_ errors: WindowErrors) {
      seconds = errors.seconds
      count = errors.count
      linear = Figures(errors.linear)
      smoothed = Figures(errors.smoothed, errors.smoothedConsistency)
      online = Figures(
        errors.online, errors.onlineConsistency, velocity: errors.onlineVelocityConsistency)
    }
  }

  /// The figures of one recording.
  struct File: Encodable {
    var name: String
    var samples: Int
    var seconds: Double
    /// In metres, along the revised path.
    var pathLength: Double
    /// The number of stationary phases after the start.
    var rests: Int
    var revisions: Int
    /// From the first to the last point, in metres.
    var loopClosureError: Double?
    /// From the last point to the reference, in metres, aligned at the start.
    var endError: Double?
    /// The root mean square error over all points, in metres.
    var rmse: Double?
    /// The standard deviation of the last position, in metres.
    var endDeviation: Double?
    var windows: [Windows]?
    /// The method's detection, sample by sample, before any revision.
    var rest: Detection?
    /// The default detector's detection.
    var detectorRest: Detection?
    /// The number of skipped samples of the start-up transient.
    var startupSamples: Int
    /// The number of external measurements that were used; `nil` without --measurements.
    var usedMeasurements: Int?
    var faults: SampleFaults
    /// The reasons why the path is implausible or not significant.
    var findings: [String]
  }

  var method: String
  var mode: String
  private(set) var files: [File]
  // Over all files: sums of lengths, root mean squares of errors, medians over all windows.
  var pathLength: Double
  var loopClosureError: Double?
  var endError: Double?
  var rmse: Double?
  var windows: [Windows]?

  init(method: PathMethod, mode: String, files: [File], windows: [WindowErrors]) {
    func pooled(_ part: KeyPath<File, Double?>) -> Double? {
      let known = files.compactMap { $0[keyPath: part] }
      guard !known.isEmpty else { return nil }
      if known.count == 1 { return known[0] }
      return (known.reduce(0) { $0 + $1 * $1 } / Double(known.count)).squareRoot()
    }
    self.method = method.rawValue
    self.mode = mode
    self.files = files
    pathLength = files.reduce(0) { $0 + $1.pathLength }
    loopClosureError = pooled(\.loopClosureError)
    endError = pooled(\.endError)
    rmse = pooled(\.rmse)
    self.windows = windows.isEmpty ? nil : windows.map(Windows.init)
  }
}

extension TrackAnswer.File {
  init(
    name: String, _ path: PathFigures, startupSamples: Int, usedMeasurements: Int?,
    isLoop: Bool
  ) {
    self.name = name
    samples = path.count
    seconds = (path.last?.timestamp ?? 0) - (path.first?.timestamp ?? 0)
    pathLength = path.length
    rests = path.stationaryPhaseCount
    revisions = path.revisionCount
    loopClosureError = isLoop ? path.loopClosureError : nil
    endDeviation = path.last?.uncertainty?.positionDeviation
    self.startupSamples = startupSamples
    self.usedMeasurements = usedMeasurements
    faults = path.faults
    findings = path.findings.map(\.description)
  }

  /// Adds the errors against a reference.
  mutating func add(_ accuracy: PathAccuracy) {
    endError = accuracy.error?.end
    rmse = accuracy.error?.rootMeanSquare
    rest = TrackAnswer.Detection(accuracy.detection)
    detectorRest = TrackAnswer.Detection(accuracy.defaultDetection)
    let medians = accuracy.windows
    windows = medians.isEmpty ? nil : medians.map(TrackAnswer.Windows.init)
  }
}

// MARK: - Text

extension TrackAnswer {
  /// The figures of each recording.
  ///
  /// - Parameter paths: The paths to draw in Braille; empty for none.
  package func text(drawing paths: [[PathPoint]] = []) -> String {
    var lines: [String] = []
    for (index, file) in files.enumerated() {
      lines.append("\(file.name): \(file.line)")
      lines += file.windows?.map(\.line) ?? []
      if paths.indices.contains(index) { lines += paths[index].picture(rows: 12) }
    }
    if files.count > 1, let windows {
      lines.append("all recordings:")
      lines += windows.map(\.line)
    }
    return lines.joined(separator: "\n")
  }
}

extension TrackAnswer.Detection {
  var text: String { "precision \(percentage(precision)), recall \(percentage(recall))" }
}

extension TrackAnswer.File {
  /// The figures in one line.
  var line: String {
    var text =
      "\(counted(samples, "sample")) in \(decimal(seconds, places: 1)) s, "
      + "\(decimal(pathLength, places: 2)) m, \(counted(rests, "stationary phase")), "
      + counted(revisions, "revision")
    if let endDeviation { text += ", end ± \(decimal(endDeviation, places: 3)) m" }
    if let loopClosureError {
      let share = percentage(loopClosureError / max(pathLength, .leastNormalMagnitude))
      text += ", loop-closure error \(decimal(loopClosureError, places: 3)) m (\(share))"
    }
    if let endError, let rmse {
      text += ", end error \(decimal(endError, places: 3)) m, RMSE \(decimal(rmse, places: 3)) m"
    }
    if let rest { text += ", zero-velocity detection: \(rest.text)" }
    if let detectorRest { text += ", by the default detector: \(detectorRest.text)" }
    text += startupText(startupSamples)
    return faults.text.map { "\(text); \($0)" } ?? text
  }
}

extension TrackAnswer.Windows {
  /// The figures in one line: end error and RMSE in centimetres.
  var line: String {
    func text(_ name: String, _ figures: TrackAnswer.Figures) -> String {
      var text =
        "\(name) \(decimal(100 * figures.endError, places: 1)) / "
        + decimal(100 * figures.rmse, places: 1)
      if let shares = figures.withinSigma, let square = figures.meanSquare {
        text += " (within 1 and 2 sigma \(percentage(shares[0])) and \(percentage(shares[1])), "
        text += "mean square \(decimal(square, places: 2)))"
      }
      return text
    }
    return "  \(decimal(seconds, places: 1)) s windows (\(count)), end error / RMSE in cm: "
      + [text("linear", linear), text("smoothed", smoothed), text("online", online)]
      .joined(separator: ", ")
  }
}
