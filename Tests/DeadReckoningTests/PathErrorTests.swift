import Foundation
import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

/// Against numpy and scipy: `Tests/ReferenceData/errors/make_error_reference.py`.
@Suite("Errors against a reference path")
struct PathErrorTests {
  private struct Reference: Decodable {
    struct Paths: Decodable {
      var time: [Double]
      var truth: [[Double]]
      var path: [[Double]]
      var end: Double
      var rootMeanSquare: Double
      var shape: Double
      var velocity: [[Double]]
    }
    var paths: Paths
  }

  private static let reference: Reference.Paths? = {
    let url = Locations.referenceData.appending(path: "errors/errors.json")
    return (try? Data(contentsOf: url)).flatMap {
      try? JSONDecoder().decode(Reference.self, from: $0).paths
    }
  }()

  private func motions(_ times: [Double]) -> [DeviceMotion] {
    times.map { DeadReckonerTests.motion(at: $0, acceleration: .zero) }
  }

  private func poses(
    _ times: [Double], _ positions: [Vector3<Double>?], unscored: Set<Int> = []
  ) -> [ReferencePose] {
    zip(times, positions).enumerated().map { index, pose in
      ReferencePose(timestamp: pose.0, position: pose.1, isScored: !unscored.contains(index))
    }
  }

  @Test("end, root mean square and shape are numpy's, the velocity is scipy's")
  func numpy() throws {
    let reference = try #require(Self.reference)
    let truth = reference.truth.map { Vector3($0) }
    let path = reference.path.map { Vector3($0) }
    let found = try #require(
      ReferencePath(of: motions(reference.time), in: poses(reference.time, truth)))
    let error = try #require(found.error(of: path, from: 0))
    #expect(abs(error.end - reference.end) < 1e-14)
    #expect(abs(error.rootMeanSquare - reference.rootMeanSquare) < 1e-14)
    let shape = try #require(PathError.shape(of: path, from: truth))
    #expect(abs(shape - reference.shape) < 1e-14)
    #expect(found.velocities.prefix(5).allSatisfy { $0 == nil })
    #expect(found.velocities.suffix(5).allSatisfy { $0 == nil })
    for (velocity, expected) in zip(found.velocities[5...], reference.velocity) {
      #expect(maximumDifference(try #require(velocity), Vector3(expected)) < 1e-12)
    }
  }

  @Test("a shift is no error; unknown points are not counted; an unknown end yields nil")
  func laws() throws {
    let truth = (0..<9).map(Double.init).map { Vector3($0, 2, -$0 * $0) }
    let shifted = truth.map { $0 + Vector3(5, -6, 7) }
    #expect(PathError(of: shifted, from: truth) == PathError(end: 0, rootMeanSquare: 0))
    #expect(try #require(PathError.shape(of: shifted, from: truth)) < 1e-15)
    // One point off by 3 m, of nine.
    var bent = truth
    bent[4].y += 3
    #expect(PathError(of: bent, from: truth) == PathError(end: 0, rootMeanSquare: 1))
    var known: [Vector3<Double>?] = truth
    known[4] = nil
    #expect(PathError(of: bent, from: known) == PathError(end: 0, rootMeanSquare: 0))
    known[8] = nil
    #expect(PathError(of: bent, from: known) == nil)
    #expect(PathError(of: bent[1...], from: truth) == nil)
    #expect(PathError(of: [], from: [] as [Vector3<Double>?]) == nil)
    #expect(PathError.shape(of: [], from: []) == nil)
  }

  @Test(
    "poses at another rate than the motions: velocities of a cubic path and of a fixed point",
    arguments: [60.0, 99, 120, 333])
  func otherRate(rate: Double) throws {
    let times = (0..<300).map { Double($0) / 200 }
    let poseTimes = (0..<Int(rate * 1.6)).map { Double($0) / rate }
    let far = Vector3(1000.0, -20, 3)
    for (position, velocity): ((Double) -> Vector3<Double>, (Double) -> Vector3<Double>) in [
      ({ _ in far }, { _ in .zero }),
      (
        { t in far + Vector3(t, t * t, t * t * t) },
        { t in Vector3(1, 2 * t, 3 * t * t) }
      ),
    ] {
      let path = try #require(
        ReferencePath(of: motions(times), in: poses(poseTimes, poseTimes.map(position))))
      var known = 0
      var largest = 0.0
      for (time, found) in zip(times, path.velocities) {
        guard let found else { continue }
        known += 1
        // Told at the pose that is nearest.
        let place = (time * rate).rounded()
        let differences = [-1.0, 0, 1].map {
          maximumDifference(found, velocity((place + $0) / rate))
        }
        largest = max(largest, differences.min() ?? .infinity)
      }
      #expect(largest < 1e-7)
      #expect(known > 200 || rate == 60)
    }
  }

  @Test("medians of each component separately")
  func medians() {
    let errors = [(3.0, 1.0), (1, 5), (2, 3), (9, 2)].map { PathError(end: $0, rootMeanSquare: $1) }
    #expect(errors.median == PathError(end: 2.5, rootMeanSquare: 2.5))
    #expect(errors.dropLast().median == PathError(end: 2, rootMeanSquare: 3))
    #expect([PathError]().median == nil)
  }

  @Test("windows are consecutive, and restart after unknown or unscored positions")
  func windows() throws {
    let times = (0..<100).map { Double($0) / 10 }
    var positions: [Vector3<Double>?] = times.map { Vector3($0, -2 * $0, 1) }
    func windows(_ unscored: Set<Int> = []) throws -> [ReferencePath.Window] {
      let poses = poses(times, positions, unscored: unscored)
      return try #require(ReferencePath(of: motions(times), in: poses)).windows(of: 20)
    }
    // The first and the last five have no velocity.
    let whole = try windows()
    #expect(whole.map(\.indices) == [5..<26, 25..<46, 45..<66, 65..<86])
    for window in whole {
      #expect(maximumDifference(window.startVelocity, Vector3(1, -2, 0)) < 1e-12)
      #expect(maximumDifference(window.endVelocity, Vector3(1, -2, 0)) < 1e-12)
    }
    #expect(try windows([50]).map(\.indices) == [5..<26, 25..<46, 51..<72, 71..<92])
    // Within five motions of what is unknown no window begins or ends.
    positions[50] = nil
    #expect(try windows().map(\.indices) == [5..<26, 56..<77])
    #expect(ReferencePath(of: motions(times), in: poses(times, times.map { _ in nil })) == nil)
    #expect(ReferencePath(of: [], in: poses(times, positions)) == nil)
  }

  @Test("linear drift: the corrected position is the integral of the corrected velocity")
  func zeroEndVelocity() throws {
    // A constant error of 2 m/s², integrated exactly.
    var path = (0...10).map { index in
      let t = Double(index) / 10
      return PathPoint(
        index: index, timestamp: t, position: Vector3(t * t, 1, 0), velocity: Vector3(2 * t, 0, 0),
        attitude: .identity)
    }
    path.removeDrift(endVelocity: Vector3(2, 0, 0))
    for point in path {
      #expect(maximumDifference(point.position, Vector3(0, 1, 0)) < 1e-15)
      #expect(maximumDifference(point.velocity, .zero) < 1e-15)
    }
    var one = Array(path[..<1])
    one.removeDrift(endVelocity: .unitX)
    #expect(one[0] == path[0])
  }

  @Test("precision and recall; nil without a detection, or without a stationary sample")
  func detection() throws {
    let accuracy = try #require(
      DetectionAccuracy(
        of: [true, true, false, true, false], with: [true, false, true, true, false]))
    #expect(accuracy.precision == 2.0 / 3 && accuracy.recall == 2.0 / 3)
    #expect(DetectionAccuracy(of: [false], with: [true]) == nil)
    #expect(DetectionAccuracy(of: [true], with: [false]) == nil)
    #expect(DetectionAccuracy(of: [true, false], with: [false, true])?.recall == 0)
    #expect(DetectionAccuracy(of: [], with: []) == nil)
  }
}
