/// The means of consecutive blocks of samples that come one by one.
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
    acceleration = Self.sum(acceleration, sample.acceleration)
    field = Self.sum(field, sample.magneticField)
    count += 1
    guard count == size else { return nil }
    defer { self = BlockMeans(of: size) }
    let divisor = Double(size)
    return SensorSample(
      timestamp: time / divisor, rotationRate: rate.map { $0 / divisor },
      acceleration: acceleration.map { $0 / divisor }, magneticField: field.map { $0 / divisor },
      isTouching: sample.isTouching)
  }

  /// A sensor that is missing from any sample is missing from the mean.
  private static func sum(_ sum: Vector3<Double>?, _ reading: Vector3<Double>?) -> Vector3<Double>?
  {
    guard let sum, let reading else { return nil }
    return sum + reading
  }
}
