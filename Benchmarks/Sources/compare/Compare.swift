import CxxPeers
import Foundation

@main
struct Compare {
  static func main() throws {
    var arguments = Set(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") {
      print("usage: compare [--quick] [--json] [WORD ...]   only comparisons whose name has WORD")
      return
    }
    let quick = arguments.remove("--quick") != nil
    let json = arguments.remove("--json") != nil
    if !peers_have_eigen() { note("Eigen is not installed (libeigen3-dev): skipped") }
    if !peers_have_glm() { note("glm is not installed (libglm-dev): skipped") }

    let all = rotationComparisons() + linearAlgebraComparisons() + motionComparisons()
    let chosen = all.filter { comparison in
      arguments.isEmpty
        || arguments.contains { "\(comparison.name) \(comparison.peer)".contains($0) }
    }
    var measurements: [Measurement] = []
    if !json { print(Table.header) }
    for comparison in chosen {
      let measurement = comparison.measure(
        rounds: quick ? 21 : 101, minimumMilliseconds: quick ? 0.5 : 2)
      measurements.append(measurement)
      if !json { print(Table.row(measurement)) }
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
    }
    let broken = measurements.filter { !$0.agrees }
    for measurement in broken {
      note("\(measurement.name): differs from \(measurement.peer) by \(measurement.disagreement)")
    }
    if !broken.isEmpty { exit(1) }
  }

  static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

enum Table {
  static let header = """
    | job | peer | ours ns | peer ns | ratio | 10 % .. 90 % | target | holds |
    |---|---|---:|---:|---:|---|---:|---|
    """

  static func row(_ m: Measurement) -> String {
    let cells = [
      m.name, m.peer, number(m.ours), number(m.theirs), String(format: "%.2f", m.ratio),
      String(format: "%.2f .. %.2f", m.ratioLow, m.ratioHigh),
      m.target.map { String(format: "%.3g", $0) } ?? "",
      m.holds.map { $0 ? "yes" : "no" } ?? "",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func number(_ nanoseconds: Double) -> String {
    String(format: nanoseconds < 10 ? "%.2f" : nanoseconds < 1000 ? "%.1f" : "%.0f", nanoseconds)
  }
}
