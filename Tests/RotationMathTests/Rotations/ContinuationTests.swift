import RotationMath
import TestSupport
import Testing

@Suite("Angles and paths that continue")
struct ContinuationTests {
  @Test("the twist angle has the sign of the axis, and that of no sign of the quaternion")
  func twist() throws {
    let swing = try #require(Quaternion<Double>(angle: 0.8, axis: Vector3(1, 1, 0)))
    for angle in [-3.1, -1, -1e-12, 0, 0.3, 3.1] {
      let q = swing * Quaternion<Double>(angle: angle, axis: .z)
      #expect(abs(try #require(q.twistAngle(about: .unitZ)) - angle) <= 4 * .ulpOfOne)
      #expect(abs(try #require((-q).twistAngle(about: .unitZ)) - angle) <= 4 * .ulpOfOne)
      #expect(abs(try #require(q.twistAngle(about: -.unitZ)) + angle) <= 4 * .ulpOfOne)
    }
    #expect(Quaternion<Double>(xyzw: [1, 0, 0, 0]).twistAngle(about: .unitZ) == nil)
    #expect(swing.twistAngle(about: .zero) == nil)
  }

  @Test("Euler angles follow a path without jumps", arguments: EulerSequence.allCases)
  func euler(sequence: EulerSequence) {
    // Two turns of each angle, through gimbal lock.
    var given = EulerAngles<Double>(0, sequence.isSymmetric ? 0.1 : 0, 0, sequence: sequence)
    var followed = given
    for _ in 0..<1000 {
      given.first += 0.0126
      given.second += 0.0117
      given.third -= 0.0121
      let q = Quaternion(given)
      followed = q.eulerAngles(sequence).nearest(to: followed)
      #expect(Quaternion(followed).angularDistance(to: q) <= 1e-13)
      #expect(abs(followed.first - given.first) <= 1e-9)
      #expect(abs(followed.second - given.second) <= 1e-9)
      #expect(abs(followed.third - given.third) <= 1e-9)
    }
  }

  @Test("in gimbal lock both outer angles stay near", arguments: EulerSequence.allCases)
  func locked(sequence: EulerSequence) {
    for second in sequence.isSymmetric ? [0, Double.pi] : [-Double.pi / 2, Double.pi / 2] {
      let previous = EulerAngles(0.5, second + 1e-3, -7.1, sequence: sequence)
      let q = Quaternion(EulerAngles(0.51, second, -7.12, sequence: sequence))
      let angles = q.eulerAngles(sequence)
      let followed = angles.nearest(to: previous)
      #expect(angles.lock != .none)
      #expect(Quaternion(followed).angularDistance(to: q) <= 1e-14)
      #expect(abs(followed.first - 0.5) <= 0.021 && abs(followed.third + 7.1) <= 0.021)
    }
  }

  @Test("one and two turns compose in the order of their kind")
  func turns() {
    let (z, x) = (
      Quaternion<Double>(angle: 0.4, axis: .z), Quaternion<Double>(angle: 0.7, axis: .x)
    )
    #expect(Quaternion(intrinsic: (.z, 0.4)).angularDistance(to: z) <= .ulpOfOne)
    #expect(Quaternion(intrinsic: (.z, 0.4), (.x, 0.7)).angularDistance(to: z * x) <= .ulpOfOne)
    #expect(Quaternion(extrinsic: (.z, 0.4), (.x, 0.7)).angularDistance(to: x * z) <= .ulpOfOne)
  }

  @Test("a fallback up vector replaces a parallel one")
  func look() throws {
    let q = try #require(
      Quaternion<Double>(forward: .unitY, up: .unitY, fallbackUp: .unitZ))
    #expect(maximumDifference(q.act(-.unitZ), .unitY) <= 2 * .ulpOfOne)
    #expect(maximumDifference(q.act(.unitY), .unitZ) <= 2 * .ulpOfOne)
    #expect(Quaternion<Double>(forward: .unitY, up: .unitY, fallbackUp: .unitY) == nil)
    let view = Matrix4<Double>(lookingFrom: .zero, at: .unitY, up: .unitY, fallbackUp: .unitZ)
    #expect(view != nil)
    let usual = Quaternion<Double>(forward: .unitX, up: .unitY)
    #expect(Quaternion<Double>(forward: .unitX, up: .unitY, fallbackUp: .unitZ) == usual)
  }

  @Test("reversed depth is 1 at the near plane and 0 at the far one, also at infinity")
  func depth() {
    for far in [100, Double.infinity] {
      let m = Matrix4<Double>.perspective(
        fieldOfView: 1, aspect: 1.5, near: 0.1, far: far, depth: .oneToZero)
      #expect(abs(m.transformPoint(Vector3(0, 0, -0.1)).z - 1) <= 4 * .ulpOfOne)
      #expect(abs(m.transformPoint(Vector3(0, 0, -min(far, 1e20))).z) <= 4 * .ulpOfOne)
    }
    let m = Matrix4<Double>.orthographic(
      left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9, depth: .oneToZero)
    #expect(m.transformPoint(Vector3(0, 0, -1)).z == 1)
    #expect(m.transformPoint(Vector3(0, 0, -9)).z == 0)
  }

  @Test("paths outside their keys stop, or rotate on at the last rate")
  func outside() throws {
    let keys = [0.0, 1, 1.5].map { Quaternion<Double>(angle: $0, axis: .z) }
    let path = try SlerpPath(times: [0, 1, 2], rotations: keys)
    let spline = try RotationSpline(times: [0, 1, 2], rotations: keys)
    func angles(_ rotations: [Quaternion<Double>]) throws -> [Double] {
      try rotations.map { try #require($0.twistAngle(about: .unitZ)) }
    }
    let times = [-1, 0.5, 3, Double.infinity]
    let clamped = try angles(path.rotations(at: times, outside: .clamped))
    #expect(difference(clamped, [0, 0.5, 1.5, 1.5]) <= 4 * .ulpOfOne)
    let onward = try angles(path.rotations(at: [-1, 0.5, 3], outside: .extrapolated))
    #expect(difference(onward, [-1, 0.5, 2]) <= 4 * .ulpOfOne)
    #expect(
      try angles(spline.rotations(at: times, outside: .clamped))[2] - 1.5 <= 4 * .ulpOfOne)
    let (start, end) = (try #require(spline.state(at: 0)), try #require(spline.state(at: 2)))
    let far = try angles(spline.rotations(at: [-1, 3], outside: .extrapolated))
    #expect(difference(far, [-start.rate.z, 1.5 + end.rate.z]) <= 8 * .ulpOfOne)
    #expect(path.rotation(at: .nan, outside: .clamped).w.isNaN)
    #expect(spline.rotation(at: .nan, outside: .extrapolated).w.isNaN)
    #expect(spline.rotation(at: .infinity, outside: .extrapolated).w.isNaN)
    #expect(
      keys[0].slerp(to: keys[1], at: [0, 0.5]) == [keys[0], keys[0].slerp(to: keys[1], 0.5)])
  }

  @Test("splines pass their keys at the given rates")
  func rates() throws {
    var random = SplitMix64(seed: 1)
    let keys = (0..<4).map { _ in Quaternion<Double>.random(using: &random) }
    let rates = (0..<4).map { _ in Vector3<Double>.randomDirection(using: &random) }
    let times = [0.0, 1, 1.5, 4]
    let path = try RotationSpline(times: times, rotations: keys, rates: rates)
    for (index, time) in times.enumerated() {
      let state = try #require(path.state(at: time))
      #expect(state.rotation.angularDistance(to: keys[index]) <= 1e-14)
      #expect(maximumDifference(state.rate, rates[index]) <= 1e-13)
      guard index > 0 else { continue }
      let before = try #require(path.state(at: time.nextDown))
      #expect(maximumDifference(before.rate, rates[index]) <= 1e-12)
    }
    #expect(throws: RotationPathError.rateCountMismatch(times: 4, rates: 3)) {
      try RotationSpline(times: times, rotations: keys, rates: Array(rates.dropLast()))
    }
    #expect(throws: RotationPathError.invalidRate(index: 1)) {
      try RotationSpline(
        times: [0, 1], rotations: [keys[0], keys[1]], rates: [.zero, Vector3(.nan, 0, 0)])
    }
  }
}
