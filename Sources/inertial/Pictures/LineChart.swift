/// Values over time as lines in one SVG drawing, with a grid at round numbers.
///
/// A line stops where its values are no numbers and where they wrap around. Where many samples
/// share a pixel their least and greatest are drawn, so that no peak is lost.
struct LineChart {
  var title: String
  var unit: String
  /// In seconds, in order.
  var times: [Double]
  /// Each line's name and its values, one a time.
  var lines: [(name: String, values: [Double])]
  /// What values wrap around by, such as 360 for angles in degrees; `nil` where they do not.
  var period: Double?

  private static let colors = ["#3b7dd8", "#d9642b", "#3f9a4c"]
  private static let size = (width: 900.0, height: 240.0)
  private static let margin = (left: 60.0, right: 24.0, top: 26.0, bottom: 24.0)

  private static var plotWidth: Double { size.width - margin.left - margin.right }
  private static var plotHeight: Double { size.height - margin.top - margin.bottom }

  var svg: String {
    let values = lines.flatMap(\.values).filter(\.isFinite)
    guard let first = times.first, let last = times.last, let least = values.min(),
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
      + "<text x=\"4\" y=\"14\" font-weight=\"bold\">\(HTML.escaped(title))</text>\n"
    for tick in up.ticks {
      svg += rule(
        x1: Self.margin.left, x2: Self.size.width - Self.margin.right, y1: y(tick), y2: y(tick))
      svg += label(
        "\(up.text(tick))\(unit)", x: Self.margin.left - 5, y: y(tick) + 4, anchor: "end")
    }
    let bottom = Self.size.height - Self.margin.bottom
    for tick in across.ticks {
      svg += rule(x1: x(tick), x2: x(tick), y1: Self.margin.top, y2: bottom)
      svg += label("\(across.text(tick)) s", x: x(tick), y: Self.size.height - 7, anchor: "middle")
    }
    for (index, line) in lines.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      for piece in pieces(of: line.values, x: x) {
        let points = piece.map { "\(decimal($0.x, places: 1)),\(decimal(y($0.value), places: 1))" }
        svg +=
          "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.3\" "
          + "stroke-linejoin=\"round\" points=\"\(points.joined(separator: " "))\"/>\n"
      }
      svg +=
        "<text x=\"\(decimal(Self.margin.left + 110 + 100 * Double(index), places: 0))\" y=\"14\" "
        + "fill=\"\(color)\">\(HTML.escaped(line.name))</text>\n"
    }
    return svg + "</svg>\n"
  }

  // MARK: - Lines

  private typealias Point = (x: Double, value: Double)

  /// What of a line hangs together, with two points a pixel at most.
  private func pieces(of values: [Double], x: (Double) -> Double) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    /// What lies on the pixel column at hand: its least and greatest, in their order.
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

  // MARK: - Parts

  private func rule(x1: Double, x2: Double, y1: Double, y2: Double) -> String {
    "<line x1=\"\(decimal(x1, places: 1))\" x2=\"\(decimal(x2, places: 1))\" "
      + "y1=\"\(decimal(y1, places: 1))\" y2=\"\(decimal(y2, places: 1))\" "
      + "stroke=\"currentColor\" stroke-opacity=\"0.15\"/>\n"
  }

  private func label(_ text: String, x: Double, y: Double, anchor: String) -> String {
    "<text x=\"\(decimal(x, places: 1))\" y=\"\(decimal(y, places: 1))\" "
      + "text-anchor=\"\(anchor)\" fill-opacity=\"0.7\">\(HTML.escaped(text))</text>\n"
  }
}

/// A span of numbers with round ones in it.
private struct Axis {
  private let low: Double
  private let high: Double
  private let places: Int
  let ticks: [Double]

  /// The span between two numbers, with about so many parts, widened to round numbers or not.
  init(from least: Double, to greatest: Double, parts: Int, widened: Bool) {
    let span = max(greatest - least, 1e-9 * max(abs(least), 1))
    // The power of ten below a part's length, and 1, 2 or 5 of it.
    var power = 1.0
    var places = 0
    let part = span / Double(parts)
    while power > part {
      power /= 10
      places += 1
    }
    while power * 10 <= part { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= part } ?? 10 * power
    self.places = step >= 10 * power ? max(0, places - 1) : places
    let firstTick = widened ? (least / step).rounded(.down) : (least / step).rounded(.up)
    let lastTick = widened ? (greatest / step).rounded(.up) : (greatest / step).rounded(.down)
    ticks = stride(from: firstTick, through: max(lastTick, firstTick), by: 1).map { $0 * step }
    low = widened ? firstTick * step : least
    high = widened ? max(lastTick, firstTick + 1) * step : least + span
  }

  /// Where a number lies from 0, the low end, to 1.
  func share(of number: Double) -> Double { (number - low) / (high - low) }

  func text(_ tick: Double) -> String { decimal(tick, places: places) }
}
