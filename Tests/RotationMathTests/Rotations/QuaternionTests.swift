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
