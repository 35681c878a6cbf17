import Foundation
import MotionFusion
import Testing

@Suite("Saved state")
struct SavedStateTests {
  /// Twenty seconds with everything in them: rest, a magnetometer at half the rate, a gap, a
  /// reading that is not finite, saturation, a clock that was set back.
  private static let samples: [SensorSample] = {
    var samples = SyntheticMotion(
      duration: 20, seed: 31, stillUntil: 3, bias: Vector3(0.01, -0.02, 0.015),
      offset: Vector3(12, -7, 20)
    ).samples
    for index in samples.indices where index % 2 == 1 { samples[index].magneticField = nil }
    samples[400].rotationRate = Vector3(.nan, 0, 0)
    for index in 500..<520 { samples[index].rotationRate = Vector3(34.9, 34.9, 34.9) }
    samples.removeSubrange(900..<1100)
    for index in 1400..<samples.count { samples[index].timestamp -= 5 }
    return samples
  }()

  /// Goes on after saving and restoring at each of these samples, the start and the faults
  /// included.
  private func expectSameBits<Stage: Codable & Equatable>(
    _ stage: Stage, _ update: (inout Stage, SensorSample) -> Void,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let cuts: Set = [0, 1, 137, 401, 510, 899, 900, 901, 1405, 1500]
    var (whole, restored) = (stage, stage)
    for (index, sample) in Self.samples.enumerated() {
      if cuts.contains(index) {
        let saved = try JSONEncoder().encode(restored)
        restored = try JSONDecoder().decode(Stage.self, from: saved)
      }
      update(&whole, sample)
      update(&restored, sample)
    }
    let isEqual = restored == whole
    #expect(isEqual, sourceLocation: location)
  }

  @Test("every filter continues with the same bits")
  func filters() throws {
    try expectSameBits(InertialFilter()) { $0.update($1) }
    try expectSameBits(ComplementaryFilter()) { $0.update($1) }
    try expectSameBits(MahonyFilter()) { $0.update($1) }
    try expectSameBits(MadgwickFilter()) { $0.update($1) }
  }

  @Test(
    "the estimator with calibration and frame",
    arguments: ReferenceFrame.allCases)
  func estimator(frame: ReferenceFrame) throws {
    let stage = MotionEstimator(referenceFrame: frame, declination: 0.05)
    try expectSameBits(stage) { _ = $0.process($1) }
  }

  @Test("the magnetometer calibrator")
  func calibrator() throws {
    try expectSameBits(SampleCalibrator()) { $0.update($1) }
  }
}
