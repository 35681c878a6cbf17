import RotationMath
import TestSupport
import Testing

/// Edge cases of axes, angles and scales that random rotations do not cover.
@Suite("Degenerate cases")
struct DegenerateCaseTests {
  @Test("slerpLonger(to:_:) between nearly equal rotations returns unit quaternions")
  func slerpLonger() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<200 {
      let q = Quaternion<Double>.random(using: &random)
      var near = q
      near.x = near.x.nextUp
      for other in [q, -q, near, -near, q * (1 + .ulpOfOne), q.rightPlus([0, 1e-12, 0])] {
        let between = q.slerpLonger(to: other, Double.random(in: 0...1, using: &random))
        #expect(abs(between.length - 1) <= 4 * .ulpOfOne, "\(q) \(other)")
      }
    }
    // The square of the difference underflows.
    let near = Quaternion<Double>(vector: Vector3(2e-162, 0, 0), scalar: 1)
    #expect(abs(Quaternion.identity.slerpLonger(to: near, 0.5).length - 1) <= 4 * .ulpOfOne)
    let single = Quaternion<Float>(vector: Vector3(3e-23, 0, 0), scalar: 1)
    #expect(abs(Quaternion.identity.slerpLonger(to: single, 0.5).length - 1) <= 4 * .ulpOfOne)
    let none = Quaternion<Double>(vector: Vector3(.nan, 0, 0), scalar: 1)
    #expect(Quaternion.identity.slerpLonger(to: none, 0.5).w.isNaN)
  }

  @Test("rotation vectors of any finite length convert to unit quaternions, others to NaN")
  func longRotationVectors() {
    for v: Vector3<Double> in [
      [1e17, 0, 1], [1e147, 0, 1], [1e151, 0, 0], [0, -1e154, 0], [0, -1e200, 1e200],
      [.greatestFiniteMagnitude, 1, .greatestFiniteMagnitude],
    ] {
      #expect(abs(Quaternion(rotationVector: v).length - 1) <= 4 * .ulpOfOne)
      #expect(Quaternion.leftJacobian(at: v)[0, 0].isFinite)
      #expect(RigidTransform.leftJacobian(at: Twist(angular: v, linear: .unitX))[5, 1].isFinite)
    }
    #expect(Quaternion(rotationVector: [0, .infinity, 0]).w.isNaN)
    #expect(Quaternion(rotationVector: [0, Double.nan, 0]).w.isNaN)
  }

  @Test("the Euler angles of the identity are exactly zero in every sequence")
  func identity() {
    for sequence in EulerSequence.allCases {
      let angles = Quaternion<Double>.identity.eulerAngles(sequence)
      #expect([angles.first, angles.second, angles.third] == [0, 0, 0], "\(sequence)")
      let single = Quaternion<Float>.identity.eulerAngles(sequence)
      #expect([single.first, single.second, single.third] == [0, 0, 0], "\(sequence)")
    }
  }

  @Test("distanceFromLock is the sine of half the distance of the second angle")
  func distanceFromLock() {
    for sequence in EulerSequence.allCases {
      let lock = sequence.isSymmetric ? 0 : Double.pi / 2
      for distance in [1e-9, 1e-3, 0.5] {
        let angles = EulerAngles(0.3, lock - distance, 0.4, sequence: sequence)
        #expect(abs(angles.distanceFromLock - sinHalf(distance)) <= 2 * .ulpOfOne, "\(sequence)")
        let back = Quaternion(angles).eulerAngles(sequence)
        #expect(
          abs(back.distanceFromLock - angles.distanceFromLock) <= 4 * .ulpOfOne, "\(sequence)")
      }
    }
  }

  @Test(
    "distanceFromLock of Davenport angles is small in gimbal lock about general axes",
    arguments: 0..<16 as Range<UInt64>)
  func distanceFromDavenportLock(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let second = Vector3<Double>.randomDirection(using: &random)
    let (first, across) = try #require(second.orthonormalPair())
    let third = first * 0.6 + across * 0.8
    let axes = try #require(
      DavenportAxes(first, second, third, isIntrinsic: seed.isMultiple(of: 2)))
    // The angle from one outer axis to the other about the second.
    let lambda = axes.isIntrinsic ? Double.atan2(y: 0.8, x: 0.6) : -Double.atan2(y: 0.8, x: 0.6)
    for distance in [0, 1e-6, 0.1] {
      let locks = [-lambda + distance, -lambda - distance, .pi - lambda + distance]
      for second in locks {
        let q = Quaternion(DavenportAngles(0.3, second, 0.4), about: axes)
        let angles = q.davenportAngles(axes)
        let found = angles.distanceFromLock(about: axes)
        #expect(abs(found - sinHalf(distance)) <= 4 * .ulpOfOne)
        #expect((angles.lock(about: axes) != .none) == (angles.third == 0))
        let back = Quaternion(angles, about: axes)
        #expect(back.angularDistance(to: q) <= 16 * .ulpOfOne)
      }
    }
  }

  private func sinHalf(_ angle: Double) -> Double {
    Quaternion(rotationVector: Vector3(abs(angle), 0, 0)).x
  }

  @Test(
    "Davenport angles in opposed gimbal lock convert back to the rotation",
    arguments: [true, false])
  func opposedLock(isIntrinsic: Bool) throws {
    let axes = try #require(
      DavenportAxes<Double>(.unitZ, .unitX, .unitZ, isIntrinsic: isIntrinsic))
    for turn in [0.0, 0.4, 1.2, -0.9] {
      let half = Quaternion(rotationVector: Vector3(0, 0, turn))
      // A half turn about an axis in the xy plane.
      let rotation = Quaternion(x: half.w, y: half.z, z: 0, w: 0)
      let angles = rotation.davenportAngles(axes)
      #expect(angles.lock(about: axes) == .opposed)
      #expect(angles.third == 0)
      let back = Quaternion(angles, about: axes)
      #expect(back.angularDistance(to: rotation) <= 4 * .ulpOfOne)
    }
  }

  @Test("slerpLonger(to:_:) between near rotations is nearly a full turn", arguments: [1e-2, 1e-6])
  func longerWay(angle: Double) {
    let start = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.5))
    let end = start * Quaternion(rotationVector: Vector3(0, 0, angle))
    for share in [0.25, 0.5, 0.75] {
      let expected =
        start * Quaternion(rotationVector: Vector3(0, 0, share * (angle - 2 * .pi)))
      let found = start.slerpLonger(to: end, share)
      // The relative error of the difference grows as the reciprocal of the angle.
      #expect(found.angularDistance(to: expected) <= 8 * .ulpOfOne / angle)
    }
  }

  @Test("a swing by π has an identity twist")
  func halfTurnSwing() throws {
    for axis in [Vector3<Double>.unitX, .unitY, Vector3(0.6, 0.8, 0)] {
      let rotation = Quaternion(vector: axis, scalar: 0)
      let (swing, twist) = try #require(rotation.swingTwist(about: .unitZ))
      #expect(twist == .identity)
      #expect(swing == rotation)
    }
  }

  @Test("anyOrthogonal() returns a perpendicular unit vector for every axis")
  func orthogonal() throws {
    for vector in [Vector3<Double>.unitX, .unitY, .unitZ, Vector3(1e-300, 0, 0), Vector3(1, 1, 1)] {
      let other = try #require(vector.anyOrthogonal())
      #expect(abs(other.length - 1) <= .ulpOfOne)
      #expect(abs(other.dot(vector)) <= .ulpOfOne * vector.length)
    }
    #expect(Vector3<Double>.zero.anyOrthogonal() == nil)
  }

  @Test(
    "matrices of subnormal numbers have finite inverses",
    arguments: [0x1.1p-1024, 0x1p-1023, 0x1.8p-1022, 0x1.4p-900])
  func leastInverses(scale: Double) throws {
    func expect(_ number: Double) { #expect(abs(number * scale - 1) <= 4 * .ulpOfOne) }
    expect(try #require(Matrix2(diagonal: Vector2(scale, scale)).inverse).c1.y)
    expect(try #require(Matrix3(diagonal: Vector3(repeating: scale)).inverse).c2.z)
    expect(try #require(Matrix4(diagonal: Vector4(repeating: scale)).inverse).c3.w)
  }
}
