internal import MotionFusion

/// The strokes of a gesture scaled to fit a frame, with their proportions.
struct StrokePicture {
  /// The points of each stroke in the unit square, origin top left; the longer side is 1.
  private let strokes: [[(x: Double, y: Double)]]

  /// The picture of `samples`; empty when they are at one point or not finite.
  init(_ samples: [Sample2D]) {
    let finite = samples.filter { $0.x.isFinite && $0.y.isFinite }
    guard let left = finite.map(\.x).min(), let right = finite.map(\.x).max(),
      let top = finite.map(\.y).min(), let bottom = finite.map(\.y).max(),
      max(right - left, bottom - top) > 0
    else {
      strokes = []
      return
    }
    let size = max(right - left, bottom - top)
    let marginX = (size - (right - left)) / 2
    let marginY = (size - (bottom - top)) / 2
    strokes = finite.strokes.map { stroke in
      stroke.map { (($0.x - left + marginX) / size, ($0.y - top + marginY) / size) }
    }
  }

  /// The strokes as text: `rows` lines of 2 × `rows` characters, about square.
  func braille(rows: Int) -> [String] {
    var canvas = BrailleCanvas(columns: 2 * rows, rows: rows)
    for points in strokes {
      let dots = points.map {
        (
          x: Int(($0.x * Double(canvas.width - 1)).rounded()),
          y: Int(($0.y * Double(canvas.height - 1)).rounded())
        )
      }
      for (start, end) in zip(dots, dots.dropFirst()) { canvas.line(from: start, to: end) }
    }
    return canvas.lines
  }

  /// The strokes as an SVG element of `size` pixels, with a dot at the start.
  func svg(size: Int, title: String) -> String {
    let margin = 8.0
    let scale = Double(size) - 2 * margin
    let lines = strokes.map { stroke in
      stroke.map { (x: margin + $0.x * scale, y: margin + $0.y * scale) }
    }
    let start = lines.first?.first.map { SVG.disk(x: $0.x, y: $0.y, radius: 4, "class=\"start\"") }
    return """
      <svg width="\(size)" height="\(size)" viewBox="0 0 \(size) \(size)" role="img">\
      <title>\(HTML.escaped(title))</title>\(lines.map { SVG.polyline($0, "") }.joined())\(start ?? "")</svg>
      """
  }
}
