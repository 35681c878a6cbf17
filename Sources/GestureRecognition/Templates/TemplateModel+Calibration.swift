extension TemplateModel {
  /// Calibrates confidences and rejection on the training examples.
  ///
  /// Each example is compared with the kept examples of other users; if its class has none, or
  /// there is one user only, with all but itself. The examples of a user are one session.
  ///
  /// - Parameters:
  ///   - examples: The training examples, and whether the model keeps them. Kept ones are in the
  ///     order of adding, those of one user together.
  ///   - acceptance: The share of correctly recognised gestures to accept.
  /// - Throws: ``TrainingError/cancelled``.
  mutating func calibrate(
    on examples: [(example: Example<MotionSeries>, isKept: Bool)], acceptance: Double
  ) async throws(TrainingError) {
    let model = self
    let places = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    var counts = [Int](repeating: 0, count: classes.count)
    // The index of each example in its class, and the range of each user's examples in each class.
    var indices: [(place: Int, range: Range<Int>)] = []
    var ranges: [String: [Int: Range<Int>]] = [:]
    for (example, isKept) in examples {
      guard let place = places[example.label] else { continue }
      let index = counts[place]
      if isKept { counts[place] += 1 }
      indices.append((place, index..<counts[place]))
      if let user = example.user {
        let start = ranges[user]?[place]?.lowerBound ?? index
        ranges[user, default: [:]][place] = start..<counts[place]
      }
    }
    let writers = ranges.count >= 2 ? ranges : [:]
    let positions = indices
    let size = 32
    let chunks = (examples.count + size - 1) / size
    let trials = await parallelMap(count: chunks, width: nil) { chunk in
      (chunk * size..<min(examples.count, (chunk + 1) * size)).map { number in
        let (place, range) = positions[number]
        let example = examples[number].example
        var skipped = (example.user.flatMap { writers[$0] } ?? [:])
          .filter { $0.value.count < model.classes[$0.key].count }
        if skipped[place] == nil { skipped[place] = range }
        return model.trial(of: example.representation, in: place, skipping: skipped)
      }
    }
    guard let trials else { throw .cancelled }
    var sessions: [[TemplateCalibration.Trial]] = []
    var user: String??
    for (entry, trial) in zip(examples, trials.flatMap { $0 }) {
      if user != .some(entry.example.user) { sessions.append([]) }
      user = entry.example.user
      if let trial { sessions[sessions.count - 1].append(trial) }
    }
    calibration = TemplateCalibration(sessions: sessions, acceptance: acceptance)
  }

  /// The distances of an example to others; `nil` if its class has no other.
  private func trial(
    of series: MotionSeries, in place: Int, skipping skipped: [Int: Range<Int>]
  ) -> TemplateCalibration.Trial? {
    guard (skipped[place]?.count ?? 0) < classes[place].count else { return nil }
    let distances = distances(of: series, skipping: skipped)
    return TemplateCalibration.Trial(
      logarithms: distances.fitted.map(Self.logarithm), truth: place,
      distance: Self.perPoint(distances.straight.min() ?? 0, normalizer.pointCount),
      similarity: Self.similarity(distances.straight))
  }
}
