package import RotationMath

/// A smooth path of overlapping straight movements, each with a minimum-jerk profile.
///
/// *p*(*t*) = *start* + Σ *d*ᵢ *b*((*t* − *t*ᵢ)/*T*ᵢ), with *b*(τ) = 10τ³ − 15τ⁴ + 6τ⁵ between 0
/// and 1. Movements that overlap in time round the corner between them. As in handwriting, the
/// speed falls where the path bends, and straight parts have a bell-shaped speed. Position,
/// velocity and acceleration are exact and continuous.
///
/// Sources: T. Flash, N. Hogan, *The coordination of arm movements*, J. Neurosci. 5(7), 1985,
/// doi:10.1523/JNEUROSCI.05-07-01688.1985 (the profile); T. Flash, E. Henis, *Arm trajectory
/// modifications during reaching towards visual targets*, J. Cogn. Neurosci. 3(3), 1991,
/// doi:10.1162/jocn.1991.3.3.220 (their superposition).
package struct MinimumJerkPath<Point: EuclideanVector>: Hashable, Sendable
where Point.Scalar == Double {
  /// One straight movement, with zero velocity at both ends.
  package struct Movement: Hashable, Sendable {
    /// The start, in seconds.
    package var onset: Double
    /// The duration in seconds, greater than 0.
    package var duration: Double
    /// The displacement from start to end.
    package var displacement: Point

    /// A movement along `displacement` from `onset`, for `duration` seconds.
    ///
    /// - Precondition: `duration` is greater than 0.
    package init(onset: Double, duration: Double, displacement: Point) {
      precondition(duration > 0, "expected a positive duration, got \(duration) s")
      self.onset = onset
      self.duration = duration
      self.displacement = displacement
    }
  }

  /// Position, velocity and acceleration at one instant.
  package struct State: Hashable, Sendable {
    /// The position.
    package var position: Point
    /// The velocity, per second.
    package var velocity: Point
    /// The acceleration, per second squared.
    package var acceleration: Point
  }

  /// The first point.
  package var start: Point
  /// The movements, in any order of time.
  package var movements: [Movement]
  /// The duration in seconds from 0, including the pause after the last movement.
  package var duration: Double

  /// A path from `start` through `movements`; it lasts at least until the end of the last one.
  package init(start: Point, movements: [Movement], duration: Double = 0) {
    self.start = start
    self.movements = movements
    self.duration = movements.reduce(duration) { max($0, $1.onset + $1.duration) }
  }

  /// The last point.
  package var end: Point { movements.reduce(start) { $0 + $1.displacement } }

  /// The position at `time` in seconds; constant before 0 and after the end.
  ///
  /// - Complexity: O(number of movements).
  package func position(at time: Double) -> Point {
    var position = start
    for movement in movements where time > movement.onset {
      let tau = min((time - movement.onset) / movement.duration, 1)
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      position = position + movement.displacement * share
    }
    return position
  }

  /// Position, velocity and acceleration at `time` in seconds.
  ///
  /// - Complexity: O(number of movements).
  package func state(at time: Double) -> State {
    var state = State(position: start, velocity: .zero, acceleration: .zero)
    for movement in movements where time > movement.onset {
      let tau = (time - movement.onset) / movement.duration
      guard tau < 1 else {
        state.position = state.position + movement.displacement
        continue
      }
      let remaining = 1 - tau
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      let rate = 30 * tau * tau * remaining * remaining / movement.duration
      let change =
        60 * tau * remaining * (remaining - tau) / (movement.duration * movement.duration)
      state.position = state.position + movement.displacement * share
      state.velocity = state.velocity + movement.displacement * rate
      state.acceleration = state.acceleration + movement.displacement * change
    }
    return state
  }
}
