import CPeers
import Foundation

@main
struct Compare {
  static let usage = """
    usage: compare [--quick] [--json] [--append] [--output FOLDER] [WORD ...]

    Measures the comparisons whose name or peer has one of the WORDs, or all, and prints a table.
      --quick          fewer and shorter rounds
      --json           prints the report as JSON, and no table
      --output FOLDER  writes bench.json and bench.svg there
      --append         adds to FOLDER/bench.json, in place of the same rows
    """

  static func main() throws {
    var quick = false
    var json = false
    var append = false
    var folder: String?
    var words: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--quick": quick = true
      case "--json": json = true
      case "--append": append = true
      case "--output": folder = arguments.popFirst()
      case "--help":
        print(usage)
        return
      case _ where argument.hasPrefix("-"):
        note("unknown option \(argument)\n\(usage)")
        exit(64)
      default: words.append(argument)
      }
    }

    // OpenBLAS starts a thread a core; both sides work on one.
    c_set_threads(1)
    let peers = Peers()
    let all =
      rotationComparisons() + precisionComparisons() + batchComparisons()
      + linearAlgebraComparisons() + averageComparisons(peers)
      + orientationComparisons(peers) + motionComparisons() + gestureComparisons(peers)
    let chosen = all.filter { comparison in
      words.isEmpty || words.contains { "\(comparison.name) \(comparison.peer)".contains($0) }
    }
    var report = Report(quick: quick, peers: peers)
    let file = folder.map { URL(fileURLWithPath: $0).appendingPathComponent("bench.json") }
    if append, let file, let before = try? Report(contentsOf: file) { report.follow(before) }
    if !json { say(report.heading + "\n\n" + Table.header) }
    var measurements: [Measurement] = []
    for comparison in chosen {
      var measurement = comparison.measure(quick ? .quick : .full)
      measurement.architecture = Machine.architecture
      measurements.append(measurement)
      if !json { say(Table.row(measurement)) }
    }
    report.add(measurements)
    if !json { say("\n" + Table.closingNote(measurements, peers.notes)) }

    if let folder, let file {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try report.encoded().write(to: file, options: .atomic)
      try Data(Chart(report).svg.utf8).write(
        to: file.deletingLastPathComponent().appendingPathComponent("bench.svg"),
        options: .atomic)
    }
    if json { print(String(decoding: try report.encoded(), as: UTF8.self)) }
    let broken = measurements.filter { !$0.agrees }
    for measurement in broken {
      note("\(measurement.name): differs from \(measurement.peer) by \(measurement.disagreement)")
    }
    if !broken.isEmpty { exit(1) }
  }

  /// Prints a line at once, also into a pipe.
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
