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

    /// The line of an estimate with its deviations around it, after that of the truth if known.
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
      up: Axis(
        from: least, to: max(greatest, bandEnd), parts: 5,
        widened: true), units: (" s", unit),
      size: (900, 240))
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
    return "<figure class=\"chart\">\n\(plot.svg(curves))</figure>\n"
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
