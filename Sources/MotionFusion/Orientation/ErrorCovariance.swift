internal import RealModule

/// Errors of an orientation filter, or their covariances with one direction.
struct FilterErrors: Sendable {
  /// The turn in the level frame, in radians: of the tilt about *x* and *y*, of the heading about
  /// *z*.
  var turn = Vector3<Double>.zero
  /// The horizontal velocity in the level frame, in g·s.
  var velocity = Vector2<Double>.zero
  /// The gyroscope bias in the device frame, in rad/s.
  var bias = Vector3<Double>.zero
  /// The relative error of the gyroscope's scale about each axis of the device.
  var scale = Vector3<Double>.zero

  /// The component that is observed.
  subscript(error: ObservedError) -> Double {
    switch error {
    case .velocityX: velocity.x
    case .velocityY: velocity.y
    case .turn(let axis): turn[axis]
    case .bias(let axis): bias[axis]
    }
  }

  /// The variance of the tilt with errors by motion of about this size, in rad². The filter
  /// explains a part of the velocity, so that its estimates are too small.
  var tiltVariance: Double {
    InertialFilter.InclinationConstants.velocityShare * (turn.x * turn.x + turn.y * turn.y)
  }

  static func + (a: Self, b: Self) -> Self {
    Self(
      turn: a.turn + b.turn, velocity: a.velocity + b.velocity, bias: a.bias + b.bias,
      scale: a.scale + b.scale)
  }

  static func * (errors: Self, factor: Double) -> Self {
    Self(
      turn: errors.turn * factor, velocity: errors.velocity * factor, bias: errors.bias * factor,
      scale: errors.scale * factor)
  }
}

enum ObservedError: Sendable {
  /// The horizontal velocity in the level frame.
  case velocityX, velocityY
  /// About an axis of the level frame.
  case turn(axis: Int)
  /// About an axis of the device.
  case bias(axis: Int)

  var isVelocity: Bool {
    switch self {
    case .velocityX, .velocityY: true
    case .turn, .bias: false
    }
  }
}

/// What changed the errors of a filter, for smoothing.
enum FilterEvent: Sendable {
  case predicted(ErrorCovariance.Transition)
  /// The covariances with the observed error, the reciprocal of the innovation's variance, the
  /// innovation, and the part of it that counts for the errors by motion.
  case observed(
    ObservedError, FilterErrors, share: Double, innovation: Double, motion: Double)
  /// Tilt and velocity started independently.
  case restartedTilt
}

/// The joint covariance of the errors of an orientation filter: turn, horizontal velocity,
/// gyroscope bias and scale.
///
/// Kept in blocks: most elements of the transition are zero or one.
struct ErrorCovariance: HeadingErrors, Sendable {
  /// The covariances of one component of the velocity with the others.
  private struct Row: Sendable {
    var turn = Vector3<Double>.zero
    var bias = Vector3<Double>.zero
    var scale = Vector3<Double>.zero

    mutating func subtract(_ errors: FilterErrors, _ factor: Double) {
      turn -= errors.turn * factor
      bias -= errors.bias * factor
      scale -= errors.scale * factor
    }
  }

  private var turn: Matrix3<Double>
  private var turnBias = Matrix3<Double>.zero
  private var turnScale = Matrix3<Double>.zero
  private var bias: Matrix3<Double>
  /// The variance by which the bias about an axis may have changed so far, in rad²/s².
  private(set) var biasDrift = 0.0
  private var biasScale = Matrix3<Double>.zero
  private var scale: Matrix3<Double>
  private var x = Row()
  private var y = Row()
  private var xx: Double
  private var xy = 0.0
  private var yy: Double

  /// Independent errors of bias and scale with these variances about each axis; the others are
  /// zero.
  init(bias: Double, scale: Double) {
    turn = .zero
    self.bias = Matrix3(diagonal: Vector3(repeating: bias))
    self.scale = Matrix3(diagonal: Vector3(repeating: scale))
    xx = 0
    yy = 0
  }

  /// Of the tilt about both horizontal axes, in rad².
  var tiltVariance: Double { turn.c0.x + turn.c1.y }
  /// The sum of both components', in g²s².
  var velocityVariance: Double { xx + yy }
  /// In rad².
  var headingVariance: Double { turn.c2.z }
  /// Of each component, in rad²/s².
  var biasVariance: Vector3<Double> { Vector3(bias.c0.x, bias.c1.y, bias.c2.z) }
  /// Of the component about an axis of the device, of unit length.
  func biasVariance(about axis: Vector3<Double>) -> Double { axis.dot(bias * axis) }

  /// The transition over an interval.
  struct Transition {
    /// The integral of the rotation from device to level frame, in seconds.
    var axes: Matrix3<Double>
    /// The same with the angular rate about each axis of the device, in radians.
    var turns: Matrix3<Double>
    /// The integral of the specific force in the level frame, in g·s.
    var force: Vector3<Double>

    /// Errors at the end, by those at the start.
    func predicted(_ errors: FilterErrors) -> FilterErrors {
      var errors = errors
      errors.turn -= axes * errors.bias + turns * errors.scale
      errors.velocity += Vector2(errors.turn.y, -errors.turn.x) * force.z
      return errors
    }
  }

  /// Predicts the errors over an interval; the noise is added by `add`.
  mutating func predict(_ step: Transition) {
    let (a, s) = (step.axes, step.turns)
    let moved = a * turnBias.transpose + s * turnScale.transpose
    turnBias = turnBias - (a * bias + s * biasScale.transpose)
    turnScale = turnScale - (a * biasScale + s * scale)
    turn = turn - moved - (turnBias * a.transpose + turnScale * s.transpose)
    x.turn -= a * x.bias + s * x.scale
    y.turn -= a * y.bias + s * y.scale
    // A tilt turns the vertical force to the velocity. The heading is left out: the velocity is
    // zero on average in any direction, so that it shows nothing of the heading.
    let up = step.force.z
    let fromX = turn.c1 * up
    let fromY = turn.c0 * -up
    xx += up * (2 * x.turn.y + fromX.y)
    yy -= up * (2 * y.turn.x + fromY.x)
    xy += up * (y.turn.y - x.turn.x + fromY.y)
    x.turn += fromX
    y.turn += fromY
    x.bias += turnBias[row: 1] * up
    y.bias -= turnBias[row: 0] * up
    x.scale += turnScale[row: 1] * up
    y.scale -= turnScale[row: 0] * up
  }

  /// Adds independent variances.
  mutating func add(tilt: Double, heading: Double, bias amount: Double) {
    turn.c0.x += tilt
    turn.c1.y += tilt
    turn.c2.z += heading
    bias.c0.x += amount
    bias.c1.y += amount
    bias.c2.z += amount
    biasDrift += amount
  }

  // MARK: Observations

  /// The covariances with one of the errors.
  func column(_ error: ObservedError) -> FilterErrors {
    switch error {
    case .velocityX:
      FilterErrors(turn: x.turn, velocity: Vector2(xx, xy), bias: x.bias, scale: x.scale)
    case .velocityY:
      FilterErrors(turn: y.turn, velocity: Vector2(xy, yy), bias: y.bias, scale: y.scale)
    case .turn(let axis):
      FilterErrors(
        turn: turn[column: axis], velocity: Vector2(x.turn[axis], y.turn[axis]),
        bias: turnBias[row: axis], scale: turnScale[row: axis])
    case .bias(let axis):
      FilterErrors(
        turn: turnBias[column: axis], velocity: Vector2(x.bias[axis], y.bias[axis]),
        bias: bias[column: axis], scale: biasScale[row: axis])
    }
  }
  /// The covariances with the scale about an axis of the device.
  func column(scale axis: Int) -> FilterErrors {
    FilterErrors(
      turn: turnScale[column: axis], velocity: Vector2(x.scale[axis], y.scale[axis]),
      bias: biasScale[column: axis], scale: scale[column: axis])
  }

  /// Takes an observation with these covariances and the reciprocal of its innovation's variance.
  mutating func reduce(by c: FilterErrors, share: Double) {
    turn = turn - c.turn.outerProduct(c.turn * share)
    turnBias = turnBias - c.turn.outerProduct(c.bias * share)
    turnScale = turnScale - c.turn.outerProduct(c.scale * share)
    bias = bias - c.bias.outerProduct(c.bias * share)
    biasScale = biasScale - c.bias.outerProduct(c.scale * share)
    scale = scale - c.scale.outerProduct(c.scale * share)
    x.subtract(c, c.velocity.x * share)
    y.subtract(c, c.velocity.y * share)
    xx -= c.velocity.x * c.velocity.x * share
    xy -= c.velocity.x * c.velocity.y * share
    yy -= c.velocity.y * c.velocity.y * share
  }

  /// Makes the turn about the vertical independent, with this variance in rad².
  mutating func restartHeading(variance: Double) {
    turn.c2 = Vector3(0, 0, variance)
    turn.c0.z = 0
    turn.c1.z = 0
    x.turn.z = 0
    y.turn.z = 0
    turnBias = Matrix3(rows: turnBias[row: 0], turnBias[row: 1], .zero)
    turnScale = Matrix3(rows: turnScale[row: 0], turnScale[row: 1], .zero)
  }

  /// Makes tilt and velocity independent, with these variances.
  mutating func restartTilt(variance: Double, velocity: Double) {
    turn = Matrix3(diagonal: Vector3(variance, variance, turn.c2.z))
    turnBias = Matrix3(rows: .zero, .zero, turnBias[row: 2])
    turnScale = Matrix3(rows: .zero, .zero, turnScale[row: 2])
    x = Row()
    y = Row()
    (xx, xy, yy) = (velocity, 0, velocity)
  }

  /// Raises the variance of the heading to at least this one, in rad².
  mutating func raiseHeading(to least: Double) { turn.c2.z = max(turn.c2.z, least) }

  /// Adds an independent turn about any axis with this variance in rad², up to an unknown
  /// direction.
  mutating func widenTurn(by variance: Double) {
    widenHeading(by: variance)
    turn.c0.x += variance
    turn.c1.y += variance
  }

  /// Raises the variance of the bias about an axis of the device, of unit length, to at least this
  /// one, in rad²/s².
  mutating func raiseBias(about axis: Vector3<Double>, to least: Double) {
    let missing = max(least - biasVariance(about: axis), 0)
    bias = bias + axis.outerProduct(axis * missing)
    biasDrift += missing
  }

  /// Adds an independent variance in rad²/s² to the bias about each axis of the device that is
  /// perpendicular to `axis`, of unit length.
  mutating func widenBias(across axis: Vector3<Double>, by variance: Double) {
    bias = bias + (.identity - axis.outerProduct(axis)) * variance
    biasDrift += variance
  }

  /// Raises the variance of each component of the velocity to at least this one, in g²s².
  mutating func raiseVelocity(to least: Double) {
    xx = max(xx, least)
    yy = max(yy, least)
  }
}
