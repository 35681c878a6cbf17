// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import MotionFusion

/// The report of an estimation.
private struct OrientationSummary: Encodable {
  var samples: Int
  var startupSamples: Int
  var pointsNorth: Bool
  var faults: SampleFaults
  var findings: [String]
}

/// The motion of a recording; see the header.
@c @implementation
public func inertial_orientation(
  _ samples: UnsafePointer<inertial_samples>?,
  _ options: UnsafePointer<inertial_orientation_options>?,
  _ motion: UnsafeMutablePointer<inertial_motions>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let samples = try required(samples, "samples")
    let result = try required(motion, "motion")
    let options =
      options?.pointee
      ?? inertial_orientation_options(
        method: nil, uses_magnetometer: 1, is_offline: 0, skips_startup: 1, points_east: 0,
        block_size: 1)
    let name = try choice(options.method, "method", default: OrientationMethodName.inertial)
    guard options.block_size > 0 else {
      throw ArgumentError("block_size: expected 1 or more, got \(options.block_size)")
    }
    guard options.is_offline == 0 || name == .inertial else {
      throw ArgumentError("is_offline requires the method inertial, got \(name.rawValue)")
    }
    let estimation = MotionEstimation(
      method: name.method, usesMagnetometer: options.uses_magnetometer != 0,
      isOffline: options.is_offline != 0, blockSize: options.block_size,
      skipsStartup: options.skips_startup != 0)
    var estimate = estimation.estimate(try samples.pointee.samples())
    if options.points_east != 0 { estimate.turnFrame(to: .east) }
    result.pointee.write(estimate.motions)
    try writeJSON(
      OrientationSummary(
        samples: estimate.sampleCount, startupSamples: estimate.startupSampleCount,
        pointsNorth: estimate.pointsNorth, faults: estimate.faults,
        findings: estimate.findings.map(\.description)),
      to: report)
  }
}
