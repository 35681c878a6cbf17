import LinearAlgebra
import RotationMath
import RotationValidation
import Testing

/// Also for the thread sanitizer: `swift test --sanitize=thread --filter ConcurrentCallers`.
@Suite("Concurrent callers")
struct ConcurrentCallersTests {
  /// The results of every function of the module for seeded data.
  struct Answers: Equatable, Sendable {
    var nearest: [Quaternion<Double>] = []
    var averages: [RotationAverage] = []
    var alignment: SimilarityAlignment?
    var decomposition: SingularValueDecomposition?
    var scores: [Double] = []
    var validation: RotationValidation?

    init(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      func vector() -> Vector3<Double> {
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      }
      let matrices = (0..<1500).map { _ in Matrix3(columns: vector(), vector(), vector()) }
      for engine in NearestRotationEngine.allCases {
        nearest += try matrices.map { try nearestRotation(to: $0, engine: engine).rotation }
      }
      let rotations = Array(nearest[..<100])
      for method in RotationAverageMethod.allCases {
        averages.append(try averageRotation(of: rotations, method: method))
      }
      let points = (0..<20).map { _ in vector() }
      alignment = try similarityAlignment(of: points, to: points.map { $0 + vector() * 0.1 })
      decomposition = try SingularValueDecomposition(of: matrices[0])
      let weights = (0..<26 * 28).map { _ in random.nextNormal() }
      let rows = (0..<252_000).map { (index: Int) -> Double in Double(index * 7919 % 101) }
      let scorer = LinearScorer(weights: weights, featureCount: 28)
      var scores = [Double](repeating: 0, count: 9000 * 26)
      rows.withUnsafeBufferPointer { rows in
        scores.withUnsafeMutableBufferPointer {
          scorer.score(rows: rows, count: 9000, into: $0, threads: 2)
        }
      }
      self.scores = scores
      validation = RotationValidation()
    }
  }

  @Test("eight concurrent callers get the results of one")
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
