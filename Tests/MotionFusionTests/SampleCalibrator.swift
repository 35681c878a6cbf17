import MotionFusion

/// A magnetometer calibrator with the check of the samples before it.
struct SampleCalibrator: Hashable, Codable {
  private(set) var calibrator = MagnetometerCalibrator()
  private var validator = SampleValidator()

  mutating func update(_ sample: SensorSample) { calibrator.update(validator.validate(sample)) }

  var offset: Vector3<Double> { calibrator.offset }
  var correction: Vector3<Double> { calibrator.correction }
  var accuracy: MagneticFieldAccuracy { calibrator.accuracy }
}
