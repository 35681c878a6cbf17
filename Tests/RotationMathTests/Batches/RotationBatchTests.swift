import RotationMath
import TestSupport
import Testing

@Suite("Batches of rotations")
struct RotationBatchTests {
  /// Random inputs with a count that is no multiple of a vector's width.
  struct Inputs {
    var p: [Quaternion<Double>]
    var q: [Quaternion<Double>]
    var v: [Vector3<Double>]

    init(count: Int = 37) {
      var random = SplitMix64(seed: 41)
      p = Quaternion.random(count: count, using: &random)
      q = Quaternion.random(count: count, using: &random)
      v = (0..<count).map { _ in .randomDirection(using: &random) }
      for index in v.indices { v[index] *= 1 + Double(index) / 10 }
    }
  }

  @Test("arrays give the results of single elements")
  func arrays() {
    let inputs = Inputs()
    let (p, q, v) = (inputs.p, inputs.q, inputs.v)
    for (index, turned) in p[0].act(v).enumerated() {
      #expect(maximumDifference(turned, p[0].act(v[index])) <= 8 * .ulpOfOne * v[index].length)
    }
    #expect(p.act(v) == zip(p, v).map { $0.act($1) })
    #expect(p.multiplied(by: q) == zip(p, q).map { $0 * $1 })
    #expect(p.composed(with: q) == zip(p, q).map { $0.composed(with: $1) })
    #expect(p.slerp(to: q, 0.3) == zip(p, q).map { $0.slerp(to: $1, 0.3) })
    #expect(p.matrices() == p.map { Matrix3($0) })
    #expect(p.rotationVectors() == p.map(\.rotationVector))
    #expect([Quaternion](rotationVectors: v) == v.map { Quaternion(rotationVector: $0) })
    #expect([Quaternion](matrices: p.matrices()) == p.matrices().map { Quaternion($0) })
  }

  @Test("long vectors, NaN and any fraction give the results of single elements")
  func hardElements() {
    // Parts with and without vectors beyond half a turn.
    let inputs = Inputs(count: 700)
    let (p, q) = (inputs.p, inputs.q)
    for longest in [3.0, 8, 1e300, .nan] {
      var v = inputs.v.map { $0 * (3 / $0.length) }
      v[300] = Vector3(0, longest, 0)
      let found = [Quaternion](rotationVectors: v), single = v.map(Quaternion.init(rotationVector:))
      for (a, b) in zip(found, single) { #expect(a == b || (a.w.isNaN && b.w.isNaN)) }
    }
    for t in [-1.5, -1, 0, 1, 2] {
      #expect(p.slerp(to: q, t) == zip(p, q).map { $0.slerp(to: $1, t) })
    }
    let singles = p.map { Quaternion<Float>($0) }
    #expect(singles.rotationVectors() == singles.map(\.rotationVector))
    let others: [Quaternion<Float>] = singles.reversed()
    #expect(singles.slerp(to: others, 0.3) == zip(singles, others).map { $0.slerp(to: $1, 0.3) })
    #expect(
      [Quaternion](matrices: singles.matrices()) == singles.matrices().map { Quaternion($0) })
  }

  @Test("elements apart from each other give the results of consecutive ones")
  func apart() {
    let inputs = Inputs(count: 300)
    let (p, q) = (inputs.p, inputs.q)
    // Each in the place of two.
    func spread<Element>(_ elements: [Element]) -> [Element] { elements.flatMap { [$0, $0] } }
    func view<Element>(_ elements: UnsafeRawBufferPointer) -> StridedView<Element> {
      StridedView(
        start: elements.baseAddress, count: 300, stride: 2 * MemoryLayout<Element>.stride)
    }
    let (a, b, v) = (spread(p), spread(q), spread(inputs.v)), matrices = spread(p.matrices())
    var rotations = p, vectors = inputs.v
    rotations.withUnsafeMutableBufferPointer { results in
      let results = MutableStridedView(results)
      a.withUnsafeBytes { a in
        b.withUnsafeBytes { RotationBatch.slerp(view(a), view($0), 0.3, into: results) }
      }
    }
    #expect(rotations == p.slerp(to: q, 0.3))
    rotations.withUnsafeMutableBufferPointer { results in
      let results = MutableStridedView(results)
      v.withUnsafeBytes { RotationBatch.exponential(view($0), into: results) }
    }
    #expect(rotations == [Quaternion](rotationVectors: inputs.v))
    rotations.withUnsafeMutableBufferPointer { results in
      let results = MutableStridedView(results)
      matrices.withUnsafeBytes { RotationBatch.convert(view($0), into: results) }
    }
    #expect(rotations == [Quaternion](matrices: p.matrices()))
    vectors.withUnsafeMutableBufferPointer { results in
      let results = MutableStridedView(results)
      a.withUnsafeBytes { RotationBatch.logarithm(view($0), into: results) }
    }
    #expect(vectors == p.rotationVectors())
  }

  @Test("spans give the results of arrays, also in place")
  func spans() {
    let inputs = Inputs()
    let (p, q) = (inputs.p, inputs.q)
    var v = inputs.v
    let turned = p[0].act(v)
    var vectors = [Vector3<Double>](repeating: .zero, count: v.count)
    var results = vectors.mutableSpan
    RotationBatch.rotate(v.span, by: p[0], into: &results)
    #expect(vectors == turned)
    results = vectors.mutableSpan
    RotationBatch.rotate(v.span, by: p.span, into: &results)
    #expect(vectors == p.act(v))
    results = vectors.mutableSpan
    RotationBatch.logarithm(p.span, into: &results)
    #expect(vectors == p.rotationVectors())
    results = v.mutableSpan
    RotationBatch.rotate(&results, by: p[0])
    #expect(v == turned)

    var rotations = [Quaternion<Double>](repeating: .identity, count: p.count)
    var places = rotations.mutableSpan
    RotationBatch.compose(p.span, q.span, into: &places)
    #expect(rotations == p.composed(with: q))
    places = rotations.mutableSpan
    RotationBatch.slerp(p.span, q.span, 0.7, into: &places)
    #expect(rotations == p.slerp(to: q, 0.7))
    places = rotations.mutableSpan
    RotationBatch.exponential(v.span, into: &places)
    #expect(rotations == [Quaternion](rotationVectors: v))
    var matrices = [Matrix3<Double>](repeating: .zero, count: p.count)
    var elements = matrices.mutableSpan
    RotationBatch.convert(p.span, into: &elements)
    #expect(matrices == p.matrices())
    places = rotations.mutableSpan
    RotationBatch.convert(matrices.span, into: &places)
    #expect(rotations == [Quaternion](matrices: matrices))
  }

  /// A record as a device writes it: the vector is 8 bytes from the start.
  struct Record {
    var time: Double
    var acceleration: Vector3<Double>
    var counter: Int32
  }

  @Test("strided views read and write one field of records, forwards and backwards")
  func strided() {
    let inputs = Inputs()
    var records = inputs.v.enumerated().map {
      Record(time: Double($0), acceleration: $1, counter: Int32($0))
    }
    let turned = inputs.p[0].act(inputs.v)
    records.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let stride = MemoryLayout<Record>.stride
      let start = base + MemoryLayout<Record>.offset(of: \.acceleration)!
      let field = StridedView<Vector3<Double>>(start: start, count: inputs.v.count, stride: stride)
      #expect(field[3] == inputs.v[3])
      let last = start + (inputs.v.count - 1) * stride
      let backwards = StridedView<Vector3<Double>>(
        start: last, count: inputs.v.count, stride: -stride)
      #expect(backwards[0] == field[inputs.v.count - 1])
      RotationBatch.rotate(
        field, by: inputs.p[0],
        into: MutableStridedView(start: start, count: inputs.v.count, stride: stride))
    }
    #expect(records.map(\.acceleration) == turned)
    #expect(records.map(\.counter) == (0..<37).map { Int32($0) })
    #expect(records.map(\.time) == (0..<37).map { Double($0) })
  }

  @Test("empty batches, and NaN in one element")
  func edges() {
    let none: [Vector3<Float>] = []
    #expect(Quaternion<Float>.identity.act(none).isEmpty)
    #expect([Quaternion](rotationVectors: none).isEmpty)
    let nan = Vector3(repeating: Double.nan)
    let turned = Quaternion<Double>.identity.act([.unitX, nan, .unitZ])
    #expect(turned[0] == .unitX && turned[1].x.isNaN && turned[2] == .unitZ)
  }

  @Test("different counts stop the program")
  func counts() async {
    await #expect(processExitsWith: .failure) {
      let one = [Quaternion<Double>.identity]
      _ = one.composed(with: one + one)
    }
    await #expect(processExitsWith: .failure) {
      let vectors = [Vector3<Double>.unitX, .unitY]
      var place = [Vector3<Double>.zero]
      var results = place.mutableSpan
      RotationBatch.rotate(vectors.span, by: .identity, into: &results)
    }
  }
}
