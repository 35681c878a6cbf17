/// HTML escaping and page layout.
enum HTML {
  /// Escapes special characters; forbidden ones become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    // By scalars: a quotation mark and a combining accent form one character.
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
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - style: CSS rules besides the shared ones.
  ///   - body: The contents of the page, as HTML.
  static func page(title: String, style: String = "", body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <style>
    \(sharedStyle)
    \(style)
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
        \(plotScript)
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

  /// What is said of the plots of an estimate.
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

  private static let sharedStyle = """
    :root { color-scheme: light dark; --ink: #17233a; --soft: #5a667a; --line: #d8dee8; \
    --page: #f6f8fb; --card: #fff; --first: #1f6fb4; --second: #c2410c; --third: #2b8049; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e4e9f1; --soft: #9aa7ba; \
    --line: #333d4d; --page: #12161d; --card: #1b212b; --first: #6fb1ea; --second: #f0894d; \
    --third: #62c487; } }
    body { font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); \
    background: var(--page); max-width: 68rem; margin: 2rem auto 4rem; padding: 0 1.25rem; }
    h1 { margin: 0; font-size: 1.9rem; overflow-wrap: anywhere; }
    h2 { margin: 0 0 .75rem; font-size: 1.2rem; overflow-wrap: anywhere; }
    .lead { margin: .2rem 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
    section, .tiles > div { background: var(--card); border: 1px solid var(--line); \
    border-radius: .6rem; }
    section { padding: 1.1rem 1.25rem; margin: 1rem 0; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); \
    gap: .75rem; margin-bottom: 1rem; }
    .tiles > div { padding: .7rem 1rem; display: flex; flex-direction: column; }
    .tiles strong { font-size: 1.55rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
    small { color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
    figure { margin: 0; min-width: 0; }
    figcaption { color: var(--soft); font-size: .88rem; margin-top: .6rem; max-width: 60rem; }
    .hint { display: none; color: var(--soft); font-size: .88rem; margin: -.9rem 0 1rem; }
    .scripted .hint { display: block; }
    .views { display: grid; gap: 1rem; \
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
    .chart > svg { display: block; width: 100%; touch-action: pan-y; cursor: crosshair; \
    user-select: none; }
    .chart > svg:focus { outline: none; }
    .chart > svg:focus-visible { outline: 1px solid var(--soft); }
    .chart output { display: block; min-height: 1.5em; padding-bottom: .5rem; font-size: .82rem; \
    font-variant-numeric: tabular-nums; }
    .chart output span { margin-right: 1rem; }
    h2 button { float: right; font: 400 .82rem system-ui, sans-serif; color: inherit; \
    background: none; border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .6rem; \
    cursor: pointer; }
    @media print { :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; \
    --soft: #444; --line: #ccc; --first: #1f6fb4; --second: #c2410c; --third: #2b8049; } \
    body { margin: 0; max-width: none; } figure, .card, tr { break-inside: avoid; } \
    .scripted .hint, .chart output, h2 button { display: none; } }
    """
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
