/// A frame with two axes around curves, as one SVG drawing.
///
/// The curves are in a nested drawing that scales independently of the labels, so that the script
/// of the page (`Web/plot.js`) can zoom into it and read values from it.
struct Plot {
  /// The quantity on the horizontal axis, for the script.
  enum Kind: String {
    /// Time runs to the right; the plots of a section share cursor and zoom.
    case time
    /// Both axes are lengths at one scale.
    case place
  }

  typealias Point = (x: Double, y: Double)

  var kind: Kind
  var title: String
  /// The SVG of what follows the title in its line.
  var heading = ""
  var across: Axis
  var up: Axis
  /// The units after the numbers, with a space where one belongs.
  var units: (across: String, up: String)
  /// The names of the axes; empty for none.
  var names = (across: "", up: "")
  var size: (width: Double, height: Double)

  private var margin: (left: Double, right: Double, top: Double, bottom: Double) {
    (left: names.up.isEmpty ? 60 : 68, right: 24, top: 26, bottom: names.across.isEmpty ? 24 : 40)
  }
  private var width: Double { size.width - margin.left - margin.right }
  private var height: Double { size.height - margin.top - margin.bottom }

  /// The column of pixels of a value, from the left of the frame.
  func column(of value: Double) -> Double { width * across.share(of: value) }

  /// The drawing as a figure, with the SVG of the curves inside its frame.
  func figure(_ curves: String) -> String {
    let (bottom, right) = (margin.top + height, margin.left + width)
    var content =
      "<text x=\"4\" y=\"14\" font-weight=\"600\">\(HTML.escaped(title))\(heading)</text>\n"
    content += "<g class=\"up\">\n"
    for tick in up.ticks {
      let y = margin.top + height * (1 - up.share(of: tick))
      content += SVG.rule(x1: margin.left, x2: right, y1: y, y2: y)
      content += SVG.label(up.text(tick) + units.up, x: margin.left - 5, y: y + 4, anchor: .end)
    }
    content += "</g>\n<g class=\"across\">\n"
    for tick in across.ticks {
      let x = margin.left + width * across.share(of: tick)
      content += SVG.rule(x1: x, x2: x, y1: margin.top, y2: bottom)
      content += SVG.label(across.text(tick) + units.across, x: x, y: bottom + 16)
    }
    content += "</g>\n"
    if !names.across.isEmpty {
      content += SVG.label(names.across, x: margin.left + width / 2, y: bottom + 34)
    }
    if !names.up.isEmpty {
      let middle = decimal(margin.top + height / 2, places: 0)
      content += SVG.text(
        names.up, x: 0, y: 0, anchor: .middle,
        "fill-opacity=\"0.75\" transform=\"translate(12 \(middle)) rotate(-90)\"")
    }
    content +=
      "<svg class=\"plot\" x=\"\(Int(margin.left))\" y=\"\(Int(margin.top))\" "
      + "width=\"\(Int(width))\" height=\"\(Int(height))\" "
      + "viewBox=\"0 0 \(Int(width)) \(Int(height))\" preserveAspectRatio=\"none\">\n"
      + "\(curves)</svg>\n"
    let attributes =
      "class=\"\(kind.rawValue)\" data-across=\"\(across.low) \(across.high)\" "
      + "data-up=\"\(up.low) \(up.high)\" data-units=\"\(units.across)|\(units.up)\""
    let drawing = SVG.drawing(
      width: size.width, height: size.height, title: title, content, attributes)
    return "<figure class=\"chart\">\n\(drawing)</figure>\n"
  }

  // MARK: - Curves

  /// A line through points; the script reads its values under this name.
  func curve(
    _ points: [Point], name: String, color: String, isDashed: Bool = false, times: [Double] = []
  ) -> String {
    let instants = times.map { decimal($0, places: 3) }.joined(separator: " ")
    return polyline(
      points,
      "class=\"curve\" data-name=\"\(HTML.escaped(name))\" fill=\"none\" stroke=\"\(color)\" "
        + "stroke-width=\"1.3\" stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\""
        + (isDashed ? " stroke-dasharray=\"5 3\"" : "")
        + (times.isEmpty ? "" : " data-times=\"\(instants)\""))
  }

  /// The area inside an outline.
  func band(_ outline: [Point], color: String) -> String {
    polyline(outline, "class=\"band\" fill=\"\(color)\" fill-opacity=\"0.15\"")
  }

  func tile(_ corners: [Point], color: String) -> String {
    polyline(corners, "fill=\"\(color)\" fill-opacity=\"0.45\"")
  }

  /// A dot that keeps its size.
  func dot(_ place: Point, color: String) -> String {
    polyline(
      [place, place],
      "stroke=\"\(color)\" stroke-width=\"8\" stroke-linecap=\"round\" "
        + "vector-effect=\"non-scaling-stroke\"")
  }

  private func polyline(_ points: [Point], _ attributes: String) -> String {
    SVG.polyline(
      points.map { (x: column(of: $0.x), y: height * (1 - up.share(of: $0.y))) }, attributes,
      places: 2)
  }
}

/// An axis with ticks at round numbers.
struct Axis {
  let low: Double
  let high: Double
  private let places: Int
  /// The values of the ticks.
  let ticks: [Double]

  /// An axis with about `parts` intervals, optionally widened to ticks.
  init(from least: Double, to greatest: Double, parts: Int, widened: Bool) {
    // Values that differ only by rounding are drawn as a level line.
    let size = max(abs(least), abs(greatest))
    let finest = widened ? (size > 1e-9 ? max(1e-3 * size, 1e-9) : 1) : 1e-9 * max(size, 1)
    let span = min(max(greatest - least, finest), .greatestFiniteMagnitude)
    // The power of ten below the interval, then 1, 2, 5 or 10 times it.
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

  /// The position of a number on the axis, from 0 to 1.
  func share(of number: Double) -> Double { (number - low) / (high - low) }

  /// The label of a tick.
  func text(_ tick: Double) -> String { decimal(tick, places: places) }
}

/// Values over time as lines in one SVG drawing.
///
/// A line is interrupted at non-finite values and where values wrap around. Each column of a
/// quarter of a pixel shows its smallest and largest sample, which keeps peaks, also in a zoom.
struct LineChart {
  /// Values over time.
  struct Line {
    var name: String
    /// The times in seconds, in order.
    var times: [Double]
    var values: [Double]
    /// The ends of a band by time; `nil` for none.
    var band: (low: [Double], high: [Double])?
    /// Whether the band is around the line, and not from zero.
    var isAround: Bool
    /// The number of the line's colour.
    var color = 0
    /// A line of the reference.
    var isDashed = false

    /// A line with a band from zero to `deviations`, or to both sides of it by `deviations`.
    init(
      _ name: String, _ times: [Double], _ values: [Double], color: Int = 0,
      deviations: [Double] = [], isAround: Bool = false, isDashed: Bool = false
    ) {
      (self.name, self.times, self.values) = (name, times, values)
      (self.color, self.isDashed, self.isAround) = (color, isDashed, isAround)
      guard !deviations.isEmpty else { return }
      band =
        isAround
        ? (zip(values, deviations).map { $0 - $1 }, zip(values, deviations).map { $0 + $1 })
        : (deviations.map { $0.isFinite ? 0 : .nan }, deviations)
    }

    /// The line of an estimate with its deviations, drawn after the true line if that is known.
    static func estimate(
      _ name: String, _ times: [Double], _ values: [Double], deviations: [Double],
      truth: (times: [Double], values: [Double])?, color: Int
    ) -> [Line] {
      let line = Line(
        name, times, values, color: color, deviations: deviations, isAround: true)
      guard let truth else { return [line] }
      return [Line("true \(name)", truth.times, truth.values, color: color, isDashed: true), line]
    }
  }

  var title: String
  var unit: String
  var lines: [Line]
  /// The period of the values, such as 360 for angles in degrees; `nil` for none.
  var period: Double?

  private static let colors = ["var(--first)", "var(--second)", "var(--third)"]
  private static let columnsPerPixel = 4.0

  /// The drawing; empty without two instants and a finite value.
  var svg: String {
    let values = lines.flatMap(\.values).filter(\.isFinite)
    let times = lines.flatMap { [$0.times.first, $0.times.last].compactMap { $0 } }
    guard let first = times.min(), let last = times.max(), last > first, let least = values.min(),
      let greatest = values.max()
    else { return "" }
    // Nine tenths of the bands fit into the frame: sigmas begin large.
    let ends = lines.compactMap { $0.isAround ? nil : $0.band?.high }.joined()
      .filter(\.isFinite).sorted()
    let bandEnd = ends.isEmpty ? greatest : ends[ends.count * 9 / 10]
    let plot = Plot(
      kind: .time, title: title, heading: legend,
      across: Axis(from: first, to: last, parts: 10, widened: false),
      up: Axis(from: least, to: max(greatest, bandEnd), parts: 5, widened: true),
      units: (" s", unit), size: (900, 240))
    var curves = ""
    for line in lines {
      guard let band = line.band else { continue }
      let highs = pieces(of: band.high, at: line.times, in: plot)
      for (low, high) in zip(pieces(of: band.low, at: line.times, in: plot), highs) {
        curves += plot.band(low + high.reversed(), color: Self.colors[line.color])
      }
    }
    for line in lines {
      for piece in pieces(of: line.values, at: line.times, in: plot) {
        curves += plot.curve(
          piece, name: line.name, color: Self.colors[line.color], isDashed: line.isDashed)
      }
    }
    return plot.figure(curves)
  }

  // MARK: - Lines

  /// The uninterrupted parts of a line, with up to two points in a column.
  private func pieces(of values: [Double], at times: [Double], in plot: Plot) -> [[Plot.Point]] {
    var pieces: [[Plot.Point]] = []
    var piece: [Plot.Point] = []
    /// The smallest and the largest value of a column, in order of time.
    var column: [Plot.Point] = []
    var place = Int.min
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
      let next = Int(plot.column(of: time) * Self.columnsPerPixel)
      if next != place {
        piece += column
        column = []
        place = next
      }
      column.append((time, value))
      guard column.count == 3 else { continue }
      let least = column.indices.min { column[$0].y < column[$1].y } ?? 0
      let greatest = column.indices.max { column[$0].y < column[$1].y } ?? 0
      column =
        least == greatest
        ? [column[0]] : [column[min(least, greatest)], column[max(least, greatest)]]
    }
    endPiece()
    return pieces
  }

  /// For several lines, their names in their colours.
  private var legend: String {
    guard lines.count > 1 else { return "" }
    return lines.map { line in
      "<tspan dx=\"20\" font-weight=\"normal\" fill=\"\(Self.colors[line.color])\">"
        + "\(line.isDashed ? "┄ " : "")\(HTML.escaped(line.name))</tspan>"
    }.joined()
  }
}

/// A series of bounded length: of more elements every second, fourth and so on is kept.
struct ThinnedSeries<Element> {
  private(set) var elements: [Element] = []
  private let limit: Int
  private var step = 1
  private var count = 0

  /// Enough for several points in each column of a chart.
  static var usualLimit: Int { 1 << 15 }

  /// A series of up to `limit` elements.
  init(limit: Int) { self.limit = limit }

  /// Adds the next element.
  mutating func append(_ element: @autoclosure () -> Element) {
    defer { count += 1 }
    guard limit > 0, count % step == 0 else { return }
    if elements.count == limit {
      elements = stride(from: 0, to: limit, by: 2).map { elements[$0] }
      step *= 2
      guard count % step == 0 else { return }
    }
    elements.append(element())
  }
}
