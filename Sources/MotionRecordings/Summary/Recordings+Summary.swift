extension Recordings {
  /// What each recording contains: raw samples, device motion, strokes, then references.
  ///
  /// - Complexity: That of a motion estimate of the raw samples.
  public var summaries: [RecordingSummary] {
    sensorSamples.map { RecordingSummary($0) } + deviceMotion.map { RecordingSummary($0) }
      + strokes.map { RecordingSummary($0) } + references.map { RecordingSummary($0) }
  }

  /// The subcommands of `inertial` that can process these recordings, most useful first.
  package var subcommands: [String] {
    var names: [String] = []
    if !strokes.isEmpty || hasMotion { names.append("recognize") }
    if !sensorSamples.isEmpty { names.append("orientation") }
    if hasMotion { names.append("track") }
    return names
  }

  private var hasMotion: Bool {
    !deviceMotion.isEmpty
      || sensorSamples.contains { $0.samples.contains { $0.acceleration != nil } }
  }
}
