internal import MotionDelivery
internal import MotionFusion
internal import MotionSources
internal import SensorDiagnostics

extension MotionManager {
  /// Prints a warning for each finding after the first `count`, and adds them to `count`.
  func warnOfFindings(in source: any MotionSource, after count: inout Int) {
    let findings = findings
    guard findings.count > count else { return }
    Console.warnOfFindings(findings.dropFirst(count), in: source)
    count = findings.count
  }

  /// Prints a warning for skipped and faulty samples of `source`.
  func warnOfFaults(in source: any MotionSource) {
    Console.warnOfFaults(
      in: source, faults: faults, startupSampleCount: startupSampleCount, sensors: activeSensors)
  }
}

extension Console {
  /// Prints a warning for each finding; the reader has warned of those of a replayed recording.
  static func warnOfFindings(_ findings: some Sequence<SensorFinding>, in source: any MotionSource)
  {
    let source = (source as? StartupSkippingSource)?.source ?? source
    guard !(source is ReplaySource) else { return }
    for finding in findings { Console.warning("\(finding)") }
  }

  /// Prints a warning for skipped and faulty samples of `source`, and for a missing gyroscope.
  static func warnOfFaults(
    in source: any MotionSource, faults: SampleFaults, startupSampleCount: Int,
    sensors: MotionSensors
  ) {
    let skipping = source as? StartupSkippingSource
    if let skipping, skipping.skippedCount > 0 {
      Console.warning(
        "start-up transient: the first \(counted(skipping.skippedCount, "sample")) skipped")
    }
    if startupSampleCount > 0 {
      Console.warning(
        "start-up transient: the first \(counted(startupSampleCount, "sample")) skipped; "
          + "the filter restarted after them")
    }
    let source = skipping?.source ?? source
    if let lines = source as? LineSource, lines.skippedCount > 0 {
      Console.warning("\(lines.name): \(counted(lines.skippedCount, "bad line")) skipped")
    }
    if sensors.contains(.accelerometer), !sensors.contains(.gyroscope) {
      Console.warning("no gyroscope: the attitude is the tilt of the low-passed acceleration")
    }
    #if Studio
      if let push = source as? HTTPPushSource, push.counts.leftOut > 0 {
        Console.warning(
          "\(push.address): \(counted(push.counts.leftOut, "late, repeated or invalid reading")) "
            + "left out")
      }
    #endif
    let corrections = faults.headingCorrections
    if corrections > 0 {
      Console.warning(
        "\(counted(corrections, "late correction")) of the heading: the magnetic field misled it")
    }
    let count = faults.total - corrections
    if count > 0 {
      Console.warning("\(counted(count, "fault")) in the samples; the filter ignored them")
    }
  }
}

extension Console {
  /// Asks for a calibration of the magnetometer, and reports its accuracy as it changes.
  static func prompt(
    for field: CalibratedMagneticField?, after accuracy: inout MagneticFieldAccuracy?
  ) {
    guard let field, field.accuracy != accuracy else { return }
    accuracy = field.accuracy
    note(
      field.accuracy.needsCalibration
        ? "Magnetometer not calibrated: turn the device about all axes, in a figure eight."
        : "Magnetometer calibrated, accuracy: \(field.accuracy).")
  }
}

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
