import Foundation

/// The ratios as bars on a logarithmic scale: to the left of 1 we are faster.
struct Chart {
  private(set) var svg = ""

  private let rowHeight = 20.0
  private let left = 500.0
  private let width = 400.0
  /// The powers of ten at both ends of the scale.
  private let decades: ClosedRange<Double>

  init(_ report: Report) {
    // One architecture: the other's ratios are in the table.
    let first = report.measurements.first?.architecture
    let rows = report.measurements.filter { $0.architecture == first }
      .compactMap { m in m.ratio.map { (m, $0) } }
    let largest = rows.map { log10($0.1.high) }.max() ?? 0
    decades = -4...max(1, largest + 0.1)
    let top = 58.0
    let height = top + Double(rows.count) * rowHeight + 24
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="960" height="\(text(height))" \
      viewBox="0 0 960 \(text(height))" font-family="sans-serif" font-size="11">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="10" y="20" font-size="15">Our time over the peer's: shorter to the left of 1</text>
      <text x="10" y="38" fill="#555555">\(escaped(report.machine)), \
      \(report.date.prefix(10)), median of pairs, line 10 % to 90 %, tick: target</text>
      """
    ]
    for decade in Int(decades.lowerBound)...Int(decades.upperBound) {
      let x = text(position(pow(10, Double(decade))))
      let label =
        decade < 0 ? "1/\(Int(pow(10, -Double(decade))))" : "\(Int(pow(10, Double(decade))))"
      lines.append(
        """
        <line x1="\(x)" y1="\(text(top - 4))" x2="\(x)" y2="\(text(height - 20))" \
        stroke="\(decade == 0 ? "#000000" : "#dddddd")"/>
        <text x="\(x)" y="\(text(top - 7))" text-anchor="middle">\(label)</text>
        """)
    }
    for (row, (m, ratio)) in rows.enumerated() {
      lines.append(bar(m, ratio, y: top + Double(row) * rowHeight))
    }
    svg = (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func bar(_ m: Measurement, _ ratio: Spread, y: Double) -> String {
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

  private func position(_ ratio: Double) -> Double {
    let decade = min(max(log10(ratio), decades.lowerBound), decades.upperBound)
    return left + (decade - decades.lowerBound) / (decades.upperBound - decades.lowerBound) * width
  }

  private func text(_ number: Double) -> String { String(format: "%.1f", number) }

  private func value(_ ratio: Double) -> String {
    ratio < 0.1 ? String(format: "1/%.0f", 1 / ratio) : String(format: "%.2f", ratio)
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
