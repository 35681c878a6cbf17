import Foundation

/// The ratios as bars on a logarithmic scale: to the left of 1 we are faster.
struct Chart {
  let svg: String

  private static let rowHeight = 20.0
  private static let left = 500.0
  private static let width = 400.0
  private static let decades = -4.0...1.0

  init(_ report: Report) {
    // One architecture: the other's ratios are in the table.
    let first = report.measurements.first?.architecture
    let rows = report.measurements.filter { $0.architecture == first }
      .compactMap { m in m.ratio.map { (m, $0) } }
    let top = 58.0
    let height = top + Double(rows.count) * Self.rowHeight + 24
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="960" height="\(Self.text(height))" \
      viewBox="0 0 960 \(Self.text(height))" font-family="sans-serif" font-size="11">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="10" y="20" font-size="15">Our time over the peer's: shorter to the left of 1</text>
      <text x="10" y="38" fill="#555555">\(Self.escaped(report.machine)), \
      \(report.date.prefix(10)), median of pairs, line 10 % to 90 %, tick: target</text>
      """
    ]
    for decade in Int(Self.decades.lowerBound)...Int(Self.decades.upperBound) {
      let x = Self.text(Self.position(pow(10, Double(decade))))
      let label =
        decade < 0 ? "1/\(Int(pow(10, -Double(decade))))" : "\(Int(pow(10, Double(decade))))"
      lines.append(
        """
        <line x1="\(x)" y1="\(Self.text(top - 4))" x2="\(x)" y2="\(Self.text(height - 20))" \
        stroke="\(decade == 0 ? "#000000" : "#dddddd")"/>
        <text x="\(x)" y="\(Self.text(top - 7))" text-anchor="middle">\(label)</text>
        """)
    }
    for (row, (m, ratio)) in rows.enumerated() {
      lines.append(Self.bar(m, ratio, y: top + Double(row) * Self.rowHeight))
    }
    svg = (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func bar(_ m: Measurement, _ ratio: Spread, y: Double) -> String {
    let one = position(1)
    let end = position(ratio.median)
    let color = m.holds == false ? "#d1495b" : m.isSlower ? "#edae49" : "#2e7d6b"
    let middle = text(y + rowHeight / 2)
    let label = "\(m.name) — \(m.peer)"
    var lines = [
      """
      <text x="\(text(left - 10))" y="\(text(y + 14))" text-anchor="end">\(escaped(label))</text>
      <text x="950" y="\(text(y + 14))" text-anchor="end">\(value(ratio.median))</text>
      <rect x="\(text(min(one, end)))" y="\(text(y + 4))" width="\(text(max(abs(end - one), 1)))" \
      height="12" fill="\(color)"/>
      <line x1="\(text(position(ratio.low)))" y1="\(middle)" x2="\(text(position(ratio.high)))" \
      y2="\(middle)" stroke="#000000"/>
      """
    ]
    if let target = m.targetRatio {
      let x = text(position(target))
      lines.append(
        """
        <line x1="\(x)" y1="\(text(y + 2))" x2="\(x)" y2="\(text(y + 18))" stroke="#3355cc" \
        stroke-width="2"/>
        """)
    }
    return lines.joined(separator: "\n")
  }

  private static func position(_ ratio: Double) -> Double {
    let decade = min(max(log10(ratio), decades.lowerBound), decades.upperBound)
    return left + (decade - decades.lowerBound) / (decades.upperBound - decades.lowerBound) * width
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }

  private static func value(_ ratio: Double) -> String {
    ratio < 0.1 ? String(format: "1/%.0f", 1 / ratio) : String(format: "%.2f", ratio)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
