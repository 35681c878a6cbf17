internal import MotionFusion

extension ErrorMatrix {
  /// A block of the diagonal.
  @inline(__always)
  subscript(diagonal block: ErrorBlock) -> Matrix3<Double> {
    get { self[block][block] }
    set { self[block][block] = newValue }
  }

  // Not inlined: several products at once need too many registers.
  @inline(never)
  static func * (m: Self, x: ErrorVector) -> ErrorVector {
    var sum = m.k * x.k
    m.p.add(to: &sum, times: x.p)
    m.v.add(to: &sum, times: x.v)
    m.t.add(to: &sum, times: x.t)
    m.a.add(to: &sum, times: x.a)
    m.g.add(to: &sum, times: x.g)
    return sum
  }

  /// *R M R*ᵀ.
  @inline(__always)
  func square(_ rows: ErrorRows) -> Matrix3<Double> {
    let product = rows * self
    return Matrix3(columns: rows * product.x, rows * product.y, rows * product.z)
  }

  /// Makes *A M A*ᵀ of *A M*: *A* maps the rows too.
  ///
  /// - Parameters:
  ///   - changed: The states that *A* changes.
  ///   - map: *A*.
  @inline(__always)
  mutating func complete(_ changed: Range<Int>, by map: (inout ErrorVector) -> Void) {
    changeRows(changed, map)
    mirror(changed)
  }

  @inline(__always)
  mutating func changeRows(_ range: Range<Int>, _ change: (inout ErrorVector) -> Void) {
    withUnsafeMutablePointer(to: &self) {
      let rows = UnsafeMutableRawPointer($0).assumingMemoryBound(to: ErrorVector.self)
      for index in range { change(&rows[index]) }
    }
  }

  /// Makes the columns of `range` equal to the rows, and within it the upper triangle to the lower.
  @inline(__always)
  mutating func mirror(_ range: Range<Int>) {
    withUnsafeMutablePointer(to: &self) {
      let elements = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Double.self)
      for row in range {
        for column in 0..<row { elements[16 * column + row] = elements[16 * row + column] }
        for column in range.upperBound..<16 {
          elements[16 * column + row] = elements[16 * row + column]
        }
      }
    }
  }

  /// Makes the errors of a block independent, with this covariance.
  mutating func restart(_ block: ErrorBlock, covariance: Matrix3<Double>) {
    self[block] = .zero
    self[diagonal: block] = covariance
    mirror(block.states)
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
