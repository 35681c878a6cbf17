import RotationMath
import TestSupport
import Testing

@Suite("Quaternion.slerp")
struct SlerpTests {
  @Test(
    "slerp rotates about a fixed axis at constant speed",
    arguments: [0, 1e-300, 1e-12, 1e-8, 1e-3, 1, 2, .pi - 1e-9])
  func constantSpeed(angle: Double) {
    let axis = Vector3(2.0, -3, 6) / 7
    let start = Quaternion(rotationVector: Vector3(0.3, 0.2, -0.5))
    let end = start * Quaternion(rotationVector: axis * angle)
    for t in [-0.5, 0, 0.25, 0.5, 1, 1.5] {
      let expected = start * Quaternion(rotationVector: axis * (angle * t))
      #expect(start.slerp(to: end, t).angularDistance(to: expected) <= 8 * .ulpOfOne)
      #expect(start.slerp(to: -end, t).angularDistance(to: expected) <= 8 * .ulpOfOne)
    }
  }
}
