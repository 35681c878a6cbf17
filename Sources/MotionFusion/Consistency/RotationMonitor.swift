/// Integrates the gyroscope by each family of hypotheses and compares the directions of gravity and
/// of the magnetic field.
struct RotationMonitor: Hashable, Sendable, Codable {
  /// The duration of a step in seconds, over which readings are averaged.
  private static let stepDuration = 1.0 / 32
  /// The duration of a block in seconds. A hand's changes of velocity, 1 m/s, are 0.05 g of its
  /// mean.
  private static let blockDuration = 2.0
  /// The longest time between readings without a gap, in seconds.
  private static let longestStep = 0.5
  /// The largest rotation rate that is integrated, in rad/s: higher ones are spikes.
  private static let largestRate = 1e4
  /// Blocks in which the other direction may still be decided after the first one.
  private static let patience = 15

  private(set) var gravity: DirectionMonitor
  private(set) var field: DirectionMonitor
  /// The rotation of each family from now to the start of the block.
  private var rotations: [Quaternion<Double>]
  private var matrices: [Matrix3<Double>]
  /// The angle of the current step by the readings, in rad.
  private var angle = Vector3<Double>.zero
  private var rateTime: Double?
  private var time: Double?
  private var stepStart = 0.0
  private var blockStart = 0.0
  private var blocksSinceConclusion = 0
  /// Whether all that the sensors can show is decided.
  private(set) var isComplete = false

  /// A monitor before the first sample; after the end it keeps no state.
  init(isEnded: Bool = false) {
    gravity = DirectionMonitor(estimatesOffset: false, isEnded: isEnded)
    field = DirectionMonitor(estimatesOffset: true, isEnded: isEnded)
    let families = isEnded ? 0 : RotationHypotheses.factors.count
    rotations = Array(repeating: .identity, count: families)
    matrices = Array(repeating: .identity, count: families)
  }

  mutating func update(_ sample: SensorSample) {
    let now = sample.timestamp
    if let last = time, now < last || now - last > Self.longestStep { restart() }
    if time == nil { (stepStart, blockStart) = (now, now) }
    time = now
    if let rate = sample.rotationRate,
      rate.lengthSquared < Self.largestRate * Self.largestRate
    {
      if let last = rateTime, now - last <= Self.longestStep { angle += rate * (now - last) }
      rateTime = now
    }
    if let force = sample.acceleration, force.isFinite, force != .zero { gravity.add(force) }
    if let reading = sample.magneticField, reading.isFinite, reading != .zero {
      field.add(reading)
    }
    guard now - stepStart >= Self.stepDuration else { return }
    stepStart = now
    endStep()
    if now - blockStart >= Self.blockDuration {
      blockStart = now
      endBlock()
    }
  }

  private mutating func restart() {
    gravity.restart()
    field.restart()
    for family in rotations.indices { rotations[family] = .identity }
    angle = .zero
    rateTime = nil
    time = nil
  }

  private mutating func endStep() {
    for (family, factor) in RotationHypotheses.factors.enumerated() {
      let half = Quaternion.turn(by: angle * (factor / 2))
      let middle = rotations[family] * half
      matrices[family] = Matrix3(middle)
      rotations[family] = middle * half
    }
    angle = .zero
    gravity.endStep(matrices)
    field.endStep(matrices)
  }

  private mutating func endBlock() {
    for family in rotations.indices {
      matrices[family] = Matrix3(rotations[family].normalized() ?? .identity)
      rotations[family] = .identity
    }
    if gravity.conclusion == nil { gravity.endBlock(matrices) }
    if field.conclusion == nil { field.endBlock(matrices) }
    guard gravity.conclusion != nil || field.conclusion != nil else { return }
    blocksSinceConclusion += 1
    let waits =
      (gravity.isUndecided || field.isUndecided) && blocksSinceConclusion <= Self.patience
    isComplete = !waits
  }
}
