package import DeadReckoning
package import MotionFusion
package import MotionRecordings

/// The paths of recordings, and their errors against a reference.
///
/// Device motion is used unchanged, raw samples become device motion. Long recordings are streamed
/// where the method allows it; a report needs their whole paths.
package struct TrackAnalysis {
  private let path: PathEstimation
  private let motion: MotionEstimation
  /// Whether raw samples are used even if the recording has device motion.
  package var usesRawSamples = false
  /// Whether the answers have the loop-closure error.
  package var isLoop = false
  /// The lengths of the windows to compare with a reference, in seconds.
  package var windowLengths = [1.0, 2, 3]
  /// Whether the whole paths are kept for a report.
  package var hasReport = false
  package var measurements = OutsideMeasurements()
  /// Receives problems that do not stop the analysis.
  package var warn: (String) -> Void = { _ in }

  private var files: [TrackAnswer.File] = []
  private var sections: [TrackReport.Section] = []
  private var accuracies: [PathAccuracy] = []

  /// An analysis of no recording.
  ///
  /// - Parameter motion: The estimation of device motion from raw samples.
  package init(_ path: PathEstimation, motion: MotionEstimation = MotionEstimation()) {
    self.path = path
    self.motion = motion
  }

  /// Adds the recordings in `content`, which messages call `name`.
  ///
  /// - Parameters:
  ///   - listener: Receives the points as they are estimated.
  ///   - body: Receives each point of the revised path and the number of its recording, from 0.
  /// - Throws: Errors of `body`; ``AnalysisError`` for a path of no or one point, or measurements
  ///   outside the recording's time; `RecordingError` without motion, or if a file can no longer be
  ///   read.
  package mutating func add(
    _ content: StreamedRecordings, name: String, listener: (PathEvent) -> Void = { _ in },
    _ body: (PathPoint, Int) throws -> Void = { _, _ in }
  ) throws {
    for var input in try inputs(in: content, name: name) {
      var shown = ThinnedSeries<PathPoint>(
        limit: hasReport ? .max : ThinnedSeries<PathPoint>.usualLimit)
      let place = files.count
      var (figures, accuracy) = try track(&input, listener: listener) { point in
        shown.append(point)
        try body(point, place)
      }
      figures.faults = figures.faults + input.faults
      let used = measurements.used(
        input.usedMeasurements + figures.usedMeasurementCount, by: input.name,
        angular: input.hasOwnAttitudes ? false : nil, warn: warn)
      guard figures.count > 1 else {
        throw AnalysisError(
          "\(input.name): \(PathFinding.tooShort(figures.count))", after: figures.faults)
      }
      var file = TrackAnswer.File(
        name: input.name, figures, startupSamples: input.startup, usedMeasurements: used,
        isLoop: isLoop)
      for finding in file.findings { warn("\(file.name): \(finding)") }
      if let accuracy {
        file.add(accuracy)
        accuracies.append(accuracy)
      }
      files.append(file)
      sections.append(
        TrackReport.Section(
          name: file.name, summary: file.line, tiles: file.tiles, path: shown.elements,
          truth: accuracy?.truePath ?? []))
    }
  }

  /// The figures of the recordings.
  package var answer: TrackAnswer {
    TrackAnswer(
      method: path.method, mode: motion.mode, files: files, windows: accuracies.pooledWindows)
  }

  /// The page with the paths.
  package var report: TrackReport {
    TrackReport(lead: "Method: \(path.method.rawValue).", sections: sections)
  }

  package var count: Int { files.count }

  /// The paths of the recordings, thinned if they are long and there is no report.
  package var paths: [[PathPoint]] { sections.map(\.path) }

  // MARK: - Inputs

  /// The device motion of a recording and its reference.
  private struct Input {
    var name: String
    var motions: [DeviceMotion] = []
    var poses: [ReferencePose] = []
    /// The number of skipped samples of the start-up transient.
    var startup = 0
    /// The number of external headings and attitudes that were used.
    var usedMeasurements = 0
    var faults = SampleFaults()
    /// Samples in their file, from which motions are computed one at a time.
    var samples: RecordedSamples?
    /// The heading of the frame of the motions, and of the measurements by default.
    var heading = ReferenceHeading.magneticNorth
    /// Whether the attitudes are those of the device, which no measurement corrects.
    var hasOwnAttitudes = false
  }

  private func inputs(in content: StreamedRecordings, name: String) throws -> [Input] {
    let heading = content.others.referenceHeading
    let references = content.others.references.samplesByName()
    let inputs: [Input]
    if !content.others.deviceMotion.isEmpty, !(usesRawSamples && !content.sensorSamples.isEmpty) {
      inputs = content.others.deviceMotion.map { recording in
        let startup =
          motion.skipsStartup ? StartupDetector().count(in: recording.samples) : 0
        return Input(
          name: recording.name, motions: Array(recording.samples[startup...]),
          poses: references[recording.name] ?? [], startup: startup, hasOwnAttitudes: true)
      }
    } else {
      inputs = try content.sensorSamples.map { recording in
        guard !streams(recording.samples) else {
          return Input(name: recording.name, samples: recording.samples)
        }
        var motions: [DeviceMotion] = []
        motions.reserveCapacity(recording.samples.count)
        var estimate = motion.estimate(
          try recording.samples.whole(),
          measurements: measurements.values(angular: true, of: heading, in: .northWestUp),
          progress: InputProgress.showSmoothing
        ) { motions.append($0) }
        estimate.motions = motions
        if estimate.motions.isEmpty { try measurements.explainNoMotion(of: recording.name) }
        if let text = estimate.startWarning { warn("\(recording.name): \(text)") }
        estimate.turnFrame(to: heading)
        let poses = references[recording.name] ?? []
        if !estimate.pointsNorth || heading == .unknown {
          estimate.motions.alignHeading(with: poses)
        }
        return Input(
          name: recording.name, motions: estimate.motions, poses: poses,
          startup: estimate.startupSampleCount, usedMeasurements: estimate.usedMeasurementCount,
          faults: estimate.faults, heading: heading)
      }
    }
    guard inputs.contains(where: { !$0.motions.isEmpty || $0.samples != nil }) else {
      throw RecordingError(
        file: name,
        problem: .malformed("expected gyroscope and accelerometer samples, got no motion"))
    }
    return inputs
  }

  /// Whether the path of streamed samples can be computed motion by motion. The gesture method
  /// needs all motions, and zero end velocity needs all points.
  private func streams(_ samples: RecordedSamples) -> Bool {
    samples.isStreamed && samples.kinds.hasAcceleration && !motion.isOffline
      && ![.gesture, .zeroEndVelocity].contains(path.method)
  }

  /// The path of a recording, handed to `body`, with its errors if there is a reference; of a
  /// streamed recording, the motions are passed on as they are estimated.
  private func track(
    _ input: inout Input, listener: (PathEvent) -> Void, _ body: (PathPoint) throws -> Void
  ) throws -> (PathFigures, PathAccuracy?) {
    let positions = measurements.values(
      angular: false, of: input.heading, in: input.heading.axes)
    guard let samples = input.samples else {
      let estimate = path.estimate(
        InputProgress.following(input.motions, as: "path"), measurements: positions,
        listener: listener)
      for point in InputProgress.following(estimate.points, as: "points") { try body(point) }
      let accuracy = PathAccuracy(
        of: estimate, by: path, from: input.motions, reference: input.poses,
        windowLengths: windowLengths)
      return (estimate.figures, accuracy)
    }
    var session = PathSession(path, measurements: positions)
    var long = LongPath()
    let angles = measurements.values(angular: true, of: input.heading, in: .northWestUp)
    let (result, _) = try motion.estimate(samples, measurements: angles) { motion in
      session.update(motion) { event in
        long.apply(event)
        listener(event)
      }
      try long.handOver(body)
    }
    session.finish { event in
      long.apply(event)
      listener(event)
    }
    try long.finish(session, body)
    if let text = result.startWarning { warn("\(input.name): \(text)") }
    input.faults = result.faults
    input.startup = result.startupSampleCount
    input.usedMeasurements = result.usedMeasurementCount
    if long.figures.count == 0 { try measurements.explainNoMotion(of: input.name) }
    return (long.figures, nil)
  }
}

extension MotionEstimation {
  /// The sensors in use, as in answers: `9d` with the magnetometer, `6d` without.
  var mode: String { usesMagnetometer ? "9d" : "6d" }
}

/// The table of a path, written point by point: time, position, velocity, attitude, rest and
/// uncertainty.
package final class PathTable {
  private let file: PendingFile
  private var table = TableWriter([
    "t", "x", "y", "z", "vx", "vy", "vz", "qw", "qx", "qy", "qz", "resting",
    "position_deviation",
  ])

  /// A table in the file at `path`; `-` is standard output.
  ///
  /// - Parameter isHeld: Whether it is written only at the end, so that an error leaves no output.
  package init(path: String, isHeld: Bool) throws {
    file = try PendingFile(path, isHeld: isHeld)
  }

  /// Adds a point.
  package func add(_ point: PathPoint) throws {
    table.add(point.timestamp)
    table.add(point.position)
    table.add(point.velocity)
    table.add(point.attitude.quaternion)
    table.add(point.isStationary)
    table.add(point.uncertainty?.positionDeviation)
    table.endRow()
    try file.write(table.takeText())
  }

  /// Ends the table.
  package func finish() throws {
    try file.write(table.takeText())
    try file.finish()
  }
}

extension [PathPoint] {
  /// The path from above in Braille: `rows` lines.
  package func picture(rows: Int) -> [String] {
    // Rows count downwards.
    let seen = map {
      Sample2D(x: $0.position.x, y: -$0.position.y, timestamp: $0.timestamp)
    }
    return StrokePicture(seen).braille(rows: rows)
  }
}
