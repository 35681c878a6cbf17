import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Averages by group and polar decompositions")
struct GroupAverageTests {
  @Test("averages by group are those of each group alone")
  func groups() throws {
    var random = SplitMix64(seed: 21)
    let rotations = Quaternion<Double>.random(count: 60, using: &random)
    let weights = (0..<60).map { _ in Double.random(in: 0.5...2, using: &random) }
    let groups = (0..<60).map { $0 % 7 == 6 ? 3 : $0 % 3 }
    let averages = try averageRotations(
      of: rotations, groups: groups, groupCount: 5, weights: weights)
    #expect(averages.count == 5 && averages[4] == nil)
    for group in 0..<4 {
      let members = groups.indices.filter { groups[$0] == group }
      let alone = try averageRotation(
        of: members.map { rotations[$0] }, weights: members.map { weights[$0] })
      let found = try #require(averages[group])
      #expect(found.rotation.angularDistance(to: alone.rotation) <= 1e-14 / alone.gap)
      #expect(abs(found.spread - alone.spread) <= 1e-13)
    }
  }

  @Test("errors name the index in the whole array")
  func errors() {
    let q = Quaternion<Double>.identity
    #expect(throws: RotationAverageError.invalidRotation(index: 2)) {
      try averageRotations(of: [q, q, .zero], groups: [0, 1, 0], groupCount: 2)
    }
    #expect(throws: RotationAverageError.invalidWeight(index: 1)) {
      try averageRotations(of: [q, q], groups: [0, 1], groupCount: 2, weights: [1, -1])
    }
    #expect(throws: RotationAverageError.countMismatch(rotations: 2, weights: 1)) {
      try averageRotations(of: [q, q], groups: [0, 1], groupCount: 2, weights: [1])
    }
    #expect(throws: RotationAverageError.groupCountMismatch(rotations: 2, groups: 1)) {
      try averageRotations(of: [q, q], groups: [0], groupCount: 2)
    }
    for group in [-1, 2] {
      #expect(throws: RotationAverageError.invalidGroup(index: 1)) {
        try averageRotations(of: [q, q], groups: [0, group], groupCount: 2)
      }
    }
  }

  @Test("polar decompositions of any matrix", arguments: 0..<32 as Range<UInt64>)
  func polar(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let a = Matrix3(columnMajor: (0..<9).map { _ in random.nextNormal() })
    let polar = try PolarDecomposition(of: a)
    let rotation = Matrix3(polar.rotation)
    let bound = 16 * .ulpOfOne * a.frobeniusNorm
    #expect((rotation * polar.rightStretch - a).frobeniusNorm <= bound)
    #expect((polar.leftStretch * rotation - a).frobeniusNorm <= bound)
    #expect(polar.rightStretch == polar.rightStretch.transpose)
    let values = try #require(polar.rightStretch.symmetricEigen()).values
    #expect(values.y > 0 && (a.determinant < 0) == (values.z < 0))
    #expect(throws: LinearAlgebraError.notFinite(row: 1, column: 0)) {
      try PolarDecomposition(of: Matrix3(rowMajor: [1, 0, 0, .infinity, 1, 0, 0, 0, 1]))
    }
  }
}
