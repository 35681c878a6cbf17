extension StreamedRecordings {
  /// What each recording contains: raw samples, device motion, strokes, then references.
  ///
  /// - Throws: ``RecordingError`` if a streamed file cannot be read any more.
  /// - Complexity: That of a motion estimate of the raw samples, in bounded memory. One more pass
  ///   for each median outside the kept range.
  public func summaries() throws -> [RecordingSummary] {
    try sensorSamples.map { try RecordingSummary($0) }
      + others.deviceMotion.map { RecordingSummary($0) }
      + others.strokes.map { RecordingSummary($0) } + others.references.map { RecordingSummary($0) }
  }

  /// The subcommands of `inertial` that can process these recordings, most useful first.
  package var subcommands: [String] {
    var names: [String] = []
    if !others.strokes.isEmpty || hasMotion { names.append("recognize") }
    if !sensorSamples.isEmpty { names.append("orientation") }
    if hasMotion { names.append("track") }
    return names
  }

  private var hasMotion: Bool {
    !others.deviceMotion.isEmpty || sensorSamples.contains(where: \.samples.kinds.hasAcceleration)
  }
}
