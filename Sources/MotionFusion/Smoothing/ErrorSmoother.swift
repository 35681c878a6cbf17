/// The backward pass over the errors of an inertial filter: the modified smoother of A. E. Bryson
/// and M. Frazier (G. J. Bierman, 1973).
///
/// It carries the derivative of the likelihood of all later observations, and needs no inverse of a
/// covariance.
struct ErrorSmoother {
  /// The order: turn, velocity, bias, scale; the rest is zero.
  typealias Vector = SIMD16<Double>

  private var lambda = Vector.zero
  /// The same of the errors by motion.
  private var motion = Vector.zero
  private var information = [Vector](repeating: .zero, count: 11)

  private static func index(_ error: ObservedError) -> Int {
    switch error {
    case .turn(let axis): axis
    case .velocityX: 3
    case .velocityY: 4
    case .bias(let axis): 5 + axis
    }
  }

  private static func vector(_ e: FilterErrors) -> Vector {
    Vector(
      e.turn.x, e.turn.y, e.turn.z, e.velocity.x, e.velocity.y, e.bias.x, e.bias.y, e.bias.z,
      e.scale.x, e.scale.y, e.scale.z, 0, 0, 0, 0, 0)
  }

  /// Takes an event back.
  mutating func undo(_ event: FilterEvent) {
    switch event {
    case .predicted(let step): undo(step)
    case .observed(let error, let column, let share, let innovation, let part):
      let place = Self.index(error)
      let gain = Self.vector(column) * share
      // C = I - K h: C' L C + h share h'.
      var row = Vector.zero
      for i in 0..<11 { row += information[i] * gain[i] }
      let square = (row * gain).sum()
      for i in 0..<11 where i != place { information[i][place] -= row[i] }
      information[place] -= row
      information[place][place] += square - row[place] + share
      lambda[place] -= (lambda * gain).sum() + share * innovation
      motion[place] -= (motion * gain).sum() + share * part
    case .restartedTilt:
      for i in [0, 1, 3, 4] {
        lambda[i] = 0
        motion[i] = 0
        information[i] = .zero
        for j in 0..<11 { information[j][i] = 0 }
      }
    }
  }

  private mutating func undo(_ step: ErrorCovariance.Transition) {
    lambda = Self.transposed(step, lambda)
    motion = Self.transposed(step, motion)
    for i in 0..<11 { information[i] = Self.transposed(step, information[i]) }
    // Symmetric: the same by columns.
    var columns = [Vector](repeating: .zero, count: 11)
    for i in 0..<11 { for j in 0..<11 { columns[j][i] = information[i][j] } }
    for j in 0..<11 { columns[j] = Self.transposed(step, columns[j]) }
    information = columns
  }

  /// The product with the transposed transition.
  private static func transposed(_ step: ErrorCovariance.Transition, _ v: Vector) -> Vector {
    var v = v
    v[0] -= step.force.z * v[4]
    v[1] += step.force.z * v[3]
    let turn = Vector3(v[0], v[1], v[2])
    let bias = step.axes.transpose * turn
    let scale = step.turns.transpose * turn
    for axis in 0..<3 {
      v[5 + axis] -= bias[axis]
      v[8 + axis] -= scale[axis]
    }
    return v
  }

  /// The errors of a filter with this covariance by all later observations.
  func errors(of covariance: ErrorCovariance) -> FilterErrors { product(of: covariance, lambda) }

  private func product(of covariance: ErrorCovariance, _ derivative: Vector) -> FilterErrors {
    func product(_ c: FilterErrors) -> Double { -(Self.vector(c) * derivative).sum() }
    func three(_ f: (Int) -> FilterErrors) -> Vector3<Double> {
      Vector3(product(f(0)), product(f(1)), product(f(2)))
    }
    return FilterErrors(
      turn: three { covariance.column(.turn(axis: $0)) },
      velocity: Vector2(
        product(covariance.column(.velocityX)), product(covariance.column(.velocityY))),
      bias: three { covariance.column(.bias(axis: $0)) },
      scale: three { covariance.column(scale: $0) })
  }

  /// The errors of the estimates by all observations if the velocities that the filter took for
  /// errors are real; `filtered` are those by the observations until then.
  func motionErrors(of covariance: ErrorCovariance, filtered: FilterErrors) -> FilterErrors {
    filtered + product(of: covariance, motion)
  }

  /// The variance of one of the errors with all later observations.
  func variance(of error: ObservedError, in covariance: ErrorCovariance) -> Double {
    let column = covariance.column(error)
    let v = Self.vector(column)
    var sum = 0.0
    for i in 0..<11 { sum += v[i] * (information[i] * v).sum() }
    return max(column[error] - sum, 0)
  }
}
