import DeviceMotion
import RealModule
import Testing

@Suite("MagnetometerCalibrator")
struct MagnetometerCalibratorTests {
  static let offset = Vector3(30.0, -120, 45)

  @Test("finds the device's own field, and its grade rises", arguments: 0..<3 as Range<UInt64>)
  func offset(seed: UInt64) {
    let motion = SyntheticMotion(duration: 30, seed: seed, stillUntil: 2, offset: Self.offset)
    var calibrator = MagnetometerCalibrator()
    var grades: [MagneticFieldAccuracy] = []
    for sample in motion.samples {
      calibrator.update(sample)
      if grades.last != calibrator.accuracy { grades.append(calibrator.accuracy) }
      if sample.timestamp < 2 { #expect(calibrator.accuracy == .uncalibrated) }
    }
    #expect(grades == grades.sorted() && grades.first == .uncalibrated)
    #expect(calibrator.accuracy >= .medium)
    #expect(calibrator.offset.distance(to: Self.offset) < 1.5)
  }

  @Test("a device that lies still, and one that turns about one axis, are not calibrated")
  func poor() {
    var calibrator = MagnetometerCalibrator()
    for index in 0..<3000 {
      let time = Double(index) / 100
      let field = Quaternion(rotationVector: Vector3(0, 0, -time)).act(Vector3(20, 0, -40))
      calibrator.update(
        SensorSample(
          timestamp: time, rotationRate: Vector3(0, 0, 1),
          magneticField: field + Self.offset))
    }
    #expect(calibrator.accuracy == .uncalibrated)
    #expect(abs(calibrator.offset.x - 30) < 0.1 && abs(calibrator.offset.y + 120) < 0.1)
    #expect(abs(calibrator.offset.z) < 1e-6)
  }

  @Test("a magnet that comes and goes does not move it")
  func magnet() {
    var motion = SyntheticMotion(duration: 40, seed: 3, offset: Self.offset)
    for index in 2500..<2600 { motion.samples[index].magneticField? += Vector3(80, 0, -60) }
    for index in 2700..<2710 { motion.samples[index].magneticField = Vector3(.nan, 0, 0) }
    var calibrator = MagnetometerCalibrator()
    for sample in motion.samples { calibrator.update(sample) }
    #expect(calibrator.offset.distance(to: Self.offset) < 4)
  }

  @Test("the estimator's field is calibrated, and north with it")
  func estimator() throws {
    let motion = SyntheticMotion(duration: 60, seed: 4, offset: Self.offset)
    let last = try #require(
      MotionEstimator(filter: InertialFilter(), referenceFrame: .xMagneticNorthZVertical)
        .process(motion.samples).last)
    let field = try #require(last.magneticField)
    #expect(field.accuracy >= .medium)
    #expect(abs(field.field.length - SyntheticMotion.field.length) < 3)
    #expect(AttitudeError(last.attitude.quaternion, try #require(motion.truth.last)).total < 6)
  }
}
