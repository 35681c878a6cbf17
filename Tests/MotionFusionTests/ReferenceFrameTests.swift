import MotionFusion
import Testing

@Suite("ReferenceFrame")
struct ReferenceFrameTests {
  @Test("sensors determine the available frames")
  func available() {
    #expect(
      ReferenceFrame.available(hasMagnetometer: false, knowsDeclination: true)
        == [.xArbitraryZVertical])
    #expect(
      ReferenceFrame.available(hasMagnetometer: true, knowsDeclination: false)
        == [.xArbitraryZVertical, .xArbitraryCorrectedZVertical, .xMagneticNorthZVertical])
    #expect(
      ReferenceFrame.available(hasMagnetometer: true, knowsDeclination: true)
        == ReferenceFrame.allCases)
    #expect(
      ReferenceFrame.available(hasGyroscope: false, hasMagnetometer: true, knowsDeclination: true)
        .isEmpty)
  }
}
