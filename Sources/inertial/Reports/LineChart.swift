/// Values over time as lines in one SVG drawing, with a grid at round numbers.
///
/// A line is interrupted at non-finite values and where values wrap around. Each pixel column shows
/// its smallest and largest sample, which keeps peaks.
struct LineChart {
  var title: String
  var unit: String
  /// The times in seconds, in order.
  var times: [Double]
  /// The name of each line, and its values by time.
  var lines: [(name: String, values: [Double])]
  /// For each line, the upper end by time of a band from zero, or no values.
  var bands: [[Double]] = []
  /// The period of the values, such as 360 for angles in degrees; `nil` for none.
  var period: Double?

  private static let colors = ["#3b7dd8", "#d9642b", "#3f9a4c"]
  private static let size = (width: 900.0, height: 240.0)
  private static let margin = (left: 60.0, right: 24.0, top: 26.0, bottom: 24.0)

  private static var plotWidth: Double { size.width - margin.left - margin.right }
  private static var plotHeight: Double { size.height - margin.top - margin.bottom }

  var svg: String {
    let values = (lines.map(\.values) + bands).joined().filter(\.isFinite)
    // A line needs two instants.
    guard let first = times.first, let last = times.last, last > first, let least = values.min(),
      let greatest = values.max()
    else { return "" }
    let across = Axis(from: first, to: last, parts: 10, widened: false)
    let up = Axis(from: least, to: greatest, parts: 5, widened: true)
    func x(_ time: Double) -> Double { Self.margin.left + Self.plotWidth * across.share(of: time) }
    func y(_ value: Double) -> Double {
      Self.margin.top + Self.plotHeight * (1 - up.share(of: value))
    }
    var svg =
      "<svg viewBox=\"0 0 \(Int(Self.size.width)) \(Int(Self.size.height))\" "
      + "font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\" role=\"img\" "
      + "aria-label=\"\(HTML.escaped(title))\">\n"
      + heading
    for tick in up.ticks {
      svg += SVG.rule(
        x1: Self.margin.left, x2: Self.size.width - Self.margin.right, y1: y(tick), y2: y(tick))
      svg += SVG.label(
        "\(up.text(tick))\(unit)", x: Self.margin.left - 5, y: y(tick) + 4, anchor: .end)
    }
    let bottom = Self.size.height - Self.margin.bottom
    for tick in across.ticks {
      svg += SVG.rule(x1: x(tick), x2: x(tick), y1: Self.margin.top, y2: bottom)
      svg += SVG.label("\(across.text(tick)) s", x: x(tick), y: Self.size.height - 7)
    }
    for (band, color) in zip(bands, Self.colors) {
      for piece in pieces(of: band, x: x) {
        guard let first = piece.first, let last = piece.last else { continue }
        var outline: [(x: Double, y: Double)] = piece.map { ($0.x, y($0.value)) }
        outline.insert((first.x, y(0)), at: 0)
        outline.append((last.x, y(0)))
        svg += SVG.polyline(
          outline,
          "fill=\"\(color)\" fill-opacity=\"0.15\" stroke=\"none\"")
      }
    }
    for (index, line) in lines.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      for piece in pieces(of: line.values, x: x) {
        svg += SVG.polyline(
          piece.map { ($0.x, y($0.value)) },
          "fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.3\" stroke-linejoin=\"round\"")
      }
    }
    return svg + "</svg>\n"
  }

  // MARK: - Lines

  private typealias Point = (x: Double, value: Double)

  /// The uninterrupted parts of a line, with up to two points in a pixel column.
  private func pieces(of values: [Double], x: (Double) -> Double) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    /// The smallest and the largest value of a pixel column, in order of time.
    var column: [Point] = []
    var last = Double.nan
    func endPiece() {
      piece += column
      if !piece.isEmpty { pieces.append(piece) }
      (piece, column) = ([], [])
    }
    for (time, value) in zip(times, values) {
      let wraps = period.map { abs(value - last) > $0 / 2 } ?? false
      if !value.isFinite || wraps { endPiece() }
      last = value
      guard value.isFinite else { continue }
      let point = (x(time), value)
      if let start = column.first, Int(start.x) != Int(point.0) {
        piece += column
        column = []
      }
      column.append(point)
      guard column.count == 3 else { continue }
      let least = column.indices.min { column[$0].value < column[$1].value } ?? 0
      let greatest = column.indices.max { column[$0].value < column[$1].value } ?? 0
      column =
        least == greatest
        ? [column[0]] : [column[min(least, greatest)], column[max(least, greatest)]]
    }
    endPiece()
    return pieces
  }

  /// The title and, for several lines, their names in their colours.
  private var heading: String {
    let names =
      lines.count < 2
      ? []
      : zip(lines, Self.colors).map { line, color in
        "<tspan dx=\"24\" font-weight=\"normal\" fill=\"\(color)\">\(HTML.escaped(line.name))</tspan>"
      }
    return "<text x=\"4\" y=\"14\" font-weight=\"bold\">\(HTML.escaped(title))"
      + names.joined() + "</text>\n"
  }
}
