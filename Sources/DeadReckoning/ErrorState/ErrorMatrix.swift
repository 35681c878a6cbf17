internal import MotionFusion

/// A symmetric 16 × 16 matrix over the error states, by its rows.
struct ErrorMatrix: Hashable, Sendable {
  var p = ErrorRows()
  var v = ErrorRows()
  var t = ErrorRows()
  var a = ErrorRows()
  var g = ErrorRows()
  var k = ErrorVector()
}

extension ErrorMatrix {
  /// The rows of one block.
  @inline(__always)
  subscript(block: ErrorBlock) -> ErrorRows {
    get {
      switch block {
      case .position: p
      case .velocity: v
      case .attitude: t
      case .accelerationBias: a
      case .rotationBias: g
      }
    }
    _modify {
      switch block {
      case .position: yield &p
      case .velocity: yield &v
      case .attitude: yield &t
      case .accelerationBias: yield &a
      case .rotationBias: yield &g
      }
    }
  }

  /// A block of the diagonal.
  @inline(__always)
  subscript(diagonal block: ErrorBlock) -> Matrix3<Double> {
    get { self[block][block] }
    set { self[block][block] = newValue }
  }

  @inline(__always)
  static func * (m: Self, x: ErrorVector) -> ErrorVector {
    ErrorVector(p: m.p * x, v: m.v * x, t: m.t * x, a: m.a * x, g: m.g * x, k: m.k.dot(x))
  }

  /// *R M R*ᵀ.
  @inline(__always)
  func square(_ rows: ErrorRows) -> Matrix3<Double> {
    Matrix3(columns: rows * (self * rows.x), rows * (self * rows.y), rows * (self * rows.z))
  }

  /// *A M A*ᵀ, for a linear map *A* of vectors.
  @inline(__always)
  mutating func transform(_ map: (inout ErrorVector) -> Void) {
    changeRows { row, _ in map(&row) }
    changeElements { swap(&$0, &$1) }
    changeRows { row, _ in map(&row) }
    changeElements { $1 = $0 }
  }

  /// Changes each of the 16 rows, by its index.
  @inline(__always)
  mutating func changeRows(_ change: (inout ErrorVector, Int) -> Void) {
    withUnsafeMutablePointer(to: &self) {
      let rows = UnsafeMutableRawPointer($0).assumingMemoryBound(to: ErrorVector.self)
      for index in 0..<16 { change(&rows[index], index) }
    }
  }

  /// Changes each pair of elements above and below the diagonal.
  @inline(__always)
  mutating func changeElements(_ change: (inout Double, inout Double) -> Void) {
    withUnsafeMutablePointer(to: &self) {
      let elements = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Double.self)
      for row in 1..<16 {
        for column in 0..<row { change(&elements[16 * column + row], &elements[16 * row + column]) }
      }
    }
  }

  /// Makes the errors of a block independent, with this covariance.
  mutating func restart(_ block: ErrorBlock, covariance: Matrix3<Double>) {
    self[block] = ErrorRows()
    changeRows { row, _ in row[block] = .zero }
    self[diagonal: block] = covariance
  }
}

// MARK: - 3 × 3 blocks

extension Matrix3<Double> {
  /// *M* [*s*×].
  @inline(__always)
  func crossed(_ s: Vector3<Double>) -> Self {
    Self(columns: c1 * s.z - c2 * s.y, c2 * s.x - c0 * s.z, c0 * s.y - c1 * s.x)
  }

  /// Adds `value` to the diagonal.
  @inline(__always)
  mutating func addDiagonal(_ value: Double) {
    c0.x += value
    c1.y += value
    c2.z += value
  }

  /// A multiple of the identity.
  init(scale: Double) { self.init(diagonal: Vector3(repeating: scale)) }
}

extension Vector3<Double> {
  /// The cross product with every column: [*s*×] *M*.
  @inline(__always)
  func cross(_ m: Matrix3<Double>) -> Matrix3<Double> {
    Matrix3(columns: cross(m.c0), cross(m.c1), cross(m.c2))
  }
}
