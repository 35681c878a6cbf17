internal import MotionFusion

extension SampleFaults {
  /// The faults as text; `nil` without any.
  var text: String? {
    let kinds = [
      (notFinite, "not finite or beyond any sensor's range"),
      (backwardTime, "no later than the one before"),
      (clockResets, "after the clock was set back"),
      (gaps, "after a gap"),
      (saturatedGyroscope, "at the end of the gyroscope's range"),
      (saturatedAccelerometer, "at the end of the accelerometer's range"),
      (withoutDirection, "of zero, without a direction"),
    ]
    let found = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return found.isEmpty ? nil : "\(counted(total, "fault")): " + found.joined(separator: ", ")
  }
}
