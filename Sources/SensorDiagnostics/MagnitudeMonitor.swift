internal import MotionFusion
internal import RotationMath

/// Compares time steps and the magnitudes of readings with those of the standard units.
///
/// Medians of all readings decide, for the accelerometer those of stationary quarter seconds.
struct MagnitudeMonitor: Sendable {
  /// The number of readings that decide.
  private static let leastCount = 20

  // Bins of 3 % are enough for a unit.
  private var steps = StreamingMedian(bits: 5)
  private var rates = FastRates()
  private var forces = StreamingMedian(bits: 5)
  private var stationaryForces = StreamingMedian(bits: 5)
  private var fields = StreamingMedian(bits: 5)
  private var lastTime: Double?

  /// Adds a sample.
  ///
  /// - Parameter window: The window that ends before it.
  mutating func update(_ sample: SensorSample, ended window: RestMonitor.Window?) {
    let time = sample.timestamp
    if let last = lastTime, time > last { steps.add(time - last) }
    if time > lastTime ?? -.infinity { lastTime = time }
    if let rate = sample.rotationRate { rates.add(rate.length) }
    if let field = sample.magneticField { fields.add(field.length) }
    if let force = sample.acceleration { forces.add(force.length) }
    if let window, window.isStill { stationaryForces.add(window.force.length) }
  }

  /// The contradictions in the readings so far.
  ///
  /// - Parameter isComplete: Whether the samples are a whole recording, for which fewer samples are
  ///   enough.
  func findings(isComplete: Bool) -> [SensorFinding] {
    let least = isComplete ? 10 : Self.leastCount
    var findings: [SensorFinding] = []
    // Tests them separately, because an array of the optionals would be allocated.
    if let finding = timeUnit(least) { findings.append(finding) }
    if let finding = accelerometerUnit(least) { findings.append(finding) }
    if let finding = gyroscopeUnit(least) { findings.append(finding) }
    if let finding = magnetometerUnit(least) { findings.append(finding) }
    return findings
  }

  // MARK: - Units

  private func timeUnit(_ least: Int) -> SensorFinding? {
    guard steps.count >= least, let step = steps.value, !(2e-5..<2).contains(step) else {
      return nil
    }
    let unit: String? = step >= 1e6 ? "ns" : step >= 1e3 ? "us" : step >= 2 ? "ms" : nil
    return SensorFinding(
      .timeUnit,
      "expected 1 to 10,000 samples per second, got \(figures(1 / step)) (median step "
        + "\(figures(step)) s): the times are in another unit",
      remedies: unit.map { [.unit($0)] } ?? [])
  }

  private func accelerometerUnit(_ least: Int) -> SensorFinding? {
    let isStationary = stationaryForces.count >= 3
    guard forces.count >= least,
      let magnitude = isStationary ? stationaryForces.value : forces.value,
      !(0.8..<1.25).contains(magnitude)
    else { return nil }
    let statistic =
      isStationary
      ? "stationary reading (\(stationaryForces.count) quarter seconds)" : "median reading"
    let seen = "expected an accelerometer's \(statistic) of 1 g, got \(figures(magnitude)): "
    func finding(_ explanation: String, _ remedies: SensorFinding.Remedy...) -> SensorFinding {
      SensorFinding(.accelerometerUnit, seen + explanation, remedies: remedies)
    }
    switch magnitude {
    // Sources in m/s² usually have the opposite sign, which no data shows.
    case 8..<12:
      return finding(
        "the numbers are in m/s². Face up and stationary z must then be negative; if it is "
          + "positive, also use --accel-axes -x,-y,-z", .unit("m/s2"))
    case 800..<1200: return finding("the numbers are in mg", .unit("mg"))
    case 0.085..<0.12:
      let unit = "the numbers are 1/9.8 of those in g"
      return finding(isStationary ? unit : "gravity was removed, or " + unit, .unit("9.80665g"))
    // A device is not in free fall for half of its readings.
    case ..<0.5: return finding("gravity was removed")
    // Nor does it turn in a centrifuge for half of them.
    case 16...: return finding("the unit is unknown")
    default: return isStationary ? finding("the unit is unknown") : nil
    }
  }

  /// Rates beyond the range of gyroscopes.
  private func gyroscopeUnit(_ least: Int) -> SensorFinding? {
    guard rates.total >= least, rates.areOften else { return nil }
    return SensorFinding(
      .gyroscopeUnit,
      "expected gyroscope readings within \(figures(SensorLimits.gyroscopeRange)) rad/s, the range "
        + "of gyroscopes, got \(rates.count) of \(rates.total) beyond it: the numbers seem to be "
        + "in degrees", remedies: [.unit("deg/s")])
  }

  /// A magnetic field that is the Earth's in another unit.
  ///
  /// Magnets and iron change readings much, so that only readings in the range of another unit
  /// count, and µT taken for gauss.
  private func magnetometerUnit(_ least: Int) -> SensorFinding? {
    guard fields.count >= least, let magnitude = fields.value else { return nil }
    let seen =
      "expected a magnetometer median of 22 to 67 µT, the Earth's field, got \(figures(magnitude)): "
    // No device has a hard iron of a thousand µT.
    let units: [(factor: Double, explanation: String, remedy: String)] = [
      (1e-6, "the unit seems to be T", "T"), (0.01, "the unit seems to be gauss", "gauss"),
      (1e3, "the unit seems to be nT", "nT"),
      (100, "the numbers seem to be µT that were taken for gauss", "0.01uT"),
      (1e6, "the numbers seem to be µT that were taken for T", "0.000001uT"),
    ]
    return units.first { SensorLimits.field.contains(magnitude / $0.factor) }.map {
      SensorFinding(.magnetometerUnit, seen + $0.explanation, remedies: [.unit($0.remedy)])
    }
  }
}
