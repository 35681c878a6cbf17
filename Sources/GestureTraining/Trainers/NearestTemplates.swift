package import GestureRecognition
internal import RealModule
internal import RotationMath

/// The default classifier of letters in the air, `nearest-templates`.
///
/// Nearest neighbours under dynamic time warping of angular rate and acceleration in the gesture's
/// mean or level frame.
package struct NearestTemplates: GestureClassifier {
  /// The conversion of motions to series.
  package let normalizer = MotionNormalizer()
  /// The distance to a class.
  package var matching = TemplateMatching()

  /// The share of correctly recognised gestures of other writers to accept (default: 0.97).
  package var acceptance = 0.97

  /// The largest number of examples to keep of each class (default: all).
  package var examplesPerClass: Int?

  /// The model that training adds examples of the user to, with its calibration: one example of one
  /// class is enough (default: none).
  var base: TemplateModel?
  package var fixedLabels: [String] { base?.labels ?? [] }

  /// Whether training on several users also calibrates a model in level frames, which takes half as
  /// long again, and keeps that one if more gestures of left-out users are right (default: yes).
  ///
  /// A device at the forearm turns about it from person to person, while a writing hand holds a
  /// screen towards itself. Of `forearm-gestures`, 92.2 % are right in level frames and 88.4 % in
  /// mean frames; of `air-letters`, 83.8 and 99.8 %.
  var choosesFrame = true

  /// Creates a classifier with the default settings.
  package init() {}

  /// Trains a model: keeps all or representative examples and calibrates it on all of them.
  ///
  /// The model holds the examples by user, in the order of `examples` otherwise. Examples of one
  /// user, or of none by name, are compared in mean frames: their pose is all they show.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, examples of different numbers of
  ///   points, invalid settings, and cancellation.
  package func train(
    _ examples: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    if let base { return try base.adapted(to: examples) }
    guard let first = examples.first else { throw .noExamples }
    guard examples.contains(where: { $0.label != first.label }) else {
      throw .oneClass(first.label)
    }
    try examples.requireDifference()
    guard (0...1).contains(acceptance) else {
      throw .invalidOptions("expected an acceptance from 0 to 1, got \(acceptance)")
    }
    guard examplesPerClass ?? 1 >= 1 else {
      throw .invalidOptions("expected at least 1 example of each class to keep")
    }
    if let odd = examples.first(where: { $0.representation.count != normalizer.pointCount }) {
      throw .featureCount(
        example: odd.name, found: odd.representation.count, expected: normalizer.pointCount)
    }
    let mean = try await model(of: examples)
    guard choosesFrame, Set(examples.compactMap(\.user)).count > 1 else { return mean }
    var classifier = self
    classifier.matching.isLevel = true
    let level = try await classifier.model(of: examples)
    return level.calibration.correct > mean.calibration.correct ? level : mean
  }

  /// A calibrated model in the frame of `matching`.
  private func model(
    of examples: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    let kept = Set(
      examplesPerClass.map { condensedIndices(of: examples, examplesPerClass: $0) }
        ?? Array(examples.indices))
    let ordered = examples.enumerated().sorted { a, b in
      let (writer, other) = (a.element.user ?? "", b.element.user ?? "")
      return writer != other ? writer < other : a.offset < b.offset
    }
    var model = TemplateModel(
      matching: matching,
      metadata: ["classifier": Classifier.nearestTemplates.rawValue, "examples": "\(kept.count)"])
    for (index, example) in ordered where kept.contains(index) {
      try model.add(example)
    }
    try await model.calibrate(
      on: ordered.map { ($1, kept.contains($0)) }, acceptance: acceptance)
    return model
  }

  /// Trains a model on the examples of others, and adapts it to the user's own.
  package func train(
    _ examples: [Example<MotionSeries>], own: [Example<MotionSeries>]
  ) async throws(TrainingError) -> TemplateModel {
    guard base == nil, !examples.isEmpty else { return try await train(examples + own) }
    return try await train(examples).adapted(to: own)
  }

  package func recognize(
    _ series: MotionSeries, with model: TemplateModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(series)
  }

  package func session(with model: TemplateModel) -> WriterSession? { model.calibration.session }

  package func read(_ series: MotionSeries, in state: WriterState) -> MotionSeries {
    series.read(in: state)
  }
}

extension Array {
  /// At most `count` elements at equal distances, in order.
  fileprivate func evenlySpaced(_ count: Int) -> [Element] {
    guard self.count > count else { return self }
    return (0..<count).map { self[$0 * self.count / count] }
  }
}

extension NearestTemplates {
  /// The number of examples of a class from which representatives are chosen.
  private static let mostCandidates = 300

  /// The indices of at most `count` representative examples of each class, in increasing order.
  ///
  /// Representatives are chosen one after another to minimise the sum of the distances to the
  /// others (the greedy *p*-median: A. A. Kuehn, M. J. Hamburger, *A heuristic program for locating
  /// warehouses*, 1963, doi:10.1287/mnsc.9.4.643). Of a large class, evenly spaced examples are
  /// considered: `mostCandidates`, or four for each representative.
  ///
  /// - Complexity: O(*m*²) comparisons for a class of *m* considered examples.
  func condensedIndices(
    of examples: [Example<MotionSeries>], examplesPerClass count: Int
  ) -> [Int] {
    precondition(count >= 1, "expected at least 1 example per class, got \(count)")
    let groups = Dictionary(grouping: examples.indices) { examples[$0].label }
    return groups.values.flatMap { indices -> [Int] in
      guard indices.count > count else { return indices }
      let considered = indices.evenlySpaced(max(Self.mostCandidates, 4 * count))
      return representatives(of: considered.map { examples[$0].representation }, count: count)
        .map { considered[$0] }
    }.sorted()
  }

  /// The indices of the representative series of one class.
  private func representatives(of series: [MotionSeries], count: Int) -> [Int] {
    let channels = series.map { matching.weighted(matching.channels(of: $0)) }
    let templates = channels.map(WarpingLayout.reversed)
    var distances = [[Float]](
      repeating: [Float](repeating: 0, count: series.count), count: series.count)
    for row in series.indices {
      let probe = WarpingProbe(channels: channels[row], band: TemplateMatching.band)
      for column in 0..<row {
        let distance = templates[column].withUnsafeBufferPointer { template in
          template.baseAddress.map { probe.distance(to: $0) } ?? 0
        }
        distances[row][column] = distance
        distances[column][row] = distance
      }
    }
    var nearest = [Float](repeating: .greatestFiniteMagnitude, count: series.count)
    var chosen: [Int] = []
    for _ in 0..<count {
      let costs = series.indices.map { candidate in
        zip(nearest, distances[candidate]).reduce(0.0) { $0 + Double(min($1.0, $1.1)) }
      }
      guard
        let best = series.indices.filter({ !chosen.contains($0) })
          .min(by: { costs[$0] < costs[$1] })
      else { break }
      chosen.append(best)
      nearest = zip(nearest, distances[best]).map { min($0, $1) }
    }
    return chosen
  }
}

extension TemplateModel {
  /// The number of examples that calibrate: the share of accepted gestures then has a standard
  /// deviation of 0.4 %.
  private static let mostTrials = 2000

  /// Adds an example, and its class if it is new.
  mutating func add(
    _ example: Example<MotionSeries>, isOwn: Bool = false
  ) throws(TrainingError) {
    guard example.representation.count == normalizer.pointCount else {
      throw .featureCount(
        example: example.name, found: example.representation.count,
        expected: normalizer.pointCount)
    }
    add(example.representation, label: example.label, isOwn: isOwn)
  }

  /// The model with examples of the user, and its calibration.
  func adapted(to examples: [Example<MotionSeries>]) throws(TrainingError) -> TemplateModel {
    var model = self
    for example in examples { try model.add(example, isOwn: true) }
    return model
  }

  /// Calibrates confidences and rejection on the training examples.
  ///
  /// Each example is compared with the kept examples of other users; if its class has none or there
  /// is only one user, with all others. The examples of a user are one session. Of many examples,
  /// `mostTrials` evenly spaced ones are compared.
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
    let compared = zip(examples.map(\.example), indices).map { (example: $0, position: $1) }
      .evenlySpaced(Self.mostTrials)
    let size = 32
    let chunks = (compared.count + size - 1) / size
    let trials = await parallelMap(count: chunks, width: nil) { chunk in
      (chunk * size..<min(compared.count, (chunk + 1) * size)).map { number in
        let (example, (place, range)) = compared[number]
        var skipped = (example.user.flatMap { writers[$0] } ?? [:])
          .filter { $0.value.count < model.classes[$0.key].count }
        if skipped[place] == nil { skipped[place] = range }
        return model.trial(of: example.representation, in: place, skipping: skipped)
      }
    }
    guard let trials else { throw .cancelled }
    var sessions: [[TemplateCalibration.Trial]] = []
    var user: String??
    for (entry, trial) in zip(compared, trials.flatMap { $0 }) {
      if user != .some(entry.example.user) { sessions.append([]) }
      user = entry.example.user
      if let trial { sessions[sessions.count - 1].append(trial) }
    }
    // A gesture that is as far from all classes as the gaps between segments is none.
    calibration = TemplateCalibration(
      sessions: sessions, acceptance: acceptance, doubtfulSimilarity: doubtfulSimilarity,
      leastSimilarity: -Self.logarithm(unexplainedDistance))
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

extension TemplateCalibration {
  /// The distances of one gesture to the examples of other users.
  struct Trial: Sendable {
    /// Logarithms of the distances, one per class.
    var logarithms: [Double]
    /// The true class.
    var truth: Int
    /// The distance to the nearest class, unrotated, in the unit of scores.
    var distance: Double
    /// The similarity to all classes.
    var similarity: Double

    /// Whether no class is nearer than the true one.
    var isCorrect: Bool { logarithms.min() == logarithms[truth] }
  }

  /// The calibration that fits the trials of each writer, in the order of writing.
  ///
  /// The sharpness is the reciprocal temperature of the logarithms of distances
  /// (`TemperatureScaling`).
  ///
  /// A further gesture of the writers reaches the smallest similarity with the probability
  /// `acceptance`, each writer's trials being one `AcceptanceSession`: split conformal prediction
  /// (V. Vovk, A. Gammerman, G. Shafer, *Algorithmic learning in a random world*, 2005). Too few
  /// trials bound nothing, and those of one writer are of one sitting: in another one, gestures are
  /// less similar by about 0.7, whatever the spread within a sitting. What is not similar to a
  /// class is the same for all writers, and decides there, unless a tenth of the trials would be
  /// rejected.
  ///
  /// - Parameters:
  ///   - doubtfulSimilarity: The threshold without trials, and the largest one of few trials, or of
  ///     one writer.
  ///   - leastSimilarity: The least threshold of these.
  init(
    sessions: [[Trial]], acceptance: Double, doubtfulSimilarity: Double, leastSimilarity: Double
  ) {
    self.init()
    minimumSimilarity = doubtfulSimilarity
    let trials = sessions.flatMap(\.self)
    guard let typical = trials.map(\.similarity).sorted().upperMedian else { return }
    typicalSimilarity = typical
    typicalDistance = max(trials.map(\.distance).sorted().upperMedian ?? typicalDistance, 1e-3)
    sharpness =
      1
      / TemperatureScaling(
        scores: trials.map { $0.logarithms.map(-) }, truths: trials.map(\.truth),
        usual: 1 / sharpness
      ).temperature
    var right: [Double] = []
    var all: [Double] = []
    for session in sessions {
      var acceptance = self.acceptance
      for trial in session {
        let similarity = acceptance?.corrected(trial.similarity) ?? trial.similarity
        all.append(similarity)
        if trial.isCorrect { right.append(similarity) }
      }
    }
    gestures = all.count
    correct = right.count
    // Misrecognised gestures may be rejected.
    let sorted = (right.isEmpty ? all : right).sorted()
    // Never by the least similar one alone, which may be odd.
    let tenth = min(max(sorted.count / 10, 1), sorted.count - 1)
    let rank = min(Int(Double(sorted.count + 1) * (1 - acceptance)), sorted.count)
    minimumSimilarity =
      rank > tenth || rank > 0 && sessions.count > 1
      ? sorted[rank - 1] : max(min(doubtfulSimilarity, sorted[tenth]), leastSimilarity)
  }
}
