internal import CResources

/// HTML escaping and page layout.
enum HTML {
  /// Escapes special characters; forbidden ones become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    // Compares scalars, because a quotation mark and a combining accent form one character.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\n", "\t": result.append(scalar)
      default:
        let isAllowed =
          scalar.properties.generalCategory != .control && scalar.value & 0xFFFE != 0xFFFE
        result.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// A self-contained page.
  ///
  /// - Parameter style: The file in `Web` with CSS rules in addition to the shared ones; empty for
  ///   none.
  static func page(title: String, style: String = "", body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <style>
    \(file("report.css"))
    \(style.isEmpty ? "" : file(style))
    </style>
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  /// A page of ``LineChart`` and ``PathViews``, with a cursor and zoom.
  static func plotPage(title: String, lead: String, body: String) -> String {
    page(
      title: title,
      body: """
        <h1>\(escaped(title))</h1>
        <p class="lead">\(escaped(lead))</p>
        <p class="hint">Move over a chart for values; drag to zoom, double-click for the whole. \
        Keys: arrows, +, -, Esc.</p>
        \(body)
        <script>
        \(file("plot.js"))
        </script>
        """)
  }

  /// The section of a recording on such a page: its plots share cursor and zoom.
  static func plotSection(
    _ name: String, tiles: [Tile] = [], summary: String = "", plots: String
  ) -> String {
    """
    <section>
    <h2>\(escaped(name))</h2>
    \(tiles.isEmpty ? "" : Self.tiles(tiles))\
    \(summary.isEmpty ? "" : "<p class=\"lead\">\(escaped(summary))</p>\n")\(plots)</section>
    """
  }

  /// The text of a file in `Web`, without the line feed at its end.
  static func file(_ name: String) -> String {
    var count = 0
    let files = UnsafeBufferPointer(start: inertial_report_files(&count), count: count)
    guard let file = files.first(where: { String(cString: $0.name) == name }) else {
      preconditionFailure("no file \(name)")
    }
    return String(
      decoding: UnsafeBufferPointer(start: file.bytes, count: file.size - 1), as: UTF8.self)
  }

  /// The caption of the plots of an estimate.
  static let plotKey = "Bands are standard deviations; dashed lines are the reference."

  /// A number with its name and a note.
  struct Tile {
    var number: String
    var name: String
    var note: String

    init(_ number: String, _ name: String, _ note: String = "") {
      (self.number, self.name, self.note) = (number, name, note)
    }
  }

  /// Tiles side by side.
  static func tiles(_ tiles: [Tile]) -> String {
    let cells = tiles.map {
      "<div><strong>\(escaped($0.number))</strong><span>\(escaped($0.name))</span>"
        + "<small>\(escaped($0.note))</small></div>"
    }
    return "<div class=\"tiles\">\(cells.joined())</div>\n"
  }
}

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
  static func line(x1: Double, x2: Double, y1: Double, y2: Double, _ attributes: String) -> String {
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
