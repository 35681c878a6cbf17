internal import MotionFusion
internal import RealModule
internal import RotationMath
internal import SensorDiagnostics

/// Evidence for the units of a table, collected from all of its rows in bounded memory.
///
/// - Accelerations: the median length, of windows in which the readings are still if there are
///   some, is 1 g.
/// - Rates: gravity's turn (``TurnFit``), a still gravity, the range of gyroscopes, the steps of
///   common sensors' numbers, and the noise at rest; of counts, a steady gravity (``CountScale``).
/// - Fields: the Earth's field, and hard iron adds to it.
/// - Times: the date, the steps, and gravity's turn.
///
/// A unit without evidence stays undecided: the caller asks.
struct UnitEvidence {
  /// A unit, and what speaks for it.
  struct Choice: Hashable {
    var name: String
    var factor: Double
    var evidence: String
  }

  private var fits = [2, 5, 12, 30, 80].map { TurnFit(length: $0) }
  private var lastTime: Double?
  private(set) var clock = ClockEvidence()

  /// The windows of 32 rows.
  private var rests = RestMonitor(duration: 32)
  private var stillForces = StreamingMedian()
  /// The sum and the number of the mean rates across a still gravity: those of a bias add up, those
  /// of a swing do not.
  private var stillRates = (sum: Vector3<Double>.zero, count: 0)
  private var stillNoise = StreamingMedian()

  private var forces = StreamingMedian()
  /// The lengths of the device's own gravity beside an accelerometer.
  private var gravities = StreamingMedian()
  private var fields = StreamingMedian()
  private var rates = StreamingMedian()
  private var integerForces = true
  /// The rates beyond the range of gyroscopes in rad/s and in deg/s.
  private var fastRates = (radians: FastRates(), degrees: FastRates())
  private var quanta = Quanta()
  private var countScale = CountScale()
  private var lastRate: Vector3<Double>?
  private var largestRate = 0.0
  /// The number of steps from one end of ±180 to the other.
  private var turnsOver = 0

  /// Adds the numbers of a row.
  ///
  /// - Parameters:
  ///   - stamp: The time in the row.
  ///   - time: The time of the readings, if rows of equal stamps follow each other.
  mutating func add(
    stamp: Double, time: Double, force: Vector3<Double>?, rate: Vector3<Double>?,
    field: Vector3<Double>?, gravity: Vector3<Double>? = nil
  ) {
    clock.add(stamp)
    if let gravity, gravity.isFinite, gravity != .zero { gravities.add(gravity.length) }
    if let field, field.isFinite, field != .zero { fields.add(field.length) }
    if let rate, rate.isFinite {
      let length = rate.length
      if length > 0 { rates.add(length) }
      fastRates.radians.add(length)
      fastRates.degrees.add(length * Self.degree)
      for component in [rate.x, rate.y, rate.z] {
        largestRate = max(largestRate, abs(component))
        quanta.add(component)
      }
      if let lastRate {
        let step = rate - lastRate
        if max(abs(step.x), abs(step.y), abs(step.z)) > 300 { turnsOver += 1 }
      }
      lastRate = rate
    }
    guard let force, force.isFinite, force != .zero else { return }
    forces.add(force.length)
    if integerForces {
      integerForces = force.x == force.x.rounded() && force.y == force.y.rounded()
    }
    if let window = rests.add(force: force, rate: rate, at: Double(forces.count)) { take(window) }
    defer { lastTime = time }
    guard let rate, rate.isFinite else { return }
    countScale.add(force: force, rate: rate, at: time)
    guard let lastTime, time > lastTime else { return }
    for index in fits.indices { fits[index].add(force: force, rate: rate, step: time - lastTime) }
  }

  private mutating func take(_ window: RestMonitor.Window) {
    guard window.isStill else { return }
    stillForces.add(window.force.length)
    guard let rate = window.rate else { return }
    countScale.addRest(rate: rate)
    stillRates.sum += window.across(rate)
    stillRates.count += 1
    if window.noise > 0 { stillNoise.add(window.noise) }
  }

  /// Ends the rows: a shorter last window counts if it is the only one.
  mutating func finish() {
    if stillForces.count == 0 { take(rests.endWindow()) }
  }

  // MARK: - Accelerations

  /// The unit of the accelerometer; `nil` if undecided.
  func force() -> Choice? {
    let still = stillForces.value
    guard let length = still ?? forces.value else { return nil }
    let seen = "the median length \(still == nil ? "" : "at rest ")is \(figures(length))"
    guard integerForces else { return Self.unit(ofGravity: length, seen) }
    // A sensor's counts are nearer to 1 g than another unit of twice the size.
    let limit = still == nil ? 0.03 : 0.1
    let counts = [16384.0, 8192, 4096, 2048, 1366, 256].filter { abs(length / $0 - 1) < limit }
    if let bits = counts.first, still != nil || bits > 256 {
      return Choice(
        name: "1/\(Int(bits)) g", factor: 1 / bits, evidence: seen + ", in whole numbers")
    }
    // Those that are near to 1,000 only are counts of another scale.
    let unit = Self.unit(ofGravity: length, seen)
    return still != nil && unit?.name == "mg" && !isGravity(1e-3) ? nil : unit
  }

  /// The unit of the device's own gravity, or of the accelerometer if there is none.
  func gravity() -> Choice? {
    guard let length = gravities.value else { return force() }
    return Self.unit(ofGravity: length, "the median length is \(figures(length))")
  }

  private static func unit(ofGravity length: Double, _ evidence: String) -> Choice? {
    let units = [("g", 1.0), ("m/s²", 1 / SensorSample.standardGravity), ("mg", 1e-3)]
    return units.first { (0.5...2).contains(length * $0.1) }
      .map { Choice(name: $0.0, factor: $0.1, evidence: evidence) }
  }

  /// Whether the median length of the accelerometer is 1 g within 10 %.
  func isGravity(_ factor: Double) -> Bool {
    abs((stillForces.value ?? forces.value ?? 0) * factor - 1) < 0.1
  }

  /// The median length of the accelerometer.
  var medianForce: Double { forces.value ?? 0 }

  // MARK: - Fields

  /// The unit of the magnetometer; `nil` if undecided.
  func field() -> Choice? {
    guard let length = fields.value else { return nil }
    // The ranges of two units do not overlap.
    let units = [("µT", 1), ("gauss", 100), ("mG", 0.1), ("nT", 1e-3), ("T", 1e6)]
    let isNormalized = (0.9...1.1).contains(length)
    let unit =
      isNormalized
      ? ("50 µT", 50) : units.first { SensorLimits.fieldWithIron.contains(length * $0.1) }
    guard let unit else { return nil }
    return Choice(
      name: unit.0, factor: unit.1, evidence: "the median length is \(figures(length))")
  }

  // MARK: - Rates

  private static let degree = Double.pi / 180
  /// The units of rates: the names, factors to rad/s, and logarithms of the odds that a logger
  /// writes them without a name.
  private static let rateUnits: [(name: String, factor: Double, prior: Double)] = [
    ("rad/s", 1, 0), ("deg/s", degree, 0), ("mrad/s", 1e-3, -4.25), ("mdeg/s", degree / 1000, -14),
    ("rev/s", 360 * degree, -14),
  ]

  /// The best estimate of the factor by gravity's turn: that of the block length with the smallest
  /// relative error, if that is small.
  private var clearTurn: (factor: Double, error: Double)? {
    fits.compactMap(\.estimate).filter { $0.factor > 6 * $0.error }
      .min { $0.error / $0.factor < $1.error / $1.factor }
  }

  /// Whether a turn is within the middle of rad/s and deg/s from a factor: beyond it is another
  /// unit, such as mrad/s. True without a turn.
  private func isNear(_ turn: (factor: Double, error: Double)?, _ factor: Double) -> Bool {
    turn.map { distance($0.factor, factor) <= distance(1, Self.degree) / 2 } ?? true
  }

  /// The unit of the gyroscope; `nil` if undecided.
  ///
  /// Each piece of evidence gives a logarithm of odds to each unit; they add up, and the decision
  /// needs a margin.
  ///
  /// - Parameters:
  ///   - secondsPerUnit: The unit of time.
  ///   - isPerSecond: Whether the name says `rps`: radians or revolutions per second.
  ///   - isForceStated: Whether the unit of the accelerometer is stated.
  func rate(
    secondsPerUnit: Double, isPerSecond: Bool = false, isForceStated: Bool = false
  ) -> Choice? {
    if areCounts() && (rates.value ?? 0) > 0 {
      // Beside counts of the accelerometer, which are 1/16384 g and such.
      let areConverted = isForceStated || force()?.name.hasPrefix("1/") == false
      return countScale.unit(secondsPerUnit: secondsPerUnit, areConverted: areConverted).map {
        Choice(
          name: $0.name, factor: $0.degrees * Self.degree,
          evidence: "gravity then has one direction for seconds")
      }
    }
    let odds = rateOdds(secondsPerUnit: secondsPerUnit, isPerSecond: isPerSecond)
    guard let (index, evidence) = odds.decision, index < Self.rateUnits.count else { return nil }
    let unit = Self.rateUnits[index]
    // Whole numbers may be those of a converter, or mrad/s.
    guard
      !quanta.areIntegers
        || unit.name != "mrad/s" && isNear(clearTurn, unit.factor * secondsPerUnit)
    else { return nil }
    return Choice(name: unit.name, factor: unit.factor, evidence: evidence)
  }

  /// The odds of the units, and last of another one by which gravity turns.
  private func rateOdds(secondsPerUnit: Double, isPerSecond: Bool = false) -> UnitOdds {
    var factors = Self.rateUnits.map(\.factor)
    var priors = Self.rateUnits.map(\.prior)
    if isPerSecond {
      priors = factors.map { [1, 360 * Self.degree].contains($0) ? 0 : Self.unusualPrior }
    }
    // Only readings with turns or noise show it.
    if clearTurn == nil, stillNoise.count == 0 {
      priors = priors.map { $0 < 0 ? Self.unusualPrior : $0 }
    }
    let turn = clearTurn.map { ($0.factor / secondsPerUnit, $0.error / $0.factor) }
    if let (factor, _) = turn {
      factors.append(factor)
      priors.append(Self.otherPrior)
    }
    var odds = UnitOdds(factors: factors, priors: priors)
    if let (factor, relative) = turn {
      let variance = Self.turnDeviation * Self.turnDeviation + relative * relative
      odds.add("gravity turns by \(figures(factor)) rad for each unit of the integrated rate") {
        let distance = distance($0, factor)
        return max(-distance * distance / (2 * variance), -Self.largestOdds)
      }
    }
    if let excess = countScale.excess(
      of: factors.map { $0 / Self.degree }, secondsPerUnit: secondsPerUnit)
    {
      odds.add(
        "gravity then has one direction for seconds",
        weights: excess.map { -max($0 - Self.usualExcess, 0) })
    }
    addRates(to: &odds)
    return odds
  }

  /// Adds the evidence of the rates alone: their range, their steps, and what they are at rest.
  private func addRates(to odds: inout UnitOdds) {
    if fastRates.radians.areOften {
      let degreesToo = fastRates.degrees.areOften
      odds.add(
        "\(fastRates.radians.count) rates are beyond \(figures(SensorLimits.gyroscopeRange)), and "
          + "gyroscopes end there in rad/s"
      ) { $0 == 1 || degreesToo && $0 == Self.degree ? -10 : 0 }
    }
    if let (isDegrees, step, weight) = quanta.unit {
      odds.add(
        "the numbers are multiples of \(figures(step)) deg/s, the step of a sensor"
          + (isDegrees ? "" : ", in rad/s")
      ) { $0 == (isDegrees ? Self.degree : 1) ? 0 : -min(weight, 12) }
    }
    if stillRates.count > 0 {
      let still = stillRates.sum.length / Double(stillRates.count)
      odds.add(
        "gravity is still at a rate of \(figures(still)) across it, which no bias in rad/s explains"
      ) {
        let (bias, largest) = (still * $0, SensorLimits.gyroscopeBias)
        // Without noise they are not those of a sensor.
        let unusual = stillNoise.count > 0 ? Self.excessOdds(bias / Self.usualBias) : 0
        return -min(unusual + 6 * max(Double.log(bias / largest), 0), 16)
      }
    }
    if let noise = stillNoise.value, stillNoise.count >= 2 {
      odds.add(
        "the noise at rest is \(figures(noise)), too "
          + (noise > 0.1 ? "large for rad/s" : "small for deg/s")
      ) {
        SensorLimits.gyroscopeNoise.contains(noise * $0)
          ? -min(Self.excessOdds(noise * $0 / Self.usualNoise), 6) : -6
      }
    }
  }

  /// The logarithm of the odds against a bias or noise of this multiple of what most sensors have.
  private static func excessOdds(_ multiple: Double) -> Double {
    let excess = max(Double.log(multiple), 0)
    return excess * excess / 2
  }

  /// The standard deviation of the logarithm of a turn's factor, beside its error: acceleration
  /// that goes along with turns.
  private static let turnDeviation = 0.25
  /// The largest weight of a turn, also of one that agrees with no unit.
  private static let largestOdds = 7.0
  /// The priors of units that loggers name, and of one that is not in the list.
  private static let (unusualPrior, otherPrior) = (-14.0, -12.0)
  /// What most sensors do not exceed at rest, in rad/s.
  private static let (usualBias, usualNoise) = (degree, 0.15 * degree)
  /// How much more gravity's direction may differ in the right unit.
  private static let usualExcess = 3.0

  /// Whether the numbers are angles in degrees: they wrap at 180, and none is larger.
  var ratesAreAngles: Bool { turnsOver > 1 && (175...180).contains(largestRate) }

  /// Whether the numbers are those of a sensor's converter.
  private func areCounts() -> Bool {
    areIntegers && (forces.value ?? 0) > 200
  }

  private var areIntegers: Bool { integerForces && quanta.areIntegers }

  /// The possible units and what the rates show, for a question.
  func rateQuestion(secondsPerUnit: Double) -> String {
    let usual = ["rad/s", "deg/s", "mrad/s"]
    // The likeliest first.
    let likely = rateOdds(secondsPerUnit: secondsPerUnit).leaders
      .compactMap { $0 < Self.rateUnits.count ? Self.rateUnits[$0].name : nil }
    var units = likely.contains("mrad/s") ? likely.joined(separator: " or ") : "rad/s or deg/s"
    var reason = "gravity turns too little to compare"
    if areCounts() {
      units = "a scale such as 1/131 deg/s, or mrad/s"
      reason = "gravity shows no common scale of sensors"
    } else if let turn = clearTurn, !isNear(turn, secondsPerUnit),
      !isNear(turn, Self.degree * secondsPerUnit)
    {
      let names = likely + usual.filter { !likely.contains($0) }
      units = names.joined(separator: ", ") + " or a scale such as 1/131 deg/s"
      reason =
        "gravity turns by \(figures(turn.factor / secondsPerUnit)) rad for each unit of the "
        + "integrated rate"
    }
    guard let median = rates.value else { return "\(units): all rates are 0" }
    return "\(units): the median length is \(figures(median)), and \(reason)"
  }

  // MARK: - Times

  /// The units per second of times that the header does not state; `nil` if undecided.
  ///
  /// - Parameter rateFactor: The factor to rad/s, if the unit of the gyroscope is stated.
  func unitsPerSecond(rateFactor: Double?) -> (units: Double, basis: ClockEvidence.Basis)? {
    if let found = clock.unitsPerSecond { return found }
    let candidates = clock.plausibleUnits
    // A row counter times one unit may resemble seconds times another.
    guard !candidates.isEmpty, !clock.countsRows || rateFactor != nil, let turn = clearTurn
    else { return nil }
    // The factor is that of the rate times seconds per unit of time.
    var factors: [Double] = [1, Self.degree]
    if let rateFactor { factors = [rateFactor] }
    let matches = candidates.filter { units in
      factors.contains { distance(turn.factor * units, $0) < .log(1.5) }
    }
    guard matches.count == 1, let only = matches.first else { return nil }
    return (only, .turn)
  }
}

/// The logarithms of the odds of several units.
struct UnitOdds {
  /// The margin of a decision: odds of 20 to 1.
  private static let margin = 3.0
  private let factors: [Double]
  private var sums: [Double]
  private let priors: [Double]
  private var evidence: [(text: String, weights: [Double])] = []

  /// The odds with a weight for each factor that is known before.
  init(factors: [Double], priors: [Double]) {
    (self.factors, self.priors) = (factors, priors)
    sums = priors
  }

  /// The factors that the evidence does not exclude, the likeliest first.
  var leaders: [Int] {
    let order = sums.indices.sorted { sums[$0] > sums[$1] }
    return order.filter { sums[order[0]] - sums[$0] < Self.margin }
  }

  mutating func add(_ text: String, _ weight: (Double) -> Double) {
    add(text, weights: factors.map(weight))
  }

  /// - Parameter weights: That of each factor.
  mutating func add(_ text: String, weights: [Double]) {
    for index in sums.indices { sums[index] += weights[index] }
    evidence.append((text, weights))
  }

  /// The unit that leads by the margin, and the evidence that counts most against its usual rival.
  var decision: (index: Int, evidence: String)? {
    let order = sums.indices.sorted { sums[$0] > sums[$1] }
    guard order.count > 1, sums[order[0]] - sums[order[1]] >= Self.margin else { return nil }
    let rival = order.dropFirst().max { priors[$0] < priors[$1] } ?? order[1]
    func lead(_ weights: [Double]) -> Double { weights[order[0]] - weights[rival] }
    guard let most = evidence.max(by: { lead($0.weights) < lead($1.weights) }) else { return nil }
    return (order[0], most.text)
  }
}

/// The distance of two factors, as the logarithm of their ratio.
private func distance(_ a: Double, _ b: Double) -> Double { abs(Double.log(a / b)) }

/// The steps of a gyroscope's numbers, against those of common sensors.
struct Quanta {
  private static let sampleCount = 600
  /// The distinct sizes of the first numbers.
  private var numbers: Set<Double> = []
  private(set) var areIntegers = true

  /// The steps in deg/s: full scales of 125 to 2,000 deg/s in 16 bits, InvenSense's sensitivities,
  /// and those of ST's.
  private static let steps: [Double] = [
    125.0 / 32_768, 250.0 / 32_768, 500.0 / 32_768, 1000.0 / 32_768, 2000.0 / 32_768, 1 / 131.0,
    1 / 65.5, 1 / 32.8, 1 / 16.4, 0.004375, 0.00875, 0.0175, 0.035, 0.07, 1,
  ]

  mutating func add(_ number: Double) {
    if areIntegers, number != number.rounded() { areIntegers = false }
    guard number != 0, number.isFinite, numbers.count < Self.sampleCount else { return }
    numbers.insert(abs(number))
  }

  /// Whether the numbers are in deg/s rather than rad/s, with the step in deg/s and the logarithm
  /// of the odds; `nil` if their steps agree with neither, or with both.
  var unit: (isDegrees: Bool, step: Double, odds: Double)? {
    guard !areIntegers else { return nil }
    let precision = precision
    func best(_ factor: Double) -> (step: Double, evidence: Double)? {
      Self.steps.compactMap { step in
        evidence(for: step * factor, precision: precision).map { (step, $0) }
      }.max { $0.1 < $1.1 }
    }
    let degrees = best(1)
    let radians = best(.pi / 180)
    switch (degrees, radians) {
    case (let found?, nil): return found.step < 1 ? (true, found.step, found.evidence) : nil
    case (nil, let found?): return (false, found.step, found.evidence)
    default: return nil
    }
  }

  /// Half of the last decimal place.
  private var precision: Double {
    for digits in 1...9 {
      let scale = Double.pow(10, digits)
      if numbers.allSatisfy({ abs($0 * scale - ($0 * scale).rounded()) < 1e-4 * max(1, $0) }) {
        return 0.5 / scale
      }
    }
    return 1e-10
  }

  /// The logarithm of the odds that the numbers are multiples of `step`; `nil` if they are not.
  private func evidence(for step: Double, precision: Double) -> Double? {
    var odds = 0.0
    for number in numbers {
      let multiple = number / step
      // Rounding of the sensitivity is a relative error.
      let tolerance = 1.2 * precision / step + 2e-6 * multiple + 1e-6
      guard tolerance < 0.2 else { continue }
      guard abs(multiple - multiple.rounded()) <= tolerance else { return nil }
      odds -= .log(2 * tolerance)
    }
    return odds > 7 ? odds : nil
  }
}
