extension TemplateMatching {
  /// Channels in which the start counts less, brought back to the root mean square that they had.
  ///
  /// Both sides of a comparison are weighted: what they are warped by changes the weight little.
  func weighted(_ channels: [Float]) -> [Float] {
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
    let before = channels.reduce(0) { $0 + $1 * $1 }
    let after = weighted.reduce(0) { $0 + $1 * $1 }
    let scale = after > 0 ? (before / after).squareRoot() : 0
    return weighted.map { $0 * scale }
  }
}
