import Foundation
import MotionFusion
import MotionRecordings
import Testing

@Suite("KITTI")
struct KITTITests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "inertial-\(UUID().uuidString)").path

  /// Writes files, and reads their folder.
  private func read(_ files: [String: String]) throws -> Recordings {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, text) in files {
      let parent = "\(folder)/\(path)".split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: "/" + parent, withIntermediateDirectories: true)
      try OutputFile.write(text, to: "\(folder)/\(path)")
    }
    return try RecordingReader().read(folder)
  }

  private static func packet(_ position: String, _ angles: String) -> String {
    "\(position) \(angles) 1 2 3 4 5 0.5 -1 9.80665 6 7 8 0.1 -0.2 0.3 9 9 9 0.05 0.01 4 10 5 5 0\n"
  }

  private static let times = "2011-09-26 13:02:25.594360375\n2011-09-26 13:02:25.604360375\n"

  /// Position by PROJ 9 (`+proj=topocentric`), attitude by NumPy.
  @Test("packets: raw samples, attitude and position east, north, up of the first")
  func packets() throws {
    let recordings = try read([
      "oxts/timestamps.txt": Self.times,
      "oxts/data/0000000000.txt": Self.packet("49.015 8.43 116", "0 0 0"),
      "oxts/data/0000000001.txt": Self.packet("49.0159 8.4312 118", "0.1 -0.2 2.5"),
      "image_00/timestamps.txt": Self.times,
    ])
    #expect(recordings.format == "kitti" && recordings.warnings.isEmpty)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.count == 2)
    #expect(abs(samples[0].timestamp - 1_317_042_145.594360375) < 1e-6)
    #expect(samples[1].rotationRate == Vector3(0.1, -0.2, 0.3))
    let reading = try #require(samples[1].acceleration)
    #expect((reading - Vector3(-0.5 / 9.80665, 1 / 9.80665, -1)).maximumMagnitude < 1e-15)
    #expect(recordings.references.map(\.name) == recordings.sensorSamples.map(\.name))
    let poses = try #require(recordings.references.first?.samples)
    #expect(poses.first?.position == .zero && poses.first?.attitude == .identity)
    let position = try #require(poses.last?.position)
    let expected = Vector3(87.77981968, 100.09158104, 1.99861100)
    #expect((position - expected).maximumMagnitude < 1e-7)
    let rotation = Matrix3(try #require(poses.last?.attitude).quaternion)
    let truth = Matrix3(
      rows: Vector3(-0.78517408, -0.57959252, 0.21811503),
      Vector3(0.58654255, -0.80901123, -0.03832316), Vector3(0.19866933, 0.0978434, 0.97517033))
    let errors = [rotation.c0 - truth.c0, rotation.c1 - truth.c1, rotation.c2 - truth.c2]
    #expect(errors.allSatisfy { $0.maximumMagnitude < 1e-8 })
  }

  @Test("poses: the camera's frame becomes one with z up; 10 a second")
  func poses() throws {
    // 1 m forward, 2 to the right, 3 down, turned 90 degrees to the right about the vertical.
    let text = "1 0 0 0 0 1 0 0 0 0 1 0\n0 0 1 2 0 1 0 3 -1 0 0 1\n"
    let recordings = try RecordingReader().read(Array(text.utf8), name: "00.txt")
    #expect(recordings.format == "kitti")
    #expect(recordings.warnings.map(\.count) == [1])
    let poses = try #require(recordings.references.first?.samples)
    #expect(poses.map(\.timestamp) == [0, 0.1])
    #expect(poses.last?.position == Vector3(1, -2, -3))
    // The camera's z axis, forward, first along x, then along -y.
    let forward = poses.compactMap { $0.attitude?.quaternion.act(.unitZ) }
    #expect((forward[0] - .unitX).maximumMagnitude < 1e-15)
    #expect((forward[1] + .unitY).maximumMagnitude < 1e-15)
  }

  @Test("damage: a missing time, a time that is none, a short packet, no rotation")
  func damage() throws {
    let packet = Self.packet("49.015 8.43 116", "0 0 0")
    func reason(_ files: [String: String]) throws -> String {
      try #require(throws: RecordingError.self) { try self.read(files) }.description
    }
    #expect(
      try reason([
        "timestamps.txt": Self.times, "data/0.txt": packet,
      ]).contains("expected 1 times, one a packet, got 2"))
    #expect(
      try reason(["timestamps.txt": "yesterday\n", "data/0.txt": packet])
        .contains("expected a time such as"))
    #expect(
      try reason(["timestamps.txt": "2011-09-26 13:02:25\n", "data/0.txt": "1 2 3\n"])
        .contains("0.txt"))
    // Without a line end the row may be cut off, and is left out.
    let damaged = packet.dropLast().split(separator: " ").enumerated()
      .map { $0 == 5 ? "x" : String($1) }.joined(separator: " ")
    #expect(
      try reason(["timestamps.txt": "2011-09-26 13:02:25\n", "data/0.txt": damaged])
        .contains("0.txt: expected at least one sample"))
    let text = "1 0 0 0 0 1 0 0 0 0 2 0\n"
    let error = try #require(throws: RecordingError.self) {
      try RecordingReader().read(Array(text.utf8), name: "00.txt")
    }
    #expect(error.description.contains("expected a rotation"))
  }
}
