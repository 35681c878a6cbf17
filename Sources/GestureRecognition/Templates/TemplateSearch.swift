/// A search for the nearest examples of each class.
///
/// Let *d* be the mean of the smallest distances to a class's examples, and *m* the smallest *d* of
/// all classes. The result is *d* of distances that are cut off at `reach` *m*. Comparisons end
/// early once a distance exceeds the limit; the result does not depend on their order. With a
/// `limit`, distances are cut off there instead; with `isLeastOnly`, at the smaller of the two
/// limits.
struct TemplateSearch {
  private let classes: [TemplateClass]
  private let matching: TemplateMatching
  private let skipped: [Int: Range<Int>]
  private let limit: Float?
  private let isLeastOnly: Bool
  private var nearest: [NearestExamples]
  /// The squared distance of the unrotated gesture to each class.
  private(set) var straightDistances: [Float] = []
  /// The smallest mean of a class so far.
  private var best = Float.infinity

  init(
    classes: [TemplateClass], matching: TemplateMatching, limit: Float? = nil,
    isLeastOnly: Bool = false, skipping skipped: [Int: Range<Int>] = [:]
  ) {
    self.classes = classes
    self.matching = matching
    self.skipped = skipped
    self.limit = limit
    self.isLeastOnly = isLeastOnly
    nearest = classes.indices.map { place in
      let available = classes[place].count - (skipped[place]?.count ?? 0)
      return NearestExamples(
        capacity: available < TemplateMatching.fewExamples
          ? 1 : max(1, min(matching.neighbors, available)))
    }
  }

  /// The squared distance at which comparisons end.
  private var cut: Float {
    let reached = max(best, Self.smallest) * Float(matching.reach * matching.reach)
    return limit.map { isLeastOnly ? min($0, reached) : $0 } ?? reached
  }

  /// The lower bound of squared distances, as that of a copy is zero.
  static let smallest: Float = 1e-6

  /// The squared distance to each class; infinite if all its examples are left out.
  var distances: [Float] {
    classes.indices.map { place in
      (skipped[place]?.count ?? 0) < classes[place].count
        ? nearest[place].mean(cut: cut) : .infinity
    }
  }

  /// The squared distance to the nearest example of each class; infinite where none is in reach.
  var leastDistances: [Float] { nearest.map { $0.least } }

  /// Compares the gesture with all examples.
  mutating func compare(with straight: WarpingProbe) {
    let counts = classes.map { $0.count }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: counts.reduce(0, +)) { bounds in
      // Classes are searched in the order of the distance of their most promising example.
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

  /// Compares the rotated gesture with the classes within the margin, if there is more than one.
  mutating func compareTurned(_ turned: (TemplateMatching.Rotation) -> WarpingProbe) {
    let margin = Float(matching.rollMargin * matching.rollMargin)
    guard straightDistances.count(where: { $0 < margin * best }) > 1 else { return }
    let penalty = Float(matching.rollPenalty)
    for rotation in matching.rotations {
      let probe = turned(rotation)
      for place in classes.indices where nearest[place].least < cut {
        scan(place, with: probe, penalty: penalty)
      }
    }
  }

  /// Compares the gesture with the beginnings of all examples.
  mutating func compareBeginnings(with probe: WarpingProbe) {
    for place in classes.indices { scan(place, with: probe, beginningsOnly: true) }
  }

  /// Fills `bounds` with lower bounds of the distances to a class, and computes the most promising.
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
      let factor = classes[place].factor(at: least)
      let limit = (isLeastOnly ? cut : .infinity) / factor
      guard bounds[least] < limit else { return }
      distance = probe.distance(to: examples + least * stride, limit: limit) * factor
      bounds[least] = .infinity
      if distance < .infinity { nearest[place].insert(least, at: distance) }
    }
    if nearest[place].isFull { best = min(best, nearest[place].mean(cut: .infinity)) }
    return distance
  }

  /// Compares the gesture with the examples of a class whose lower bounds are within the limit.
  private mutating func scan(
    _ place: Int, with probe: WarpingProbe, bounds: UnsafeMutablePointer<Float>? = nil,
    penalty: Float = 1, beginningsOnly: Bool = false
  ) {
    let skipped = skipped[place] ?? 0..<0
    let cut = cut
    let count = classes[place].count
    classes[place].withExamples(beginningsOnly: beginningsOnly) { examples, stride in
      func compare(_ index: Int) {
        let penalty = penalty * classes[place].factor(at: index)
        let limit = min(nearest[place].largest, cut) / penalty
        let example = examples + index * stride
        guard (bounds?[index] ?? probe.lowerBound(to: example)) < limit else { return }
        let distance = probe.distance(to: example, limit: limit) * penalty
        if distance < .infinity { nearest[place].insert(index, at: distance) }
      }
      if let bounds {
        // The most promising ones first: their distances end most other comparisons early.
        while !nearest[place].isFull {
          guard let first = (0..<count).min(by: { bounds[$0] < bounds[$1] }), bounds[first] < cut
          else { break }
          compare(first)
          bounds[first] = .infinity
        }
      }
      for index in 0..<count where !skipped.contains(index) { compare(index) }
    }
    if nearest[place].isFull { best = min(best, nearest[place].mean(cut: .infinity)) }
  }
}

/// The *k* nearest examples, nearest first.
struct NearestExamples {
  private var found: [(index: Int, distance: Float)] = []
  private let capacity: Int

  /// - Precondition: `capacity` is positive.
  init(capacity: Int) {
    self.capacity = capacity
    found.reserveCapacity(capacity)
  }

  var isFull: Bool { found.count == capacity }

  /// The distance above which an example changes nothing.
  var largest: Float { isFull ? found[capacity - 1].distance : .infinity }

  /// The distance of the nearest one.
  var least: Float { found.first?.distance ?? .infinity }

  /// The mean distance, with each distance limited to `cut`.
  func mean(cut: Float) -> Float {
    let sum = found.reduce(0) { $0 + min($1.distance, cut) }
    return (sum + (isFull ? 0 : Float(capacity - found.count) * cut)) / Float(capacity)
  }

  /// Inserts an example, or updates its distance.
  mutating func insert(_ index: Int, at distance: Float) {
    guard distance < largest else { return }
    if let known = found.firstIndex(where: { $0.index == index }) {
      guard distance < found[known].distance else { return }
      found.remove(at: known)
    } else if isFull {
      found.removeLast()
    }
    let place = found.firstIndex { $0.distance > distance } ?? found.count
    found.insert((index, distance), at: place)
  }
}

/// The examples of one class, contiguous in memory in the layout of comparisons.
package struct TemplateClass: Hashable, Sendable {
  let label: String
  let pointCount: Int
  package private(set) var count = 0
  /// The number of the user's own examples: the last ones.
  private(set) var ownCount = 0
  /// The examples as added, in order of time and without padding.
  private var added: [Float] = []
  /// The weighted examples in the layout of `reversed(_:)`.
  private var storage: [Float] = []
  /// The beginnings of the examples, in the same layout.
  private var beginnings: [Float] = []
  private let matching: TemplateMatching

  init(label: String, pointCount: Int, matching: TemplateMatching) {
    self.label = label
    self.pointCount = pointCount
    self.matching = matching
  }

  private var length: Int { WarpingLayout.channels * pointCount }
  private var stride: Int { WarpingLayout.channels * WarpingLayout.stride(pointCount) }

  /// Adds an example. After one of the user's own, all later ones must be own.
  mutating func append(_ channels: [Float], isOwn: Bool = false) {
    precondition(isOwn || ownCount == 0, "expected the user's own examples last")
    let beginning = WarpingLayout.beginning(of: channels, share: TemplateMatching.beginningShare)
    added += channels
    storage += WarpingLayout.reversed(matching.weighted(channels))
    beginnings += WarpingLayout.reversed(matching.weighted(beginning))
    count += 1
    ownCount += isOwn ? 1 : 0
  }

  /// The factor on the squared distance to an example.
  func factor(at index: Int) -> Float {
    index >= count - ownCount ? Float(TemplateMatching.ownFactor) : 1
  }

  /// Whether an example has these channels.
  func contains(_ channels: [Float]) -> Bool {
    (0..<count).contains { self.channels(at: $0).elementsEqual(channels) }
  }

  /// The channels of an example as added.
  func channels(at index: Int) -> ArraySlice<Float> {
    added[index * length..<(index + 1) * length]
  }

  /// Calls `body` with the memory of the examples or of their beginnings, `stride` numbers each.
  func withExamples(
    beginningsOnly: Bool = false, _ body: (_ start: UnsafePointer<Float>, _ stride: Int) -> Void
  ) {
    (beginningsOnly ? beginnings : storage).withUnsafeBufferPointer { storage in
      guard let start = storage.baseAddress else { return }
      body(start, stride)
    }
  }
}
