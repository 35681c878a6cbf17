import Foundation
import RotationMath
import TestSupport
import Testing

/// The worst error of each round trip over random and edge-case rotations, printed as a table.
///
/// `INERTIAL_ACCURACY_CASES=1000000 swift test -c release --filter Accuracy` measures a million.
@Suite("Accuracy of round trips")
struct AccuracyTableTests {
  static let cases =
    ProcessInfo.processInfo.environment["INERTIAL_ACCURACY_CASES"].flatMap(Int.init) ?? 2000

  /// Angles that are zero, tiny or near π, about coordinate axes and near them.
  static var edgeCases: [Quaternion<Double>] {
    let axes: [Vector3<Double>] = [
      .unitX, .unitY, .unitZ, Vector3(1, 1, 1), Vector3(1, -2, 3), Vector3(1, 1e-9, 0),
      Vector3(1e-17, 1, 0), Vector3(0, 1e-160, 1),
    ]
    let angles: [Double] = [
      0, 1e-300, 1e-160, 1e-16, 1e-8, 1e-4, .pi / 2, .pi - 1e-8, .pi - 1e-12, .pi, .pi + 1e-8,
    ]
    return axes.flatMap { axis in angles.compactMap { Quaternion(angle: $0, axis: axis) } }
  }

  /// A conversion to another representation and back.
  struct RoundTrip<Scalar: RealScalar> {
    var name: String
    var trip: (Quaternion<Scalar>) -> Quaternion<Scalar>
  }

  static func roundTrips<Scalar: RealScalar>(_ type: Scalar.Type) -> [RoundTrip<Scalar>] {
    let axis = Vector3<Scalar>(3, -2, 6) / 7
    var trips: [RoundTrip<Scalar>] = [
      RoundTrip(name: "matrix") { Quaternion(Matrix3($0)) },
      RoundTrip(name: "rotation vector") { Quaternion(rotationVector: $0.rotationVector) },
      RoundTrip(name: "angle and axis") { q in
        q.axis.flatMap { Quaternion(angle: q.angle, axis: $0) } ?? q
      },
      RoundTrip(name: "modified Rodrigues parameters") {
        Quaternion(modifiedRodriguesParameters: $0.modifiedRodriguesParameters)
      },
      RoundTrip(name: "swing and twist") { q in
        q.swingTwist(about: axis).map { $0.swing * $0.twist } ?? q
      },
    ]
    for sequence in [EulerSequence.coreMotion, .yawPitchRoll, .properEuler] {
      trips.append(
        RoundTrip(name: "Euler angles \(sequence)") { Quaternion($0.eulerAngles(sequence)) })
    }
    return trips
  }

  func measure<Scalar: RealScalar>(_ type: Scalar.Type) -> [(name: String, worst: Double)] {
    var random = SplitMix64(seed: 42)
    var rotations = Self.edgeCases.map { Quaternion<Scalar>($0) }
    for _ in 0..<Self.cases { rotations.append(.random(using: &random)) }
    rotations = rotations.compactMap { $0.normalized() }
    return Self.roundTrips(type).map { roundTrip in
      var worst = 0.0
      for q in rotations {
        let error = differenceUpToSign(roundTrip.trip(q).list, q.list)
        worst = max(worst, Double(error / .ulpOfOne))
      }
      return (roundTrip.name, worst)
    }
  }

  @Test("conversions and back are accurate to 3 eps (Double) and 3.5 eps (Float)")
  func table() {
    print(
      "worst round-trip error of \(Self.cases) random and \(Self.edgeCases.count) edge-case rotations, eps"
    )
    for (double, single) in zip(measure(Double.self), measure(Float.self)) {
      let worst = "Double \(short(double.worst))  Float \(short(single.worst))"
      print("  \(double.name.padding(toLength: 32, withPad: " ", startingAt: 0)) \(worst)")
      #expect(double.worst <= 3, "\(double.name)")
      // A million rotations reach 3.5 eps in single precision.
      #expect(single.worst <= 3.5, "\(double.name), Float")
    }
  }

  func short(_ x: Double) -> String { String(format: "%.2f", x) }

  @Test("normalisation and length are accurate from 1e-319 to 1e308")
  func normalization() throws {
    for scale in [1e200, 1e-200, 1e-300, 1e307, 0x1p-1060] {
      let unit = try #require((Vector3(2.0, 3, 6) * scale).normalized())
      let tolerance = scale < 1e-300 ? 1e-13 : 2 * Double.ulpOfOne
      #expect(unit.distance(to: Vector3(2, 3, 6) / 7) <= tolerance)
      #expect(abs((Vector3(2.0, 3, 6) * scale).length / (7 * scale) - 1) <= tolerance)
    }
    #expect(Vector3<Double>.zero.normalized() == nil)
    #expect(Vector3(Double.nan, 1, 1).normalized() == nil)
    #expect(Vector3(Double.infinity, 1, 1).normalized() == nil)
  }
}
