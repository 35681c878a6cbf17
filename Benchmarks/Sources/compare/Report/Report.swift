import CxxPeers
import Foundation

/// A run: machine, date, versions and results.
struct Report: Codable {
  var date: String
  var machine: String
  var system: String
  var cores: Int
  /// As given by `Scripts/bench`.
  var compilers: [String]
  /// Threads of each side.
  var threads = 1
  /// Versions of the peers from Python, of Eigen and of glm.
  var packages: [String: String]
  var quick: Bool
  /// Notes about omitted comparisons.
  var notes: [String]
  var measurements: [Measurement] = []

  init(quick: Bool, peers: Peers) {
    date = Date().formatted(.iso8601)
    machine = Machine.processor
    system = ProcessInfo.processInfo.operatingSystemVersionString
    cores = ProcessInfo.processInfo.processorCount
    compilers = Machine.compilers
    packages = peers.python?.versions ?? [:]
    if peers_have_eigen() { packages["Eigen"] = String(cString: eigen_version()) }
    if peers_have_glm() { packages["glm"] = String(cString: glm_version()) }
    self.quick = quick
    notes = peers.notes
  }

  init(contentsOf file: URL) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try decoder.decode(Report.self, from: Data(contentsOf: file))
  }

  /// Continues an existing report.
  mutating func follow(_ before: Report) {
    compilers = before.compilers + compilers.filter { !before.compilers.contains($0) }
    measurements = before.measurements
  }

  /// Adds measurements; those of the same comparison and architecture are replaced.
  mutating func add(_ new: [Measurement]) {
    measurements.removeAll { old in
      new.contains {
        $0.name == old.name && $0.peer == old.peer && $0.architecture == old.architecture
      }
    }
    measurements += new
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // A result that is missing differs by infinity.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(self)
  }

  var heading: String {
    let versions = packages.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
    return
      ([
        "\(machine), \(cores) cores, \(system), \(date)",
        "one thread a side; \(quick ? "quick" : "full") run for \(Machine.architecture)",
      ] + compilers + [versions.joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// The machine and the compilers.
enum Machine {
  static let environment = ProcessInfo.processInfo.environment
  /// The target architecture of the compiler.
  static let architecture = environment["BENCH_ARCHITECTURE"] ?? "baseline"
  static let compilers = ["BENCH_SWIFT", "BENCH_CLANG"].compactMap { environment[$0] }

  static let processor: String = {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last.map { $0.trimmingPrefix(" ") }
    return name.map(String.init) ?? "unknown processor"
  }()
}
