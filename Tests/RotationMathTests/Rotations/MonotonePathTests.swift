import RotationMath
import TestSupport
import Testing

@Suite("Paths without overshoot")
struct MonotonePathTests {
  typealias Spline = RotationSpline<Double>

  @Test("about one axis the angle is that of monotone interpolation")
  func oneAxis() throws {
    // Values of SciPy 1.17.1's PchipInterpolator at these times, in the inner segments.
    let times = [0.0, 1, 2.5, 3, 5, 6], angles = [0, 0.5, 0.6, 1.8, 1.8, 1.2]
    let path = try Spline.monotone(
      times: times, rotations: angles.map { Quaternion(angle: $0, axis: .z) })
    for (time, angle) in [
      (1.5, 0.5363618358270765), (2.2, 0.5659803597472046), (2.6, 0.7346566844919787),
      (2.9, 1.6776641711229943), (4.0, 1.8),
    ] {
      let found = try #require(path.rotation(at: time)?.twistAngle(about: .unitZ))
      #expect(abs(found - angle) <= 16 * .ulpOfOne, "\(time)")
    }
  }

  @Test("no key is passed, and the rate is continuous", arguments: 0..<24 as Range<UInt64>)
  func monotone(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var keys: [Quaternion<Double>] = [], times: [Double] = []
    for index in 0..<6 {
      keys.append(
        index == 3
          ? -keys[2]
          : index < 2
            ? .random(using: &random)
            : keys[0].slerp(
              to: .random(using: &random), 0.3))
      times.append((times.last ?? 0) + Double.random(in: 0.1...2, using: &random))
    }
    let path = try Spline.monotone(times: times, rotations: keys)
    for segment in 0..<5 {
      let step = (keys[segment].conjugate * keys[segment + 1]).rotationVector
      let duration = times[segment + 1] - times[segment]
      let end = times[segment + 1]
      let (before, after) = (path.state(at: end.nextDown), path.state(at: end))
      let jump = try #require(after).rate - (try #require(before)).rate
      #expect(jump.length <= 1e-10)
      guard let axis = step.normalized(), segment != 2 else {
        // The path stands still between equal rotations.
        let middle = try #require(path.state(at: times[segment] + duration / 3))
        #expect(middle.rotation.angularDistance(to: keys[segment]) <= 4 * .ulpOfOne)
        #expect(middle.rate.length <= 1e-14)
        continue
      }
      var last = 0.0
      for part in 1..<50 {
        let time = times[segment] + duration * Double(part) / 50
        let along = axis.dot(
          try #require(path.rotation(at: time)).rightMinus(keys[segment]))
        #expect(along >= last - 1e-14 && along <= step.length + 1e-14)
        #expect(along - last <= 3 * step.length / 50 + 1e-14)
        last = along
      }
    }
  }

  @Test("the path does not depend on the frames")
  func frames() throws {
    var random = SplitMix64(seed: 5)
    let keys = (0..<5).map { _ in Quaternion<Double>.random(using: &random) }
    let (left, right) = (keys[0], keys[3])
    let times = [0, 0.5, 2, 2.25, 4.0]
    let path = try Spline.monotone(times: times, rotations: keys)
    let moved = try Spline.monotone(times: times, rotations: keys.map { left * $0 * right })
    for time in stride(from: 0, through: 4, by: 0.1) {
      let (a, b) = (path.rotation(at: time), moved.rotation(at: time))
      #expect((left * (try #require(a)) * right).angularDistance(to: try #require(b)) <= 1e-14)
    }
    let two = try Spline.monotone(times: [0, 1], rotations: Array(keys.prefix(2)))
    let middle = try #require(two.rotation(at: 0.5))
    #expect(middle.angularDistance(to: keys[0].slerp(to: keys[1], 0.5)) <= 4 * .ulpOfOne)
    #expect(throws: RotationPathError.tooFewKeys(count: 1)) {
      try Spline.monotone(times: [0], rotations: [left])
    }
  }
}
