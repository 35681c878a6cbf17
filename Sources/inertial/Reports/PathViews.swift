internal import DeadReckoning
internal import MotionFusion

/// A path from above, from the front and from the side, at one scale, with the true one dashed.
///
/// A ribbon along the device's *x* axis shows the attitude.
struct PathViews {
  var points: [PathPoint]
  /// The true path, in the frame of `points`; empty where unknown.
  var truth: [(timestamp: Double, position: Vector3<Double>)] = []

  private typealias Place = Vector3<Double>

  /// The largest number of drawn points: some a pixel.
  private static let mostPoints = 1500
  private static let size = (width: 320.0, height: 294.0)
  private static let views:
    [(title: String, across: Vector3<Double>, up: Vector3<Double>, names: (String, String))] = [
      ("From above", .unitX, .unitY, ("x", "y")), ("From the front", .unitX, .unitZ, ("x", "z")),
      ("From the side", .unitY, .unitZ, ("y", "z")),
    ]

  /// The three drawings; empty without a finite point.
  var svg: String {
    let shown = Self.thinned(points.filter { $0.position.isFinite })
    let dashes = Self.thinned(truth)
    guard let first = shown.first else { return "" }
    var (low, high) = (first.position, first.position)
    for position in shown.map(\.position) + dashes.map(\.position) {
      low = low.map(position) { min($0, $1) }
      high = high.map(position) { max($0, $1) }
    }
    let extent = max((high - low).maximumMagnitude, 1e-3)
    let middle = (low + high) * 0.5
    let ribbon = Self.ribbon(of: shown, extent)
    return Self.views.map { view in
      func axis(_ direction: Vector3<Double>) -> Axis {
        let (center, half) = (middle.dot(direction), 0.55 * extent)
        return Axis(from: center - half, to: center + half, parts: 4, widened: false)
      }
      let plot = Plot(
        kind: .place, title: view.title, across: axis(view.across), up: axis(view.up),
        units: (" m", " m"), names: view.names, size: Self.size)
      func point(_ place: Place) -> Plot.Point { (place.dot(view.across), place.dot(view.up)) }
      var curves = ribbon.map { plot.tile($0.corners.map(point), color: $0.color) }.joined()
      curves += plot.curve(
        shown.map { point($0.position) }, name: "estimate", color: "currentColor",
        times: shown.map(\.timestamp))
      if !dashes.isEmpty {
        curves += plot.curve(
          dashes.map { point($0.position) }, name: "reference", color: "var(--soft)",
          isDashed: true, times: dashes.map(\.timestamp))
      }
      if let last = shown.last {
        curves += plot.dot(point(first.position), color: "var(--third)")
        curves += plot.dot(point(last.position), color: "var(--second)")
      }
      return "<figure class=\"chart\">\n\(plot.svg(curves))</figure>\n"
    }.joined()
  }

  private static func thinned<Element>(_ all: [Element]) -> [Element] {
    let step = max(1, (all.count + mostPoints - 1) / mostPoints)
    guard step > 1, let last = all.last else { return all }
    // The end is drawn, too.
    return stride(from: 0, to: all.count - 1, by: step).map { all[$0] } + [last]
  }

  /// The quadrilaterals of the ribbon, a twentieth of the path's extent wide.
  private static func ribbon(
    of shown: [PathPoint], _ extent: Double
  ) -> [(corners: [Place], color: String)] {
    func edges(_ point: PathPoint) -> (Place, Place) {
      let axis = point.attitude.quaternion.act(.unitX) * (extent / 40)
      return (point.position - axis, point.position + axis)
    }
    let steps = Array(zip(shown, shown.dropFirst()))
    let lengths = steps.map { $0.0.position.distance(to: $0.1.position) }
    let length = max(lengths.reduce(0, +), .leastNormalMagnitude)
    var gone = 0.0
    return zip(steps, lengths).map { step, part in
      gone += part
      let ((a, b), (c, d)) = (edges(step.0), edges(step.1))
      return ([a, b, d, c], "hsl(\(Int(220 - 200 * gone / length)) 70% 60%)")
    }
  }
}
