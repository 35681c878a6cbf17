import LinearAlgebra
import RotationMath
import Testing

/// Meant for the thread sanitizer as well: `swift test --sanitize=thread --filter ConcurrentCallers`.
@Suite("Concurrent callers")
struct ConcurrentCallersTests {
  /// What every function of the module makes of the same seeded data.
  struct Answers: Equatable, Sendable {
    var nearest: [Quaternion<Double>] = []
    var averages: [RotationAverage] = []
    var alignment: SimilarityAlignment?
    var decomposition: SingularValueDecomposition?
    var scores: [Double] = []
    var labels: [Int?] = []
    var distances: DenseMatrix?
    var neighbors: [[RotationNeighbor]] = []

    init(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      func vector() -> Vector3<Double> {
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      }
      let matrices = (0..<1500).map { _ in Matrix3(columns: vector(), vector(), vector()) }
      for engine in NearestRotationEngine.allCases {
        nearest += try nearestRotations(to: matrices, engine: engine, threads: 2)
      }
      let rotations = Array(nearest[..<100])
      for method in RotationAverageMethod.allCases {
        averages.append(try averageRotation(of: rotations, method: method, maximumIterations: 5))
      }
      let points = (0..<20).map { _ in vector() }
      alignment = try similarityAlignment(of: points, to: points.map { $0 + vector() * 0.1 })
      let elements = (0..<600).map { _ in random.nextNormal() }
      decomposition = try singularValueDecomposition(
        of: DenseMatrix(rowCount: 30, columnCount: 20, elements: elements), extent: .full)
      let weights = (0..<26 * 28).map { _ in random.nextNormal() }
      let rows = (0..<252_000).map { (index: Int) -> Double in Double(index * 7919 % 101) }
      let scorer = LinearScorer(weights: weights, featureCount: 28)
      scores = scorer.scores(ofRows: Array(rows[..<(64 * 28)]), count: 64)
      labels = rows.withUnsafeBufferPointer {
        scorer.labels(ofRows: $0, count: 9000, threads: 2)
      }
      distances = chordalDistances(from: rotations, to: rotations)
      neighbors = nearestNeighbors(of: rotations, among: rotations, count: 3)
    }
  }

  @Test("eight at once get what one gets alone")
  func eight() async throws {
    let expected = try (0..<2).map { try Answers(seed: $0) }
    try await withThrowingTaskGroup(of: (Int, Answers).self) { group in
      for caller in 0..<8 {
        group.addTask { (caller % 2, try Answers(seed: UInt64(caller % 2))) }
      }
      for try await (seed, answers) in group { #expect(answers == expected[seed]) }
    }
  }
}
