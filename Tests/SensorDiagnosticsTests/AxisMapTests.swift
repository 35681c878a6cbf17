import MotionFusion
import SensorDiagnostics
import Testing

@Suite("AxisMap")
struct AxisMapTests {
  @Test("+y,-x,+z: new x is old y, new y is minus old x")
  func action() throws {
    let map = try AxisMap("+y,-x,+z")
    #expect(map.act(Vector3(1, 2, 3)) == Vector3(2, -1, 3))
    #expect("\(map)" == "+y,-x,+z")
    #expect(!map.isMirrored)
    #expect(try AxisMap("y, -X,z") == map)
  }

  @Test(
    "a text that is not a signed permutation throws",
    arguments: ["", "x", "x,y", "x,y,z,x", "x,x,z", "x,y,-y", "+,y,z", "--x,y,z", "a,b,c", "x;y;z"])
  func invalid(text: String) {
    #expect(throws: SensorCorrectionError.axes(text)) { try AxisMap(text) }
  }

  @Test("48 maps: half of them mirrored, each with its inverse, closed under composition")
  func group() throws {
    let all = AxisMap.all
    #expect(Set(all).count == 48 && all.first == .identity)
    #expect(all.filter(\.isMirrored).count == 24)
    let set = Set(all)
    for a in all {
      #expect(a * a.inverse == .identity && a.inverse * a == .identity)
      #expect((-a).isMirrored != a.isMirrored)
      #expect(try AxisMap("\(a)") == a)
      for b in all {
        let product = a * b
        #expect(set.contains(product) && product.isMirrored == (a.isMirrored != b.isMirrored))
        #expect(product.act(Vector3(1, 2, 3)) == a.act(b.act(Vector3(1, 2, 3))))
      }
    }
  }

  @Test("an axial vector keeps its sign in a rotated frame and changes it in a mirrored one")
  func handedness() {
    let (a, b) = (Vector3(1.0, 2, 3), Vector3(-2.0, 0.5, 1))
    for map in AxisMap.all {
      let cross = map.act(a).cross(map.act(b))
      #expect(cross == map.act(a.cross(b)) * (map.isMirrored ? -1 : 1))
    }
  }
}

extension AxisMap {
  /// All 48 maps: the rotations and their mirror images.
  static var all: [AxisMap] { rotations + rotations.map { -$0 } }
}
