import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Distances of rotations")
struct RotationDistanceTests {
  /// Rotations of which some are as near as double precision allows.
  private func rotations(_ count: Int, seed: UInt64) -> [Quaternion<Double>] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let turn = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let scale = [1.0, 1e-3, 1e-9, 1e-15][index % 4]
      let q = Quaternion(rotationVector: turn * scale)
      return index % 2 == 0 ? q : -q
    }
  }

  @Test("2√2 sin(θ/2), to the last digits at every angle", arguments: [1, 5, 63, 64, 65, 200])
  func distances(count: Int) {
    let (from, to) = (rotations(count, seed: 1), rotations(37, seed: 2))
    let found = chordalDistances(from: from, to: to)
    #expect(found.rowCount == count && found.columnCount == 37)
    for (i, a) in from.enumerated() {
      for (j, b) in to.enumerated() {
        let expected = 8.0.squareRoot() * Double.sin(a.angularDistance(to: b) / 2)
        #expect(abs(found[i, j] - expected) <= 8 * .ulpOfOne * max(expected, 0.5))
      }
    }
  }

  @Test("tiny distances keep their digits")
  func tiny() {
    let center = Quaternion(rotationVector: Vector3(0.5, -2, 1))
    for angle in [1e-3, 1e-7, 1e-12] {
      let near = center * Quaternion(rotationVector: Vector3(angle, 0, 0))
      let found = chordalDistances(from: [center], to: [-near])[0, 0]
      // The quaternions themselves are rounded.
      #expect(abs(found - 8.0.squareRoot() * Double.sin(angle / 2)) <= 1e-15)
    }
  }

  @Test("the nearest are those that sorting finds", arguments: [1, 3, 100, 1000])
  func neighbors(count: Int) {
    let (queries, list) = (rotations(70, seed: 3), rotations(150, seed: 4))
    let found = nearestNeighbors(of: queries, among: list, count: count)
    let distances = chordalDistances(from: queries, to: list)
    for (row, neighbors) in found.enumerated() {
      let sorted = list.indices.sorted {
        (distances[row, $0], $0) < (distances[row, $1], $1)
      }
      #expect(neighbors.map(\.index) == Array(sorted.prefix(count)))
      for neighbor in neighbors {
        #expect(neighbor.chordalDistance == distances[row, neighbor.index])
      }
    }
  }

  @Test("nobody to be near to, and quaternions that are none")
  func degenerate() {
    let nan = Quaternion<Double>(x: .nan, y: 0, z: 0, w: 1)
    #expect(nearestNeighbors(of: [.identity], among: [], count: 3) == [[]])
    #expect(
      nearestNeighbors(of: [.identity], among: [nan, .identity], count: 3).map(\.count) == [1])
    #expect(nearestNeighbors(of: [nan], among: [.identity], count: 1) == [[]])
    let infinite = Quaternion<Double>(x: .infinity, y: 0, z: 0, w: 1)
    let turned = Quaternion<Double>(x: 0.5, y: 0.5, z: 0.5, w: 0.5)
    #expect(
      nearestNeighbors(of: [turned], among: [infinite, turned], count: 2).map(\.count) == [1])
    #expect(chordalDistances(from: [infinite], to: [turned])[0, 0].isNaN)
    #expect(chordalDistances(from: [], to: [.identity]).elements.isEmpty)
    #expect(chordalDistances(from: [nan], to: [.identity])[0, 0].isNaN)
    let opposite = Quaternion<Double>(x: 1, y: 0, z: 0, w: 0)
    #expect(chordalDistances(from: [.identity], to: [opposite])[0, 0] == 8.0.squareRoot())
  }
}
