internal import MotionFusion

extension SampleFaults {
  /// The faults as text; `nil` without any.
  var text: String? {
    let kinds = [
      (notFinite, "not finite or implausibly large"),
      (backwardTime, "not later than the previous one"),
      (clockResets, "after the clock was set back"),
      (gaps, "after a gap"),
      (saturatedGyroscope, "with a saturated gyroscope"),
      (saturatedAccelerometer, "with a saturated accelerometer"),
      (withoutDirection, "zero, without a direction"),
      (headingCorrections, "late corrections of the heading"),
    ]
    let found = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return found.isEmpty ? nil : "\(counted(total, "fault")): " + found.joined(separator: ", ")
  }
}
