import CPeers
import CxxPeers
import RotationMath

/// Batches of rotations in memory, against copying as many bytes, and against computing the same.
func batchComparisons() -> [Comparison] {
  memoryComparisons() + arithmeticComparisons()
}

/// Batches that compute more than memory delivers, against C loops of the same formulas and Eigen.
private func arithmeticComparisons() -> [Comparison] {
  let count = 100_000
  let inputs = Deferred { BatchInputs(count: count) }
  let results = Deferred { copy(Array(repeating: 0, count: 4 * count)) }
  func row(
    _ name: String, _ width: Int, _ peer: String, target: Double = 1.1, tolerance: Double = 1e-14,
    reason: String? = nil,
    ours: @escaping (BatchInputs) -> UnsafeMutablePointer<Double>,
    theirs: @escaping (BatchInputs, UnsafeMutablePointer<Double>) -> Void
  ) -> Comparison {
    Comparison(
      name: "batch of 100,000: \(name), each, Double", peer: peer, target: target,
      operations: count,
      ours: { _ = ours(inputs.value) }, theirs: { theirs(inputs.value, results.value) },
      disagreement: {
        func numbers(_ memory: UnsafeMutablePointer<Double>) -> [Double] {
          Array(UnsafeBufferPointer(start: memory, count: width * count))
        }
        return relativeDifference(numbers(ours(inputs.value)), numbers(results.value))
      }, tolerance: tolerance, reason: reason)
  }
  func exponential(_ b: BatchInputs) -> UnsafeMutablePointer<Double> {
    RotationBatch.exponential(b.vectors.view, into: b.results.places)
    return b.results.scalars
  }
  func logarithm(_ b: BatchInputs) -> UnsafeMutablePointer<Double> {
    RotationBatch.logarithm(b.p.view, into: b.vectorResults.places)
    return b.vectorResults.scalars
  }
  func slerp(_ b: BatchInputs) -> UnsafeMutablePointer<Double> {
    RotationBatch.slerp(b.p.view, b.q.view, 0.3, into: b.results.places)
    return b.results.scalars
  }
  let peer = "C with the same formula"
  let comparisons = [
    row(
      "exponential", 4, peer, target: 1.4,
      reason: "ours looks for vectors longer than π first; " + fused, ours: exponential
    ) {
      c_exponential($0.vectors.scalars, $1, count)
    },
    row("logarithm", 3, peer, target: 1.3, reason: fused, ours: logarithm) {
      c_logarithm($0.p.scalars, $1, count)
    },
    row("slerp", 4, peer, target: 1.3, reason: fused, ours: slerp) {
      c_slerp($0.p.scalars, $0.q.scalars, 0.3, $1, count)
    },
  ]
  guard peers_have_eigen() else { return comparisons }
  let fractions = Deferred { copy(Array(repeating: 0.3, count: count)) }
  return comparisons + [
    row("exponential", 4, "Eigen", tolerance: 1e-12, ours: exponential) {
      eigen_exp($0.vectors.scalars, $1, count)
    },
    row("slerp", 4, "Eigen", tolerance: 1e-12, ours: slerp) {
      eigen_slerp($0.p.scalars, $0.q.scalars, fractions.value, $1, count)
    },
  ]
}

private func memoryComparisons() -> [Comparison] {
  let count = 1_000_000
  // Created on demand.
  let inputs = Deferred { BatchInputs(count: count) }
  func row(
    _ name: String, bytes: Int, target: Double? = 1.3, reason: String? = nil,
    _ ours: @escaping (BatchInputs) -> Void
  ) -> Comparison {
    // Half of the bytes are read, half written.
    let size = bytes * count / 2
    let memory = Deferred {
      (copy(Array(repeating: 1, count: size / 8)), copy(Array(repeating: 0, count: size / 8)))
    }
    return Comparison(
      name: "batch of 1,000,000: \(name), each, Double", peer: "memcpy of the bytes",
      target: target, operations: count, ours: { ours(inputs.value) },
      theirs: { c_copy(memory.value.0, memory.value.1, size) },
      // The two compute different things.
      disagreement: { inputs.value.isFinite && memory.value.1[size / 8 - 1] == 1 ? 0 : .infinity },
      reason: reason)
  }
  return [
    row("rotate by one rotation", bytes: 48) { b in
      RotationBatch.rotate(b.vectors.view, by: b.p[7], into: b.vectorResults.places)
    },
    row("rotate by each", bytes: 80) { b in
      RotationBatch.rotate(b.vectors.view, by: b.p.view, into: b.vectorResults.places)
    },
    row("compose", bytes: 96) { b in
      RotationBatch.compose(b.p.view, b.q.view, into: b.results.places)
    },
    row("convert to matrices", bytes: 104) { b in
      RotationBatch.convert(b.p.view, into: b.matrixResults.places)
    },
    row(
      "convert from matrices", bytes: 104, target: 1.7,
      reason: "the largest component is selected among four"
    ) { b in
      RotationBatch.convert(b.matrices.view, into: b.results.places)
    },
    // Arithmetic limits these; the comparisons with C have their targets.
    row("exponential", bytes: 56, target: nil, reason: "sine and cosine take more than memory") {
      b in
      RotationBatch.exponential(b.vectors.view, into: b.results.places)
    },
    row("logarithm", bytes: 56, target: nil, reason: "the arctangent takes more than memory") { b in
      RotationBatch.logarithm(b.p.view, into: b.vectorResults.places)
    },
    row("slerp", bytes: 96, target: nil, reason: "arctangent and sines take more than memory") {
      b in
      RotationBatch.slerp(b.p.view, b.q.view, 0.3, into: b.results.places)
    },
  ]
}

/// The memory of the batches.
private final class BatchInputs {
  let p, q, results: Memory<Quaternion<Double>>
  let vectors, vectorResults: Memory<Vector3<Double>>
  let matrices, matrixResults: Memory<Matrix3<Double>>

  init(count: Int) {
    var random = SplitMix64(seed: 15)
    let rotations = (0..<count).map { _ in random.rotation() }
    p = Memory(rotations)
    q = Memory(rotations.reversed())
    results = Memory(rotations)
    vectors = Memory(rotations.map { $0.vector })
    vectorResults = Memory(rotations.map { $0.vector })
    matrices = Memory(rotations.map { Matrix3($0) })
    matrixResults = Memory(rotations.map { Matrix3($0) })
  }

  /// Whether the last results are numbers.
  var isFinite: Bool {
    guard let q = results.last, let v = vectorResults.last, let m = matrixResults.last else {
      return false
    }
    return q.isFinite && v.isFinite && m.isFinite
  }
}

/// Elements at an address that lasts as long as the program.
private struct Memory<Element> {
  private let buffer: UnsafeMutableBufferPointer<Element>

  init(_ elements: [Element]) {
    buffer = .allocate(capacity: elements.count)
    _ = buffer.initialize(from: elements)
  }

  var scalars: UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      .assumingMemoryBound(to: Double.self)
  }
  var view: StridedView<Element> { StridedView(UnsafeBufferPointer(buffer)) }
  var places: MutableStridedView<Element> { MutableStridedView(buffer) }
  var last: Element? { buffer.last }
  subscript(index: Int) -> Element { buffer[index] }
}
