internal import MotionFusion

extension CheckedRecording {
  /// Time steps outside the range of motion sensors.
  var clockContradiction: Contradiction? {
    let sensors = [acceleration, rotationRate].filter { $0.count > 10 }
    guard let step = sensors.compactMap(\.medianStep).min(), step >= 2 || step <= 2e-5 else {
      return nil
    }
    return Contradiction(
      subject: .timeUnit,
      evidence:
        "expected 1 to 10,000 samples per second, got \(figures(1 / step)) (median step "
        + "\(figures(step)) s): the times are in another unit")
  }

  /// A magnetic field that is the Earth's in another unit.
  ///
  /// The Earth's field is 22 to 67 µT (World Magnetic Model 2025). Magnets and iron change readings
  /// much, so that only readings in the range of another unit count.
  var magnetometerContradiction: Contradiction? {
    guard magneticField.count > 10,
      let median = magneticField.map({ $0.value.length }).median
    else { return nil }
    let units: [(factor: Double, name: String)] = [(0.01, "gauss"), (1e-6, "tesla"), (1e3, "nT")]
    guard let unit = units.first(where: { (15...90).contains(median / $0.factor) }) else {
      return nil
    }
    return Contradiction(
      subject: .magnetometerUnit,
      evidence:
        "expected a magnetometer median of 22 to 67 µT, the Earth's field, got \(figures(median)): "
        + "the unit seems to be \(unit.name)")
  }
}
