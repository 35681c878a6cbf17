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
  static func page(title: String, style: String, body: String) -> String {
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

  private static let sharedStyle = """
    :root { color-scheme: light dark; --ink: #1d3557; --accent: #e63946; --faint: #8884; }
    @media (prefers-color-scheme: dark) { :root { --ink: #a8dadc; } }
    body { font: 16px/1.4 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; \
    padding: 0 1rem; }
    h1, h2 { overflow-wrap: anywhere; }
    """
}
