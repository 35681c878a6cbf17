import MotionFusion

/// A magnetometer calibrator with the check of the samples before it.
struct SampleCalibrator {
  private(set) var calibrator = MagnetometerCalibrator()
  private var intake = Intake()

  mutating func update(_ sample: SensorSample) { calibrator.update(intake.check(sample)) }

  var offset: Vector3<Double> { calibrator.offset }
  var correction: Vector3<Double> { calibrator.correction }
  var accuracy: MagneticFieldAccuracy { calibrator.accuracy }
}
