internal import MotionFusion

/// A symmetric 3 × 3 matrix, by its upper triangle.
///
/// Its functions are inlined for the workload `inertial-navigator`.
struct SymmetricMatrix3: Hashable, Sendable {
  var xx = 0.0
  var xy = 0.0
  var xz = 0.0
  var yy = 0.0
  var yz = 0.0
  var zz = 0.0

  /// The matrix with the upper triangle of `m`.
  ///
  /// Inlined, the compiler does not compute what is below the diagonal.
  @inline(__always)
  init(upper m: Matrix3<Double>) {
    (xx, xy, xz) = (m.c0.x, m.c1.x, m.c2.x)
    (yy, yz, zz) = (m.c1.y, m.c2.y, m.c2.z)
  }

  /// All nine elements.
  @inline(__always)
  var matrix: Matrix3<Double> {
    Matrix3(columns: Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz))
  }

  @inline(__always)
  static func -= (a: inout Self, b: Self) {
    a.xx -= b.xx
    a.xy -= b.xy
    a.xz -= b.xz
    a.yy -= b.yy
    a.yz -= b.yz
    a.zz -= b.zz
  }

  @inline(__always)
  var trace: Double { xx + yy + zz }

  @inline(__always)
  mutating func addDiagonal(_ value: Double) {
    xx += value
    yy += value
    zz += value
  }

  /// The linear interpolation towards another matrix, by a share from 0 to 1.
  @inline(__always)
  func interpolated(to other: Self, by share: Double) -> Self {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var result = self
    result.xx = between(xx, other.xx)
    result.xy = between(xy, other.xy)
    result.xz = between(xz, other.xz)
    result.yy = between(yy, other.yy)
    result.yz = between(yz, other.yz)
    result.zz = between(zz, other.zz)
    return result
  }
}
