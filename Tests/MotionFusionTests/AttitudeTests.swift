import MotionFusion
import RealModule
import Testing

@Suite("Attitude")
struct AttitudeTests {
  static func random(_ seed: UInt64) -> Attitude {
    var random = SplitMix64(seed: seed)
    let q = Quaternion(
      x: random.nextNormal(), y: random.nextNormal(), z: random.nextNormal(),
      w: random.nextNormal())
    return Attitude(quaternion: q / q.length)
  }

  @Test("pitch, roll and yaw make the attitude again", arguments: 0..<50 as Range<UInt64>)
  func angles(seed: UInt64) {
    let attitude = Self.random(seed)
    let again = Attitude(pitch: attitude.pitch, roll: attitude.roll, yaw: attitude.yaw)
    // Roll and yaw lose digits as the pitch nears a quarter turn, together they keep them.
    #expect(again.quaternion.angularDistance(to: attitude.quaternion) < 1e-14)
    #expect(Attitude(quaternion: -attitude.quaternion).pitch == attitude.pitch)
  }

  @Test("the pitch keeps its digits near a quarter turn", arguments: [1e-3, 1e-6, 1e-9])
  func steep(below: Double) {
    let attitude = Attitude(pitch: .pi / 2 - below, roll: 0.4, yaw: -1.1)
    #expect(abs(.pi / 2 - attitude.pitch - below) < 4 * .ulpOfOne)
  }

  @Test("the rotation matrix maps reference to device", arguments: 0..<20 as Range<UInt64>)
  func matrix(seed: UInt64) {
    let attitude = Self.random(seed)
    #expect(
      (attitude.rotationMatrix * Vector3(0, 0, -1)).distance(to: attitude.gravity) < 8 * .ulpOfOne)
    let again = Attitude(rotationMatrix: attitude.rotationMatrix)
    #expect(again.quaternion.angularDistance(to: attitude.quaternion) < 8 * .ulpOfOne)
  }

  @Test("multiply(byInverseOf:) is M times the inverse of M₀", arguments: 0..<20 as Range<UInt64>)
  func inverse(seed: UInt64) {
    let attitude = Self.random(seed)
    let reference = Self.random(seed + 100)
    var relative = attitude
    relative.multiply(byInverseOf: reference)
    let expected = attitude.rotationMatrix * reference.rotationMatrix.transpose
    for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
      #expect((relative.rotationMatrix * axis).distance(to: expected * axis) < 1e-14)
    }
    #expect(relative == attitude.multiplied(byInverseOf: reference))
    #expect(attitude.multiplied(byInverseOf: attitude).quaternion.vector.length < 1e-16)
  }

  @Test("heading runs clockwise and is absent where the axis is vertical")
  func heading() throws {
    // A positive yaw is counterclockwise.
    let west = try #require(Attitude(pitch: 0, roll: 0, yaw: .pi / 2).heading)
    #expect(abs(west - 1.5 * .pi) < 1e-15)
    #expect(Attitude.identity.heading == 0)
    // The least turn to the west is a whole turn but for rounding.
    #expect(Attitude(pitch: 0, roll: 0, yaw: 1e-18).heading == 0)
    #expect(Attitude(pitch: 0, roll: .pi / 2, yaw: 0.3).heading == nil)
    let inclination = Attitude(pitch: 0.3, roll: 0, yaw: 2).inclination
    #expect(abs(inclination - 0.3) < 1e-15)
  }
}
