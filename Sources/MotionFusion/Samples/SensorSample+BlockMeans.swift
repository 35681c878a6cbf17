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
    var means = BlockMeans(of: count)
    return compactMap { means.update($0) }
  }
}
