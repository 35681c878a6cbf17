import MotionFusion
import MotionSimulation
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("Error states against dense matrices")
struct NavigationErrorsTests {
  // MARK: - Dense matrices, as the formulas of the documentation say

  typealias Dense = [[Double]]

  private static func product(_ a: Dense, _ b: Dense) -> Dense {
    a.map { row in
      (0..<b[0].count).map { j in b.indices.reduce(0) { $0 + row[$1] * b[$1][j] } }
    }
  }

  private static func transpose(_ a: Dense) -> Dense {
    a[0].indices.map { j in a.map { $0[j] } }
  }

  private static func sum(_ a: Dense, _ b: Dense, times factor: Double = 1) -> Dense {
    zip(a, b).map { zip($0, $1).map { $0 + factor * $1 } }
  }

  private static func diagonal(_ values: [Double]) -> Dense {
    values.indices.map { i in values.indices.map { i == $0 ? values[i] : 0 } }
  }

  private static let identity = diagonal([Double](repeating: 1, count: 16))

  /// The dense matrix of 3 × 3 blocks, its five block rows one after another.
  private static func dense(_ rows: [[Matrix3<Double>]]) -> Dense {
    rows.flatMap { blocks in
      (0..<3).map { i in blocks.flatMap { block in (0..<3).map { block[i, $0] } } }
    }
  }

  /// The same with one row and one column more.
  private static func dense(
    _ rows: [[Matrix3<Double>]], row: [Double], column: [Double], corner: Double
  ) -> Dense {
    zip(dense(rows), column).map { $0 + [$1] } + [row + [corner]]
  }

  private static func values(_ vectors: Vector3<Double>...) -> [Double] {
    vectors.flatMap { [$0.x, $0.y, $0.z] }
  }

  private static func dense(_ m: ErrorMatrix) -> Dense {
    [m.p, m.v, m.t, m.a, m.g].flatMap { rows($0) } + [dense(m.k).map { $0[0] }]
  }

  private static func rows(_ rows: ErrorRows) -> Dense {
    [rows.x, rows.y, rows.z].map { row in dense(row).map { $0[0] } }
  }

  private static func dense(_ x: ErrorVector) -> Dense {
    values(x.p, x.v, x.t, x.a, x.g).map { [$0] } + [[x.k]]
  }

  private static func dense(_ step: ErrorStep) -> Dense {
    let (one, none) = (Matrix3<Double>.identity, Matrix3<Double>.zero)
    let (h, s) = (step.duration, step.force)
    let turn = Matrix3(columns: Vector3(0, s.z, -s.y), Vector3(-s.z, 0, s.x), Vector3(s.y, -s.x, 0))
    let bias = step.attitude * -h
    return dense(
      [
        [one, one * h, none, none, none],
        [none, one, -turn, bias, none],
        [none, none, one, none, bias],
        [none, none, none, one, none],
        [none, none, none, none, one],
      ], row: [Double](repeating: 0, count: 15), column: values(.zero, -s, .zero, .zero, .zero),
      corner: 1)
  }

  private static func vector(_ row: [Double]) -> ErrorVector {
    func part(_ i: Int) -> Vector3<Double> { Vector3(Array(row[3 * i..<3 * i + 3])) }
    return ErrorVector(p: part(0), v: part(1), t: part(2), a: part(3), g: part(4), k: row[15])
  }

  private static func symmetric(_ a: Dense) -> ErrorMatrix {
    func rows(_ i: Int) -> ErrorRows {
      ErrorRows(x: vector(a[3 * i]), y: vector(a[3 * i + 1]), z: vector(a[3 * i + 2]))
    }
    return ErrorMatrix(p: rows(0), v: rows(1), t: rows(2), a: rows(3), g: rows(4), k: vector(a[15]))
  }

  /// The largest difference of two elements, of the largest element of either.
  private static func difference(_ a: Dense, _ b: Dense) -> Double {
    let (a, b) = (a.flatMap(\.self), b.flatMap(\.self))
    return largestMagnitude(zip(a, b).map { $0 - $1 })
      / max(largestMagnitude(a), largestMagnitude(b))
  }

  // MARK: - Random ones

  private static func randomMatrix(_ random: inout SplitMix64) -> ErrorMatrix {
    let root = (0..<16).map { _ in (0..<16).map { _ in random.nextNormal() } }
    return symmetric(product(root, transpose(root)))
  }

  private static func randomVector(_ random: inout SplitMix64) -> ErrorVector {
    ErrorVector(
      p: random.normalVector(), v: random.normalVector(), t: random.normalVector(),
      a: random.normalVector(), g: random.normalVector(), k: random.nextNormal())
  }

  private static func randomSteps(_ random: inout SplitMix64) -> [ErrorStep] {
    (0..<6).map { _ in
      ErrorStep(
        duration: 0.1 + Double.random(in: 0..<1, using: &random), force: random.normalVector(),
        attitude: Matrix3(Quaternion(rotationVector: random.normalVector())),
        velocityNoise: Double.random(in: 0..<1, using: &random))
    }
  }

  private static func transition(_ steps: [ErrorStep]) -> ErrorTransition {
    var result = ErrorTransition()
    for step in steps {
      result.append(
        step, attitudeNoise: 0.3, accelerationBiasNoise: 0.2, rotationBiasNoise: 0.1)
    }
    return result
  }

  /// What rounding makes of sums of some hundred products of like size.
  private static let rounding = 1e-13

  // MARK: - Laws

  @Test(
    "a transition is the product of its steps, and propagates a covariance like them",
    arguments: 0..<8 as Range<UInt64>)
  func transition(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let steps = Self.randomSteps(&random)
    let f = steps.reduce(Self.identity) { Self.product(Self.dense($1), $0) }
    var covariance = Self.randomMatrix(&random)
    // Half of the noise of attitude and biases before the steps, half after; that of the velocity
    // after each.
    let half = Self.diagonal(
      [0, 0, 0, 0, 0, 0, 0.9, 0.9, 0.9, 0.6, 0.6, 0.6, 0.3, 0.3, 0.3, 0])
    var expected = Self.sum(Self.dense(covariance), half)
    for step in steps {
      let f = Self.dense(step)
      expected = Self.product(Self.product(f, expected), Self.transpose(f))
      for axis in 3..<6 { expected[axis][axis] += step.velocityNoise }
    }
    expected = Self.sum(expected, half)
    covariance.propagate(Self.transition(steps))
    #expect(Self.difference(Self.dense(covariance), expected) < Self.rounding)

    var conjugate = Self.randomVector(&random)
    let before = Self.product(Self.transpose(f), Self.dense(conjugate))
    conjugate.propagateBack(Self.transition(steps))
    #expect(Self.difference(Self.dense(conjugate), before) < Self.rounding)

    // Errors go back through one step after another.
    var errors = Self.randomVector(&random)
    let start = errors
    let lambda = random.normalVector()
    for step in steps.reversed() { errors.propagateBack(step, conjugate: lambda) }
    var forward = Self.dense(errors)
    for step in steps {
      forward = Self.product(Self.dense(step), forward)
      for axis in 0..<3 { forward[3 + axis][0] += lambda[axis] * step.velocityNoise }
    }
    #expect(Self.difference(Self.dense(start), forward) < Self.rounding)
  }

  @Test("measurements and information, by their formulas", arguments: 0..<8 as Range<UInt64>)
  func measurements(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var covariance = Self.randomMatrix(&random)
    var information = ErrorMatrix()
    var expected = Self.diagonal([Double](repeating: 0, count: 16))
    var conjugate = ErrorVector()
    let f = Self.transition(Self.randomSteps(&random))
    var denseF = Self.identity
    denseF = (0..<16).map { j in
      // The columns of F: Fᵀ takes the axes to its rows.
      var axis = ErrorVector()
      switch j / 3 {
      case 0: axis.p[j % 3] = 1
      case 1: axis.v[j % 3] = 1
      case 2: axis.t[j % 3] = 1
      case 3: axis.a[j % 3] = 1
      case 4: axis.g[j % 3] = 1
      default: axis.k = 1
      }
      axis.propagateBack(f)
      return Self.dense(axis).map { $0[0] }
    }
    let kinds: [(ErrorBlock, Int)] = [
      (.velocity, 1), (.attitude, 2), (.rotationBias, 4), (.position, 0),
    ]
    for (kind, place) in kinds {
      let before = Self.dense(covariance)
      let h = Array(Self.identity[3 * place..<3 * place + 3])
      let innovation = random.normalVector()
      let result = covariance.measure(
        kind, innovation: innovation, noise: .identity, gate: .infinity, at: 0)
      let update = try #require(result)
      let gain = Self.transpose(Self.rows(update.gain))
      // I - K H.
      let rest = Self.sum(Self.identity, Self.product(gain, h), times: -1)
      #expect(Self.difference(Self.dense(covariance), Self.product(rest, before)) < 1e-11)
      #expect(
        Self.difference(
          gain,
          Self.product(Self.product(before, Self.transpose(h)), Self.dense([[update.information]])))
          < 1e-11)
      // (I - K H)ᵀ Λ (I - K H) + Hᵀ S⁻¹ H, and so through F.
      information.undo(update)
      let s = Self.dense([[update.information]])
      expected = Self.sum(
        Self.product(Self.product(Self.transpose(rest), expected), rest),
        Self.product(Self.product(Self.transpose(h), s), h))
      #expect(Self.difference(Self.dense(information), expected) < Self.rounding)
      information.propagateBack(f)
      expected = Self.product(Self.product(Self.transpose(denseF), expected), denseF)
      #expect(Self.difference(Self.dense(information), expected) < Self.rounding)
      let lambda = Self.dense(conjugate)
      conjugate.undo(update)
      let weighted = update.weighted
      let change = Self.product(
        Self.transpose(h), [[weighted.x], [weighted.y], [weighted.z]])
      let lambdaBefore = Self.sum(
        Self.product(Self.transpose(rest), lambda), change, times: -1)
      #expect(Self.difference(Self.dense(conjugate), lambdaBefore) < Self.rounding)
    }
    let p = Self.dense(covariance)
    let smoothed = Self.sum(p, Self.product(Self.product(p, expected), p), times: -1)
    let found = covariance.smoothed(by: information)
    let scale = largestMagnitude(smoothed.flatMap(\.self))
    for row in 0..<3 {
      for column in 0..<3 {
        #expect(abs(found.position[row, column] - smoothed[row][column]) < 1e-11 * scale)
        #expect(abs(found.velocity[row, column] - smoothed[row + 3][column + 3]) < 1e-11 * scale)
      }
    }
  }

  @Test(
    "an update that does not learn the accelerometer, by Joseph's form",
    arguments: 0..<8 as Range<UInt64>)
  func considered(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var covariance = Self.randomMatrix(&random)
    let before = Self.dense(covariance)
    let noise = Matrix3(diagonal: Vector3(0.5, 1, 2))
    let result = covariance.measure(
      .velocity, innovation: random.normalVector(), noise: noise, gate: .infinity, at: 0,
      learnsAccelerometer: false)
    let gain = Self.transpose(Self.rows(try #require(result).gain))
    #expect(
      (9..<12).allSatisfy { gain[$0].allSatisfy { $0 == 0 } } && gain[15].allSatisfy { $0 == 0 })
    let h = Array(Self.identity[3..<6])
    let rest = Self.sum(Self.identity, Self.product(gain, h), times: -1)
    let expected = Self.sum(
      Self.product(Self.product(rest, before), Self.transpose(rest)),
      Self.product(Self.product(gain, Self.dense([[noise]])), Self.transpose(gain)))
    #expect(Self.difference(Self.dense(covariance), expected) < 1e-11)
  }

  @Test(
    "the uncertainty between checkpoints is within 4 % of the whole covariance")
  func uncertaintyBetween() {
    // A hand that swings at 5 m/s² and 3 rad/s, 100 ms after rest.
    var covariance = ErrorMatrix()
    covariance[diagonal: .position] = Matrix3(scale: 1e-4)
    covariance[diagonal: .velocity] = Matrix3(scale: 1e-4)
    covariance[diagonal: .attitude] = Matrix3(scale: 1e-4)
    covariance[diagonal: .accelerationBias] = Matrix3(scale: 4e-4)
    covariance[diagonal: .rotationBias] = Matrix3(scale: 2.5e-5)
    var pending = ErrorTransition()
    func advance(_ index: Int) {
      let t = Double(index) / 100
      pending.append(
        ErrorStep(
          duration: 0.01, force: Vector3(5 * t, 0.05, 9.8) * 0.01,
          attitude: Matrix3(Quaternion(rotationVector: Vector3(0, 3 * t, 0))), velocityNoise: 4e-6),
        attitudeNoise: 1e-7, accelerationBiasNoise: 1e-10, rotationBiasNoise: 1e-12)
    }
    for index in 0..<10 { advance(index) }
    covariance.propagate(pending)
    for last in 1...20 {
      pending = ErrorTransition()
      for index in 10..<10 + last { advance(index) }
      var whole = covariance
      whole.propagate(pending)
      let (found, exact) = (covariance.uncertainty(after: pending), whole.uncertainty)
      #expect(abs(found.positionDeviation / exact.positionDeviation - 1) < 0.02)
      #expect(abs(found.velocityDeviation / exact.velocityDeviation - 1) < 0.04)
    }
  }

  @Test(
    "covariances stay positive definite at any sample rate, and smoothing reduces them",
    arguments: [25, 100, 285, 1000.0])
  func positiveDefinite(rate: Double) throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.sampleRate = rate
    let motions = try AirSimulator(configuration: configuration)
      .recording(of: "IT", by: Writer(seed: 8)).deviceMotion
    var navigator = InertialNavigator()
    var told: [PathPoint] = []
    var path: [PathPoint] = []
    for motion in motions {
      navigator.update(motion) { event in
        path.apply(event)
        if case .position(let point) = event { told.append(point) }
      }
      // At first the place and the heading are known by definition.
      let isLater = navigator.nextIndex > Int(rate)
      if isLater, navigator.nextIndex.isMultiple(of: max(Int(rate / 25), 1)) {
        #expect(Self.isPositiveDefinite(Self.dense(navigator.filter.covariance)))
      }
    }
    #expect(path.contains { $0.isStationary } && path.count == motions.count)
    for (point, before) in zip(path, told) {
      let (after, live) = (try #require(point.uncertainty), try #require(before.uncertainty))
      for covariance in [after.position, after.velocity, live.position, live.velocity] {
        let pivots = [covariance.c0.x, covariance.c1.y, covariance.c2.z, covariance.determinant]
        #expect(pivots.allSatisfy { $0 > -1e-30 })
      }
      // What a point's uncertainty leaves out, and what is linear in time, may add some hundredths,
      // and millimetres in the first fifth of a second, where the variance grows with t³.
      #expect(after.positionDeviation < 1.1 * live.positionDeviation + 2e-3)
    }
  }

  @Test("a path is revised again only where that shifts it by the given share of its deviation")
  func leastRevision() throws {
    let motions = try AirSimulator().recording(of: "LAZY DOG", by: Writer(seed: 7)).deviceMotion
    func navigate(_ leastRevision: Double) -> (path: [PathPoint], revisions: Int) {
      var configuration = InertialNavigator.Configuration()
      configuration.leastRevision = leastRevision
      var navigator = InertialNavigator(configuration: configuration)
      var path: [PathPoint] = []
      var revisions = 0
      func listen(_ event: PathEvent) {
        path.apply(event)
        if case .revision = event { revisions += 1 }
      }
      for motion in motions { navigator.update(motion, listener: listen) }
      navigator.finish(listener: listen)
      return (path, revisions)
    }
    let (always, often, never) = (navigate(0), navigate(0.05), navigate(.infinity))
    #expect(always.revisions > often.revisions && often.revisions > never.revisions)
    func change(_ point: PathPoint, _ other: PathPoint) throws -> Double {
      let deviations = try #require(point.uncertainty)
      // The first position is known to be zero.
      return max(
        (point.position - other.position).length / (deviations.positionDeviation + 1e-12),
        (point.velocity - other.velocity).length / deviations.velocityDeviation)
    }
    var largest = 0.0
    for index in always.path.indices where !always.path[index].isStationary {
      let (often, never) = (often.path[index], never.path[index])
      // What a point's uncertainty leaves out may add some hundredths.
      #expect(try change(often, always.path[index]) < 1.1 * 0.05)
      largest = max(largest, try change(never, always.path[index]))
    }
    #expect(largest > 0.06)
  }

  /// Whether Cholesky's factor exists, of the correlations.
  private static func isPositiveDefinite(_ a: Dense) -> Bool {
    var a = a
    let scale = a.indices.map { 1 / a[$0][$0].squareRoot() }
    for i in a.indices {
      for j in a.indices { a[i][j] *= scale[i] * scale[j] }
    }
    for k in a.indices {
      guard a[k][k] > 0 else { return false }
      for i in a.indices.dropFirst(k + 1) {
        let factor = a[i][k] / a[k][k]
        for j in a.indices.dropFirst(k) { a[i][j] -= factor * a[k][j] }
      }
    }
    return true
  }

  @Test("short rotations are those of the exponential map")
  func shortRotations() {
    var random = SplitMix64(seed: 5)
    for length in [0, 1e-200, 1e-9, 1e-3, 0.1, 0.2499, 0.2501, 1] {
      let direction = random.normalVector()
      let vector = direction * (length / direction.length)
      let found = Quaternion.turn(by: vector)
      let exact = Quaternion(rotationVector: vector)
      #expect(maximumDifference(found.vector, exact.vector) <= .ulpOfOne * length)
      #expect(abs(found.w - exact.w) <= .ulpOfOne)
      let stretched = found * (1 + 1e-9)
      #expect(abs(stretched.renormalized.length - 1) <= 2 * .ulpOfOne)
    }
  }
}

private func largestMagnitude(_ values: [Double]) -> Double {
  values.reduce(0) { max($0, abs($1)) }
}
