import CxxPeers
import Foundation

/// The installed peers; missing ones are omitted with a note.
final class Peers {
  let python: PythonPeers?
  let vqf: VQFLibrary?
  let fusion: FusionLibrary?
  /// Notes about missing peers.
  private(set) var notes: [String] = []

  init() {
    let environment = ProcessInfo.processInfo.environment
    python = PythonPeers(
      python: environment["BENCH_PYTHON"] ?? "python3",
      script: environment["BENCH_PEERS"] ?? "Benchmarks/Peers/peers.py")
    vqf = environment["BENCH_VQF"].flatMap { VQFLibrary(path: $0) }
    fusion = environment["BENCH_FUSION"].flatMap { FusionLibrary(path: $0) }
    if !peers_have_eigen() { notes.append("Eigen is not installed (libeigen3-dev): left out") }
    if !peers_have_glm() { notes.append("glm is not installed (libglm-dev): left out") }
    if python == nil { notes.append("Python did not start: its peers are left out") }
    if vqf == nil { notes.append("VQF's C++ was not compiled: left out") }
    if fusion == nil { notes.append("Fusion's C core was not compiled: left out") }
  }

  /// A comparison with a job of a Python package, if it is installed.
  ///
  /// `result` returns our result in the form of the script's.
  func compare(
    _ name: String, with package: String, job: String,
    _ arrays: [([Double], [Int])], target: Double? = nil, operations: Int,
    ours: @escaping () -> Void,
    tolerance: Double, disagreement: @escaping (_ theirs: [Double]) -> Double,
    reason: String? = nil
  ) -> [Comparison] {
    guard let python else { return [] }
    guard let peer = python.prepare(job, arrays) else {
      notes.append("\(package) is not installed or fails: “\(name)” is left out")
      return []
    }
    return [
      Comparison(
        name: name, peer: "\(package) \(python.versions[package] ?? "")",
        targetRatio: target, operations: operations, ours: Side(ours),
        theirs: peer.side, disagreement: { disagreement(peer.result()) }, tolerance: tolerance,
        reason: reason)
    ]
  }
}
