extension TemplateMatching {
  /// Weights channels for a comparison: adds their integrals, and reduces the weight of the onset.
  ///
  /// Both sides of a comparison are weighted; warping shifts the weights by at most the band.
  func weighted(_ channels: [Float]) -> [Float] {
    onsetWeighted(withIntegrals(channels))
  }

  // MARK: - Integrals

  /// Adds to each channel its integral over time, and restores the root mean square of angular rate
  /// and acceleration.
  private func withIntegrals(_ channels: [Float]) -> [Float] {
    guard integralWeight > 0 else { return channels }
    let count = channels.count / WarpingLayout.channels
    var result = channels
    let rates = 0..<3 * count
    for group in [rates, rates.upperBound..<channels.count] {
      let power = Self.power(of: channels[group])
      var integrals: [Float] = []
      integrals.reserveCapacity(group.count)
      for start in stride(from: group.lowerBound, to: group.upperBound, by: count) {
        Self.appendIntegral(
          of: channels[start..<start + count], returns: group != rates, to: &integrals)
      }
      let integralPower = Self.power(of: integrals[...])
      guard integralPower > 0 else { continue }
      let factor = Float(integralWeight) * (power / integralPower).squareRoot()
      for (index, integral) in zip(group, integrals) { result[index] += factor * integral }
      let sum = Self.power(of: result[group])
      let scale = sum > 0 ? (power / sum).squareRoot() : 0
      for index in group { result[index] *= scale }
    }
    return result
  }

  /// Appends the integral of a channel minus its mean.
  ///
  /// - Parameter returns: Whether the integral ends at its first value, as a velocity does. The
  ///   difference is drift and is removed linearly.
  private static func appendIntegral(
    of channel: ArraySlice<Float>, returns: Bool, to integrals: inout [Float]
  ) {
    let start = integrals.count
    var sum: Float = 0
    for value in channel {
      integrals.append(sum + value / 2)
      sum += value
    }
    let excess = returns ? integrals[integrals.count - 1] - integrals[start] : 0
    let slope = excess / Float(max(1, channel.count - 1))
    var mean: Float = 0
    for (step, index) in (start..<integrals.count).enumerated() {
      integrals[index] -= slope * Float(step)
      mean += integrals[index] / Float(channel.count)
    }
    for index in start..<integrals.count { integrals[index] -= mean }
  }

  // MARK: - Onset

  /// Reduces the weight of the onset and restores the root mean square.
  private func onsetWeighted(_ channels: [Float]) -> [Float] {
    guard onsetWeight < 1, onsetShare > 0 else { return channels }
    let count = channels.count / WarpingLayout.channels
    let last = Float(max(1, count - 1))
    let weights = (0..<count).map { point in
      let progress = min(1, Float(point) / (last * Float(onsetShare)))
      return Float(onsetWeight) + (1 - Float(onsetWeight)) * progress
    }
    var weighted = channels
    for start in stride(from: 0, to: channels.count, by: count) {
      for point in 0..<count { weighted[start + point] *= weights[point] }
    }
    let before = Self.power(of: channels[...])
    let after = Self.power(of: weighted[...])
    let scale = after > 0 ? (before / after).squareRoot() : 0
    return weighted.map { $0 * scale }
  }

  private static func power(of channels: ArraySlice<Float>) -> Float {
    channels.reduce(0) { $0 + $1 * $1 }
  }
}
