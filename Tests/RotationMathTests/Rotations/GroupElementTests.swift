import RotationMath
import TestSupport
import Testing

@Suite("Rotation groups from elements and generators")
struct GroupElementTests {
  typealias Group = RotationGroup<Double>

  static func isSame(_ a: Group, _ b: Group) -> Bool {
    a.elements.count == b.elements.count
      && a.elements.allSatisfy { p in b.elements.contains { $0.angularDistance(to: p) < 1e-12 } }
  }

  @Test("two quarter turns generate the 24 rotations of the cube, as in SciPy")
  func generators() throws {
    let quarter = Quaternion<Double>(angle: .degrees(90), axis: .x)
    let other = Quaternion<Double>(angle: .degrees(90), axis: .z)
    #expect(Self.isSame(try #require(Group(generators: [quarter, other])), .octahedral))
    let fifth = Quaternion<Double>(angle: .degrees(72), axis: .y)
    #expect(Self.isSame(try #require(Group(generators: [-fifth])), .cyclic(order: 5, axis: .y)))
    let third = Group.icosahedral.elements[4], turn = Group.icosahedral.elements[12]
    #expect(Self.isSame(try #require(Group(generators: [third, turn])), .icosahedral))
    #expect(Group(generators: [])?.elements == [.identity])
  }

  @Test("all elements of a group make it, in any order, sign and length")
  func elements() throws {
    for group in [Group.tetrahedral, .octahedral, .dihedral(order: 7, axis: .x), .trivial] {
      let scaled = group.elements.reversed().enumerated().map { index, q in
        q * (index % 2 == 0 ? 2.5 : -0.5)
      }
      #expect(Self.isSame(try #require(Group(elements: scaled)), group))
    }
  }

  @Test("what is no group is rejected")
  func rejected() {
    let quarter = Quaternion<Double>(angle: .degrees(90), axis: .x)
    #expect(Group(elements: []) == nil)
    #expect(Group(elements: [quarter]) == nil)
    #expect(Group(elements: [.identity, quarter]) == nil)
    #expect(Group(elements: [.identity, .identity]) == nil)
    #expect(Group(elements: [.identity, .zero]) == nil)
    #expect(Group(elements: [Quaternion(xyzw: [.nan, 0, 0, 1])]) == nil)
    #expect(Group(generators: [Quaternion<Double>(angle: 1, axis: .z)]) == nil)
    #expect(Group(generators: [.zero]) == nil)
    for angle in [1e-7, 1e-12, 2.5e-7] {
      #expect(Group(generators: [Quaternion<Double>(angle: angle, axis: .z)]) == nil)
    }
    let turn = Quaternion<Double>(angle: 2 * .pi, axis: .z)
    #expect(Group(generators: [turn])?.elements == [.identity])
    #expect(Group(generators: [quarter], maximumOrder: 3) == nil)
  }
}
