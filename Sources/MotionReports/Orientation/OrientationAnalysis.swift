package import MotionFusion
package import MotionRecordings

/// The attitudes of recordings, and their errors against a reference.
///
/// Long recordings are streamed. The motions are kept where a reference or a report needs them.
package struct OrientationAnalysis {
  /// The values of a motion that a report draws.
  private struct Moment {
    var motion: DeviceMotion
    var gravityAngle: Double
  }

  private let estimation: MotionEstimation
  /// Disturbs raw samples, under this name; `nil` uses them unchanged.
  package var disturbance: (name: String, apply: ([SensorSample]) -> [SensorSample])?
  /// Whether the motions are kept for a report.
  package var hasReport = false
  /// The tilt to compute of each recording; `nil` for none.
  package var tilt: TiltSeries?
  package var measurements = OutsideMeasurements()
  /// Receives problems that do not stop the analysis.
  package var warn: (String) -> Void = { _ in }

  private var files: [OrientationAnswer.File] = []
  private var sections: [OrientationReport.Section] = []
  /// The tilt of the last recording as CSV; `nil` without ``tilt``.
  package private(set) var tiltTable: String?

  /// An analysis of no recording.
  ///
  /// - Parameters:
  ///   - usesMagnetometer: Whether the magnetometer, if there is one, corrects the heading.
  ///   - isOffline: Whether recordings are smoothed.
  ///   - blockSize: The number of raw samples in a block mean; 1 keeps the samples.
  ///   - skipsStartup: Whether the start-up transient is left out.
  package init(
    usesMagnetometer: Bool = true, isOffline: Bool = false, blockSize: Int = 1,
    skipsStartup: Bool = true
  ) {
    estimation = MotionEstimation(
      usesMagnetometer: usesMagnetometer, isOffline: isOffline, blockSize: blockSize,
      skipsStartup: skipsStartup)
  }

  package var count: Int { files.count }

  /// The figures of the recordings.
  package var answer: OrientationAnswer {
    OrientationAnswer(
      estimation: estimation, disturbance: disturbance?.name, files: files)
  }

  /// The page with the attitudes; empty without ``hasReport``.
  package var report: OrientationReport {
    let sensors =
      estimation.usesMagnetometer
      ? "gyroscope, accelerometer and magnetometer" : "gyroscope and accelerometer"
    let disturbed = disturbance.map { ", disturbed: \($0.name)" } ?? ""
    let smoothed = estimation.isOffline ? ", smoothed" : ""
    return OrientationReport(
      lead: "Sensors: \(sensors)\(smoothed)\(disturbed).",
      sections: sections)
  }

  /// Adds a recording of raw samples.
  ///
  /// - Parameters:
  ///   - reference: The true attitudes in the order of time; empty for none.
  ///   - heading: The direction of *x* in the frame of the reference.
  ///   - body: Receives each motion in that frame.
  /// - Throws: Errors of `body`, ``AnalysisError`` for measurements outside the recording's time or
  ///   no attitude, and `RecordingError` if a file can no longer be read.
  package mutating func add(
    _ recording: StreamedRecordings.Recording, reference: [ReferencePose],
    heading: ReferenceHeading,
    _ body: (DeviceMotion) throws -> Void = { _ in }
  ) throws {
    let samples =
      try disturbance.map { RecordedSamples($0.apply(try recording.samples.whole())) }
      ?? recording.samples
    let turn = heading.turnFromMagneticNorth
    // Errors need all motions, a report those that it draws.
    let limit = samples.isStreamed ? ThinnedSeries<Moment>.usualLimit : .max
    var kept = ThinnedSeries<Moment>(
      limit: !reference.isEmpty ? .max : hasReport ? limit : 0)
    var lag = GravityLag()
    var tilt = tilt
    var uncertainty: OrientationUncertainty?
    var hasMotion = false
    let angles = measurements.values(angular: true, of: heading, in: .northWestUp)
    let (estimate, findings) = try estimation.estimate(samples, measurements: angles) {
      var motion = $0
      hasMotion = true
      if let turn { motion.turnFrame(by: turn) }
      let angle = lag.update(motion).angle
      tilt?.update(motion)
      uncertainty = motion.uncertainty
      kept.append(Moment(motion: motion, gravityAngle: angle))
      try body(motion)
    }
    // The reader has warned of all others.
    if estimate.isBiasLimited, let finding = findings.last { warn("\(recording.name): \(finding)") }
    guard hasMotion else {
      try measurements.explainNoMotion(of: recording.name)
      throw AnalysisError(
        "\(recording.name): expected samples that show an attitude, got none of "
          + counted(estimate.sampleCount, "sample"), after: estimate.faults)
    }
    if let text = estimate.startWarning { warn("\(recording.name): \(text)") }
    let used = measurements.used(
      estimate.usedMeasurementCount, by: recording.name, angular: true, warn: warn)
    let motions = kept.elements.map(\.motion)
    let errors = AttitudeErrors(
      of: motions, from: reference,
      aligningHeading: !estimate.pointsNorth || heading == .unknown,
      within: estimate.sampleInterval)
    let mean = errors?.rootMeanSquare.inDegrees
    let gravity =
      reference.isEmpty
      ? nil
      : GravityComparison(of: motions, reference: reference, within: estimate.sampleInterval)
    let file = OrientationAnswer.File(
      name: recording.name, samples: estimate.sampleCount,
      totalRMSE: mean?.total, headingRMSE: mean?.heading, inclinationRMSE: mean?.inclination,
      sigma: uncertainty.map {
        [$0.inclination * degreesPerRadian, $0.heading * degreesPerRadian]
      },
      gyroscopeBias: estimate.gyroscopeBias.map { ($0 * degreesPerRadian).components },
      gyroscopeBiasSigma: uncertainty.map { ($0.gyroscopeBias * degreesPerRadian).components },
      gravity: lag.rootMeanSquare.map { OrientationAnswer.Gravity(angle: $0, gravity) },
      tilt: tilt?.answer, startupSamples: estimate.startupSampleCount, usedMeasurements: used,
      faults: estimate.faults, findings: findings.map(\.description))
    files.append(file)
    tiltTable = tilt?.table
    guard hasReport else { return }
    sections.append(
      OrientationReport.Section(
        name: recording.name, summary: file.line, tiles: file.tiles, motions: motions,
        uncertainties: motions.compactMap { $0.uncertainty }, errors: errors,
        gravity: gravity
          ?? GravityComparison(
            timestamps: motions.map(\.timestamp), angles: kept.elements.map(\.gravityAngle)),
        tilt: tilt))
  }
}
