import RotationMath
import TestSupport
import Testing

/// What the law tests need in addition to ``LieGroup``.
protocol TestedGroup: LieGroup {
  /// The basis of the tangent space.
  static var basis: [Tangent] { get }
  /// A tangent with the given rotation vector and, for rigid transforms, a random translation.
  static func tangent(_ angular: Vector3<Scalar>, using random: inout SplitMix64) -> Tangent
  /// The rotation angle of a tangent.
  static func angle(of tangent: Tangent) -> Scalar
  /// The distance from the group manifold.
  var deviation: Scalar { get }
}

extension Quaternion: TestedGroup {
  static var basis: [Vector3<Scalar>] { [.unitX, .unitY, .unitZ] }
  static func tangent(_ angular: Vector3<Scalar>, using random: inout SplitMix64)
    -> Vector3<Scalar>
  { angular }
  static func angle(of tangent: Vector3<Scalar>) -> Scalar { tangent.length }
  var deviation: Scalar { abs(length - 1) }
}

extension Twist {
  static var axes: [Self] {
    Quaternion<Scalar>.basis.map { Self(angular: $0, linear: .zero) }
      + Quaternion<Scalar>.basis.map { Self(angular: .zero, linear: $0) }
  }

  static func random(_ angular: Vector3<Scalar>, using random: inout SplitMix64) -> Self {
    Self(
      angular: angular,
      linear: Vector3(
        Scalar(random.nextNormal()), Scalar(random.nextNormal()), Scalar(random.nextNormal())))
  }
}

extension RigidTransform: TestedGroup {
  static var basis: [Twist<Scalar>] { Twist.axes }
  static func tangent(_ angular: Vector3<Scalar>, using random: inout SplitMix64) -> Twist<Scalar> {
    .random(angular, using: &random)
  }
  static func angle(of tangent: Twist<Scalar>) -> Scalar { tangent.angular.length }
  var deviation: Scalar { rotation.deviation }
}

extension DualQuaternion: TestedGroup {
  static var basis: [Twist<Scalar>] { Twist.axes }
  static func tangent(_ angular: Vector3<Scalar>, using random: inout SplitMix64) -> Twist<Scalar> {
    .random(angular, using: &random)
  }
  static func angle(of tangent: Twist<Scalar>) -> Scalar { tangent.angular.length }
  var deviation: Scalar { max(real.deviation, abs(real.dot(dual))) }
}

extension PlanarTransform: TestedGroup {
  static var basis: [Vector3<Scalar>] { [.unitX, .unitY, .unitZ] }
  static func tangent(_ angular: Vector3<Scalar>, using random: inout SplitMix64)
    -> Vector3<Scalar>
  {
    // An angle of either sign.
    Vector3(
      angular.x + angular.y + angular.z < 0 ? -angular.length : angular.length,
      Scalar(random.nextNormal()), Scalar(random.nextNormal()))
  }
  static func angle(of tangent: Vector3<Scalar>) -> Scalar { abs(tangent.x) }
  var deviation: Scalar { abs(Vector2(rotation.cosine, rotation.sine).length - 1) }
}

@Suite("Laws of Lie groups")
struct LieGroupLawTests {
  static let groups: [any TestedGroup.Type] = [
    Quaternion<Double>.self, Quaternion<Float>.self,
    RigidTransform<Double>.self, RigidTransform<Float>.self,
    DualQuaternion<Double>.self, DualQuaternion<Float>.self,
    PlanarTransform<Double>.self, PlanarTransform<Float>.self,
  ]

  /// Tangents with zero, tiny, near-π and random angles.
  static func tangents<G: TestedGroup>(of group: G.Type) -> [G.Tangent] {
    var random = SplitMix64(seed: 3)
    var list: [G.Tangent] = [.zero]
    for angle in [1e-300, 1e-8, 1e-3, 1, 3, Double.pi - 1e-12, .pi] {
      for axis in [Vector3(1.0, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0.6, 0, -0.8)] {
        list.append(G.tangent(Vector3(axis * angle), using: &random))
      }
    }
    for _ in 0..<24 {
      let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      list.append(G.tangent(Vector3(v), using: &random))
    }
    return list
  }

  @Test("group axioms, exponential, logarithm and adjoint", arguments: 0..<8)
  func laws(group index: Int) {
    func check<G: TestedGroup>(_ group: G.Type) {
      let tangents = Self.tangents(of: G.self)
      // Rounding of a few products of elements up to about 10.
      let tolerance = 400 * G.Scalar.ulpOfOne
      for (i, t) in tangents.enumerated() {
        let a = G(exponentialCoordinates: t)
        let b = G(exponentialCoordinates: tangents[(i + 7) % tangents.count])
        let c = G(exponentialCoordinates: tangents[(i + 19) % tangents.count])
        // Compared in the group, where ±q and the two logarithms of a half turn are equal.
        func same(_ x: G, _ y: G) -> Bool {
          x.rightMinus(y).maximumMagnitude <= tolerance
        }
        #expect(same(a * G.identity, a) && same(G.identity * a, a), "\(t)")
        #expect(same(a * a.inverted(), .identity) && same(a.inverted() * a, .identity), "\(t)")
        #expect(same((a * b) * c, a * (b * c)), "\(t)")
        #expect(same(G(exponentialCoordinates: a.exponentialCoordinates), a), "\(t)")
        if G.angle(of: t) < 3.1 {
          #expect(
            (a.exponentialCoordinates - t).maximumMagnitude <= tolerance, "\(t)")
        }
        let small = b.exponentialCoordinates
        #expect(same(a.rightPlus(small), a.leftPlus(a.adjoint * small)), "\(t)")
        #expect(same(b.rightPlus(a.rightMinus(b)), a) && same(b.leftPlus(a.leftMinus(b)), a))
      }
    }
    check(Self.groups[index])
  }

  @Test("Jacobians match central differences", arguments: 0..<8)
  func differences(group index: Int) {
    func check<G: TestedGroup>(_ group: G.Type) {
      // The cube root of eps balances truncation, step², against rounding, eps / step.
      let step = G.Scalar.pow(.ulpOfOne, 1 / 3 as G.Scalar)
      for t in Self.tangents(of: G.self) where G.angle(of: t) < 3.1 {
        let x = G(exponentialCoordinates: t)
        for direction in G.basis {
          let ahead = G(exponentialCoordinates: t + direction * step)
          let behind = G(exponentialCoordinates: t - direction * step)
          let left = (ahead.leftMinus(x) - behind.leftMinus(x)) / (2 * step)
          let right = (ahead.rightMinus(x) - behind.rightMinus(x)) / (2 * step)
          let tolerance = 100 * step * step
          #expect(
            (G.leftJacobian(at: t) * direction - left).maximumMagnitude <= tolerance, "\(t)")
          #expect(
            (G.rightJacobian(at: t) * direction - right).maximumMagnitude <= tolerance, "\(t)")
          let back = G.leftJacobianInverse(at: t) * (G.leftJacobian(at: t) * direction)
          #expect((back - direction).maximumMagnitude <= 400 * .ulpOfOne, "\(t)")
        }
      }
    }
    check(Self.groups[index])
  }

  @Test("thousands of products stay on the group", arguments: 0..<8)
  func drift(group index: Int) {
    func check<G: TestedGroup>(_ group: G.Type) {
      var random = SplitMix64(seed: 11)
      let step = G(
        exponentialCoordinates: G.tangent(
          Vector3(Vector3(0.3, -0.2, 0.7)), using: &random))
      var x = G.identity
      for _ in 0..<2000 { x = x * step }
      for _ in 0..<2000 { x = x * step.inverted() }
      // The rounding error of the step's length is the same each time, so the growth is linear: a
      // few eps per product. Translations are not checked, because their error grows with the
      // distance.
      #expect(x.deviation <= 16000 * .ulpOfOne)
      #expect(G.angle(of: x.exponentialCoordinates) <= 16000 * .ulpOfOne)
    }
    check(Self.groups[index])
  }
}
