extension [SensorSample] {
  /// The means of consecutive blocks of `count` samples.
  ///
  /// The time of a block is the mean of its samples' times. A sensor that is missing from any
  /// sample of a block is missing from its mean; the touch is that of the block's last sample. An
  /// incomplete last block is left out.
  ///
  /// - Precondition: `count` is positive.
  public func blockMeans(of count: Int) -> [SensorSample] {
    precondition(count > 0, "expected a positive block size, got \(count)")
    guard count > 1 else { return self }
    return stride(from: 0, through: self.count - count, by: count).map { start in
      let block = self[start..<start + count]
      func mean(_ sensor: (SensorSample) -> Vector3<Double>?) -> Vector3<Double>? {
        var sum = Vector3<Double>.zero
        for sample in block {
          guard let reading = sensor(sample) else { return nil }
          sum += reading
        }
        return sum / Double(count)
      }
      return SensorSample(
        timestamp: block.reduce(0) { $0 + $1.timestamp } / Double(count),
        rotationRate: mean { $0.rotationRate }, acceleration: mean { $0.acceleration },
        magneticField: mean { $0.magneticField }, isTouching: block.last?.isTouching)
    }
  }
}
