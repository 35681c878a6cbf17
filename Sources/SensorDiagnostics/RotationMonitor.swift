internal import MotionFusion
internal import RealModule
internal import RotationMath

/// Integrates the gyroscope by each family of hypotheses and compares the directions of gravity and
/// of the magnetic field.
struct RotationMonitor: Sendable {
  /// The duration of a step in seconds, over which readings are averaged.
  private static let stepDuration = 1.0 / 32
  /// The duration of a block in seconds. A hand's changes of velocity, 1 m/s, are 0.05 g of its
  /// mean.
  static let blockDuration = 2.0
  /// The longest time between readings without a gap, in seconds.
  private static let longestStep = 0.5
  /// Blocks in which the other direction may still be decided after the first one.
  private static let patience = 15

  private(set) var gravity: DirectionMonitor
  private(set) var field: DirectionMonitor
  /// The rotation of each family from now to the start of the block.
  private var rotations: [Quaternion<Double>]
  private var matrices: [Matrix3<Double>]
  /// The integral of the first rotation since the start of the block, in seconds.
  private var integral = Matrix3<Double>.zero
  /// The angle of the current step by the readings, in rad.
  private var angle = Vector3<Double>.zero
  private var rateTime: Double?
  private var time: Double?
  private var stepStart = 0.0
  private var blockStart = 0.0
  private var blocksSinceConclusion = 0
  private var bias = RestingBias()
  /// Whether all that the sensors can show of a whole recording is decided.
  private(set) var isComplete = false
  private var judgesField: Bool { !isComplete && field.conclusion == nil }
  var health = HealthMonitor()
  /// The largest turn since the start of the block.
  private var largestTurn = 0.0

  /// A monitor before the first sample.
  init() {
    gravity = DirectionMonitor(estimatesOffset: false)
    field = DirectionMonitor(estimatesOffset: true)
    let families = RotationHypotheses.factors.count
    rotations = Array(repeating: .identity, count: families)
    matrices = Array(repeating: .identity, count: families)
  }

  /// Takes a sample, whose readings ``health`` has taken, and the window that ends before it.
  mutating func update(_ sample: SensorSample, ended window: RestMonitor.Window?) {
    let now = sample.timestamp
    if let last = time, now < last || now - last > Self.longestStep { restart() }
    if time == nil { (stepStart, blockStart) = (now, now) }
    time = now
    if let window { bias.update(window) }
    if let rate = sample.rotationRate {
      if let last = rateTime, now - last <= Self.longestStep {
        angle += (rate - bias.value) * (now - last)
      }
      rateTime = now
    }
    if let force = sample.acceleration { gravity.add(force) }
    if judgesField, let reading = sample.magneticField { field.add(reading) }
    guard now - stepStart >= Self.stepDuration else { return }
    endStep(duration: now - stepStart)
    stepStart = now
    if now - blockStart >= Self.blockDuration {
      endBlock()
      blockStart = now
    }
  }

  private mutating func restart() {
    gravity.restart()
    field.restart()
    for family in rotations.indices { rotations[family] = .identity }
    integral = .zero
    angle = .zero
    largestTurn = 0
    rateTime = nil
    time = nil
    bias.restart()
  }

  private mutating func endStep(duration step: Double) {
    for (family, factor) in RotationHypotheses.factors.enumerated() {
      let half = Quaternion.turn(by: angle * (factor / 2))
      let middle = rotations[family] * half
      matrices[family] = Matrix3(middle)
      rotations[family] = middle * half
    }
    angle = .zero
    let cosine = min(abs(rotations[0].w), 1)
    largestTurn = max(largestTurn, 2 * Double.acos(cosine))
    let middle = integral + matrices[0] * (step / 2)
    integral = integral + matrices[0] * step
    gravity.endStep(matrices, integral: middle)
    if judgesField { field.endStep(matrices, integral: middle) }
  }

  private mutating func endBlock() {
    for family in rotations.indices {
      matrices[family] = Matrix3(rotations[family].normalized() ?? .identity)
      rotations[family] = .identity
    }
    gravity.endBlock(matrices, integral: integral, from: blockStart)
    if judgesField { field.endBlock(matrices, integral: integral, from: blockStart) }
    integral = .zero
    health.endBlock(gravity: gravity, bias: bias, turn: largestTurn, from: blockStart)
    largestTurn = 0
    guard gravity.conclusion != nil || field.conclusion != nil else { return }
    blocksSinceConclusion += 1
    let waits =
      (gravity.isUndecided || field.isUndecided) && blocksSinceConclusion <= Self.patience
    isComplete = !waits
  }
}

/// The sensors whose axes or units differ, by the directions of gravity and of the magnetic field.
///
/// With corrections *G* of the gyroscope and *A* of the accelerometer, both signed permutations,
/// gravity and the field each show a map *R* = det(*A*) *A*ᵀ *G*. If the gyroscope is right, it is
/// a rotation and *A* = ±*R*ᵀ.
struct RotationVerdict {
  let findings: [SensorFinding]

  init(gravity: DirectionMonitor, field: DirectionMonitor) {
    let gravity = gravity.conclusion
    let field = field.conclusion
    var findings: [SensorFinding] = []
    if let unit = Self.unit(gravity ?? field) { findings.append(unit) }
    let force = gravity.map(RotationHypotheses.map)
    let magnetic = field.map(RotationHypotheses.map)
    findings += Self.axes(force: force, magnetic: magnetic)
    self.findings = findings
  }

  // MARK: - Unit

  private static func unit(_ hypothesis: Int?) -> SensorFinding? {
    guard let hypothesis else { return nil }
    let factor = RotationHypotheses.factors[RotationHypotheses.family(of: hypothesis)]
    guard abs(factor) != 1 else { return nil }
    let seen =
      "expected 1 rad of rotation of the device for each rad of the gyroscope, got "
      + "\(figures(factor)): the numbers are "
    return factor < 1
      ? SensorFinding(.gyroscopeUnit, seen + "in degrees", remedies: [.unit("deg/s")])
      : SensorFinding(
        .gyroscopeUnit, seen + "1/57.3 of those in rad/s, converted twice",
        remedies: [.unit("57.29578rad/s")])
  }

  // MARK: - Axes

  private static func axes(force: AxisMap?, magnetic: AxisMap?) -> [SensorFinding] {
    switch (force, magnetic) {
    case (let force?, let magnetic?):
      if force == magnetic {
        return force == .identity
          ? [] : [gyroscope(force, against: "gravity and the magnetic field")]
      }
      if magnetic == .identity { return [accelerometer(force)] }
      if force == .identity { return [magnetometer(magnetic)] }
      // Two sensors differ. A mirrored map is the gyroscope's, and is shown by both directions.
      if force.isMirrored {
        return [
          gyroscope(force, against: "gravity"), magnetometer(magnetic * force.inverse),
        ]
      }
      return [accelerometer(force), magnetometer(magnetic)]
    case (let force?, nil):
      return force == .identity
        ? [] : [gyroscope(force, against: "gravity") { .accelerometerAxes($0) }]
    case (nil, let magnetic?):
      return magnetic == .identity
        ? [] : [gyroscope(magnetic, against: "the magnetic field") { .magnetometerAxes($0) }]
    case (nil, nil): return []
    }
  }

  /// - Parameter other: The remedy by the other sensor, if it may be the wrong one.
  private static func gyroscope(
    _ map: AxisMap, against name: String, other: ((AxisMap) -> SensorFinding.Remedy)? = nil
  ) -> SensorFinding {
    let kind =
      map == -AxisMap.identity
      ? "the rates have the opposite sign, or the axes of all sensors are mirrored"
      : map.isMirrored ? "the axes are mirrored" : "the axes are rotated"
    // Of the other sensor, a mirror has the same rotation.
    let maps = map.isMirrored ? [] : [map.inverse, -map.inverse]
    let remedies =
      [(SensorFinding.Remedy.gyroscopeAxes(map), map.changes)]
      + (other.map { other in maps.map { (other($0), $0.changes) } } ?? [])
    return SensorFinding(
      .gyroscopeAxes,
      "expected \(name) to rotate as the gyroscope's x,y,z report, found the rotation of \(map): "
        + kind, remedies: likeliestFirst(remedies))
  }

  /// The remedies with the fewest changes first.
  private static func likeliestFirst(
    _ remedies: [(SensorFinding.Remedy, changes: Int)]
  ) -> [SensorFinding.Remedy] {
    remedies.enumerated().sorted {
      ($0.element.changes, $0.offset) < ($1.element.changes, $1.offset)
    }.map(\.element.0)
  }

  private static func accelerometer(_ map: AxisMap) -> SensorFinding {
    SensorFinding(
      .accelerometerAxes,
      "expected gravity to rotate as gyroscope and magnetometer do, found the rotation of \(map): "
        + "the accelerometer's axes are rotated, or mirrored",
      remedies: likeliestFirst(
        [map.inverse, -map.inverse].map { (.accelerometerAxes($0), $0.changes) }))
  }

  private static func magnetometer(_ map: AxisMap) -> SensorFinding {
    SensorFinding(
      .magnetometerAxes,
      "expected the magnetic field to rotate as gyroscope and accelerometer do, found the rotation "
        + "of \(map): the magnetometer's axes are rotated, or mirrored",
      remedies: likeliestFirst(
        [map.inverse, -map.inverse].map { (.magnetometerAxes($0), $0.changes) }))
  }
}
