internal import MotionFusion

extension CheckedRecording {
  /// Whether the steps of time are no motion sensor's.
  var clockContradiction: Contradiction? {
    let sensors = [acceleration, rotationRate].filter { $0.count > 10 }
    guard let step = sensors.compactMap(\.medianStep).min(), step >= 2 || step <= 2e-5 else {
      return nil
    }
    return Contradiction(
      subject: .timeUnit,
      evidence:
        "the median step of time is \(figures(step)) s, \(figures(1 / step)) samples a second; "
        + "expected 1 to 10,000: the times are in another unit")
  }

  /// Whether the field is the Earth's in another unit.
  ///
  /// The Earth's field is 22 to 67 µT (World Magnetic Model 2025); magnets and iron nearby move a
  /// reading far, and only readings that another unit explains are told of.
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
        "the magnetometer's median is \(figures(median)) µT; expected the Earth's 22 to 67: "
        + "its unit seems to be \(unit.name)")
  }
}
