import Foundation
import MotionFusion
import TestSupport
import Testing

/// Against scipy: `Tests/ReferenceData/errors/make_error_reference.py`.
@Suite("Attitude errors")
struct AttitudeErrorsTests {
  private struct Reference: Decodable {
    struct Attitudes: Decodable {
      var estimate: [[Double]]
      var reference: [[Double]]
      var total: [Double]
      var heading: [Double]
      var inclination: [Double]
      var turned: [[Double]]
      var alignedRootMeanSquare: [Double]
    }
    var attitudes: Attitudes
  }

  private static let reference: Reference.Attitudes? = {
    let url = Locations.referenceData.appending(path: "errors/errors.json")
    return (try? Data(contentsOf: url)).flatMap {
      try? JSONDecoder().decode(Reference.self, from: $0).attitudes
    }
  }()

  private func motion(at time: Double, _ quaternion: Quaternion<Double>) -> DeviceMotion {
    DeviceMotion(
      timestamp: time, attitude: Attitude(quaternion: quaternion), rotationRate: .zero,
      userAcceleration: .unitX)
  }

  private func motions(_ rows: [[Double]]) -> [DeviceMotion] {
    rows.enumerated().map { motion(at: Double($0.offset), Quaternion($0.element)) }
  }

  private func poses(_ rows: [[Double]]) -> [ReferencePose] {
    motions(rows).map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
  }

  @Test("angles agree with scipy from 1e-6 rad to nearly a half turn")
  func angles() throws {
    let reference = try #require(Self.reference)
    let errors = try #require(
      AttitudeErrors(
        of: motions(reference.estimate), from: poses(reference.reference), within: 0))
    try #require(errors.errors.count == 40)
    for (index, error) in errors.errors.enumerated() {
      // The quaternions in the file are rounded; the matrices they come from are too.
      #expect(abs(error.total - reference.total[index]) < 1e-15 * 8)
      #expect(abs(error.heading - reference.heading[index]) < 1e-15 * 8)
      #expect(abs(error.inclination - reference.inclination[index]) < 1e-15 * 8)
      // Neither sign of a quaternion is another attitude.
      let other = AttitudeError(
        of: -Quaternion(reference.estimate[index]), from: Quaternion(reference.reference[index]))
      #expect(other == error)
    }
  }

  @Test("alignment subtracts the circular mean of the heading")
  func alignment() throws {
    let reference = try #require(Self.reference)
    let truth = poses(reference.reference)
    let errors = try #require(
      AttitudeErrors(
        of: motions(reference.turned), from: truth, aligningHeading: true, within: 0))
    let expected = reference.alignedRootMeanSquare
    #expect(abs(errors.rootMeanSquare.total - expected[0]) < 1e-14)
    #expect(abs(errors.rootMeanSquare.heading - expected[1]) < 1e-14)
    #expect(abs(errors.rootMeanSquare.inclination - expected[2]) < 1e-14)
    // Of a constant turn alone nothing is left, and in degrees it is what it is.
    let turn = Quaternion(rotationVector: Vector3(0, 0, 2.5))
    let turned = motions(reference.reference).map {
      motion(at: $0.timestamp, turn * $0.attitude.quaternion)
    }
    let left = AttitudeErrors(of: turned, from: truth, aligningHeading: true, within: 0)
    #expect(try #require(left).rootMeanSquare.total < 1e-15)
    let off = try #require(AttitudeErrors(of: turned, from: truth, within: 0)).rootMeanSquare
    #expect(abs(off.inDegrees.heading - 2.5 * 180 / .pi) < 1e-12)
    #expect(abs(off.total - 2.5) < 1e-14 && off.inclination < 1e-15)
  }

  @Test("alignment turns attitudes and keeps vectors in the device frame")
  func motions() throws {
    let reference = try #require(Self.reference)
    let turn = Quaternion(rotationVector: Vector3(0, 0, -1.2))
    let motions = motions(reference.reference).map {
      motion(at: $0.timestamp, turn * $0.attitude.quaternion)
    }
    var turned = motions
    turned.alignHeading(with: poses(reference.reference))
    for (motion, truth) in zip(turned, reference.reference) {
      #expect(AttitudeError(of: motion.attitude.quaternion, from: Quaternion(truth)).total < 1e-14)
      #expect(maximumDifference(motion.gravity, motion.attitude.gravity) < 1e-15)
    }
    var same = motions
    same.alignHeading(with: [])
    #expect(same == motions)
  }

  @Test("poses not scored, without attitude or too far in time are left out")
  func choice() throws {
    let level = Attitude.identity
    let poses = [
      ReferencePose(timestamp: 0, attitude: level, isScored: false),
      ReferencePose(timestamp: 1, attitude: nil), ReferencePose(timestamp: 2, attitude: level),
      ReferencePose(timestamp: 3, attitude: level),
    ]
    let estimates = [0, 1, 2.2, 2.5, 9].map { motion(at: $0, .identity) }
    let errors = try #require(AttitudeErrors(of: estimates, from: poses, within: 0.3))
    #expect(errors.timestamps == [2.2])
    #expect(AttitudeErrors(of: estimates, from: [], within: 1) == nil)
    #expect(AttitudeErrors(of: [], from: poses, within: 1) == nil)
    // Half way the later one is taken; a NaN is near nothing.
    #expect(poses.nearest(to: [2.5, .nan], within: 0.5).map { $0?.timestamp } == [3, nil])
  }
}
