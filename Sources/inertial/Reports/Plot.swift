/// A frame with two axes around curves, as one SVG drawing.
///
/// The curves are in a nested drawing that scales apart from the labels, so that the script of the
/// page can zoom into it and read values from it; see ``HTML/plotScript``.
struct Plot {
  /// What a position across the plot means to the script.
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

  /// The drawing, with the SVG of the curves inside its frame.
  func svg(_ curves: String) -> String {
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
    return SVG.drawing(
      width: size.width, height: size.height, title: title, content, attributes)
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

  /// A quadrilateral.
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
