internal import MotionFusion

/// The 16 error states of a navigator, five blocks of three and one: numbers, or rows of a matrix.
///
/// Errors are true minus estimated: *p* of position in m, *v* of velocity in m/s, *t* of attitude
/// as a rotation vector in the reference frame, *a* of the accelerometer's bias in m/s² and *g* of
/// the gyroscope's bias in rad/s, both in the device frame, and *k* of the accelerometer's scale,
/// which is one number.
///
/// A linear map *A* of the states is written once. It makes *A x* of a vector, and *A M* of a
/// matrix, whose rows are combined as the numbers are, two columns in one instruction.
///
/// Functions of this folder are inlined for the workload `inertial-navigator`.
struct ErrorState<Block: ErrorTriple>: Hashable, Sendable {
  var p = Block.zero
  var v = Block.zero
  var t = Block.zero
  var a = Block.zero
  var g = Block.zero
  var k = Block.Element.zero
}

/// The errors of a navigator, or the adjoint variables conjugate to them: 16 numbers.
typealias ErrorVector = ErrorState<Vector3<Double>>
/// A symmetric 16 × 16 matrix over the error states, by its rows.
typealias ErrorMatrix = ErrorState<ErrorRows>

/// A block of three error states.
enum ErrorBlock: Int, Hashable, Sendable {
  case position, velocity, attitude, accelerationBias, rotationBias

  /// The numbers of its states.
  @inline(__always)
  var states: Range<Int> { 3 * rawValue..<3 * rawValue + 3 }
}

extension ErrorState {
  /// The states of one block.
  @inline(__always)
  subscript(block: ErrorBlock) -> Block {
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

  /// Propagates errors through steps: *F x*, *F M*.
  @inline(__always)
  mutating func multiply(by f: ErrorTransition) {
    p.add(v, times: f.duration)
    p.subtractCross(f.doubleForce, t)
    p.add(a, times: f.doubleBias)
    p.add(g, times: f.doubleTurn)
    p.subtract(k, times: f.doubleForce)
    v.subtractCross(f.force, t)
    v.add(a, times: f.bias)
    v.add(g, times: f.turn)
    v.subtract(k, times: f.force)
    t.add(g, times: f.bias)
  }

  /// Propagates adjoint variables back through steps: *F*ᵀ *λ*, *F*ᵀ *M*.
  @inline(__always)
  mutating func multiply(byTransposeOf f: ErrorTransition) {
    v.add(to: &k, times: -f.force)
    g.add(t, times: f.bias.transpose)
    g.add(v, times: f.turn.transpose)
    a.add(v, times: f.bias.transpose)
    t.subtractCross(-f.force, v)
    // Zero until a position is measured.
    guard p != .zero else { return }
    p.add(to: &k, times: -f.doubleForce)
    g.add(p, times: f.doubleTurn.transpose)
    a.add(p, times: f.doubleBias.transpose)
    t.subtractCross(-f.doubleForce, p)
    v.add(p, times: f.duration)
  }
}

// MARK: - Numbers and rows

/// A number, or a row of 16.
protocol ErrorElement: Hashable, Sendable {
  static var zero: Self { get }
  static func + (x: Self, y: Self) -> Self
  static func - (x: Self, y: Self) -> Self
  static func * (x: Self, factor: Double) -> Self
}

extension Double: ErrorElement {}

extension ErrorVector: ErrorElement {
  static var zero: Self { Self() }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(lanes: x.lanes + y.lanes) }

  @inline(__always)
  static func - (x: Self, y: Self) -> Self { Self(lanes: x.lanes - y.lanes) }

  @inline(__always)
  static func * (x: Self, factor: Double) -> Self { Self(lanes: x.lanes * factor) }

  /// The dot product.
  @inline(__always)
  static func * (x: Self, y: Self) -> Double {
    let products = x.lanes * y.lanes
    let eight = products.lowHalf + products.highHalf
    let four = eight.lowHalf + eight.highHalf
    return (four.lowHalf + four.highHalf).sum()
  }

  /// The 16 numbers in their order.
  @inline(__always)
  private var lanes: SIMD16<Double> { unsafeBitCast(self, to: SIMD16<Double>.self) }

  @inline(__always)
  private init(lanes: SIMD16<Double>) { self = unsafeBitCast(lanes, to: Self.self) }
}

/// Three numbers, or three rows.
protocol ErrorTriple: Hashable, Sendable {
  associatedtype Element: ErrorElement
  var x: Element { get set }
  var y: Element { get set }
  var z: Element { get set }
  init(x: Element, y: Element, z: Element)
}

extension Vector3: ErrorTriple where Scalar == Double {}

/// Three rows of a matrix over the error states.
struct ErrorRows: ErrorTriple {
  var x: ErrorVector
  var y: ErrorVector
  var z: ErrorVector

  /// The columns of one block.
  @inline(__always)
  subscript(block: ErrorBlock) -> Matrix3<Double> {
    get { Matrix3(rows: x[block], y[block], z[block]) }
    set { (x[block], y[block], z[block]) = (newValue[row: 0], newValue[row: 1], newValue[row: 2]) }
  }

  @inline(__always)
  static func * (rows: Self, vector: ErrorVector) -> Vector3<Double> {
    Vector3(rows.x * vector, rows.y * vector, rows.z * vector)
  }

  /// The product with a symmetric matrix.
  @inline(__always)
  static func * (rows: Self, m: ErrorMatrix) -> Self {
    Self(x: m * rows.x, y: m * rows.y, z: m * rows.z)
  }

  /// The product of the transpose with a vector.
  @inline(__always)
  static func * (rows: Self, vector: Vector3<Double>) -> ErrorVector {
    var sum = ErrorVector()
    rows.add(to: &sum, times: vector)
    return sum
  }
}

extension ErrorTriple {
  static var zero: Self { Self(x: .zero, y: .zero, z: .zero) }

  /// Adds *b* times a factor.
  @inline(__always)
  mutating func add(_ b: Self, times factor: Double) {
    x = x + b.x * factor
    y = y + b.y * factor
    z = z + b.z * factor
  }

  /// Adds *M b*.
  @inline(__always)
  mutating func add(_ b: Self, times m: Matrix3<Double>) {
    b.add(to: &x, times: Vector3(m.c0.x, m.c1.x, m.c2.x))
    b.add(to: &y, times: Vector3(m.c0.y, m.c1.y, m.c2.y))
    b.add(to: &z, times: Vector3(m.c0.z, m.c1.z, m.c2.z))
  }

  /// Subtracts *s* × *b*.
  @inline(__always)
  mutating func subtractCross(_ s: Vector3<Double>, _ b: Self) {
    x = x + b.y * s.z - b.z * s.y
    y = y + b.z * s.x - b.x * s.z
    z = z + b.x * s.y - b.y * s.x
  }

  /// Subtracts *s e*.
  @inline(__always)
  mutating func subtract(_ e: Element, times s: Vector3<Double>) {
    x = x - e * s.x
    y = y - e * s.y
    z = z - e * s.z
  }

  /// Adds *s*ᵀ *b* to a sum, *b* being this.
  @inline(__always)
  func add(to sum: inout Element, times s: Vector3<Double>) {
    sum = sum + x * s.x + y * s.y + z * s.z
  }
}

// MARK: - Vectors

extension ErrorVector {
  /// Propagates adjoint variables back through steps: *F*ᵀ *λ*.
  mutating func propagateBack(_ f: ErrorTransition) { multiply(byTransposeOf: f) }

  /// Propagates errors *P λ* back through one step: *F*⁻¹ (*P λ* - *Q λ*).
  ///
  /// - Parameter conjugate: The adjoint variable of the velocity after the step.
  @inline(__always)
  mutating func propagateBack(_ step: ErrorStep, conjugate: Vector3<Double>) {
    let h = step.duration
    v -= conjugate * step.velocityNoise
    t += step.attitude * g * h
    v += step.force.cross(t) + step.attitude * a * h + step.force * k
    p -= v * h
  }

  /// Removes the half of attitude and bias noise that is at one end of a transition.
  mutating func undo(_ noise: ErrorTransition.Noise, conjugate: ErrorVector) {
    t -= conjugate.t * (noise.attitude / 2)
    a -= conjugate.a * (noise.accelerationBias / 2)
    g -= conjugate.g * (noise.rotationBias / 2)
  }

  /// Propagates adjoint variables back through an update: (*I* - *K H*)ᵀ *λ* - *H*ᵀ *S*⁻¹ *y*.
  mutating func undo(_ update: NavigationUpdate) {
    self[update.block] -= update.gain * self + update.weighted
  }
}
