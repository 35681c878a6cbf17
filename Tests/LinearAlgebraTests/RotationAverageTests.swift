import Foundation
import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Averages of rotations")
struct RotationAverageTests {
  struct SciPyCase: Decodable {
    var quats: [[Double]]
    var weights: [Double]?
    var mean: [Double]
    var gap: Double
  }

  @Test("SciPy's chordal means", .needsRecordings)
  func scipy() throws {
    for row in try JSONSuite<SciPyCase>.shared("mean_chordal.json") where row.gap > 1e-6 {
      let rotations = row.quats.map { Quaternion($0) }
      let average = try averageRotation(of: rotations, weights: row.weights)
      #expect(differenceUpToSign(average.rotation.list, row.mean) <= 1e-12)
      #expect(average.isUnique)
    }
  }

  @Test("the covariance of a mean is that of means of repeated samples", arguments: [2, 5, 40])
  func meanCovariance(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let center = Quaternion<Double>.random(using: &random)
    let deviations = Vector3(0.02, 0.05, 0.1)
    var (estimated, found) = (Matrix3<Double>.zero, Matrix3<Double>.zero)
    let trials = 4000
    for _ in 0..<trials {
      let sample = (0..<count).map { _ in
        center.rightPlus(
          Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
            .componentwiseProduct(deviations))
      }
      let average = try averageRotation(of: sample)
      estimated = estimated + (try #require(average.meanCovariance)) * (1 / Double(trials))
      let error = average.rotation.rightMinus(center)
      found = found + error.outerProduct(error) * (1 / Double(trials))
    }
    // The relative standard error of a variance from 4,000 trials is 2 %.
    for axis in 0..<3 {
      #expect(abs(found[axis, axis] / estimated[axis, axis] - 1) <= 0.1)
    }
    #expect(try averageRotation(of: [center]).meanCovariance == nil)
  }

  @Test("a large sample has the average of the whole data")
  func largeSample() throws {
    var random = SplitMix64(seed: 10)
    let center = Quaternion<Double>.random(using: &random)
    let rotations = (0..<20_000).map { index in
      index % 5 < 2
        ? Quaternion<Double>.random(using: &random)
        : center.rightPlus(
          Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.03)
    }
    for method in [RotationAverageMethod.geodesicL1, .chordalL1] {
      let average = try averageRotation(of: rotations, method: method)
      #expect(average.isConverged && average.isUnique)
      #expect(average.rotation.angularDistance(to: center) <= 0.002)
      // No rotation nearby has a lower cost.
      for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
        for step in [1e-4, -1e-4] {
          let moved = average.rotation.rightPlus(axis * step)
          let cost = rotations.reduce(0) { sum, rotation in
            let angle = moved.angularDistance(to: rotation)
            return sum + (method == .geodesicL1 ? angle : 8.0.squareRoot() * sin(angle / 2))
          }
          #expect(cost / Double(rotations.count) >= average.cost)
        }
      }
    }
  }

  @Test(
    "every method finds the centre of symmetric rotations",
    arguments: RotationAverageMethod.allCases)
  func symmetric(method: RotationAverageMethod) throws {
    let center = Quaternion(rotationVector: Vector3(1.0, -0.5, 2))
    let offsets = [Vector3(0.1, 0, 0), Vector3(0, 0.1, 0), Vector3(0, 0, 0.1)]
    let rotations = offsets.flatMap { offset in
      [
        center * Quaternion(rotationVector: offset),
        -(center * Quaternion(rotationVector: -offset)),
      ]
    }
    let average = try averageRotation(of: rotations, method: method)
    #expect(average.rotation.angularDistance(to: center) <= 1e-13)
    #expect(abs(average.spread - 0.1) <= 1e-4)
    #expect(abs(average.covariance.trace - 0.01) <= 1e-4)
    #expect(average.effectiveCount == 6)
  }

  struct ReferenceCase: Decodable {
    var method: String
    var rotations: [[Double]]
    var weights: [Double]
    var average: [Double]
  }

  @Test("averages without a closed form match 50 digits")
  func reference() throws {
    let cases = try JSONSuite<ReferenceCase>.reference("linear-algebra/averages.json")
    #expect(cases.count == 12)
    for row in cases {
      let method = try #require(RotationAverageMethod(rawValue: row.method))
      let found = try averageRotation(
        of: row.rotations.map { Quaternion($0) }, weights: row.weights, method: method,
        maximumSteps: 10_000)
      // Weiszfeld's steps shrink by a constant factor and stop at 1e-14 rad.
      #expect(differenceUpToSign(found.rotation.list, row.average) <= 2e-13, "\(row.method)")
    }
  }

  @Test("a median stays at the rotation that outweighs all others")
  func dominant() throws {
    let rotations = (0..<5).map { Quaternion(rotationVector: Vector3(Double($0) * 0.3, 0.1, 0)) }
    for method in [RotationAverageMethod.geodesicL1, .chordalL1] {
      let found = try averageRotation(of: rotations, weights: [1, 1, 9, 1, 1], method: method)
      #expect(found.rotation.angularDistance(to: rotations[2]) <= 1e-12)
    }
  }

  @Test("adding in bulk equals adding one by one", arguments: [1, 2, 3, 4, 5, 8, 1001])
  func batch(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let rotations = (0..<count).map { index in
      Quaternion<Double>.random(using: &random) * (index % 3 == 0 ? 1 : 2.5)
    }
    let weights = (0..<count).map { Double($0 % 5) }
    for weights in [nil, weights] {
      var (one, many) = (RotationAccumulator(), RotationAccumulator())
      for (index, rotation) in rotations.enumerated() {
        try one.add(rotation, weight: weights?[index] ?? 1)
      }
      try many.add(contentsOf: rotations, weights: weights)
      // Each sum has the rounding error of the reference's length, in common to all rotations.
      #expect(difference(one.sum.list, many.sum.list) <= 8 * Double(count) * .ulpOfOne)
      let counts = [one, many].map { try? $0.average().effectiveCount }
      #expect(counts[0] == counts[1] && one.count == many.count)
    }
  }

  @Test(
    "unit quaternions and others mix in bulk", arguments: [0, 3, 5, 64, 255])
  func lengths(place: Int) throws {
    var random = SplitMix64(seed: UInt64(place))
    var rotations = (0..<256).map { _ in Quaternion<Double>.random(using: &random) }
    // One long quaternion, and a run of lengths with the rounding errors of single precision.
    rotations[place] *= 1.5
    for index in 128..<160 { rotations[index] = Quaternion(Quaternion<Float>(rotations[index])) }
    var (one, many) = (RotationAccumulator(), RotationAccumulator())
    for rotation in rotations { try one.add(rotation) }
    try many.add(contentsOf: rotations)
    // Each sum has the rounding error of the reference's length, in common to all rotations.
    #expect(difference(one.sum.list, many.sum.list) <= 4 * 256 * .ulpOfOne)
    #expect(try many.average().effectiveCount == 256)
    rotations[place].x = .nan
    #expect(throws: RotationAverageError.invalidRotation(index: place)) {
      try many.add(contentsOf: rotations)
    }
  }

  @Test("adding, removing and merging yield the same sum")
  func streaming() throws {
    var random = SplitMix64(seed: 5)
    let rotations = (0..<20).map { _ in Quaternion<Double>.random(using: &random) }
    var all = RotationAccumulator()
    var left = RotationAccumulator()
    var right = RotationAccumulator()
    for (i, q) in rotations.enumerated() {
      try all.add(q, weight: Double(i + 1))
      if i < 8 {
        try left.add(q * 3, weight: Double(i + 1))
      } else {
        try right.add(-q, weight: Double(i + 1))
      }
    }
    left.merge(right)
    #expect(difference(left.sum.list, all.sum.list) <= 1e-12)
    let extra = Quaternion<Double>.random(using: &random)
    try left.add(extra)
    try left.remove(extra)
    let (a, b) = (try left.average(), try all.average())
    #expect(a.rotation.angularDistance(to: b.rotation) <= 1e-12)
    #expect(left.count == 20)
    #expect(abs(a.effectiveCount - b.effectiveCount) <= 1e-12 * b.effectiveCount)
  }

  @Test("averages that are not unique are reported")
  func undefined() throws {
    let third = (0..<3).map {
      Quaternion(angle: Double($0) * 2 * Double.pi / 3, axis: CoordinateAxis.z)
    }
    #expect(try !averageRotation(of: third).isUnique)
    let opposite = [Quaternion.identity, Quaternion(angle: Double.pi, axis: CoordinateAxis.x)]
    #expect(try !averageRotation(of: opposite).isUnique)
    #expect(try averageRotation(of: [opposite[1]]).isUnique)
  }

  @Test(
    "averages of many rotations that are not unique are reported", arguments: [12_000, 99_999])
  func undefinedOfMany(count: Int) throws {
    let axis = Vector3(1.0, 2, 3)
    let third = try (0..<3).map {
      try #require(Quaternion(angle: Double($0) * 2 * .pi / 3, axis: axis))
    }
    let rotations = (0..<count).map { third[$0 % 3] }
    for weights in [nil, [Double](repeating: 0.1, count: count)] {
      let average = try averageRotation(of: rotations, weights: weights)
      #expect(average.gap <= 16 * .ulpOfOne && !average.isUnique)
      #expect(average.alternatives.count == 1)
    }
    var sum = RotationAccumulator()
    for rotation in rotations.prefix(12_000) { try sum.add(rotation) }
    #expect(try !sum.average().isUnique)
    var merged = RotationAccumulator()
    for start in stride(from: 0, to: 12_000, by: 4) {
      var part = RotationAccumulator()
      try part.add(contentsOf: Array(rotations[start..<start + 4]))
      merged.merge(part)
    }
    #expect(try !merged.average().isUnique)
  }

  @Test("the mean of a rotated group is any rotation", arguments: 0..<16 as Range<UInt64>)
  func rotatedGroup(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let turn = Quaternion<Double>.random(using: &random)
    for group in [RotationGroup<Double>.tetrahedral, .octahedral, .icosahedral] {
      let average = try averageRotation(of: group.elements.map { turn * $0 * turn.conjugate })
      #expect(!average.isUnique && average.alternatives.count == 3)
    }
  }

  @Test("the median of two rotations is not unique; of three, or with weights, it is")
  func medians() throws {
    let ends = [0.0, 1].map { Quaternion(rotationVector: Vector3(0.6, 0, 0.8) * $0) }
    let middle = Quaternion(rotationVector: Vector3(0.6, 0, 0.8) * 0.4)
    for method in [RotationAverageMethod.geodesicL1, .chordalL1, .robust] {
      #expect(try !averageRotation(of: ends, method: method).isUnique, "\(method)")
      let weighted = try averageRotation(of: ends, weights: [1, 2], method: method)
      #expect(weighted.isUnique && weighted.rotation.angularDistance(to: ends[1]) <= 1e-9)
      let same = try averageRotation(of: [ends[1], ends[1]], method: method)
      #expect(same.isUnique && same.rotation.angularDistance(to: ends[1]) <= 1e-15)
    }
    for method in [RotationAverageMethod.geodesicL1, .chordalL1] {
      let found = try averageRotation(of: ends + [middle], method: method)
      #expect(found.isUnique && found.rotation.angularDistance(to: middle) <= 1e-15)
    }
    // The sum of chords has its maximum half-way between two rotations.
    let found = try averageRotation(of: ends, method: .chordalL1).rotation
    #expect(ends.map { found.angularDistance(to: $0) }.reduce(1, min) <= 1e-15)
  }

  @Test("an encoded sum decodes to an equal one")
  func coding() throws {
    var sum = RotationAccumulator()
    try sum.add(Quaternion(rotationVector: Vector3(0.1, 0.2, 0.3)), weight: 2)
    try sum.add(Quaternion(rotationVector: Vector3(0.3, 0, 0.3)))
    let read = try JSONDecoder().decode(
      RotationAccumulator.self, from: try JSONEncoder().encode(sum))
    #expect(read == sum)
  }

  @Test(
    "weights of any magnitude yield the same average", arguments: RotationAverageMethod.allCases)
  func weightsOfAnySize(method: RotationAverageMethod) throws {
    var random = SplitMix64(seed: 12)
    let center = Quaternion<Double>.random(using: &random)
    let rotations = (0..<9).map { _ in
      let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      return center * Quaternion(rotationVector: v * 0.3)
    }
    let small = (0..<9).map { Double(1 + $0 % 3) }
    let expected = try averageRotation(of: rotations, weights: small, method: method)
    for unit in [0x1p-1074, 0x1p-1060, 1e-200, 1e154, 1e300, 0x1p1022] {
      let weights = small.map { $0 == 3 && unit > 1e307 ? 3 * 0x1p1022 : $0 * unit }
      let found = try averageRotation(of: rotations, weights: weights, method: method)
      #expect(found.rotation.angularDistance(to: expected.rotation) <= 1e-14, "\(unit)")
      #expect(abs(found.effectiveCount - expected.effectiveCount) <= 1e-13)
      #expect(abs(found.spread - expected.spread) <= 1e-14)
      #expect(found.isUnique == expected.isUnique)
    }
    // The lighter rotation has no effect.
    let pair = try averageRotation(
      of: [rotations[0], rotations[1]],
      weights: [.leastNonzeroMagnitude, .greatestFiniteMagnitude],
      method: method)
    #expect(pair.rotation.angularDistance(to: rotations[1]) <= 1e-15 && pair.isUnique)
  }

  @Test("the lengths of quaternions have no effect, with weights of any magnitude either")
  func lengths() throws {
    var random = SplitMix64(seed: 14)
    let rotations = (0..<6).map { _ in Quaternion<Double>.random(using: &random) }
    for weight in [1e-300, 1e-24, 1, 1e10, 1e300] {
      for scale in [1e-300, 1e-150, 1e-100, 1, 1e100, 1e150] {
        let lengths = [scale, 1, scale, 1, 1, scale]
        let weights = [1.0, 2, 3, 1, 2, 3]
        let found = try averageRotation(
          of: zip(rotations, lengths).map { $0 * $1 }, weights: weights.map { $0 * weight })
        let expected = try averageRotation(of: rotations, weights: weights)
        #expect(found.rotation.angularDistance(to: expected.rotation) <= 1e-14 / expected.gap)
        #expect(found.isUnique == expected.isUnique && abs(found.gap - expected.gap) <= 1e-14)
      }
    }
  }

  @Test("equal rotations have no spread, also far from a first one of no weight, or removed")
  func noSpread() throws {
    var random = SplitMix64(seed: 15)
    for _ in 0..<100 {
      let a = Quaternion<Double>.random(using: &random)
      let b = Quaternion<Double>.random(using: &random)
      for weight in [1e-30, 1e-17] {
        for method in RotationAverageMethod.allCases {
          let mean = try averageRotation(of: [a, b, b], weights: [weight, 1, 1], method: method)
          #expect(mean.spread <= 3e-8 && mean.cost >= 0, "\(method), \(mean.spread)")
        }
      }
      var sum = RotationAccumulator()
      for rotation in [a, b, b, b] { try sum.add(rotation) }
      try sum.remove(a)
      let mean = try sum.average()
      #expect(mean.spread <= 1e-7 && mean.cost >= 0, "\(mean.spread)")
    }
  }

  @Test("a merged empty sum changes nothing but the count")
  func emptyMerge() throws {
    var empty = RotationAccumulator()
    try empty.add(.identity, weight: 0)
    for weight in [1e-300, 1, 1e300] {
      var sum = RotationAccumulator()
      try sum.add(Quaternion(rotationVector: Vector3(1, 2, 0.5)), weight: weight)
      try sum.add(Quaternion(rotationVector: Vector3(1, 2, 0.50000001)), weight: weight)
      let before = try sum.average()
      sum.merge(RotationAccumulator())
      sum.merge(empty)
      #expect(try sum.average() == before && sum.count == 3)
      #expect(abs(before.effectiveCount - 2) < 1e-12)
    }
  }

  @Test("sums of weights of very different magnitudes merge in any order")
  func merging() throws {
    var random = SplitMix64(seed: 13)
    let rotations = (0..<4).map { _ in Quaternion<Double>.random(using: &random) }
    let weights = [1e-300, 3.0, 2e300, 1e300]
    var sums = [RotationAccumulator(), RotationAccumulator()]
    for order in [0, 1] {
      for index in order == 0 ? [0, 1, 2, 3] : [3, 2, 1, 0] {
        var one = RotationAccumulator()
        try one.add(rotations[index], weight: weights[index])
        sums[order].merge(one)
      }
    }
    let expected = try averageRotation(of: Array(rotations[2...]), weights: [2, 1])
    for sum in sums {
      let found = try sum.average()
      #expect(found.rotation.angularDistance(to: expected.rotation) <= 1e-14)
      #expect(abs(found.effectiveCount - 1.8) <= 1e-14)
    }
  }

  @Test(
    "spread and covariance keep their digits at any scale", arguments: [0.1, 1e-4, 1.9e-8, 1.8e-9])
  func smallSpread(angle: Double) throws {
    // Offsets along the axes of the frame that the rotations map from.
    let center = Quaternion(rotationVector: Vector3(1, -0.5, 2))
    let scales = Vector3(1.0, 2.0, 3.0) * angle
    let rotations = [Vector3(scales.x, 0, 0), Vector3(0, scales.y, 0), Vector3(0, 0, scales.z)]
      .flatMap { v in [v, -v].map { center * Quaternion(rotationVector: $0) } }
    for method in RotationAverageMethod.allCases where method != .robust {
      let found = try averageRotation(of: rotations, method: method)
      // Quaternions are rounded to 1e-16, and chords differ from angles by a part in angle²/24.
      let tolerance = 4e-16 / angle + angle * angle
      let expected = angle * (14.0 / 3).squareRoot()
      #expect(abs(found.spread / expected - 1) <= tolerance, "\(method)")
      for axis in 0..<3 {
        let variance = scales[axis] * scales[axis] / 3
        #expect(abs(found.covariance[axis, axis] / variance - 1) <= 4 * tolerance, "\(method)")
      }
    }
  }

  @Test("a sum from which all rotations were removed is empty")
  func removed() throws {
    var sum = RotationAccumulator()
    let weights = [0.1, 0.2, 0.3]
    for weight in weights { try sum.add(.identity, weight: weight) }
    for weight in weights { try sum.remove(.identity, weight: weight) }
    #expect(throws: RotationAverageError.empty) { try sum.average() }
  }

  @Test("rounding errors of removed rotations are not an average")
  func residue() throws {
    var random = SplitMix64(seed: 21)
    let rotations = (0..<3).map { _ in Quaternion<Double>.random(using: &random) }
    var sum = RotationAccumulator()
    try sum.add(rotations[0], weight: 0.1)
    try sum.add(rotations[1], weight: 0.2)
    try sum.add(rotations[2], weight: 0)
    try sum.remove(rotations[0], weight: 0.1)
    #expect(try sum.average().rotation.angularDistance(to: rotations[1]) <= 1e-14)
    try sum.remove(rotations[1], weight: 0.2)
    #expect(sum.count == 1)
    #expect(throws: RotationAverageError.empty) { try sum.average() }
    try sum.add(contentsOf: [rotations[2]], weights: [1e-200])
    #expect(try sum.average().rotation.angularDistance(to: rotations[2]) <= 1e-15)
  }

  @Test(
    "quaternions at the limits of length are rejected alike in bulk and one by one",
    arguments: [-500, 500])
  func limitingLengths(exponent: Int) throws {
    var random = SplitMix64(seed: 22)
    let unit = Quaternion(
      x: 0.450489453248781, y: 0.7061796166005736, z: 0.2687105341014763, w: 0.47556729331649866)
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    for rotation in [unit] + (0..<200).map({ _ in .random(using: &random) }) {
      let rotation = rotation * scale
      var (one, many) = (RotationAccumulator(), RotationAccumulator())
      let isAccepted = (try? one.add(rotation)) != nil
      if isAccepted {
        try many.add(contentsOf: [rotation])
        #expect(difference(one.sum.list, many.sum.list) <= 16 * .ulpOfOne)
      } else {
        // The fused sum of squares differs by a rounding error.
        #expect(abs(rotation.length / scale - 1) <= 4 * .ulpOfOne)
      }
    }
  }

  @Test("invalid input is reported with its index")
  func invalid() {
    let q = Quaternion<Double>.identity
    #expect(throws: RotationAverageError.empty) { try averageRotation(of: []) }
    #expect(throws: RotationAverageError.empty) { try averageRotation(of: [q], weights: [0]) }
    #expect(throws: RotationAverageError.countMismatch(rotations: 1, weights: 2)) {
      try averageRotation(of: [q], weights: [1, 2])
    }
    #expect(throws: RotationAverageError.invalidWeight(index: 1)) {
      try averageRotation(of: [q, q], weights: [1, -1])
    }
    // Relative to the first weight the second one underflows.
    for weights in [[1e200, -1e-200], [1e-200, -1e-300], [-1e-300, 1e200]] {
      let index = weights[0] < 0 ? 0 : 1
      #expect(throws: RotationAverageError.invalidWeight(index: index)) {
        try averageRotation(of: [q, q], weights: weights)
      }
    }
    #expect(throws: RotationAverageError.invalidRotation(index: 1)) {
      try averageRotation(of: [q, .zero])
    }
    #expect(throws: RotationAverageError.invalidRotation(index: 0)) {
      try averageRotation(of: [Quaternion(x: .nan, y: 0, z: 0, w: 1)])
    }
  }

  @Test(
    "a robust average of many rotations is fast and finds inliers in any order", arguments: [2, 20])
  func robustOfMany(everyNth: Int) throws {
    var random = SplitMix64(seed: 4)
    let truth = Quaternion<Double>.random(using: &random)
    // Alternating sources, one of them correct: a sample with a fixed step could miss it.
    let rotations = (0..<10_000).map { index in
      guard index % everyNth == 1 else { return Quaternion<Double>.random(using: &random) }
      let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      return truth * Quaternion(rotationVector: v * 0.05)
    }
    var average: RotationAverage?
    let time = try ContinuousClock().measure {
      average = try averageRotation(of: rotations, method: .robust)
    }
    let found = try #require(average)
    // The cost has a cusp at every rotation, so its minimum is at one of them near the mode.
    #expect(found.rotation.angularDistance(to: truth) <= 0.05 / 2)
    // All pairs would take 50 million distances, minutes without optimisation.
    #expect(time < .seconds(20))
  }

  @Test("a robust average finds the few rotations with the largest weights")
  func robustByWeight() throws {
    var random = SplitMix64(seed: 6)
    let truth = Quaternion<Double>.random(using: &random)
    let rotations = (0..<2000).map { index in
      index % 500 == 7 ? truth : Quaternion<Double>.random(using: &random)
    }
    let weights = (0..<2000).map { $0 % 500 == 7 ? 1000.0 : 1 }
    let found = try averageRotation(of: rotations, weights: weights, method: .robust)
    #expect(found.rotation.angularDistance(to: truth) <= 1e-12)
  }

  /// The median error over trials, in degrees, by the protocol of Lee and Civera.
  ///
  /// Inliers have angles of |N(0, 5°)| about random axes, outliers are uniform.
  func medianError(outliers: Int, method: RotationAverageMethod, trials: Int) throws -> Double {
    var random = SplitMix64(seed: UInt64(outliers) + 100)
    var errors: [Double] = []
    for _ in 0..<trials {
      let truth = Quaternion<Double>.random(using: &random)
      var rotations: [Quaternion<Double>] = []
      for i in 0..<100 {
        if i < outliers {
          rotations.append(.random(using: &random))
        } else {
          let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
          let angle = random.nextNormal() * 5 * .pi / 180
          rotations.append(truth * (Quaternion(angle: angle, axis: v) ?? .identity))
        }
      }
      let average = try averageRotation(of: rotations, method: method)
      errors.append(average.rotation.angularDistance(to: truth) * 180 / .pi)
    }
    return try #require(errors.upperMedian)
  }

  static let trials: [(outliers: Int, method: RotationAverageMethod, bound: Double)] = [
    (0, .chordalL2, 0.45), (0, .geodesicL2, 0.45), (0, .geodesicL1, 0.2), (0, .chordalL1, 0.2),
    (0, .robust, 0.2), (50, .robust, 0.31), (90, .robust, 0.85), (95, .robust, 1.3),
  ]

  @Test("median errors with outliers are within bounds", arguments: trials)
  func outliers(outliers: Int, method: RotationAverageMethod, bound: Double) throws {
    let error = try medianError(outliers: outliers, method: method, trials: 100)
    print("median error with \(outliers) % outliers, \(method.rawValue): \(error) degrees")
    #expect(error <= bound)
  }
}

extension RotationAverageTests {
  @Test("rigid transforms average by rotation and position")
  func transforms() throws {
    let turns = [0.1, 0.3, 0.8].map { Quaternion<Double>(angle: $0, axis: .z) }
    let transforms = turns.enumerated().map {
      RigidTransform(rotation: $1, translation: Vector3(Double($0), 1, 0))
    }
    let mean = try averageTransform(of: transforms, weights: [1, 2, 1], method: .geodesicL2)
    #expect(abs(mean.transform.rotation.angle - 0.375) <= 1e-12)
    #expect(mean.transform.translation.distance(to: Vector3(1, 1, 0)) <= 4 * .ulpOfOne)
    #expect(mean.rotation.rotation == mean.transform.rotation)
    let far = transforms.map {
      RigidTransform(rotation: $0.rotation, translation: Vector3(1e308, -1e308, 0))
    }
    #expect(try averageTransform(of: far).transform.translation.isFinite)
    #expect(throws: RotationAverageError.invalidTranslation(index: 0)) {
      try averageTransform(of: [RigidTransform(translation: Vector3(.infinity, 0, 0))])
    }
  }
}
