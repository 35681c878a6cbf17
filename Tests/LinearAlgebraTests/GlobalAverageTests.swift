import Foundation
import LinearAlgebra
import RotationMath
import TestSupport
import Testing

/// Averages against a search that shares no code with them.
@Suite("Global minima of averages")
struct GlobalAverageTests {
  /// The number of trials of each method and spread.
  static let trials =
    ProcessInfo.processInfo.environment["INERTIAL_AVERAGE_TRIALS"].flatMap(UInt64.init) ?? 8

  /// The documented cost of an angle in radians.
  static func cost(_ method: RotationAverageMethod, _ angle: Double) -> Double {
    switch method {
    case .chordalL2: 4 - 4 * Double.cos(angle)
    case .geodesicL2: angle * angle
    case .geodesicL1: angle
    case .chordalL1: 8.0.squareRoot() * Double.sin(angle / 2)
    case .robust: min(angle, 15 * .pi / 180).squareRoot()
    }
  }

  struct Problem {
    var method: RotationAverageMethod
    var rotations: [Quaternion<Double>]
    var weights: [Double]

    func cost(_ q: Quaternion<Double>) -> Double {
      var sum = 0.0
      for index in rotations.indices {
        sum +=
          weights[index]
          * GlobalAverageTests.cost(
            method, q.angularDistance(to: rotations[index]))
      }
      return sum / weights.reduce(0, +)
    }

    /// A compass search: it needs no derivatives.
    func refined(
      _ start: Quaternion<Double>, _ random: inout SplitMix64
    ) -> (cost: Double, rotation: Quaternion<Double>) {
      var (q, f, step) = (start, cost(start), 0.3)
      while step > 1e-7 {
        var isBetter = false
        for k in 0..<7 {
          var v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.6
          if k < 6 {
            v = .zero
            v[k / 2] = k % 2 == 0 ? 1 : -1
          }
          let next = q * Quaternion(rotationVector: v * step)
          let value = cost(next / next.length)
          if value < f { (q, f, isBetter) = (next / next.length, value, true) }
        }
        if !isBetter { step /= 2 }
      }
      return (f, q)
    }

    /// The ends of searches from the best of 100 random starts and from some of the data.
    func ends(_ random: inout SplitMix64) -> [(cost: Double, rotation: Quaternion<Double>)] {
      var starts: [(cost: Double, rotation: Quaternion<Double>)] = []
      for _ in 0..<100 {
        let q = Quaternion<Double>.random(using: &random)
        starts.append((cost(q), q))
      }
      starts.sort { $0.cost < $1.cost }
      var data = rotations.map { (cost: cost($0), rotation: $0) }
      data.sort { $0.cost < $1.cost }
      let ends = (starts.prefix(4) + data.prefix(3)).map { refined($0.rotation, &random) }
      return ends + data
    }
  }

  @Test(
    "no search finds a lower cost, and a unique average has no rival",
    arguments: RotationAverageMethod.allCases, [Double.infinity, 1, 0.5])
  func search(method: RotationAverageMethod, spread: Double) throws {
    var uncertified = 0
    for seed in 0..<Self.trials {
      var random = SplitMix64(seed: seed)
      let center = Quaternion<Double>.random(using: &random)
      let count = 2 + Int(seed * 2 % 19)
      let rotations = (0..<count).map { _ in
        guard spread.isFinite else { return Quaternion<Double>.random(using: &random) }
        let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
        return center * Quaternion(rotationVector: v * spread)
      }
      let weights = (0..<count).map { _ in
        seed % 3 == 1 ? Double.random(in: 0.1...1, using: &random) : 1
      }
      let problem = Problem(method: method, rotations: rotations, weights: weights)
      let found = try averageRotation(of: rotations, weights: weights, method: method)
      let value = problem.cost(found.rotation)
      #expect(abs(found.cost - value) <= 1e-8 * value, "seed \(seed)")
      #expect(found.isConverged, "seed \(seed)")
      uncertified += found.isCertified ? 0 : 1
      for end in problem.ends(&random) {
        #expect(found.cost <= end.cost * (1 + 1e-9), "seed \(seed)")
        let isFar = end.rotation.angularDistance(to: found.rotation) > 1e-3
        #expect(!(found.isUnique && isFar && end.cost <= found.cost * (1 + 1e-9)), "seed \(seed)")
      }
      for rival in found.alternatives {
        #expect(abs(problem.cost(rival) - found.cost) <= 2e-8 * found.cost, "seed \(seed)")
      }
      #expect(found.isUnique ? found.alternatives.isEmpty : true)
    }
    // The search for a certificate is bounded: medians of many far rotations may exceed it.
    // One in 50, and one more for few trials.
    #expect(uncertified * 50 <= Self.trials + 50)
  }

  @Test("the identity once and a half turn twice have two Karcher means, 120° either way")
  func twoMeans() throws {
    let half = Quaternion(x: 0.0, y: 0, z: 1, w: 0)
    let found = try averageRotation(of: [.identity, half, half], method: .geodesicL2)
    #expect(!found.isUnique && found.isCertified)
    let other = try #require(found.alternatives.first)
    #expect(found.alternatives.count == 1)
    for rotation in [found.rotation, other] {
      #expect(abs(rotation.angle - 2 * .pi / 3) <= 1e-14)
    }
    #expect(abs(found.rotation.angularDistance(to: other) - 2 * .pi / 3) <= 1e-14)
  }

  @Test("a robust average of two rotations is the heavier one")
  func robustPair() throws {
    let angle = Double.pi / 18
    let pair = [Quaternion.identity, Quaternion(rotationVector: Vector3(angle, 0, 0))]
    let found = try averageRotation(of: pair, weights: [0.30, 0.31], method: .robust)
    #expect(found.rotation == pair[1].canonical && found.isUnique && found.isCertified)
    let expected = 0.30 / 0.61 * angle.squareRoot()
    #expect(abs(found.cost - expected) <= 1e-12)
  }

  @Test("three rotations 120° apart have equal chordal means")
  func chordalAlternatives() throws {
    let third = (0..<3).map {
      Quaternion(angle: Double($0) * 2 * Double.pi / 3, axis: CoordinateAxis.z)
    }
    let found = try averageRotation(of: third)
    let problem = Problem(method: .chordalL2, rotations: third, weights: [1, 1, 1])
    #expect(!found.isUnique && found.alternatives.count == 1)
    for rotation in found.alternatives + [found.rotation] {
      #expect(abs(problem.cost(rotation) - found.cost) <= 1e-14)
    }
  }

  @Test("a descent that is cut short is reported")
  func notConverged() throws {
    var random = SplitMix64(seed: 3)
    let rotations = (0..<5).map { _ in Quaternion<Double>.random(using: &random) }
    let found = try averageRotation(
      of: rotations, weights: nil, method: .geodesicL2, maximumSteps: 1)
    #expect(!found.isConverged && !found.isUnique)
  }
}
