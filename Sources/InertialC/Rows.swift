internal import RotationMath

/// Reads and writes rows of doubles at C pointers.
extension UnsafeMutablePointer<Double> {
  /// Row `index` of an array [n][3]; `nil` if all components are NaN.
  @inline(__always)
  func vector(_ index: Int) -> Vector3<Double>? {
    let row = self + 3 * index
    let vector = Vector3(row[0], row[1], row[2])
    return vector.x.isNaN && vector.y.isNaN && vector.z.isNaN ? nil : vector
  }

  /// Row `index` of an array [n][4], scalar last; `nil` if all components are NaN.
  @inline(__always)
  func quaternion(_ index: Int) -> Quaternion<Double>? {
    let row = self + 4 * index
    let isMissing = row[0].isNaN && row[1].isNaN && row[2].isNaN && row[3].isNaN
    return isMissing ? nil : Quaternion(x: row[0], y: row[1], z: row[2], w: row[3])
  }

  /// Element `index` of an array of flags; `nil` if it is NaN.
  @inline(__always)
  func flag(_ index: Int) -> Bool? { self[index].isNaN ? nil : self[index] != 0 }

  /// Sets row `index` of an array [n][3].
  @inline(__always)
  func set(_ index: Int, _ vector: Vector3<Double>?) {
    let row = self + 3 * index
    row[0] = vector?.x ?? .nan
    row[1] = vector?.y ?? .nan
    row[2] = vector?.z ?? .nan
  }

  /// Sets row `index` of an array [n][4], scalar last.
  @inline(__always)
  func set(_ index: Int, _ quaternion: Quaternion<Double>?) {
    let row = self + 4 * index
    row[0] = quaternion?.x ?? .nan
    row[1] = quaternion?.y ?? .nan
    row[2] = quaternion?.z ?? .nan
    row[3] = quaternion?.w ?? .nan
  }

  /// Sets element `index` of an array of flags.
  @inline(__always)
  func set(_ index: Int, _ flag: Bool?) { self[index] = flag.map { $0 ? 1 : 0 } ?? .nan }
}
