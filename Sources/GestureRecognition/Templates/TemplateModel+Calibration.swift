extension TemplateModel {
  /// Calibrates confidences and rejection on the examples that the model was made of, or chosen from.
  ///
  /// Each is compared with what the model keeps of other people; where its class has none, or no two people
  /// are known, with all but itself. Then it is compared once more without its class, as a gesture
  /// that was not learned.
  ///
  /// - Parameters:
  ///   - examples: The examples, and whether the model keeps them; the kept ones in the order of adding, and
  ///     those of one person together.
  ///   - acceptance: The share of gestures of the known classes that are to be believed, and of
  ///     others to be refused.
  /// - Throws: ``TrainingError/cancelled``.
  mutating func calibrate(
    on examples: [(example: Example<MotionSeries>, isKept: Bool)], acceptance: Double
  ) async throws(TrainingError) {
    let model = self
    let places = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    var counts = [Int](repeating: 0, count: classes.count)
    // Where each example stands in its class, and where each person's stand in each class.
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
      (chunk * size..<min(examples.count, (chunk + 1) * size)).compactMap { number in
        let (place, range) = positions[number]
        let example = examples[number].example
        var skipped = (example.user.flatMap { writers[$0] } ?? [:])
          .filter { $0.value.count < model.classes[$0.key].count }
        if skipped[place] == nil { skipped[place] = range }
        return model.trial(of: example.representation, in: place, skipping: skipped)
      }
    }
    guard let trials else { throw .cancelled }
    calibration = TemplateCalibration(trials: trials.flatMap { $0 }, acceptance: acceptance)
  }

  /// How an example compares with others; `nil` where its class has no other.
  private func trial(
    of series: MotionSeries, in place: Int, skipping skipped: [Int: Range<Int>]
  ) -> TemplateCalibration.Trial? {
    guard (skipped[place]?.count ?? 0) < classes[place].count else { return nil }
    let distances = distances(of: series, skipping: skipped)
    var others = skipped
    others[place] = 0..<classes[place].count
    return TemplateCalibration.Trial(
      logarithms: distances.fitted.map(Self.logarithm), truth: place,
      familiarity: Self.familiarity(distances.straight),
      unknownFamiliarity: Self.familiarity(self.distances(of: series, skipping: others).straight))
  }
}
