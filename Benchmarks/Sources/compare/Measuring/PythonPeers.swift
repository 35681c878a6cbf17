import Foundation

/// Peers that are Python packages: a child process, `Peers/peers.py`, that runs a job as often as
/// it is told and measures the time itself, so that its runs can alternate with ours.
final class PythonPeers {
  /// What is installed.
  private(set) var versions: [String: String] = [:]
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private struct Reply: Decodable {
    var versions: [String: String]?
    var seconds: Double?
    /// The bytes of the numbers, as Base64.
    var values: Data?
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
        guard let values = receive()?.values else { return [] }
        return [Double](unsafeUninitializedCapacity: values.count / 8) { numbers, count in
          count = values.copyBytes(to: UnsafeMutableRawBufferPointer(numbers)) / 8
        }
      }
    )
  }

  private var prepared = 0

  /// Sends a message after its length in bytes, as four bytes with the lowest first.
  private func send(_ message: [String: Any]) {
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    let length = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Data($0) }
    try? input.fileHandleForWriting.write(contentsOf: length + body)
  }

  private func receive() -> Reply? {
    guard let length = read(4) else { return nil }
    let count = length.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let body = read(count) else { return nil }
    return try? JSONDecoder().decode(Reply.self, from: body)
  }

  private func read(_ count: Int) -> Data? {
    guard let data = try? output.fileHandleForReading.read(upToCount: count) else { return nil }
    return data.count == count ? data : nil
  }
}
