/// SVG elements, with coordinates to one decimal place.
enum SVG {
  /// The alignment of a text at its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// A drawing of the elements `content` with the accessible name `title`, with further attributes.
  static func drawing(
    width: Double, height: Double, title: String, _ content: String, _ attributes: String = ""
  ) -> String {
    "<svg viewBox=\"0 0 \(decimal(width, places: 0)) \(decimal(height, places: 0))\" role=\"img\" "
      + "\(attributes) aria-label=\"\(HTML.escaped(title))\" font-family=\"system-ui, sans-serif\" "
      + "font-size=\"12\" fill=\"currentColor\">\n\(content)</svg>\n"
  }

  /// A line, with further attributes.
  static func line(
    x1: Double, x2: Double, y1: Double, y2: Double, _ attributes: String
  ) -> String {
    "<line x1=\"\(number(x1))\" x2=\"\(number(x2))\" y1=\"\(number(y1))\" y2=\"\(number(y2))\" "
      + "\(attributes)/>\n"
  }

  /// A grid line.
  static func rule(x1: Double, x2: Double, y1: Double, y2: Double) -> String {
    line(x1: x1, x2: x2, y1: y1, y2: y2, "stroke=\"currentColor\" stroke-opacity=\"0.15\"")
  }

  /// A faint text, such as the label of a tick.
  static func label(_ text: String, x: Double, y: Double, anchor: Anchor = .middle) -> String {
    self.text(text, x: x, y: y, anchor: anchor, "fill-opacity=\"0.75\"")
  }

  /// A text, with further attributes.
  static func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, _ attributes: String = ""
  ) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor.rawValue)\" "
      + "\(attributes)>\(HTML.escaped(text))</text>\n"
  }

  /// A disk, with further attributes.
  static func disk(x: Double, y: Double, radius: Double, _ attributes: String) -> String {
    "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" \(attributes)/>\n"
  }

  /// Straight lines from point to point, with further attributes.
  static func polyline(
    _ points: [(x: Double, y: Double)], _ attributes: String, places: Int = 1
  ) -> String {
    let text = points.map { "\(decimal($0.x, places: places)),\(decimal($0.y, places: places))" }
      .joined(separator: " ")
    return "<polyline \(attributes) points=\"\(text)\"/>\n"
  }

  private static func number(_ value: Double) -> String { decimal(value, places: 1) }
}
