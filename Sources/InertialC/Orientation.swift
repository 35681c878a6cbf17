// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import MotionFusion
internal import SensorDiagnostics

/// The report of an estimation.
private struct OrientationSummary: Encodable {
  var samples: Int
  var startupSamples: Int
  var pointsNorth: Bool
  var timeToNorth: Double
  var faults: SampleFaults
  var findings: [String]
}

/// The motion of a recording; see the header.
@c @implementation public func inertial_orientation(
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
        uses_magnetometer: 1, is_offline: 0, skips_startup: 1, points_east: 0,
        block_size: 1)
    let count = max(1, samples.pointee.count)
    guard (1...count).contains(options.block_size) else {
      throw ArgumentError(
        "block_size: expected 1 to \(count), the number of samples, got \(options.block_size)")
    }
    let estimation = MotionEstimation(
      usesMagnetometer: options.uses_magnetometer != 0, isOffline: options.is_offline != 0,
      blockSize: options.block_size, skipsStartup: options.skips_startup != 0)
    let all = try samples.pointee.samples()
    var estimate = estimation.estimate(all)
    var consistency = SensorConsistency()
    for sample in all[estimate.startupSampleCount...] { consistency.update(sample) }
    consistency.finish(estimate)
    if options.points_east != 0 { estimate.turnFrame(to: .east) }
    result.pointee.write(estimate.motions)
    try writeJSON(
      OrientationSummary(
        samples: estimate.sampleCount, startupSamples: estimate.startupSampleCount,
        pointsNorth: estimate.pointsNorth, timeToNorth: estimate.timeToNorth,
        faults: estimate.faults, findings: consistency.findings.map(\.description)),
      to: report)
  }
}

private func configuration(
  _ options: UnsafePointer<inertial_filter_options>?
) throws -> InertialFilter.Configuration {
  var result = InertialFilter.Configuration()
  guard let options = options?.pointee else { return result }
  result.usesMagnetometer = options.uses_magnetometer != 0
  func value(_ number: Double, _ name: String, default fallback: Double) throws -> Double {
    guard number >= 0, number.isFinite else {
      throw ArgumentError(
        "\(name): expected a positive number, or 0 for the default, got \(number)")
    }
    return number > 0 ? number : fallback
  }
  result.velocityScale = try value(
    options.velocity_scale, "velocity_scale", default: result.velocityScale)
  result.largestBias = try value(options.largest_bias, "largest_bias", default: result.largestBias)
  return result
}

extension inertial_estimates {
  /// The estimates of `filter`.
  fileprivate init(_ filter: inout InertialFilter) {
    self.init()
    let filter = filter.estimates()
    let rate = filter.rotationRate
    let drift = filter.gyroscopeBias
    let integral = filter.integratedAttitude
    integrated_attitude = (integral.x, integral.y, integral.z, integral.w)
    rotation_rate = (rate.x, rate.y, rate.z)
    bias = (drift.x, drift.y, drift.z)
    is_stationary = filter.isStationary ? 1 : 0
    is_field_disturbed = filter.isFieldDisturbed ? 1 : 0
    is_north_known = filter.isNorthKnown ? 1 : 0
    if let turned = filter.attitude, let level = filter.levelAttitude {
      set(attitude: turned, level: level)
    } else {
      attitude = (.nan, .nan, .nan, .nan)
      level_attitude = attitude
    }
    let deviations = filter.uncertainty
    bias_deviation = deviations?.gyroscopeBias.maximumMagnitude ?? .nan
    inclination_deviation = deviations?.inclination ?? .nan
    heading_deviation = deviations?.heading ?? .nan
  }

  fileprivate mutating func set(attitude q: Quaternion<Double>, level p: Quaternion<Double>) {
    has_attitude = 1
    attitude = (q.x, q.y, q.z, q.w)
    level_attitude = (p.x, p.y, p.z, p.w)
  }
}

/// A filter in its initial state; see the header.
@c @implementation public func inertial_filter_new(
  _ options: UnsafePointer<inertial_filter_options>?,
  _ filter: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(filter, "filter")
    result.pointee = Handle.make(InertialFilter(configuration: try configuration(options)))
  }
}

/// Frees a filter.
@c @implementation
public func inertial_filter_free(_ filter: OpaquePointer?) { Handle<InertialFilter>.free(filter) }

/// Takes readings; see the header.
@c @implementation public func inertial_filter_update(
  _ filter: OpaquePointer?, _ time: Double, _ rotation_rate: UnsafePointer<Double>?,
  _ acceleration: UnsafePointer<Double>?, _ magnetic_field: UnsafePointer<Double>?
) {
  guard let filter else { return }
  Handle<InertialFilter>.object(filter).value.update(
    SensorSample(time, rotation_rate, acceleration, magnetic_field))
}

/// The estimates after the last sample; see the header.
@c @implementation public func inertial_filter_estimates(
  _ filter: OpaquePointer?, _ estimates: UnsafeMutablePointer<inertial_estimates>?
) {
  guard let filter, let estimates else { return }
  estimates.pointee = inertial_estimates(&Handle<InertialFilter>.object(filter).value)
}

/// The estimates after each of several samples; see the header.
@c @implementation public func inertial_filter_run(
  _ filter: OpaquePointer?, _ samples: UnsafePointer<inertial_samples>?,
  _ estimates: UnsafeMutablePointer<inertial_estimates>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<InertialFilter>.object(try required(filter, "filter"))
    let samples = try required(samples, "samples")
    guard samples.pointee.count > 0 else { return }
    let result = try required(estimates, "estimates")
    try run(&handle.value, samples.pointee, result)
  }
}

/// Writes the estimates after each sample; one access to the filter behind a handle.
private func run(
  _ filter: inout InertialFilter, _ samples: inertial_samples,
  _ estimates: UnsafeMutablePointer<inertial_estimates>
) throws {
  try samples.visit { index, sample in
    filter.update(sample)
    estimates[index] = inertial_estimates(&filter)
  }
}

/// The smoothed estimates of a recording; see the header.
@c @implementation public func inertial_filter_smooth(
  _ options: UnsafePointer<inertial_filter_options>?, _ samples: UnsafePointer<inertial_samples>?,
  _ estimates: UnsafeMutablePointer<inertial_estimates>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let all = try required(samples, "samples").pointee.samples()
    guard !all.isEmpty else { return }
    let result = try required(estimates, "estimates")
    let configuration = try configuration(options)
    var filter = InertialFilter(configuration: configuration)
    for (index, sample) in all.enumerated() {
      filter.update(sample)
      result[index] = inertial_estimates(&filter)
    }
    let smoothed = InertialSmoother(configuration: configuration).smooth(all).estimates
    for (index, estimate) in smoothed.enumerated() {
      guard let estimate else { continue }
      result[index].set(attitude: estimate.attitude, level: estimate.levelAttitude)
      let bias = estimate.gyroscopeBias
      result[index].bias = (bias.x, bias.y, bias.z)
      if let rate = estimate.rotationRate {
        result[index].rotation_rate = (rate.x, rate.y, rate.z)
      }
    }
  }
}

extension SensorSample {
  /// A sample of the readings at C pointers.
  init(
    _ time: Double, _ rotationRate: UnsafePointer<Double>?, _ acceleration: UnsafePointer<Double>?,
    _ magneticField: UnsafePointer<Double>?
  ) {
    func vector(_ pointer: UnsafePointer<Double>?) -> Vector3<Double>? {
      pointer.map { Vector3($0[0], $0[1], $0[2]) }
    }
    self.init(
      timestamp: time, rotationRate: vector(rotationRate), acceleration: vector(acceleration),
      magneticField: vector(magneticField))
  }
}

extension inertial_motion {
  /// The motion as the library's type; magnetic field and heading are left out. `nil` if the
  /// attitude is not of length 1.
  var deviceMotion: DeviceMotion? {
    let (q, w) = (attitude, rotation_rate)
    let (g, a, b) = (gravity, user_acceleration, bias_deviation)
    guard let attitude = Attitude(input: Quaternion(x: q.0, y: q.1, z: q.2, w: q.3)) else {
      return nil
    }
    var motion = DeviceMotion(
      timestamp: time, attitude: attitude,
      rotationRate: Vector3(w.0, w.1, w.2), userAcceleration: Vector3(a.0, a.1, a.2))
    motion.gravity = Vector3(g.0, g.1, g.2)
    motion.uncertainty = OrientationUncertainty(
      inclination: inclination_deviation, heading: heading_deviation,
      bias: Vector3(b.0, b.1, b.2))
    return motion
  }

  fileprivate init(_ motion: DeviceMotion) {
    let q = motion.attitude.quaternion
    let (w, g, a) = (motion.rotationRate, motion.gravity, motion.userAcceleration)
    let field = motion.magneticField?.field ?? Vector3(repeating: .nan)
    let bias = motion.uncertainty?.gyroscopeBias ?? Vector3(repeating: .nan)
    self.init(
      time: motion.timestamp, attitude: (q.x, q.y, q.z, q.w), rotation_rate: (w.x, w.y, w.z),
      gravity: (g.x, g.y, g.z), user_acceleration: (a.x, a.y, a.z),
      magnetic_field: (field.x, field.y, field.z), heading: motion.heading ?? .nan,
      inclination_deviation: motion.uncertainty?.inclination ?? .nan,
      heading_deviation: motion.uncertainty?.heading ?? .nan,
      bias_deviation: (bias.x, bias.y, bias.z))
  }
}

/// An estimator in its initial state; see the header.
@c @implementation public func inertial_estimator_new(
  _ frame: UnsafePointer<CChar>?, _ estimator: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(estimator, "estimator")
    let frames = ReferenceFrame.allCases.filter { $0 != .xTrueNorthZVertical }
    let frameName = text(frame) ?? ReferenceFrame.xArbitraryZVertical.rawValue
    guard let frame = frames.first(where: { $0.rawValue == frameName }) else {
      // True north needs a declination, which the library does not take.
      let names = frames.map(\.rawValue).joined(separator: ", ")
      throw ArgumentError("frame: expected one of \(names), got '\(frameName)'")
    }
    result.pointee = Handle.make(MotionEstimator(referenceFrame: frame))
  }
}

/// Frees an estimator.
@c @implementation public func inertial_estimator_free(_ estimator: OpaquePointer?) {
  Handle<MotionEstimator>.free(estimator)
}

/// Takes readings and writes the motion; see the header.
@c @implementation public func inertial_estimator_update(
  _ estimator: OpaquePointer?, _ time: Double, _ rotation_rate: UnsafePointer<Double>?,
  _ acceleration: UnsafePointer<Double>?, _ magnetic_field: UnsafePointer<Double>?,
  _ motion: UnsafeMutablePointer<inertial_motion>?
) -> Int32 {
  guard let estimator,
    let estimated = Handle<MotionEstimator>.object(estimator).value.update(
      SensorSample(time, rotation_rate, acceleration, magnetic_field))
  else { return 0 }
  motion?.pointee = inertial_motion(estimated)
  return 1
}
