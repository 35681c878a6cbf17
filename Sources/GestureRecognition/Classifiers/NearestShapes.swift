internal import RealModule

/// A classifier of shapes by the nearest example, for a writer's own gestures.
///
/// Gestures are compared by their ``StrokeFeatures`` as unit vectors: the undirected maps of the
/// ink, less their usual value, and the trajectory. The order and direction of strokes change the
/// trajectory alone. The score of a class is minus the distance to its nearest example.
///
/// ## Known and unknown gestures
///
/// ``Recognition/similarity`` is the share of known gestures of other writers that are farther from
/// their examples, so that it means the same for any number of examples. The logarithm of the
/// distance of a known gesture to the nearest example is distributed normally. Its mean falls
/// with the number of examples of the class. How much a writer varies more or less than others
/// comes from the examples, each left out in turn, with the weight of `usualWeight` for the usual
/// writer.
///
/// The constants were chosen on development data, `strokes/unistrokes.csv` and `multistrokes.csv`
/// ($1 and $N sets, 30 people): 1, 2, 3 or 5 examples of eight kinds of gestures, with eight
/// unknown ones. At 97 %, constants from the $1 set alone accept 95 to 98 % of the known gestures
/// of the $N set and at most 1.5 % of the unknown ones; those from the $N set accept 97 to 98 % and
/// at most 1.6 % of the $1 set.
package struct NearestShapes: Hashable, Sendable {
  /// The classes, in the order of the scores.
  package let labels: [String]
  /// The features of the vectors.
  let features: StrokeFeatures
  /// The class of each example; `labels.count` for one of no class.
  private let classes: [Int]
  /// The unit vectors of the examples, padded to a multiple of `lanes` numbers.
  private let points: [Float]
  /// The mean of the logarithm of the distance of this writer's gestures, relative to the usual.
  private let excess: Double
  /// The number of examples of each class.
  private let counts: [Int]

  /// The usual value and the deviation of undirected maps, and the deviations of positions and
  /// tangents: those of UNIPEN's characters (development halves), rounded.
  private static let usual: (map: Float, maps: Float, positions: Float, tangents: Float) = (
    0.175, 0.14, 0.26, 0.58
  )
  /// The weight of the trajectory, relative to the maps.
  private static let trajectoryWeight: Float = 0.5
  /// The logarithm of the distance of a known gesture to the nearest of *n* examples: the mean is
  /// `mean` + `slope` · log *n*.
  private static let distance = (mean: -0.893, slope: -0.205, deviation: 0.349)
  /// The number of examples that the usual variation counts for.
  private static let usualWeight = 30.0
  /// The divisor of scores in confidences, of the greatest likelihood on the same gestures.
  private static let temperature = 0.047
  private static let lanes = 8

  /// Creates a classifier from feature vectors.
  ///
  /// - Parameters:
  ///   - vectors: The feature vectors of the examples.
  ///   - examples: The label of each; ``Scorer/nullLabel`` for one of no class.
  /// - Complexity: O(features · sum of the squared numbers of examples of a class).
  package init(
    _ features: StrokeFeatures, vectors: [[Float]], examples: [String]
  ) throws(ModelError) {
    let labels = Set(examples).subtracting([Scorer.nullLabel]).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    guard vectors.allSatisfy({ $0.count == features.count }) else {
      throw .inconsistent("expected examples of \(features.count) features")
    }
    let classes = examples.map { numbers[$0] ?? labels.count }
    let points = vectors.flatMap { Self.point(of: $0, features) }
    try self.init(
      labels: labels, features: features, classes: classes, points: points,
      excess: Self.excess(of: points, classes, classCount: labels.count))
  }

  private init(
    labels: [String], features: StrokeFeatures, classes: [Int], points: [Float], excess: Double
  ) throws(ModelError) {
    var counts = [Int](repeating: 0, count: labels.count + 1)
    for number in classes {
      guard counts.indices.contains(number) else {
        throw .inconsistent("an example has class \(number) of \(labels.count)")
      }
      counts[number] += 1
    }
    counts.removeLast()
    guard !labels.isEmpty, Set(labels).count == labels.count, !counts.contains(0) else {
      throw .inconsistent("expected examples of each of the classes, of different names")
    }
    let width = Self.width(features)
    guard points.count % width == 0, points.count / width == classes.count,
      points.allSatisfy({ abs($0) <= 1.001 }), excess.isFinite
    else { throw .inconsistent("expected \(classes.count) unit vectors of \(width) numbers") }
    self.labels = labels
    self.features = features
    self.classes = classes
    self.points = points
    self.excess = excess
    self.counts = counts
  }

  /// The length of a feature vector.
  package var featureCount: Int { features.count }

  // MARK: - Distances

  private static func width(_ features: StrokeFeatures) -> Int {
    (features.groups[1] + 4 * features.pointCount + lanes - 1) / lanes * lanes
  }

  private static func point(of vector: [Float], _ features: StrokeFeatures) -> [Float] {
    let groups = features.groups
    var point: [Float] = []
    point.reserveCapacity(width(features))
    for index in groups[0]..<groups[0] + groups[1] {
      point.append((vector[index] - usual.map) / usual.maps)
    }
    let start = vector.count - groups[3] - groups[4]
    for index in start..<vector.count {
      let deviation = index < start + groups[3] ? usual.positions : usual.tangents
      point.append(vector[index] / deviation * trajectoryWeight)
    }
    let length = point.reduce(0) { $0 + $1 * $1 }.squareRoot()
    for index in point.indices where length > 0 { point[index] /= length }
    point += [Float](repeating: 0, count: width(features) - point.count)
    return point
  }

  /// The squared distance of two rows of numbers of single precision, up to a multiple of `lanes`.
  package static func squaredDistance(
    _ a: UnsafeRawBufferPointer, _ aStart: Int, _ b: UnsafeRawBufferPointer, _ bStart: Int,
    width: Int
  ) -> Float {
    let size = MemoryLayout<Float>.size
    var sums = SIMD8<Float>.zero
    for index in stride(from: 0, through: width - lanes, by: lanes) {
      let difference =
        a.loadUnaligned(fromByteOffset: (aStart + index) * size, as: SIMD8<Float>.self)
        - b.loadUnaligned(fromByteOffset: (bStart + index) * size, as: SIMD8<Float>.self)
      sums += difference * difference
    }
    return sums.sum()
  }

  private static func distance(
    _ a: UnsafeRawBufferPointer, _ aStart: Int, _ b: UnsafeRawBufferPointer, _ bStart: Int,
    width: Int
  ) -> Double {
    Double(squaredDistance(a, aStart, b, bStart, width: width)).squareRoot()
  }

  private static func usualDistance(examples: Int) -> Double {
    distance.mean + distance.slope * Double.log(Double(examples))
  }

  /// How much farther than usual the examples of a class are from each other, as a mean of
  /// logarithms.
  private static func excess(of points: [Float], _ classes: [Int], classCount: Int) -> Double {
    guard !classes.isEmpty else { return 0 }
    let width = points.count / classes.count
    var members = [[Int]](repeating: [], count: classCount)
    for (index, number) in classes.enumerated() where number < classCount {
      members[number].append(index)
    }
    var (sum, weight) = (0.0, usualWeight)
    points.withUnsafeBytes { points in
      for examples in members where examples.count > 1 {
        let usual = usualDistance(examples: examples.count - 1)
        let logarithms = examples.map { left in
          let nearest = examples.reduce(Double.infinity) { least, other in
            other == left
              ? least
              : min(least, distance(points, left * width, points, other * width, width: width))
          }
          // A copy of an example says nothing about the writer.
          return nearest > 0 ? Double.log(nearest) - usual : 0
        }
        // Two examples have one distance.
        let count = Double(examples.count - 1)
        sum += logarithms.reduce(0, +) / Double(examples.count) * count
        weight += count
      }
    }
    return sum / weight
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Complexity: O(examples · features).
  func recognize(_ vector: [Float]) throws(GestureError) -> Recognition {
    try GestureError.check(featureCount: vector.count, expected: featureCount)
    let point = Self.point(of: vector, features)
    guard point.allSatisfy({ $0.isFinite }) else { throw .notFinite(in: vector.map(Double.init)) }
    var nearest = [Double](repeating: .infinity, count: labels.count + 1)
    point.withUnsafeBytes { point in
      points.withUnsafeBytes { points in
        let width = Self.width(features)
        for (index, number) in classes.enumerated() {
          nearest[number] = min(
            nearest[number], Self.distance(point, 0, points, index * width, width: width))
        }
      }
    }
    let other = nearest.removeLast()
    var recognition = Recognition(
      labels: labels, scores: nearest.map { -$0 },
      scale: ConfidenceScale(unchecked: Self.temperature))
    let least = -recognition.score
    let count = nearest.firstIndex(of: least).map { counts[$0] } ?? 1
    let deviations =
      (Double.log(least) - Self.usualDistance(examples: count) - excess) / Self.distance.deviation
    recognition.similarity = other < least ? 0 : 0.5 * .erfc(deviations / 2.0.squareRoot())
    return recognition
  }

  /// The classifier without the other classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> NearestShapes {
    let remaining = labels.filter(kept.contains)
    let numbers = labels.map { remaining.firstIndex(of: $0) }
    let width = Self.width(features)
    var (classes, points): ([Int], [Float]) = ([], [])
    for (index, number) in self.classes.enumerated() {
      let place = number < labels.count ? numbers[number] : remaining.count
      guard let place else { continue }
      classes.append(place)
      points += self.points[index * width..<(index + 1) * width]
    }
    return try NearestShapes(
      labels: remaining, features: features, classes: classes, points: points, excess: excess)
  }
}

extension NearestShapes: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      labels: file.coded(part?.labels), features: file.coded(part?.features),
      classes: file.coded(part?.classes), points: file.floats(part?.points),
      excess: file.coded(part?.excess))
  }
}
