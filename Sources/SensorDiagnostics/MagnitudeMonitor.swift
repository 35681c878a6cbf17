internal import MotionFusion
internal import RotationMath

/// Compares time steps and the magnitudes of readings with those of the standard units.
///
/// Medians of all readings decide, for the accelerometer those of stationary quarter seconds.
struct MagnitudeMonitor: Sendable {
  /// The number of readings that decide.
  private static let leastCount = 20
  /// Higher numbers are spikes in any unit.
  private static let largestRate = 4_000 * 3.0.squareRoot()

  private var steps = BinnedReadings(edges: [2e-5, 2, 1e3, 1e6])
  private var rateCount = 0
  private var impossibleRates = 0
  private var forces = BinnedReadings(edges: Self.forceEdges)
  private var stationaryForces = BinnedReadings(edges: Self.forceEdges)
  private var fields = BinnedReadings(edges: [
    1.5e-5, 9e-5, 0.15, 0.9, 15, 90, 1.5e3, 9e3, 1.5e4, 9e4,
  ])
  private var lastTime: Double?

  private static let forceEdges = [0.085, 0.12, 0.5, 0.8, 1.25, 8, 12, 800, 1200]

  /// Adds a sample.
  ///
  /// - Parameter stationary: The mean of the stationary window that ends before it.
  mutating func update(_ sample: SensorSample, stationary: Vector3<Double>?) {
    let time = sample.timestamp
    if let last = lastTime, time > last { steps.add(time - last) }
    if time > lastTime ?? -.infinity { lastTime = time }
    if let rate = sample.rotationRate, rate.isFinite {
      rateCount += 1
      let length = rate.length
      if length >= SensorFinding.gyroscopeRange, length < Self.largestRate { impossibleRates += 1 }
    }
    if let field = sample.magneticField, field.isFinite, field != .zero {
      fields.add(field.length)
    }
    guard let force = sample.acceleration, force.isFinite, force != .zero else { return }
    forces.add(force.length)
    if let stationary { stationaryForces.add(stationary.length) }
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
    guard steps.count >= least, let step = steps.typical, !(2e-5..<2).contains(step) else {
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
      let magnitude = isStationary ? stationaryForces.typical : forces.typical,
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
  ///
  /// One percent of the readings, and three, may be spikes.
  private func gyroscopeUnit(_ least: Int) -> SensorFinding? {
    guard rateCount >= least, impossibleRates > 3, impossibleRates * 100 > rateCount else {
      return nil
    }
    return SensorFinding(
      .gyroscopeUnit,
      "expected gyroscope readings within \(figures(SensorFinding.gyroscopeRange)) rad/s, the range "
        + "of gyroscopes, got \(impossibleRates) of \(rateCount) beyond it: the numbers seem to be "
        + "in degrees", remedies: [.unit("deg/s")])
  }

  /// A magnetic field that is the Earth's in another unit.
  ///
  /// The Earth's field is 22 to 67 µT (World Magnetic Model 2025). Magnets and iron change readings
  /// much, so that only readings in the range of another unit count, and µT taken for gauss.
  private func magnetometerUnit(_ least: Int) -> SensorFinding? {
    guard fields.count >= least, let magnitude = fields.typical else { return nil }
    let seen =
      "expected a magnetometer median of 22 to 67 µT, the Earth's field, got \(figures(magnitude)): "
    // No device has a hard iron of a thousand µT.
    let units: [(factor: Double, explanation: String, remedy: String)] = [
      (1e-6, "the unit seems to be T", "T"), (0.01, "the unit seems to be gauss", "gauss"),
      (1e3, "the unit seems to be nT", "nT"),
      (100, "the numbers seem to be µT that were taken for gauss", "0.01uT"),
      (1e6, "the numbers seem to be µT that were taken for T", "0.000001uT"),
    ]
    return units.first { (15..<90).contains(magnitude / $0.factor) }.map {
      SensorFinding(.magnetometerUnit, seen + $0.explanation, remedies: [.unit($0.remedy)])
    }
  }
}

/// Counts and sums of positive numbers between fixed edges, which determine the bin of the median.
struct BinnedReadings: Sendable {
  private let edges: [Double]
  private var counts: [Int]
  private var sums: [Double]
  /// The number of all numbers so far.
  private(set) var count = 0

  init(edges: [Double]) {
    self.edges = edges
    counts = Array(repeating: 0, count: edges.count + 1)
    sums = Array(repeating: 0, count: edges.count + 1)
  }

  mutating func add(_ number: Double) {
    var bin = 0
    while bin < edges.count, number >= edges[bin] { bin += 1 }
    counts[bin] += 1
    sums[bin] += number
    count += 1
  }

  /// The mean of the numbers in the bin of the median; `nil` without numbers.
  var typical: Double? {
    var below = 0
    for bin in counts.indices {
      below += counts[bin]
      if counts[bin] > 0, 2 * below > count { return sums[bin] / Double(counts[bin]) }
    }
    return counts.lastIndex { $0 > 0 }.map { sums[$0] / Double(counts[$0]) }
  }
}
