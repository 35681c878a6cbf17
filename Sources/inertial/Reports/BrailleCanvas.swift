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
