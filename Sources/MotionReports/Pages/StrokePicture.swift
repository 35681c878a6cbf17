package import MotionFusion

/// The strokes of a gesture scaled to fit a frame, with their proportions.
package struct StrokePicture {
  /// The points of each stroke in the unit square, origin top left; the longer side is 1.
  private let strokes: [[(x: Double, y: Double)]]

  /// The picture of `samples`; empty when they are at one point or not finite.
  package init(_ samples: [Sample2D]) {
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
  package func braille(rows: Int) -> [String] {
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

/// A drawing of Braille characters, with 2 × 4 dots in each character.
struct BrailleCanvas {
  /// The size in characters.
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  /// The size in dots.
  var width: Int { 2 * columns }
  var height: Int { 4 * rows }

  /// Sets the dot at (`x`, `y`), origin top left; dots outside are ignored.
  mutating func set(x: Int, y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    cells[y / 4 * columns + x / 2] |= Self.bit(column: x % 2, row: y % 4)
  }

  /// Draws a straight line between two dots (Bresenham, 1965).
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    var (x, y) = start
    let (dx, dy) = (abs(end.x - x), -abs(end.y - y))
    let (stepX, stepY) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
    var error = dx + dy
    while true {
      set(x: x, y: y)
      if x == end.x, y == end.y { return }
      let doubled = 2 * error
      if doubled >= dy {
        error += dy
        x += stepX
      }
      if doubled <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// The rows from top to bottom.
  var lines: [String] {
    (0..<rows).map { row in
      String(
        String.UnicodeScalarView(
          cells[row * columns..<(row + 1) * columns].compactMap {
            Unicode.Scalar(0x2800 + UInt32($0))
          }))
    }
  }

  /// The bit of a dot in Unicode's Braille block.
  ///
  /// Bits 0 to 5 count down the left column, then the right; bits 6 and 7 are the fourth row.
  private static func bit(column: Int, row: Int) -> UInt8 {
    row == 3 ? (column == 0 ? 0x40 : 0x80) : 1 << (column * 3 + row)
  }
}
