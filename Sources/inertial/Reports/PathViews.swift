internal import DeadReckoning
internal import MotionFusion

/// A path from above, from the front and from the side, at one scale.
///
/// A ribbon along the device's *x* axis shows the attitude.
struct PathViews {
  var points: [PathPoint]

  private static let size = 420.0
  private static let margin = 24.0
  /// The largest number of drawn points: about one a pixel.
  private static let mostPoints = 1500
  private static let views: [(title: String, across: Vector3<Double>, up: Vector3<Double>)] = [
    ("from above: x to the right, y up", .unitX, .unitY),
    ("from the front: x to the right, z up", .unitX, .unitZ),
    ("from the side: y to the right, z up", .unitY, .unitZ),
  ]

  /// The three drawings as SVG.
  var svg: String {
    let finite = points.filter { $0.position.isFinite }
    let step = max(1, finite.count / Self.mostPoints)
    let shown = stride(from: 0, to: finite.count, by: step).map { finite[$0] }
    guard let first = shown.first else { return "" }
    var low = first.position
    var high = first.position
    for point in shown {
      low = low.map(point.position) { min($0, $1) }
      high = high.map(point.position) { max($0, $1) }
    }
    let extent = max((high - low).maximumMagnitude, 1e-3)
    let middle = (low + high) * 0.5
    return Self.views.map { view in
      drawing(shown, title: view.title, across: view.across, up: view.up, middle, extent)
    }.joined(separator: "\n")
  }

  private func drawing(
    _ shown: [PathPoint], title: String, across: Vector3<Double>, up: Vector3<Double>,
    _ middle: Vector3<Double>, _ extent: Double
  ) -> String {
    let scale = (Self.size - 2 * Self.margin) / (extent * 1.1)
    func pixels(_ place: Vector3<Double>) -> String {
      let offset = place - middle
      let x = Self.size / 2 + scale * offset.dot(across)
      let y = Self.size / 2 - scale * offset.dot(up)
      return "\(decimal(x, places: 1)),\(decimal(y, places: 1))"
    }
    // The ribbon's width is a twentieth of the path's extent.
    func edges(_ point: PathPoint) -> (Vector3<Double>, Vector3<Double>) {
      let axis = point.attitude.quaternion.act(.unitX) * (extent / 40)
      return (point.position - axis, point.position + axis)
    }
    let steps = zip(shown, shown.dropFirst())
    let length = steps.reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
    var gone = 0.0
    let pieces = steps.map { pair in
      let (a, b) = edges(pair.0)
      let (c, d) = edges(pair.1)
      gone += pair.0.position.distance(to: pair.1.position)
      let hue = Int(220 - 200 * gone / max(length, .leastNormalMagnitude))
      return "<polygon fill=\"hsl(\(hue) 70% 60%)\" points=\"\(pixels(a)) \(pixels(b)) "
        + "\(pixels(d)) \(pixels(c))\"/>"
    }
    let line = shown.map { pixels($0.position) }.joined(separator: " ")
    let bar = Self.scaleBar(for: extent)
    let barEnd = decimal(Self.margin + scale * bar, places: 1)
    var svg =
      "<svg viewBox=\"0 0 \(Int(Self.size)) \(Int(Self.size))\" role=\"img\" "
      + "font-family=\"sans-serif\" font-size=\"12\" aria-label=\"\(HTML.escaped(title))\">\n"
      + "<g opacity=\"0.45\">\(pieces.joined())</g>\n"
      + "<polyline fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\" points=\"\(line)\"/>\n"
    if let first = shown.first, let last = shown.last {
      for (point, color) in [(first, "#3a7d44"), (last, "#c2571a")] {
        let place = pixels(point.position).split(separator: ",")
        svg += "<circle cx=\"\(place[0])\" cy=\"\(place[1])\" r=\"4\" fill=\"\(color)\"/>\n"
      }
    }
    svg +=
      "<path stroke=\"currentColor\" d=\"M\(Self.margin) \(Self.size - 12)H\(barEnd)\"/>\n"
      + "<text x=\"\(Self.margin)\" y=\"\(Self.size - 16)\" fill=\"currentColor\">"
      + "\(bar) m</text>\n"
      + "<text x=\"8\" y=\"16\" fill=\"currentColor\">\(HTML.escaped(title))</text>\n</svg>"
    return svg
  }

  /// A round length of about a quarter of `extent`: 1, 2 or 5 times a power of ten.
  private static func scaleBar(for extent: Double) -> Double {
    var bar = 1e-3
    for length in [1e-3, 1e-2, 0.1, 1, 10, 100, 1000] {
      for factor in [1.0, 2, 5] where factor * length <= extent / 3 { bar = factor * length }
    }
    return bar
  }
}
