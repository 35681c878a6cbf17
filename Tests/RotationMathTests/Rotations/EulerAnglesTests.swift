import Foundation
import RotationMath
import TestSupport
import Testing

@Suite("Euler and Davenport angles")
struct EulerAnglesTests {
  static func rotation(_ random: inout SplitMix64) -> Quaternion<Double> {
    let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    let q = Quaternion(vector: v, scalar: random.nextNormal())
    return q / q.length
  }

  /// The difference of two quaternions up to sign, in eps.
  static func error(_ p: Quaternion<Double>, _ q: Quaternion<Double>) -> Double {
    min((p - q).maximumMagnitude, (p + q).maximumMagnitude) / .ulpOfOne
  }

  @Test("there are 24 sequences with distinct descriptions")
  func sequences() {
    #expect(EulerSequence.allCases.count == 24)
    #expect(Set(EulerSequence.allCases.map(\.description)).count == 24)
    #expect(EulerSequence("ZYX") == .yawPitchRoll)
    #expect(EulerSequence("xx") == nil && EulerSequence("xxy") == nil)
    #expect(EulerSequence(.x, .x, .y, isIntrinsic: true) == nil)
    #expect(EulerSequence.yawPitchRoll.reversed.description == "xyz")
  }

  @Test("sequences are encoded as three letters; invalid letters are rejected")
  func coding() throws {
    for sequence in EulerSequence.allCases {
      let written = try JSONEncoder().encode([sequence])
      #expect(String(bytes: written, encoding: .utf8) == "[\"\(sequence)\"]")
      #expect(try JSONDecoder().decode([EulerSequence].self, from: written) == [sequence])
    }
    for wrong in ["zzy", "ZYx", "xy", "xyzx", ""] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([EulerSequence].self, from: Data("[\"\(wrong)\"]".utf8))
      }
    }
    let locked = Quaternion(rotationVector: Vector3(0.0, 0, 0)).eulerAngles(.properEuler)
    #expect(locked.lock == .aligned)
    let read = try JSONDecoder().decode(
      EulerAngles<Double>.self, from: try JSONEncoder().encode(locked))
    #expect(read == locked)
  }

  @Test(
    "Euler angles of random rotations convert back to the rotation",
    arguments: EulerSequence.allCases)
  func roundTrip(sequence: EulerSequence) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let q = Self.rotation(&random)
      let angles = q.eulerAngles(sequence)
      #expect(Self.error(Quaternion(angles), q) <= 3)
      #expect(angles.lock == .none)
      #expect(abs(angles.first) <= .pi && abs(angles.third) <= .pi)
      let low = sequence.isSymmetric ? 0 : -Double.pi / 2
      let range = low...(low + Double.pi)
      #expect(range.contains(angles.second))
    }
  }

  @Test(
    "Euler angles near gimbal lock convert back to the rotation", arguments: EulerSequence.allCases)
  func roundTripNearLock(sequence: EulerSequence) {
    var random = SplitMix64(seed: 2)
    let low = sequence.isSymmetric ? 0 : -Double.pi / 2
    let locks = [low, low + Double.pi]
    for distance in [0, 1e-300, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4] {
      for lock in locks {
        let second: Double = lock == locks[0] ? lock + distance : lock - distance
        let angles = EulerAngles(
          Double.random(in: -3...3, using: &random), second,
          Double.random(in: -3...3, using: &random), sequence: sequence)
        let q = Quaternion(angles)
        #expect(Self.error(Quaternion(q.eulerAngles(sequence)), q) <= 3)
      }
    }
  }

  @Test(
    "exact gimbal lock is reported, with a third angle of zero", arguments: EulerSequence.allCases)
  func lock(sequence: EulerSequence) {
    // Symmetric sequences: the identity and half turns. Others: quarter turns about the second
    // axis, whose coefficients cancel exactly.
    var cases: [(Quaternion<Double>, GimbalLock)] = []
    if sequence.isSymmetric {
      cases = [(.identity, .aligned), (Quaternion(angle: .pi, axis: sequence.first), .aligned)]
      var half = Quaternion<Double>.zero
      half.vector[sequence.second.rawValue] = 1
      cases.append((half, .opposed))
    } else {
      for sign in [1.0, -1] {
        var quarter = Quaternion(x: 0, y: 0, z: 0, w: 0.5.squareRoot())
        quarter.vector[sequence.second.rawValue] = sign * 0.5.squareRoot()
        // The third axis after the quarter turn, or before it about fixed axes.
        let (inner, outer) =
          sequence.isIntrinsic ? (sequence.third, sequence.first) : (sequence.first, sequence.third)
        var (start, end) = (Vector3<Double>.zero, Vector3<Double>.zero)
        (start[inner.rawValue], end[outer.rawValue]) = (1, 1)
        let isOpposed = quarter.act(start).dot(end) < 0
        cases.append((quarter, isOpposed ? .opposed : .aligned))
      }
    }
    for (q, lock) in cases {
      let angles = q.eulerAngles(sequence)
      #expect(angles.lock == lock, "\(q)")
      #expect(angles.third == 0 && angles.distanceFromLock == 0)
      #expect(Self.error(Quaternion(angles), q) <= 3)
    }
  }

  struct EulerCase: Decodable, Sendable {
    var seq: String
    var angles: [Double]
    var quat: [Double]
    var asEuler: [Double]?
  }

  @Test("Euler angles match SciPy", .needsRecordings)
  func scipy() throws {
    for row in try JSONSuite<EulerCase>.shared("euler.json") {
      let sequence = try #require(EulerSequence(row.seq))
      let q = Quaternion(x: row.quat[0], y: row.quat[1], z: row.quat[2], w: row.quat[3])
      let given = EulerAngles(row.angles[0], row.angles[1], row.angles[2], sequence: sequence)
      #expect(Self.error(Quaternion(given), q) * .ulpOfOne <= 1e-14)
      let angles = q.eulerAngles(sequence)
      #expect(Self.error(Quaternion(angles), q) * .ulpOfOne <= 1e-15)
      if let expected = row.asEuler {
        #expect(abs(angles.first - expected[0]) <= 1e-14, "\(row)")
        #expect(abs(angles.second - expected[1]) <= 1e-14)
        #expect(abs(angles.third - expected[2]) <= 1e-14)
      }
    }
  }

  struct DavenportCase: Decodable, Sendable {
    var axes: [[Double]]
    var order: String
    var angles: [Double]
    var quat: [Double]
    var asDavenport: [Double]
  }

  @Test("Davenport angles match SciPy", .needsRecordings)
  func davenport() throws {
    for row in try JSONSuite<DavenportCase>.shared("davenport.json") {
      let e = row.axes.map { Vector3($0[0], $0[1], $0[2]) }
      let axes = try #require(DavenportAxes(e[0], e[1], e[2], isIntrinsic: row.order == "i"))
      let q = Quaternion(x: row.quat[0], y: row.quat[1], z: row.quat[2], w: row.quat[3])
      let given = DavenportAngles(row.angles[0], row.angles[1], row.angles[2])
      #expect(Self.error(Quaternion(given, about: axes), q) * .ulpOfOne <= 1e-12)
      let angles = q.davenportAngles(axes)
      #expect(abs(angles.first - row.asDavenport[0]) <= 1e-12, "\(row)")
      #expect(abs(angles.second - row.asDavenport[1]) <= 1e-12)
      #expect(abs(angles.third - row.asDavenport[2]) <= 1e-12)
    }
  }

  @Test("pitch, roll and yaw match Core Motion's formulas", arguments: 0..<32 as Range<UInt64>)
  func coreMotion(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let q = Self.rotation(&random)
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    let angles = q.eulerAngles(.coreMotion)
    #expect(abs(angles.second - Double.asin(2 * (w * x + y * z))) <= 1e-14)
    let roll = Double.atan2(y: 2 * (w * y - x * z), x: 1 - 2 * (x * x + y * y))
    #expect(abs(angles.third - roll) <= 1e-14)
    let yaw = Double.atan2(y: 2 * (w * z - x * y), x: 1 - 2 * (x * x + z * z))
    #expect(abs(angles.first - yaw) <= 1e-14)
  }
}

extension EulerAnglesTests {
  @Test("gimbal lock of computed rotations is reported, with a third angle of zero")
  func lockOfComputedRotations() {
    var (locked, largest, worst) = (0, 0.0, 0.0)
    let degrees = stride(from: -170.0, through: 180, by: 20)
    for sequence in EulerSequence.allCases {
      for second in sequence.isSymmetric ? [0.0, 180] : [-90.0, 90] {
        for first in degrees {
          for third in degrees {
            let given = EulerAngles<Double>(
              .degrees(first), .degrees(second), .degrees(third), sequence: sequence)
            let q = Quaternion(given), angles = q.eulerAngles(sequence)
            largest = max(largest, angles.distanceFromLock)
            worst = max(worst, Self.error(Quaternion(angles), q))
            if angles.lock != .none && angles.third == 0 { locked += 1 }
          }
        }
      }
    }
    #expect(largest <= 2 * .ulpOfOne && worst <= 3)
    #expect(locked == 24 * 2 * 18 * 18)
  }

  @Test(
    "angles are equal and in lock by their values, wherever they come from",
    arguments: EulerSequence.allCases)
  func values(sequence: EulerSequence) throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let angles = Self.rotation(&random).eulerAngles(sequence)
      var copy = EulerAngles(angles.first, angles.second, angles.third, sequence: sequence)
      #expect(copy == angles && copy.hashValue == angles.hashValue)
      #expect(copy.lock == .none && copy.distanceFromLock == angles.distanceFromLock)
      copy.second = sequence.isSymmetric ? 0 : .pi / 2
      #expect(copy != angles && copy.distanceFromLock == 0)
      #expect(copy.lock == Quaternion(copy).eulerAngles(sequence).lock)
      copy.second = angles.second
      #expect(copy == angles && copy.lock == .none)
    }
  }

  /// Counts the rotations within 40 eps of gimbal lock whose angles state a lock although they were
  /// not converted to one, or the reverse, and those whose kind of lock is wrong.
  func wrongLocks<Scalar: RealScalar>(_: Scalar.Type) -> (wrong: Int, locked: Int, free: Int) {
    var random = SplitMix64(seed: 6)
    var (wrong, locked, free) = (0, 0, 0)
    for sequence in EulerSequence.allCases {
      for lock: Scalar in sequence.isSymmetric ? [0, .pi] : [-.pi / 2, .pi / 2] {
        for _ in 0..<200 {
          let outer = (0..<2).map { _ in Scalar(Double.random(in: -3...3, using: &random)) }
          let off = Scalar(Double.random(in: -40...40, using: &random)) * .ulpOfOne
          let q = Quaternion(EulerAngles(outer[0], lock + off, outer[1], sequence: sequence))
          let angles = q.eulerAngles(sequence)
          if (angles.lock == .none) != (angles.third != 0) { wrong += 1 }
          guard angles.lock != .none else {
            free += 1
            continue
          }
          locked += 1
          // The sum or the difference of the outer angles is determined.
          let sign: Scalar = angles.lock == .aligned ? 1 : -1
          let rest = angles.first - (outer[0] + sign * outer[1])
          if abs(Scalar.sin(rest / 2)) > 32 * .ulpOfOne { wrong += 1 }
        }
      }
    }
    return (wrong, locked, free)
  }

  @Test("angles state a lock exactly where a rotation was converted to one")
  func lockOfConversions() {
    let (double, single) = (wrongLocks(Double.self), wrongLocks(Float.self))
    #expect(double.wrong == 0 && double.locked > 1000 && double.free > 1000, "\(double)")
    #expect(single.wrong == 0 && single.locked > 1000 && single.free > 1000, "\(single)")
  }

  @Test("nearest(to:) shares the change in lock wherever the angles come from")
  func nearestOfGivenAngles() {
    let previous = EulerAngles(0.2, .pi / 2, -0.3, sequence: .yawPitchRoll)
    let given = EulerAngles(0.7, .pi / 2, 0.2, sequence: .yawPitchRoll)
    let converted = Quaternion(given).eulerAngles(.yawPitchRoll)
    for angles in [given, converted] {
      let near = angles.nearest(to: previous)
      #expect(abs(near.first - 0.2) <= 1e-15 && abs(near.third + 0.3) <= 1e-15)
      #expect(near.second == .pi / 2)
    }
  }
}
