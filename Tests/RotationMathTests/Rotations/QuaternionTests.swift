import RotationMath
import TestSupport
import Testing

@Suite("Quaternion")
struct QuaternionTests {
  @Test("logarithm and inverse of coefficients near the smallest numbers")
  func smallest() throws {
    for x in [0x1p-1030, -0x1p-1074, 1e-300] {
      let log = try #require(Quaternion.log(Quaternion(x: x, y: 0, z: 0, w: -1)))
      #expect(log == Quaternion(x: x < 0 ? -.pi : .pi, y: 0, z: 0, w: 0))
    }
    #expect(Quaternion.log(Quaternion(x: 0, y: 0, z: 0, w: -1.0)) == nil)
    let inverse = try #require(Quaternion(x: 0, y: 0, z: 0, w: 1e-308).inverse)
    #expect(inverse.vector == .zero && abs(inverse.w / 1e308 - 1) <= 4 * .ulpOfOne)
    let large = try #require(Quaternion(x: 0, y: 1e308, z: 0, w: 0).inverse)
    #expect(abs(large.y * 1e308 + 1) <= 1e-15)
  }

  @Test("nlerp has the path of slerp, and unit length", arguments: 0..<16 as Range<UInt64>)
  func nlerp(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let p = Quaternion<Double>.random(using: &random), q = Quaternion<Double>.random(using: &random)
    let whole = p.angularDistance(to: q)
    for other in [q, -q] {
      #expect(p.nlerp(to: other, 0).angularDistance(to: p) <= 4 * .ulpOfOne)
      #expect(p.nlerp(to: other, 1).angularDistance(to: q) <= 4 * .ulpOfOne)
      #expect(
        p.nlerp(to: other, 0.5).angularDistance(to: p.slerp(to: other, 0.5)) <= 8 * .ulpOfOne)
      for t in [0.1, 0.3, 0.7] {
        let between = p.nlerp(to: other, t)
        #expect(abs(between.length - 1) <= 2 * .ulpOfOne)
        let sum = between.angularDistance(to: p) + between.angularDistance(to: q)
        #expect(abs(sum - whole) <= 16 * .ulpOfOne)
      }
    }
  }

  @Test("matrix and quaternion rotate a vector equally", arguments: 0..<64 as Range<UInt64>)
  func action(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    let q = Quaternion(rotationVector: v)
    let u = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    #expect(maximumDifference(Matrix3(q) * u, q.act(u)) <= 16 * .ulpOfOne)
    #expect(Quaternion(Matrix3(q)).angularDistance(to: q) <= 16 * .ulpOfOne)
  }
}

@Suite("Frames, rates and text")
struct EverydayTests {
  typealias Q = Quaternion<Double>

  @Test("ENU and NED: axes, attitudes and the way back")
  func frames() {
    let v = Vector3(1.0, 2, 3)
    #expect(maximumDifference(Q.nedFromENU.act(v), Vector3(2, 1, -3)) <= 4 * .ulpOfOne)
    #expect(maximumDifference(Q.nedFromENU.act(Q.nedFromENU.act(v)), v) <= 8 * .ulpOfOne)
    #expect(Q.frdFromFLU.act(v) == Vector3(1, -2, -3))
    // A vehicle that heads north: forward is y in ENU and x in NED, and its down axis points down.
    let enu = Q(angle: .pi / 2, axis: .z)
    let ned = Q.nedFromENU * enu * Q.frdFromFLU
    #expect(ned.angularDistance(to: .identity) <= 8 * .ulpOfOne)
  }

  @Test("the angular velocity is the rate that integrates to the later attitude", arguments: 0..<16)
  func rate(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let start = Q.random(using: &random)
    let rate = Vector3<Double>.randomDirection(using: &random) * 3
    let later = start.integrated(rate: rate, duration: 0.7)
    #expect(maximumDifference(start.angularVelocity(to: later, duration: 0.7), rate) <= 1e-14)
    #expect(maximumDifference(start.angularVelocity(to: -later, duration: 0.7), rate) <= 1e-14)
  }

  @Test("the text of a quaternion reads back in every bit")
  func text() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<100 {
      let q = Q.random(using: &random) * Double.exp10(.random(in: -300...300, using: &random))
      #expect(Q(q.description) == q)
      let narrow = Quaternion<Float>(Q.random(using: &random))
      #expect(Quaternion<Float>("\(narrow)") == narrow)
    }
    #expect(Q(" ( 1,2 ,3e-1;-4 ) ") == Q(x: 1, y: 2, z: 0.3, w: -4))
    #expect(try #require(Q("(inf, nan, 0.0; 1.0)")).y.isNaN)
    for text in ["", "(1, 2, 3, 4)", "(1, 2; 3)", "(1, 2, 3; 4", "(1, 2, x; 4)", "(1,,2,3; 4)"] {
      #expect(Q(text) == nil, "\(text)")
    }
  }
}
