import Foundation

/// Peers that are Python packages: a child process, `Peers/peers.py`, that runs a job as often as
/// it is told and measures the time itself, so that its runs can alternate with ours.
final class PythonPeers {
  /// What is installed.
  private(set) var versions: [String: String] = [:]
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffered = Data()

  private struct Reply: Decodable {
    var versions: [String: String]?
    var seconds: Double?
    var values: [Double]?
    var error: String?
  }

  /// Starts `python` on `script`, if there is such a thing.
  init?(python: String, script: String) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [python, script]
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch { return nil }
    guard let reply = receive(), let found = reply.versions else { return nil }
    versions = found
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// A job of the script over arrays, ready to run; `nil` when the package it needs is absent
  /// or the job fails.
  func prepare(
    _ job: String, _ arrays: [([Double], [Int])]
  ) -> (side: Side, result: () -> [Double])? {
    prepared += 1
    let id = prepared
    send([
      "prepare": job, "id": id,
      "arrays": arrays.map { array in
        [
          "shape": array.1,
          "data": array.0.withUnsafeBytes { Data($0) }.base64EncodedString(),
        ] as [String: Any]
      },
    ])
    guard let reply = receive(), reply.error == nil else { return nil }
    // Once, so that a job that cannot run is left out and not measured.
    send(["run": id, "repetitions": 1])
    guard let reply = receive(), reply.error == nil else { return nil }
    let side = Side(seconds: { [self] repetitions in
      send(["run": id, "repetitions": repetitions])
      return receive()?.seconds ?? .nan
    })
    return (
      side,
      { [self] in
        send(["result": id])
        return receive()?.values ?? []
      }
    )
  }

  private var prepared = 0

  private func send(_ message: [String: Any]) {
    guard var line = try? JSONSerialization.data(withJSONObject: message) else { return }
    line.append(UInt8(ascii: "\n"))
    try? input.fileHandleForWriting.write(contentsOf: line)
  }

  private func receive() -> Reply? {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffered[..<end]
        buffered = Data(buffered[buffered.index(after: end)...])
        return try? JSONDecoder().decode(Reply.self, from: line)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      buffered.append(more)
    }
  }
}
