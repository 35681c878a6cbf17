/// Percentages over a quantity, as lines with dots in one SVG drawing.
struct ShareChart {
  /// One line, or a set of dots.
  struct Line {
    /// The position of the points' notes.
    enum Notes {
      case above, below
      /// At the foot of the chart, away from lines.
      case foot
    }

    /// The name in the legend; empty for none.
    var name = ""
    /// The points in order of *x*, with shares from 0 to 1.
    var points: [Point]
    var color: String
    var isConnected = true
    var isDotted = false
    var notes = Notes.above
  }

  /// A point with an optional confidence interval and a note.
  struct Point {
    var x: Double
    var share: Double
    var interval: ClosedRange<Double>?
    var note = ""
    /// The radius of the dot; 0 for none.
    var radius = 4.0
  }

  var title: String
  /// The names of the axes.
  var across: String
  var up: String
  var lines: [Line]
  /// The range of the horizontal axis, and its ticks.
  var range: ClosedRange<Double>
  var marks: [(x: Double, text: String)]
  /// The range of the vertical axis.
  var shares: ClosedRange<Double> = 0...1

  private static let size = (width: 460.0, height: 300.0)
  private static let margin = (left: 58.0, right: 22.0, top: 26.0, bottom: 44.0)

  var svg: String {
    let (size, margin) = (Self.size, Self.margin)
    let vertical = Axis(
      from: 100 * shares.lowerBound, to: 100 * shares.upperBound, parts: 5, widened: false)
    let width = size.width - margin.left - margin.right
    let height = size.height - margin.top - margin.bottom
    func x(_ value: Double) -> Double {
      margin.left + width * (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    func y(_ share: Double) -> Double {
      let shown = min(max(share, shares.lowerBound), shares.upperBound)
      return margin.top + height * (1 - vertical.share(of: 100 * shown))
    }
    let (bottom, right) = (margin.top + height, margin.left + width)
    var content = ""
    for tick in vertical.ticks {
      content += SVG.rule(x1: margin.left, x2: right, y1: y(tick / 100), y2: y(tick / 100))
      content += SVG.label(
        "\(vertical.text(tick)) %", x: margin.left - 6, y: y(tick / 100) + 4, anchor: .end)
    }
    for mark in marks {
      content += SVG.rule(x1: x(mark.x), x2: x(mark.x), y1: margin.top, y2: bottom)
      content += SVG.label(mark.text, x: x(mark.x), y: bottom + 16)
    }
    content += SVG.text(across, x: margin.left + width / 2, y: bottom + 36, anchor: .middle)
    content += SVG.text(
      up, x: 0, y: 0, anchor: .middle,
      "transform=\"translate(12 \(decimal(margin.top + height / 2, places: 0))) rotate(-90)\"")
    for line in lines {
      let points = line.points.map { (x: x($0.x), y: y($0.share)) }
      if line.isConnected {
        content += SVG.polyline(
          points,
          "fill=\"none\" stroke=\"\(line.color)\" stroke-width=\"2\" stroke-linejoin=\"round\""
            + (line.isDotted ? " stroke-dasharray=\"4 4\"" : ""))
      }
      for (point, place) in zip(line.points, points) {
        if let interval = point.interval {
          content += SVG.line(
            x1: place.x, x2: place.x, y1: y(interval.lowerBound), y2: y(interval.upperBound),
            "stroke=\"\(line.color)\" stroke-width=\"1.5\" stroke-opacity=\"0.6\"")
        }
        if point.radius > 0 {
          content += SVG.disk(
            x: place.x, y: place.y, radius: point.radius, "fill=\"\(line.color)\"")
        }
        guard !point.note.isEmpty else { continue }
        let noteY =
          switch line.notes {
          case .above: place.y - 9
          case .below: place.y + 19
          case .foot: bottom - 6
          }
        content += SVG.text(
          point.note, x: place.x, y: noteY, anchor: .middle,
          "fill=\"\(line.color)\" font-size=\"11\"")
      }
    }
    let named = lines.filter { !$0.name.isEmpty }
    for (index, line) in named.enumerated() {
      let y = bottom - 10 - 17 * Double(named.count - 1 - index)
      content += SVG.text(
        line.name, x: right - 8, y: y, anchor: .end, "fill=\"\(line.color)\" font-weight=\"600\"")
    }
    return SVG.drawing(width: size.width, height: size.height, title: title, content)
  }
}
