import Foundation

/// The report as text.
enum Table {
  static let header = """
    | job | peer | ours ns | peer ns | ratio | 10 % .. 90 % | target | holds |
    |---|---|---:|---:|---:|---|---:|---|
    """

  static func row(_ m: Measurement) -> String {
    let cells = [
      m.name, m.peer, number(m.ours.median), m.theirs.map { number($0.median) } ?? "",
      m.ratio.map { ratio($0.median) } ?? "",
      m.ratio.map { "\(ratio($0.low)) .. \(ratio($0.high))" } ?? "",
      target(m), m.agrees ? m.holds.map { $0 ? "yes" : "no" } ?? "" : "RESULTS DIFFER",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  /// Notes: slower rows with reasons, missed targets, missing peers.
  static func closingNote(_ measurements: [Measurement], _ absent: [String]) -> String {
    let held = measurements.filter { $0.holds == true }.count
    let targets = measurements.filter { $0.holds != nil }.count
    var lines = ["\(held) of \(targets) targets hold."]
    for m in measurements where m.holds == false {
      let against = m.ratio.map { ", \(ratio($0.median)) x \(m.peer)" } ?? ""
      lines.append("Missed: \(m.name): \(number(m.ours.median)) ns\(against).")
    }
    for m in measurements where m.isSlower {
      guard let ratio = m.ratio else { continue }
      lines.append(
        "Slower: \(m.name), \(self.ratio(ratio.median)) x \(m.peer)"
          + (m.reason.map { ": \($0)" } ?? "") + ".")
    }
    return (lines + absent).joined(separator: "\n")
  }

  private static func target(_ m: Measurement) -> String {
    [m.targetRatio.map(ratio), m.targetNanoseconds.map { "\(number($0)) ns" }]
      .compactMap { $0 }.joined(separator: ", ")
  }

  private static func ratio(_ value: Double) -> String {
    String(format: value < 0.1 ? "%.4f" : "%.2f", value)
  }

  private static func number(_ nanoseconds: Double) -> String {
    String(format: nanoseconds < 10 ? "%.2f" : nanoseconds < 1000 ? "%.1f" : "%.0f", nanoseconds)
  }
}
