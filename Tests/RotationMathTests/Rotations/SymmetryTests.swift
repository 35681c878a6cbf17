import RotationMath
import TestSupport
import Testing

@Suite("Rotation groups")
struct SymmetryTests {
  struct Row: Decodable {
    var name: String
    var axis: String
    var elements: [[Double]]
    var inputs: [[Double]]
    var reduced: [[Double]]
    var reducedBothSides: [Double]
  }

  struct SharedRow: Decodable {
    var group: String
    var elements: [[Double]]
    var p: [[Double]]
    var reducedMagnitude: [Double]
    var reducedLrMagnitude: [Double]
  }

  static func group(_ name: String, _ axis: String) throws -> RotationGroup<Double> {
    let axis = try #require(["x": CoordinateAxis.x, "y": .y, "z": .z][axis])
    switch name {
    case "T": return .tetrahedral
    case "O": return .octahedral
    case "I": return .icosahedral
    default:
      let order = try #require(Int(name.dropFirst()))
      return name.hasPrefix("C")
        ? .cyclic(order: order, axis: axis) : .dihedral(order: order, axis: axis)
    }
  }

  static func sameElements(_ group: RotationGroup<Double>, _ list: [[Double]]) -> Bool {
    group.elements.count == list.count
      && list.allSatisfy { element in
        group.elements.contains { $0.angularDistance(to: Quaternion(element)) <= 1e-12 }
      }
  }

  @Test("groups and reductions match SciPy")
  func reference() throws {
    for row in try JSONSuite<Row>.reference("rotation-groups/groups.json") {
      let group = try Self.group(row.name, row.axis)
      #expect(Self.sameElements(group, row.elements), "\(row.name)")
      for (i, input) in row.inputs.enumerated() {
        let q = Quaternion(input)
        let reduction = q.reduced(left: group)
        #expect(reduction.rotation.angularDistance(to: Quaternion(row.reduced[i])) <= 1e-12)
        #expect(reduction.rotation == group.elements[reduction.leftIndex] * q)
        let both = q.reduced(left: group, right: .cyclic(order: 2)).rotation
        #expect(abs(both.angularDistance(to: .identity) - row.reducedBothSides[i]) <= 1e-12)
      }
    }
  }

  @Test(
    "groups and reductions match the public reference", .needsRecordings)
  func conformance() throws {
    for row in try JSONSuite<SharedRow>.shared("groups_reduce.json") {
      let group = try Self.group(row.group, "z")
      #expect(Self.sameElements(group, row.elements), "\(row.group)")
      for (i, p) in row.p.enumerated() {
        let left = Quaternion(p).reduced(left: group).rotation
        #expect(abs(left.angularDistance(to: .identity) - row.reducedMagnitude[i]) <= 1e-12)
        let both = Quaternion(p).reduced(left: group, right: .cyclic(order: 2)).rotation
        #expect(abs(both.angularDistance(to: .identity) - row.reducedLrMagnitude[i]) <= 1e-12)
      }
    }
  }

  @Test("groups are closed under multiplication", arguments: ["T", "O", "I", "C7", "D5"])
  func closure(name: String) throws {
    let group = try Self.group(name, "y")
    for a in group.elements {
      let moved = group.elements.map { a * $0 }
      #expect(Self.sameElements(group, moved.map { [$0.x, $0.y, $0.z, $0.w] }))
    }
  }

  @Test("half turns have a scalar part of zero", arguments: CoordinateAxis.allCases)
  func halfTurns(axis: CoordinateAxis) {
    for order in [2, 4, 6, 10] {
      let group = RotationGroup<Double>.dihedral(order: order, axis: axis)
      #expect(group.elements.count(where: { $0.w == 0 }) == order + 1)
    }
  }

  @Test("isUnique reports ties of the smallest rotation")
  func uniqueness() {
    let border = Quaternion(rotationVector: Vector3(0, 0, Double.pi / 4))
    #expect(!border.reduced(left: .cyclic(order: 4)).isUnique)
    let inside = Quaternion(rotationVector: Vector3(0, 0, Double.pi / 5))
    let reduction = inside.reduced(left: .cyclic(order: 4), right: .cyclic(order: 4))
    #expect(reduction.isUnique)
    #expect(!Quaternion(x: .nan, y: 0, z: 0, w: 1.0).reduced(left: .octahedral).isUnique)
    #expect(reduction.rotation.angularDistance(to: inside) <= 8 * .ulpOfOne)
  }
}
