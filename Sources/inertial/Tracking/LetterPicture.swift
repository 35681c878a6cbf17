internal import DeadReckoning
internal import MotionFusion

/// One letter as it was written and as it was found, seen on the phone's screen half way through it.
struct LetterPicture {
  var paths: GesturePaths
  /// The true positions, in metres.
  var truth: [Vector3<Double>]

  /// The colours of what is drawn, the truth first.
  static let legend = [
    ("the truth", "#8888"), ("best damping", "#c2571a"), ("gesture window", "#2a6fbb"),
    ("navigator", "#3a7d44"),
  ]
  private static let size = 150.0
  private static let margin = 8.0

  /// The drawing, its four paths laid on each other by their means.
  ///
  /// - Parameters:
  ///   - label: The letter.
  ///   - rate: The rate of damping, in 1/s.
  func svg(label: String, dampingRate rate: Double) -> String {
    let attitude = paths.motions[paths.motions.count / 2].attitude.quaternion
    let plane = [truth, paths.damped(at: rate), paths.window, paths.navigator].map { path in
      let mean = path.reduce(.zero, +) / Double(path.count)
      return path.map { attitude.conjugate.act($0 - mean) }
    }
    let all = plane.joined()
    let (left, right) = (all.map(\.x).min() ?? 0, all.map(\.x).max() ?? 0)
    let (bottom, top) = (all.map(\.y).min() ?? 0, all.map(\.y).max() ?? 0)
    let scale = (Self.size - 2 * Self.margin) / max(right - left, top - bottom, 1e-3)
    let lines = zip(plane, Self.legend).map { path, style in
      let points = path.map { point in
        (
          x: Self.size / 2 + scale * (point.x - (left + right) / 2),
          y: Self.size / 2 - scale * (point.y - (bottom + top) / 2)
        )
      }
      let width = style.0 == Self.legend[0].0 ? 7 : 1.5
      return SVG.polyline(
        points,
        "fill=\"none\" stroke=\"\(style.1)\" stroke-width=\"\(width)\" "
          + "stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    }
    return SVG.drawing(
      width: Self.size, height: Self.size, title: "The letter \(label)", lines.joined())
  }
}
