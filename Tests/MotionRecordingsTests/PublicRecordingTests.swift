import Foundation
import MotionFusion
import MotionRecordings
import TestSupport
import Testing

@Suite("Public recordings", .needsRecordings)
struct PublicRecordingTests {
  private func path(_ name: String) throws -> String {
    try #require(Locations.recordings).appending(path: name).path
  }

  @Test("air-letters: five users, ten letters of ten each")
  func airLetters() throws {
    let recordings = try RecordingReader().read(path("air-letters"))
    #expect(recordings.format == "air-letters")
    #expect(!recordings.isAccused)
    #expect(recordings.deviceMotion.count == 500)
    #expect(Set(recordings.deviceMotion.compactMap(\.user)).count == 5)
    for letter in "OIJLZSVTXB" {
      #expect(recordings.deviceMotion.count { $0.label == String(letter) } == 50)
    }
  }

  @Test("sensor-logger: raw acceleration is gravity plus user acceleration, in Core Motion's signs")
  func sensorLogger() throws {
    let recordings = try RecordingReader().read(path("sensor-logger-iphone"))
    #expect(!recordings.isAccused)
    let motion = try #require(recordings.deviceMotion.first?.samples)
    let raw = try #require(recordings.sensorSamples.first?.samples)
    let accelerationAt = Dictionary(
      raw.compactMap { sample in sample.acceleration.map { (sample.timestamp, $0) } }
    ) { first, _ in first }
    var compared = 0
    for sample in motion {
      guard let acceleration = accelerationAt[sample.timestamp] else { continue }
      compared += 1
      #expect(
        maximumDifference(acceleration, sample.gravity + sample.userAcceleration) < 1e-6)
    }
    #expect(compared > 2000)
  }

  @Test("broad: a whole trial, with its reference")
  func broad() throws {
    let folder = try path("broad")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }
        .min { $0 < $1 })
    let bytes = try InputFile.read(folder + "/" + name)
    // The first tenth: the rest is more of the same, and a debug build is slow.
    let recordings = try RecordingReader().read(
      Array(bytes.prefix(bytes.count / 10)), name: name)
    #expect(recordings.format == "broad")
    #expect(!recordings.isAccused)
    #expect(recordings.sensorSamples.first?.samples.count ?? 0 > 5000)
    #expect(
      recordings.sensorSamples.first?.samples.count == recordings.references.first?.samples.count)
  }

  @Test("x-io: a walk with repeated times")
  func gait() throws {
    let recordings = try RecordingReader().read(path("gait/short_walk.csv"))
    #expect(recordings.format == "x-io")
    #expect(!recordings.isAccused)
    #expect(recordings.sensorSamples.first?.samples.count == 16_539)
  }

  @Test("lab-letters: the table of vectors and the table of weights have the same components")
  func labLetters() throws {
    let vectors = try LabeledVectors(
      InputFile.read(path("lab-letters/vectors.csv")), name: "vectors.csv")
    let weights = try LabeledVectors(
      InputFile.read(path("lab-letters/weights.csv")), name: "weights.csv")
    #expect(vectors.count == 457)
    #expect(weights.count == 26)
    #expect(vectors.names == weights.names)
    #expect(vectors.names.count == 28)
    #expect(vectors.values.count == 457 * 28)
    #expect(vectors.firstNonFinite == nil)
  }
}

extension Recordings {
  /// Whether a warning says that the numbers contradict a unit or a sign.
  fileprivate var isAccused: Bool {
    warnings.contains { if case .contradiction = $0.kind { true } else { false } }
  }
}
