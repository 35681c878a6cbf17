import RotationMath
import Testing

@testable import MotionFusion

@Suite("ErrorCovariance")
struct ErrorCovarianceTests {
  /// An interval of a device that turns about a tilted axis.
  private static func step(_ number: Int) -> ErrorCovariance.Transition {
    let attitude = Quaternion.turn(by: Vector3(0.3, -0.2, 0.1) * Double(number))
    let axes = Matrix3(attitude)
    let rate = Vector3(1.0, -0.7, 0.4)
    return ErrorCovariance.Transition(
      axes: axes * 0.05,
      turns: Matrix3(
        columns: axes.c0 * (rate.x * 0.05), axes.c1 * (rate.y * 0.05), axes.c2 * (rate.z * 0.05)),
      force: Vector3(0.002, -0.001, 0.05))
  }

  private static let observed: [ObservedError] = [
    .velocityX, .velocityY, .turn(axis: 0), .turn(axis: 1), .turn(axis: 2), .bias(axis: 0),
    .bias(axis: 1), .bias(axis: 2),
  ]

  @Test("stays symmetric and positive, and observations reduce the variance that they observe")
  func isCovariance() {
    var errors = ErrorCovariance(bias: 1e-3, scale: 1e-4)
    errors.restartTilt(variance: 0.05, velocity: 0.01)
    for number in 0..<2000 {
      errors.predict(Self.step(number))
      errors.add(tilt: 1e-6, heading: 1e-6, bias: 1e-9)
      for error in [ObservedError.velocityX, .velocityY] {
        let before = errors.column(error)
        errors.reduce(by: before, share: 1 / (before[error] + 0.05))
        #expect(errors.column(error)[error] < before[error])
      }
    }
    for a in Self.observed {
      #expect(errors.column(a)[a] > 0)
      for b in Self.observed {
        let (ab, ba) = (errors.column(a)[b], errors.column(b)[a])
        #expect(abs(ab - ba) < 1e-12)
        #expect(ab * ab <= errors.column(a)[a] * errors.column(b)[b] * (1 + 1e-9))
      }
    }
  }

  /// A filter's errors, and what changed them, from the observations of a true state.
  private static func filtered() -> (
    marks: [(errors: ErrorCovariance, state: FilterErrors, truth: FilterErrors)],
    events: [[FilterEvent]]
  ) {
    var errors = ErrorCovariance(bias: 1e-3, scale: 1e-4)
    errors.restartTilt(variance: 0.05, velocity: 0.01)
    var (state, truth) = (FilterErrors(), FilterErrors())
    truth.turn = Vector3(0.1, -0.15, 0)
    truth.bias = Vector3(0.03, -0.02, 0.01)
    var marks: [(errors: ErrorCovariance, state: FilterErrors, truth: FilterErrors)] = []
    var events: [[FilterEvent]] = []
    for number in 0..<600 {
      let step = Self.step(number)
      for change in [0, 1] {
        var one = change == 0 ? state : truth
        one.turn = one.turn - (step.axes * one.bias + step.turns * one.scale)
        one.velocity += Vector2(step.force.z * one.turn.y, -step.force.z * one.turn.x)
        if change == 0 { state = one } else { truth = one }
      }
      errors.predict(step)
      var list = [FilterEvent.predicted(step)]
      for error in [ObservedError.velocityX, .velocityY] {
        let column = errors.column(error)
        let share = 1 / (column[error] + 1e-4)
        let innovation = truth[error] - state[error]
        errors.reduce(by: column, share: share)
        state = state + column * (share * innovation)
        list.append(
          .observed(error, column, share: share, innovation: innovation, motion: 0))
      }
      marks.append((errors, state, truth))
      events.append(list)
    }
    return (marks, events)
  }

  @Test("smoothing finds the errors at the start, and says how well")
  func smoothing() {
    let (marks, events) = Self.filtered()
    var smoother = ErrorSmoother()
    for place in marks.indices.reversed() {
      let mark = marks[place]
      let smoothed = mark.state + smoother.errors(of: mark.errors)
      for error in Self.observed where place % 50 == 0 {
        let variance = smoother.variance(of: error, in: mark.errors)
        #expect(variance <= mark.errors.column(error)[error] * (1 + 1e-9))
        let off = smoothed[error] - mark.truth[error]
        #expect(off * off <= 4 * variance + 1e-12)
      }
      if place == 0 {
        #expect(
          (smoothed.turn - mark.truth.turn).length < 0.2
            * (mark.state.turn - mark.truth.turn).length)
      }
      for event in events[place].reversed() { smoother.undo(event) }
    }
  }
}
