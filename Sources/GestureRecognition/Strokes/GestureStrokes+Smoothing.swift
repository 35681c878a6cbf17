internal import MotionFusion

extension [Sample2D] {
  /// The points of each curve: enough that its segments turn by a quarter of the corner's angle.
  private static let curvePoints = 4

  /// The gesture with each stroke smoothed; see ``StrokeSmoothing``.
  ///
  /// Times follow the same curves, so that they stay in order. The first and the last point of a
  /// stroke do not move. A gesture that is not finite or runs backward in time is returned as it
  /// is, and so are strokes of fewer than three points.
  ///
  /// - Complexity: O(*n*).
  func smoothed(_ smoothing: StrokeSmoothing) -> [Sample2D] {
    guard smoothing == .bezier, isOrderedAndFinite else { return self }
    return strokes.flatMap { $0.curved }
  }

  private var isOrderedAndFinite: Bool {
    allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.timestamp.isFinite }
      && zip(self, dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp }
  }

  /// One stroke as curves from midpoint to midpoint.
  private var curved: [Sample2D] {
    guard count >= 3 else { return self }
    var curve = [self[0]]
    curve.reserveCapacity(2 + (count - 2) * Self.curvePoints)
    var start = self[0].mixed(with: self[1], share: 0.5)
    curve.append(start)
    for index in 1..<(count - 1) {
      let control = self[index]
      let end = control.mixed(with: self[index + 1], share: 0.5)
      for step in 1...Self.curvePoints {
        let share = Double(step) / Double(Self.curvePoints)
        // De Casteljau: three linear interpolations.
        curve.append(
          start.mixed(with: control, share: share)
            .mixed(with: control.mixed(with: end, share: share), share: share))
      }
      start = end
    }
    curve.append(self[count - 1])
    return curve
  }
}

extension Sample2D {
  /// The point at a share of the way to another one, in place and time.
  fileprivate func mixed(with other: Sample2D, share: Double) -> Sample2D {
    let rest = 1 - share
    return Sample2D(
      x: x * rest + other.x * share, y: y * rest + other.y * share,
      timestamp: timestamp * rest + other.timestamp * share, stroke: stroke)
  }
}
