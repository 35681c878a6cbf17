import RotationMath
import TestSupport
import Testing

@Suite("Rotation paths")
struct SplineTests {
  struct Row: Decodable {
    var times: [Double]
    var keys: [[Double]]
    var at: [Double]
    var slerp: [[Double]]
    var spline: [[Double]]
    var rate: [[Double]]
    var acceleration: [[Double]]
  }

  struct SharedRow: Decodable {
    var times: [Double]
    var quats: [[Double]]
    var at: [Double]
    var slerp: [[Double]]
    var spline: [[Double]]
    var rate: [[Double]]
    var accel: [[Double]]

    var row: Row {
      Row(
        times: times, keys: quats, at: at, slerp: slerp, spline: spline, rate: rate,
        acceleration: accel)
    }
  }

  func check(_ row: Row, tolerance: Double, scipyIterations: Int? = nil) throws {
    let keys = row.keys.map { Quaternion($0) }
    let slerp = try SlerpPath(times: row.times, rotations: keys)
    let spline =
      if let scipyIterations {
        try RotationSpline(times: row.times, rotations: keys, iterations: scipyIterations)
      } else { try RotationSpline(times: row.times, rotations: keys) }
    #expect(spline.hasContinuousAcceleration == (scipyIterations == nil))
    for (i, time) in row.at.enumerated() {
      let turned = try #require(slerp.rotation(at: time))
      let expected = Quaternion(row.slerp[i])
      #expect(maximumDifference(turned.dot(expected) < 0 ? -turned : turned, expected) <= 1e-14)
      let state = try #require(spline.state(at: time))
      #expect(spline.rotation(at: time) == state.rotation)
      #expect(state.rotation.angularDistance(to: Quaternion(row.spline[i])) <= tolerance)
      let (rate, acceleration) = (Vector3(row.rate[i]), Vector3(row.acceleration[i]))
      #expect(maximumDifference(state.rate, rate) <= tolerance * max(1, rate.length))
      #expect(
        maximumDifference(state.acceleration, acceleration)
          <= tolerance * max(1, acceleration.length))
    }
  }

  @Test("paths match SciPy, iterated to convergence")
  func reference() throws {
    // SciPy's series below 1e-4 rad has a wrong digit (1/12604), an error of about 1e-12.
    for row in try JSONSuite<Row>.reference("rotation-groups/splines.json") {
      try check(row, tolerance: 1e-10)
    }
  }

  @Test("paths match the public reference", .needsRecordings)
  func conformance() throws {
    for row in try JSONSuite<SharedRow>.shared("slerp_and_spline.json") {
      // SciPy stops after ten iterations without a convergence check.
      try check(row.row, tolerance: 1e-8, scipyIterations: 10)
    }
  }

  static func keys(seed: UInt64, count: Int = 7) -> ([Double], [Quaternion<Double>]) {
    var random = SplitMix64(seed: seed)
    var times: [Double] = [], keys: [Quaternion<Double>] = []
    for index in 0..<count {
      times.append(Double(index) + Double.random(in: 0...0.6, using: &random))
      let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.5
      let next = (keys.last ?? .identity).rightPlus(v)
      // Signs vary, because paths ignore them.
      keys.append(next.z > 0 ? next : -next)
    }
    return (times, keys)
  }

  @Test(
    "rate and acceleration are the derivatives and continuous", arguments: 0..<8 as Range<UInt64>)
  func smoothness(seed: UInt64) throws {
    let (times, keys) = Self.keys(seed: seed)
    let spline = try RotationSpline(times: times, rotations: keys)
    let step = 1e-5
    for (index, time) in times.enumerated().dropFirst().dropLast() {
      let state = try #require(spline.state(at: time))
      #expect(state.rotation.angularDistance(to: keys[index]) <= 8 * .ulpOfOne)
      let before = try #require(spline.state(at: time - step))
      let after = try #require(spline.state(at: time + step))
      // One-sided differences, with an error of the step times the next derivative.
      let limit = 1000 * step
      #expect(maximumDifference((after.rate - state.rate) / step, state.acceleration) <= limit)
      #expect(maximumDifference((state.rate - before.rate) / step, state.acceleration) <= limit)
      #expect(
        maximumDifference(
          after.rotation.rightMinus(before.rotation) / (2 * step), state.rate) <= limit * step)
    }
  }

  @Test("paths through rotations up to a half turn apart do not jump")
  func largeSteps() throws {
    func check(_ keys: [Quaternion<Double>]) throws {
      let spline = try RotationSpline(times: keys.indices.map { Double($0) }, rotations: keys)
      #expect(spline.hasContinuousAcceleration)
      var last = try #require(spline.state(at: 0))
      for step in 1...(100 * (keys.count - 1)) {
        let state = try #require(spline.state(at: Double(step) / 100))
        // The rate bounds the step, and the acceleration its change.
        let angle = state.rotation.angularDistance(to: last.rotation)
        #expect(angle <= 0.0101 * max(state.rate.length, last.rate.length) + 1e-12)
        #expect(state.rate.distance(to: last.rate) <= 0.5)
        last = state
      }
    }
    for degrees in [1.0, 89, 91, 120, 179, 179.99] {
      try check([0, degrees, 0, degrees].map { Quaternion(angle: .degrees($0), axis: .z) })
    }
    var random = SplitMix64(seed: 9)
    for _ in 0..<30 { try check((0..<5).map { _ in .random(using: &random) }) }
  }

  @Test(
    "a path does not depend on the unit of time",
    arguments: [1e-165, 1e-110, 1e-60, 1e100, 1e150])
  func units(unit: Double) throws {
    let (times, keys) = Self.keys(seed: 6)
    let plain = try RotationSpline(times: times, rotations: keys)
    let scaled = try RotationSpline(times: times.map { $0 * unit }, rotations: keys)
    #expect(scaled.hasContinuousAcceleration)
    for time in stride(from: times[0], through: times[6], by: 0.125) {
      let a = try #require(plain.state(at: time))
      guard let b = scaled.state(at: time * unit) else { continue }
      #expect(a.rotation.angularDistance(to: b.rotation) <= 1e-13)
      #expect(maximumDifference(a.rate, b.rate * unit) <= 1e-12)
      // It overflows for the smallest unit and underflows for the largest.
      if (1e-120...1e120).contains(unit) {
        #expect(maximumDifference(a.acceleration, b.acceleration * unit * unit) <= 1e-11)
      }
    }
    let pair = try RotationSpline(times: [0, unit], rotations: [keys[0], keys[1]])
    let middle = try #require(pair.rotation(at: unit / 2))
    #expect(middle.angularDistance(to: keys[0].slerp(to: keys[1], 0.5)) <= 4 * .ulpOfOne)
  }

  @Test("a path in single precision passes its keys at long steps")
  func longSteps() throws {
    let (_, keys) = Self.keys(seed: 7)
    let times = keys.indices.map { Float($0) * 1e13 }, narrow = keys.map { Quaternion<Float>($0) }
    let spline = try RotationSpline(times: times, rotations: narrow)
    for (time, key) in zip(times, narrow) {
      let found = try #require(spline.rotation(at: time))
      #expect(found.angularDistance(to: key) <= 8 * .ulpOfOne)
    }
  }

  @Test("rates beyond the range of the numbers are reported; the path passes its keys")
  func overflow() throws {
    let (_, keys) = Self.keys(seed: 8, count: 3)
    let times = [0, 0x1p-1030, 0x1p-1029]
    let spline = try RotationSpline(times: times, rotations: keys)
    #expect(!spline.hasContinuousAcceleration)
    for (time, key) in zip(times, keys) {
      #expect(try #require(spline.rotation(at: time)).angularDistance(to: key) <= 8 * .ulpOfOne)
    }
  }

  /// Decades of durations about 1 s, and the largest step in radians.
  @Test(
    "paths of uneven durations pass their keys, with continuous rate and acceleration",
    arguments: [(1.0, 3.1), (1, 1.7), (1.5, 1.7), (2, 0.5), (2, 3.1)] as [(Double, Double)])
  func unevenDurations(decades: Double, largest: Double) throws {
    var random = SplitMix64(seed: 12)
    var smooth = 0
    for path in 0..<400 {
      var times = [0.0], keys = [Quaternion<Double>.random(using: &random)]
      for _ in 0..<11 {
        let duration = Double.exp10(Double.random(in: -decades...decades, using: &random))
        times.append(times[times.count - 1] + duration)
        let step = Vector3<Double>.randomDirection(using: &random)
        keys.append(
          keys[keys.count - 1].rightPlus(step * Double.random(in: 0...largest, using: &random)))
      }
      let spline = try RotationSpline(times: times, rotations: keys)
      let monotone = try RotationSpline.monotone(times: times, rotations: keys)
      smooth += spline.hasContinuousAcceleration ? 1 : 0
      for (index, time) in times.enumerated() {
        for path in [spline, monotone] {
          let state = try #require(path.state(at: time))
          #expect(state.rotation.angularDistance(to: keys[index]) <= 8 * .ulpOfOne)
          #expect(state.rate.isFinite && state.rate.length < 1e6)
        }
        guard index > 0, index < 11 else { continue }
        let state = try #require(spline.state(at: time))
        let before = try #require(spline.state(at: time.nextDown))
        #expect(before.rotation.angularDistance(to: keys[index]) <= 1e-11, "path \(path)")
        let shorter = min(times[index] - times[index - 1], times[index + 1] - time)
        let scale = state.rate.length + before.rate.length + 1 / shorter
        #expect(maximumDifference(state.rate, before.rate) <= 1e-9 * scale, "path \(path)")
        guard spline.hasContinuousAcceleration else { continue }
        #expect(
          maximumDifference(state.acceleration, before.acceleration)
            <= 1e-9 * (scale * scale + scale / shorter), "path \(path)")
      }
    }
    #expect(smooth == 400)
  }

  @Test("paths in single precision pass their keys at uneven durations")
  func unevenSingle() throws {
    var random = SplitMix64(seed: 13)
    for _ in 0..<100 {
      var times: [Float] = [0]
      for _ in 0..<11 {
        times.append(times[times.count - 1] + Float.exp10(Float.random(in: -2...2, using: &random)))
      }
      let keys = times.map { _ in Quaternion<Float>.random(using: &random) }
      let spline = try RotationSpline(times: times, rotations: keys)
      for (time, key) in zip(times, keys) {
        let state = try #require(spline.state(at: time))
        #expect(state.rotation.angularDistance(to: key) <= 8 * .ulpOfOne)
        #expect(state.rate.isFinite && state.rate.length < 1e6)
      }
    }
  }

  @Test("single and double precision agree")
  func single() throws {
    let (times, keys) = Self.keys(seed: 5)
    let wide = try RotationSpline(times: times, rotations: keys)
    let narrow = try RotationSpline<Float>(
      times: times.map { Float($0) }, rotations: keys.map { Quaternion($0) })
    #expect(narrow.hasContinuousAcceleration)
    let a = try #require(wide.state(at: 3.25)), b = try #require(narrow.state(at: 3.25))
    #expect(maximumDifference(a.rate, Vector3(b.rate)) <= 1e-4)
    #expect(a.rotation.angularDistance(to: Quaternion(b.rotation)) <= 1e-5)
  }

  @Test("invalid key frames are rejected; outside the time range the result is nil")
  func edges() throws {
    let one = Quaternion<Double>.identity
    #expect(throws: RotationPathError.tooFewKeys(count: 1)) {
      try SlerpPath(times: [0], rotations: [one])
    }
    #expect(throws: RotationPathError.countMismatch(times: 2, rotations: 1)) {
      try SlerpPath(times: [0, 1], rotations: [one])
    }
    #expect(throws: RotationPathError.timesNotIncreasing(index: 2)) {
      try RotationSpline(times: [0, 1, 1], rotations: [one, one, one])
    }
    #expect(throws: RotationPathError.timeNotFinite(index: 1)) {
      try RotationSpline(times: [0, .nan], rotations: [one, one])
    }
    #expect(throws: RotationPathError.timeNotFinite(index: 1)) {
      try SlerpPath(times: [-1e308, 1e308], rotations: [one, one])
    }
    #expect(throws: RotationPathError.invalidRotation(index: 1)) {
      try SlerpPath(times: [0, 1], rotations: [one, .zero])
    }
    let path = try SlerpPath(times: [0, 1], rotations: [one, one])
    #expect(path.rotation(at: -0.1) == nil && path.rotation(at: .nan) == nil)
    #expect(path.rotation(at: 1) == one && path.timeRange == 0...1)
  }
}
