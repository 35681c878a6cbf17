/// The readings of a device's sensors at one instant.
///
/// Any sensor may be absent from a sample, and sensors may have different rates. A sample may have
/// the time of the last one if it holds other sensors; the gyroscope comes first then, since each
/// sample is taken with the attitude so far. ``MotionEstimation`` takes them in any order. The axes
/// are those of the device: *x* right, *y* up along the screen, *z* out of it, right-handed.
public struct SensorSample: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// Angular rate in the device frame, in rad/s, bias included.
  public var rotationRate: Vector3<Double>?
  /// The accelerometer's reading in the device frame, in g, with Core Motion's sign: (0, 0, -1)
  /// face up at rest, the sum of gravity and user acceleration.
  public var acceleration: Vector3<Double>?
  /// Magnetic field in the device frame, in µT, uncalibrated.
  public var magneticField: Vector3<Double>?
  /// Whether the user touches the screen or holds the button; `nil` if the source has neither.
  public var isTouching: Bool?

  /// A sample of any of the sensors.
  public init(
    timestamp: Double, rotationRate: Vector3<Double>? = nil, acceleration: Vector3<Double>? = nil,
    magneticField: Vector3<Double>? = nil, isTouching: Bool? = nil
  ) {
    self.timestamp = timestamp
    self.rotationRate = rotationRate
    self.acceleration = acceleration
    self.magneticField = magneticField
    self.isTouching = isTouching
  }

  /// Standard gravity in m/s²: 1 g.
  @inlinable public static var standardGravity: Double { 9.80665 }
}

extension SensorSample {
  /// Sensors with a reading.
  struct Sensors: OptionSet {
    let rawValue: UInt8
  }

  var sensors: Sensors {
    Sensors(
      rawValue: (rotationRate == nil ? 0 : 1) | (acceleration == nil ? 0 : 2)
        | (magneticField == nil ? 0 : 4))
  }
}

/// Joins consecutive samples of one time with different sensors, as of a row for each sensor.
struct SampleJoiner: Sendable {
  /// The sample that the next one may continue.
  private var held: SensorSample?

  /// Takes the next sample.
  ///
  /// - Returns: The last one, if this sample does not continue it.
  mutating func take(_ sample: SensorSample) -> SensorSample? {
    guard var whole = held, whole.timestamp == sample.timestamp,
      whole.sensors.isDisjoint(with: sample.sensors)
    else {
      defer { held = sample }
      return held
    }
    whole.rotationRate = sample.rotationRate ?? whole.rotationRate
    whole.acceleration = sample.acceleration ?? whole.acceleration
    whole.magneticField = sample.magneticField ?? whole.magneticField
    whole.isTouching = sample.isTouching ?? whole.isTouching
    held = whole
    return nil
  }

  /// The last sample.
  mutating func finish() -> SensorSample? {
    defer { held = nil }
    return held
  }
}

extension [SensorSample] {
  /// The samples, those of one time with different sensors joined.
  var joined: [SensorSample] {
    guard zip(self, dropFirst()).contains(where: { $0.timestamp == $1.timestamp }) else {
      return self
    }
    var joiner = SampleJoiner()
    return compactMap { joiner.take($0) } + [joiner.finish()].compactMap { $0 }
  }

  /// The means of consecutive blocks of `count` samples.
  ///
  /// The time of a block is the mean of its samples' times. A sensor that is missing from any
  /// sample of a block is missing from its mean. The touch is taken from the block's last sample.
  /// An incomplete last block is left out.
  ///
  /// - Precondition: `count` is positive.
  package func blockMeans(of count: Int) -> [SensorSample] {
    precondition(count > 0, "expected a positive block size, got \(count)")
    guard count > 1 else { return self }
    var means = BlockMeans(of: count)
    return compactMap { means.update($0) }
  }
}

/// Computes the means of consecutive blocks, sample by sample.
struct BlockMeans: Sendable {
  private let size: Int
  private var count = 0
  private var time = 0.0
  private var rate: Vector3<Double>? = .zero
  private var acceleration: Vector3<Double>? = .zero
  private var field: Vector3<Double>? = .zero

  /// Means of blocks of `size` samples.
  ///
  /// - Precondition: `size` is positive.
  init(of size: Int) {
    precondition(size > 0, "expected a positive block size, got \(size)")
    self.size = size
  }

  /// Takes the next sample.
  ///
  /// - Returns: The mean of the block that it completes.
  mutating func update(_ sample: SensorSample) -> SensorSample? {
    guard size > 1 else { return sample }
    time += sample.timestamp
    rate = Self.sum(rate, sample.rotationRate)
    acceleration = Self.sum(acceleration, sample.acceleration.map(Self.directed))
    field = Self.sum(field, sample.magneticField.map(Self.directed))
    count += 1
    guard count == size else { return nil }
    defer { self = BlockMeans(of: size) }
    let divisor = Double(size)
    return SensorSample(
      timestamp: time / divisor, rotationRate: rate.map { $0 / divisor },
      acceleration: acceleration.map { $0 / divisor }, magneticField: field.map { $0 / divisor },
      isTouching: sample.isTouching)
  }

  /// The reading; not a number if it is zero, so that its block is left out like it.
  private static func directed(_ reading: Vector3<Double>) -> Vector3<Double> {
    reading == .zero ? Vector3(repeating: .nan) : reading
  }

  /// A sensor that is missing from any sample is missing from the mean.
  private static func sum(_ sum: Vector3<Double>?, _ reading: Vector3<Double>?) -> Vector3<Double>?
  {
    guard let sum, let reading else { return nil }
    return sum + reading
  }
}
