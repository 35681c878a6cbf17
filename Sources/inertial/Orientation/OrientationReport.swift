internal import DeviceMotion

/// A page with attitude and errors over time, one section a recording.
struct OrientationReport {
  /// One recording's part of the page.
  struct Section {
    var name: String
    var summary: String
    var attitudes: [TimedAttitude]
    var errors: OrientationErrors?
  }

  var sections: [Section]

  /// The page, whole in itself.
  var html: String {
    let body = sections.map { section in
      let degrees = 180 / Double.pi
      let times = section.attitudes.map(\.timestamp)
      let attitudes = section.attitudes.map { Attitude(quaternion: $0.attitude) }
      var part = "<h2>\(HTML.escaped(section.name))</h2>\n<p>\(HTML.escaped(section.summary))</p>\n"
      part +=
        LineChart(
          title: "Attitude", unit: "°", times: times,
          lines: [
            ("pitch", attitudes.map { $0.pitch * degrees }),
            ("roll", attitudes.map { $0.roll * degrees }),
            ("yaw", attitudes.map { $0.yaw * degrees }),
          ]
        ).svg
      if let points = section.errors?.points {
        part +=
          LineChart(
            title: "Error", unit: "°", times: points.map(\.timestamp),
            lines: [
              ("heading", points.map(\.heading)), ("inclination", points.map(\.inclination)),
            ]
          ).svg
      }
      return part
    }
    return HTML.page(
      title: "Orientation",
      style: "body{font:15px sans-serif;margin:2em auto;max-width:60em}svg{width:100%}",
      body: "<h1>Orientation</h1>\n" + body.joined(separator: "\n"))
  }
}

/// Values over time as lines in one SVG drawing.
struct LineChart {
  var title: String
  var unit: String
  /// In seconds, in order.
  var times: [Double]
  /// Each line's name and its values, one a time.
  var lines: [(name: String, values: [Double])]

  private static let colors = ["#1f5fa8", "#c2571a", "#3a7d44"]
  private static let size = (width: 900.0, height: 240.0)
  private static let margin = (left: 60.0, right: 10.0, top: 24.0, bottom: 24.0)
  /// More points than pixels only make the file larger.
  private static let mostPoints = 900

  var svg: String {
    let (width, height) = Self.size
    let values = lines.flatMap(\.values).filter(\.isFinite)
    guard let first = times.first, let last = times.last, let low = values.min(),
      let high = values.max()
    else { return "" }
    let timeSpan = max(last - first, 1e-9)
    let valueSpan = max(high - low, 1e-9)
    func x(_ time: Double) -> Double {
      Self.margin.left + (width - Self.margin.left - Self.margin.right) * (time - first) / timeSpan
    }
    func y(_ value: Double) -> Double {
      height - Self.margin.bottom
        - (height - Self.margin.top - Self.margin.bottom) * (value - low) / valueSpan
    }
    var svg =
      "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" font-family=\"sans-serif\" "
      + "font-size=\"12\" role=\"img\" aria-label=\"\(HTML.escaped(title))\">\n"
      + "<text x=\"4\" y=\"14\" font-weight=\"bold\">\(HTML.escaped(title))</text>\n"
    for value in [low, high] {
      svg +=
        "<text x=\"\(decimal(Self.margin.left - 4, places: 1))\" "
        + "y=\"\(decimal(y(value) + 4, places: 1))\" text-anchor=\"end\">"
        + "\(decimal(value, places: 1))\(HTML.escaped(unit))</text>\n"
    }
    for (time, anchor) in [(first, "start"), (last, "end")] {
      svg +=
        "<text x=\"\(decimal(x(time), places: 1))\" y=\"\(decimal(height - 6, places: 1))\" "
        + "text-anchor=\"\(anchor)\">\(decimal(time, places: 1)) s</text>\n"
    }
    let step = max(1, times.count / Self.mostPoints)
    for (index, line) in lines.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      let points = stride(from: 0, to: times.count, by: step).compactMap { place in
        line.values[place].isFinite
          ? "\(decimal(x(times[place]), places: 1)),\(decimal(y(line.values[place]), places: 1))"
          : nil
      }
      svg +=
        "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.2\" "
        + "points=\"\(points.joined(separator: " "))\"/>\n"
        + "<text x=\"\(120 + 100 * index)\" y=\"14\" fill=\"\(color)\">"
        + "\(HTML.escaped(line.name))</text>\n"
    }
    return svg + "</svg>\n"
  }
}
