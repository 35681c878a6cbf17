import Foundation
import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

/// Against numpy and scipy: `Tests/ReferenceData/gestures/generate.py`.
@Suite("DeadReckoner against the lab's formulas in numpy")
struct PathReferenceTests {
  private struct Reference: Decodable {
    var time: [Double]
    var quaternion: [[Double]]
    var userAcceleration: [[Double]]
    var paths: [String: [[Double]]]

    var motions: [DeviceMotion] {
      time.indices.map { index in
        DeviceMotion(
          timestamp: time[index], attitude: Attitude(quaternion: Quaternion(quaternion[index])),
          rotationRate: .zero, userAcceleration: Vector3(userAcceleration[index]))
      }
    }
  }

  @Test("every stabilizer, with rotation and uneven steps", arguments: Stabilizer.allCases)
  func path(stabilizer: Stabilizer) throws {
    let url = Locations.referenceData.appending(path: "gestures/paths.json")
    let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    let path = DeadReckoner.path(
      of: reference.motions, stabilizer: stabilizer, dampingRate: 2)
    let expected = try #require(reference.paths[stabilizer.rawValue])
    #expect(path.count == expected.count)
    // Sixty steps of metres; each adds some roundings.
    for (point, location) in zip(path, expected) {
      #expect(maximumDifference(point.location, Vector3(location)) < 60 * 8 * .ulpOfOne)
    }
  }
}
