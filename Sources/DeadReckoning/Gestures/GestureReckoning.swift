internal import MotionFusion
internal import RealModule
internal import RotationMath

/// The unknown errors of a gesture, by their places in the list of unknowns.
struct GestureErrors {
  static let velocity = 0
  static let tilt = 3
  static let accelerationBias = 6
  static let rotationBias = 9
  /// The first of the impulses.
  static let impulses = 12

  private let numbers: [Double]

  init(_ numbers: [Double]) { self.numbers = numbers }

  var velocity: Vector3<Double> { vector(Self.velocity) }
  var tilt: Vector3<Double> { vector(Self.tilt) }
  var accelerationBias: Vector3<Double> { vector(Self.accelerationBias) }
  var rotationBias: Vector3<Double> { vector(Self.rotationBias) }
  var impulses: ArraySlice<Double> { numbers[Self.impulses...] }

  private func vector(_ first: Int) -> Vector3<Double> {
    Vector3(numbers[first], numbers[first + 1], numbers[first + 2])
  }
}

/// Plain dead reckoning of a gesture, with its derivatives by the errors.
struct GestureReckoning {
  /// A vector and its derivatives with respect to all errors.
  struct Sensitivity {
    var value = Vector3<Double>.zero
    var columns: [Vector3<Double>]
  }

  /// Means over a stationary phase.
  struct Phase {
    var acceleration: Sensitivity
    var rate: Sensitivity
  }

  /// The duration of the whole movement, in seconds.
  let duration: Double
  private(set) var endVelocity: Sensitivity
  private(set) var displacement: Sensitivity
  private(set) var startPhase: Phase?
  private(set) var endPhase: Phase?

  init(_ samples: GestureSamples) {
    let movement = samples.movement
    duration = samples.times[movement.upperBound] - samples.times[movement.lowerBound]
    var state = State(samples)
    endVelocity = state.velocity
    displacement = state.position
    var sums = [samples.startPhase, samples.endPhase].map { PhaseSums($0, samples) }
    for index in 0..<samples.count {
      state.advance(to: index, of: samples)
      for place in sums.indices { sums[place].add(state.acceleration, index, samples) }
      if index == movement.upperBound {
        endVelocity = state.velocity
        displacement = state.position
      }
    }
    startPhase = sums[0].mean
    endPhase = sums[1].mean
  }
}

// MARK: - Reckoning

extension GestureReckoning {
  /// Position, velocity and acceleration at one sample, with their derivatives.
  private struct State {
    var position: Sensitivity
    var velocity: Sensitivity
    var acceleration: Sensitivity
    /// The integral of the attitude's matrix.
    private var turned = Matrix3<Double>.zero

    init(_ samples: GestureSamples) {
      let none = Sensitivity(
        columns: [Vector3<Double>](
          repeating: .zero, count: GestureErrors.impulses + samples.cuts.count))
      position = none
      velocity = none
      velocity.columns.replaceSubrange(0..<3, with: [.unitX, .unitY, .unitZ])
      acceleration = none
    }

    /// Advances to the next sample, with the acceleration linear between samples. Velocity and
    /// position stay constant until the movement begins.
    mutating func advance(to index: Int, of samples: GestureSamples) {
      let matrix = Matrix3(samples.attitudes[index])
      let step = index > 0 ? samples.times[index] - samples.times[index - 1] : 0
      if index > 0, samples.isTurnedByRate {
        turned = turned + (Matrix3(samples.attitudes[index - 1]) + matrix) * (step / 2)
      }
      let before = acceleration
      sense(index, samples, matrix)
      guard index > samples.movement.lowerBound else { return }
      integrate(&position.value, &velocity.value, before.value, acceleration.value, step)
      for column in position.columns.indices {
        integrate(
          &position.columns[column], &velocity.columns[column], before.columns[column],
          acceleration.columns[column], step)
      }
    }

    private func integrate(
      _ position: inout Vector3<Double>, _ velocity: inout Vector3<Double>,
      _ before: Vector3<Double>, _ now: Vector3<Double>, _ step: Double
    ) {
      let change = (before * 2 + now) * (step / 6)
      position += (velocity + change) * step
      velocity += (before + now) * (step / 2)
    }

    /// The acceleration at a sample.
    private mutating func sense(
      _ index: Int, _ samples: GestureSamples, _ matrix: Matrix3<Double>
    ) {
      let force = matrix * samples.forces[index]
      acceleration.value = force - Vector3(0, 0, SensorSample.standardGravity)
      let axes = [Vector3<Double>.unitX, .unitY, .unitZ]
      for (place, axis) in axes.enumerated() {
        acceleration.columns[GestureErrors.tilt + place] = axis.cross(force)
        acceleration.columns[GestureErrors.accelerationBias + place] = -(matrix * axis)
        acceleration.columns[GestureErrors.rotationBias + place] = -(turned * axis).cross(force)
      }
      for (place, cut) in samples.cuts.enumerated() {
        let share =
          cut.samples.contains(index) ? cut.shape[index - cut.samples.lowerBound] : 0
        acceleration.columns[GestureErrors.impulses + place] = matrix * (cut.axis * share)
      }
    }
  }

  /// Accumulates means over a stationary phase.
  private struct PhaseSums {
    private let range: Range<Int>
    private var acceleration: Sensitivity
    private var rate: Vector3<Double> = .zero

    init(_ range: Range<Int>, _ samples: GestureSamples) {
      self.range = range
      acceleration = State(samples).acceleration
    }

    mutating func add(_ sensed: Sensitivity, _ index: Int, _ samples: GestureSamples) {
      guard range.contains(index) else { return }
      let share = 1 / Double(range.count)
      acceleration.value += sensed.value * share
      for column in sensed.columns.indices {
        acceleration.columns[column] += sensed.columns[column] * share
      }
      rate += samples.rates[index] * share
    }

    var mean: Phase? {
      guard !range.isEmpty else { return nil }
      var mean = Sensitivity(
        value: rate,
        columns: [Vector3<Double>](repeating: .zero, count: acceleration.columns.count))
      for (place, axis) in [Vector3<Double>.unitX, .unitY, .unitZ].enumerated() {
        mean.columns[GestureErrors.rotationBias + place] = -axis
      }
      return Phase(acceleration: acceleration, rate: mean)
    }
  }
}

// MARK: - The path

extension GestureReckoning {
  /// The path without the errors, from the origin, with its uncertainty.
  func points(
    of samples: GestureSamples, _ posterior: LinearPosterior, _ conditions: EndConditions
  ) -> [PathPoint] {
    let errors = GestureErrors(posterior.mean)
    let corrected = samples.corrected(by: errors)
    var points: [PathPoint] = []
    points.reserveCapacity(samples.count)
    var state = State(samples)
    state.velocity.value = errors.velocity
    let movement = samples.movement
    for index in 0..<samples.count {
      state.advance(to: index, of: corrected)
      var point = PathPoint(
        index: index, timestamp: samples.timestamps[index], position: state.position.value,
        velocity: state.velocity.value, attitude: Attitude(quaternion: corrected.attitudes[index]),
        uncertainty: PathUncertainty(
          position: posterior.covariance(of: state.position.columns),
          velocity: posterior.covariance(of: state.velocity.columns)))
      let isBefore = index < movement.lowerBound
      let isAfter = index > movement.upperBound
      if isBefore ? conditions.startsAtRest : isAfter && conditions.endsAtRest {
        point.velocity = .zero
        point.isStationary = true
        if let last = points.last {
          point.position = last.position
          point.uncertainty?.position = last.uncertainty?.position ?? .zero
        }
      } else if isBefore {
        let time = samples.times[index] - samples.times[movement.lowerBound]
        point.position = errors.velocity * time
      }
      points.append(point)
    }
    let origin = points.first?.position ?? .zero
    for index in points.indices { points[index].position -= origin }
    return points
  }
}

extension GestureSamples {
  /// The same samples without these errors.
  fileprivate func corrected(by errors: GestureErrors) -> GestureSamples {
    var corrected = self
    var turned = errors.tilt
    var last = Vector3<Double>.zero
    for index in 0..<count {
      let rate = attitudes[index].act(errors.rotationBias)
      if index > 0, isTurnedByRate {
        turned -= (last + rate) * ((times[index] - times[index - 1]) / 2)
      }
      last = rate
      corrected.correct(index, turn: turned, errors)
    }
    return corrected
  }
}

extension LinearPosterior {
  /// The covariance of a vector with these derivatives with respect to the unknowns.
  fileprivate func covariance(of columns: [Vector3<Double>]) -> Matrix3<Double> {
    let count = columns.count
    var result = Matrix3<Double>.zero
    for i in 0..<count {
      var sum = Vector3<Double>.zero
      for j in 0..<count { sum += columns[j] * covariance[i * count + j] }
      result = result + columns[i].outerProduct(sum)
    }
    return result
  }
}

/// The posterior of unknown numbers given linear measurements: mean, covariance and evidence.
///
/// Measurements are applied one by one, as in a Kalman filter.
struct LinearPosterior {
  private(set) var mean: [Double]
  /// By rows.
  private(set) var covariance: [Double]
  /// The logarithm of the measurements' prior probability density.
  var logEvidence = 0.0

  /// The prior: independent numbers of zero mean.
  init(deviations: [Double]) {
    mean = [Double](repeating: 0, count: deviations.count)
    covariance = [Double](repeating: 0, count: deviations.count * deviations.count)
    for (index, deviation) in deviations.enumerated() {
      covariance[index * deviations.count + index] = deviation * deviation
    }
  }

  /// Applies the measurement that `value` plus `row` times the numbers is zero.
  ///
  /// - Precondition: `noise`, a variance, is positive.
  mutating func observe(_ row: [Double], value: Double, noise: Double) {
    let count = mean.count
    var gain = [Double](repeating: 0, count: count)
    var variance = noise
    var innovation = -value
    for i in 0..<count {
      var sum = 0.0
      for j in 0..<count { sum += covariance[i * count + j] * row[j] }
      gain[i] = sum
      variance += row[i] * sum
      innovation -= row[i] * mean[i]
    }
    for i in 0..<count {
      let share = gain[i] / variance
      mean[i] += share * innovation
      for j in 0..<count { covariance[i * count + j] -= share * gain[j] }
    }
    logEvidence -= 0.5 * (innovation * innovation / variance + Double.log(2 * .pi * variance))
  }

  /// Applies the three measurements of a vector that is zero.
  mutating func observe(_ vector: GestureReckoning.Sensitivity, noise: Double) {
    observe(vector.columns.map { $0.x }, value: vector.value.x, noise: noise)
    observe(vector.columns.map { $0.y }, value: vector.value.y, noise: noise)
    observe(vector.columns.map { $0.z }, value: vector.value.z, noise: noise)
  }
}
