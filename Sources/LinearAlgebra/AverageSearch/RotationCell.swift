internal import RealModule
import RotationMath

/// A cube of rotations: unit quaternions in the direction of a cube on one of four faces of the
/// four-dimensional cube [-1, 1]⁴, which together cover every rotation.
struct RotationCell {
  private let face: Int
  private let center: Vector3<Double>
  private let halfWidth: Double
  /// The number of divisions that led to the cell.
  let depth: Int

  /// Cells that cover all rotations: 64 on each face.
  static let all: [RotationCell] = (0..<256).map { index in
    func coordinate(_ shift: Int) -> Double { (Double(index >> shift & 3) - 1.5) / 2 }
    return RotationCell(
      face: index >> 6, center: Vector3(coordinate(0), coordinate(2), coordinate(4)),
      halfWidth: 0.25, depth: 0)
  }

  /// The unit quaternion of the centre.
  var rotation: Quaternion<Double> {
    let c = center
    let q =
      switch face {
      case 0: Quaternion(x: 1, y: c.x, z: c.y, w: c.z)
      case 1: Quaternion(x: c.x, y: 1, z: c.y, w: c.z)
      case 2: Quaternion(x: c.x, y: c.y, z: 1, w: c.z)
      default: Quaternion(x: c.x, y: c.y, z: c.z, w: 1)
      }
    return q * (1 / q.lengthSquared.squareRoot())
  }

  /// No rotation of the cell is farther from the centre than this angle, in radians.
  ///
  /// The central projection from a face to the sphere shortens a step at the distance *d* from the
  /// centre of the face to at most 1/√(1 + *d*²) of its length.
  var radius: Double {
    let diagonal = halfWidth * 3.0.squareRoot()
    let nearest = max(0, center.lengthSquared.squareRoot() - diagonal)
    return 2 * diagonal / (1 + nearest * nearest).squareRoot()
  }

  /// Eight cells of half the width.
  func forEachPart(_ body: (RotationCell) -> Void) {
    let half = halfWidth / 2
    for part in 0..<8 {
      let offset = Vector3(
        part & 1 == 0 ? -half : half, part & 2 == 0 ? -half : half, part & 4 == 0 ? -half : half)
      body(
        RotationCell(face: face, center: center + offset, halfWidth: half, depth: depth + 1))
    }
  }
}
