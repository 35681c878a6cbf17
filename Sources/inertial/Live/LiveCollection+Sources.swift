internal import GestureRecognition
internal import MotionFusion

extension LiveCollection {
  /// Collects the gestures of device motion: by touch where the source has it, otherwise between
  /// stationary phases.
  ///
  /// - Returns: The number of gestures that were too long.
  func collect(
    from source: any MotionSource, configuration: MotionManager.Configuration, usesKeys: Bool
  ) async throws -> Int {
    var configuration = configuration
    configuration.requiresGyroscope = false
    let manager = MotionManager(source: source, configuration: configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    var segmenter = MotionSegmenter(minimumSamples: minimumSamples)
    let handlers = begin(usesKeys: usesKeys) { manager.stop() }
    var findingCount = 0
    for try await motion in updates where !isEnded {
      manager.warnOfFindings(in: source, after: &findingCount)
      if let gesture = segmenter.update(motion) { add(.motion(gesture)) }
    }
    if !isEnded, let gesture = segmenter.finish() { add(.motion(gesture)) }
    withExtendedLifetime(handlers) {}
    manager.warnOfFaults(in: source)
    return segmenter.overflows
  }

  /// Collects the segments of lines of numbers: by `rule`, or while the last column is 1.
  ///
  /// - Returns: The number of segments that were too long.
  func collectSeries(
    from descriptor: Int32, name: String, rule: SegmentationRule?, usesKeys: Bool,
    skippingBadLines: Bool
  ) throws -> Int {
    var decoder = SeriesLineDecoder(
      name: name, dimension: nil, hasTouch: rule.map { $0 == .touch },
      skippingBadLines: skippingBadLines)
    var segmenter: SeriesSegmenter?
    var latest = -Double.infinity
    let handlers = begin(usesKeys: usesKeys) {}
    func take(_ line: [UInt8]) throws -> Bool {
      guard let sample = try decoder.decode(line) else { return true }
      guard sample.time.isFinite, sample.components.allSatisfy(\.isFinite), sample.time >= latest
      else {
        try decoder.reject()
        return true
      }
      latest = sample.time
      if segmenter == nil {
        guard let rule = rule ?? (decoder.hasTouch == true ? .touch : nil) else {
          throw ToolError(
            .badData,
            "\(name): expected a header whose last column is touch, or --segment RULE")
        }
        segmenter = SeriesSegmenter(rule, dimension: sample.components.count)
      }
      let series = segmenter?.update(
        sample.components, at: sample.time, isTouching: sample.isTouching)
      if let series { add(.series(series)) }
      return !isEnded
    }
    let rest = try InputLines.read(
      descriptor, name: name, isStopped: { isEnded }, take: take)
    // A last line without a line feed is used if it is a sample.
    if let rest { _ = try? take(rest) }
    if !isEnded, let series = segmenter?.finish() { add(.series(series)) }
    withExtendedLifetime(handlers) {}
    if decoder.skippedCount > 0 {
      Console.warning("\(name): \(counted(decoder.skippedCount, "bad line")) skipped")
    }
    return segmenter?.overflows ?? 0
  }
}
