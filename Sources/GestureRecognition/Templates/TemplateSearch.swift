/// The search for the examples of each class that are nearest to one gesture.
///
/// With *d* the mean of the smallest distances to a class's examples and *m* the smallest *d* of all
/// classes, what is found is the *d* of distances that are cut off at `reach` *m*: examples that are
/// sure to be farther are not measured to their ends, and the order of the search does not matter.
/// With a limit of its own, distances are cut off there instead, whatever is nearest.
struct TemplateSearch {
  private let classes: [TemplateClass]
  private let matching: TemplateMatching
  private let skipped: [Int: Range<Int>]
  private let limit: Float?
  private var nearest: [NearestExamples]
  /// The squared distance to each class of the gesture as it is, not turned.
  private(set) var straightDistances: [Float] = []
  /// The least mean of any class so far.
  private var best = Float.infinity

  init(
    classes: [TemplateClass], matching: TemplateMatching, limit: Float? = nil,
    skipping skipped: [Int: Range<Int>] = [:]
  ) {
    self.classes = classes
    self.matching = matching
    self.skipped = skipped
    self.limit = limit
    nearest = classes.indices.map { place in
      let available = classes[place].count - (skipped[place]?.count ?? 0)
      return NearestExamples(
        capacity: available < matching.fewExamples
          ? 1 : max(1, min(matching.neighbors, available)))
    }
  }

  /// The squared distance beyond which nothing is measured.
  private var cut: Float {
    limit ?? max(best, Self.smallest) * Float(matching.reach * matching.reach)
  }

  /// What smaller squared distances are taken for: that of a copy is zero.
  static let smallest: Float = 1e-6

  /// The squared distance to each class; infinite to one of which nothing is compared.
  var distances: [Float] {
    classes.indices.map { place in
      (skipped[place]?.count ?? 0) < classes[place].count
        ? nearest[place].mean(cut: cut) : .infinity
    }
  }

  /// Compares the gesture with all examples.
  mutating func compare(with straight: WarpingProbe) {
    let counts = classes.map(\.count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: counts.reduce(0, +)) { bounds in
      // The example of the least bound tells which classes are worth a look first.
      var starts: [Int] = []
      var seeds: [Float] = []
      var start = 0
      for place in classes.indices {
        starts.append(start)
        seeds.append(seed(place, with: straight, bounds: bounds.baseAddress.map { $0 + start }))
        start += counts[place]
      }
      for place in classes.indices.sorted(by: { seeds[$0] < seeds[$1] }) {
        scan(place, with: straight, bounds: bounds.baseAddress.map { $0 + starts[place] })
      }
    }
    straightDistances = distances
  }

  /// Compares the gesture, turned by each of the angles of the matching, with the examples of the
  /// classes that come into question, if there is more than one such class.
  mutating func compareTurned(_ turned: (_ roll: Double) -> WarpingProbe) {
    let margin = Float(matching.rollMargin * matching.rollMargin)
    guard straightDistances.count(where: { $0 < margin * best }) > 1 else { return }
    let penalty = Float(matching.rollPenalty)
    for roll in matching.rolls {
      let probe = turned(roll)
      for place in classes.indices where nearest[place].least < cut {
        scan(place, with: probe, penalty: penalty)
      }
    }
  }

  /// Compares the gesture with the beginnings of all examples.
  mutating func compareBeginnings(with probe: WarpingProbe) {
    for place in classes.indices {
      scan(place, with: probe, penalty: Float(matching.beginningPenalty), beginningsOnly: true)
    }
  }

  /// Fills `bounds` with the lower bounds of a class's examples, and measures the least one.
  private mutating func seed(
    _ place: Int, with probe: WarpingProbe, bounds: UnsafeMutablePointer<Float>?
  ) -> Float {
    guard let bounds else { return .infinity }
    let skipped = skipped[place] ?? 0..<0
    var distance = Float.infinity
    classes[place].withExamples { examples, stride in
      var least: Int?
      for index in 0..<classes[place].count {
        guard !skipped.contains(index) else {
          bounds[index] = .infinity
          continue
        }
        bounds[index] = probe.lowerBound(to: examples + index * stride)
        if bounds[index] < least.map({ bounds[$0] }) ?? .infinity { least = index }
      }
      guard let least else { return }
      distance = probe.distance(to: examples + least * stride)
      bounds[least] = .infinity
      nearest[place].insert(least, at: distance)
    }
    if nearest[place].isFull { best = min(best, nearest[place].mean(cut: .infinity)) }
    return distance
  }

  /// Compares the gesture with the examples of a class whose lower bounds do not rule them out.
  private mutating func scan(
    _ place: Int, with probe: WarpingProbe, bounds: UnsafeMutablePointer<Float>? = nil,
    penalty: Float = 1, beginningsOnly: Bool = false
  ) {
    let skipped = skipped[place] ?? 0..<0
    let cut = cut
    classes[place].withExamples(beginningsOnly: beginningsOnly) { examples, stride in
      for index in 0..<classes[place].count where !skipped.contains(index) {
        let limit = min(nearest[place].largest, cut) / penalty
        let example = examples + index * stride
        guard (bounds?[index] ?? probe.lowerBound(to: example)) < limit else { continue }
        let distance = probe.distance(to: example, limit: limit) * penalty
        if distance < .infinity { nearest[place].insert(index, at: distance) }
      }
    }
    if nearest[place].isFull { best = min(best, nearest[place].mean(cut: .infinity)) }
  }
}
