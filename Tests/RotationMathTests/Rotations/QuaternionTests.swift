import RotationMath
import TestSupport
import Testing

@Suite("Quaternion")
struct QuaternionTests {
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
