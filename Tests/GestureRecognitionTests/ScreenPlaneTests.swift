import Foundation
import GestureRecognition
import MotionFusion
import TestSupport
import Testing

@Suite("ScreenPlane")
struct ScreenPlaneTests {
  /// A path in this attitude and around it.
  private func sample(
    _ location: Vector3<Double>, _ attitude: Quaternion<Double>, at time: Double = 0
  ) -> Sample3D {
    Sample3D(location: location, attitude: Attitude(quaternion: attitude), timestamp: time)
  }

  @Test(
    "a path along the screen keeps its shape", arguments: 0..<16 as Range<UInt64>)
  func attitude(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let held = Quaternion(
      rotationVector: Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()))
    // The attitude wobbles symmetrically about the mean.
    let wobble = Quaternion(rotationVector: Vector3(0.2, -0.3, 0.1))
    let drawn = [Vector3(0.1, 0.2, 0), Vector3(-0.3, 0.1, 0.05), Vector3(0, -0.4, -0.02)]
    let path = [
      sample(held.act(drawn[0]), held * wobble, at: 1), sample(held.act(drawn[1]), held, at: 2),
      sample(held.act(drawn[2]), held * wobble.conjugate, at: 3),
    ]
    let plane = try ScreenPlane(meanAttitudeOf: path)
    #expect(plane.attitude.quaternion.angularDistance(to: held) < 1e-14)
    for (seen, location) in zip(plane.project(path), drawn) {
      #expect(abs(seen.x - location.x) < 1e-14)
      #expect(abs(seen.y + location.y) < 1e-14)
    }
    #expect(plane.project(path).map(\.timestamp) == [1, 2, 3])
  }

  private struct Reference: Decodable {
    var quaternion: [[Double]]
    var paths: [String: [[Double]]]
    var meanQuaternion: [Double]
    var projected: [[Double]]
  }

  @Test("the mean attitude equals SciPy's: Tests/ReferenceData/gestures/generate.py")
  func reference() throws {
    let url = Locations.referenceData.appending(path: "gestures/paths.json")
    let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    let locations = try #require(reference.paths["zero-end-velocity"])
    let path = zip(locations, reference.quaternion).map { location, quaternion in
      sample(Vector3(location), Quaternion(quaternion))
    }
    let plane = try ScreenPlane(meanAttitudeOf: path)
    let mean = Quaternion(reference.meanQuaternion)
    #expect(plane.attitude.quaternion.angularDistance(to: mean) < 1e-14)
    for (seen, expected) in zip(plane.project(path), reference.projected) {
      #expect(difference([seen.x, seen.y], expected) < 1e-14)
    }
  }

  @Test("attitudes without a unique mean, no attitudes, and NaN throw")
  func errors() {
    let turned = Quaternion<Double>(x: 0, y: 0, z: 1, w: 0)
    #expect(throws: GestureError.noMeanAttitude) {
      try ScreenPlane(meanAttitudeOf: [sample(.zero, .identity), sample(.zero, turned)])
    }
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 1)) {
      try ScreenPlane(meanAttitudeOf: [])
    }
    let broken = Quaternion<Double>(x: .nan, y: 0, z: 0, w: 1)
    #expect(throws: GestureError.notFinite(sample: 1)) {
      try ScreenPlane(meanAttitudeOf: [sample(.zero, .identity), sample(.zero, broken)])
    }
  }
}
