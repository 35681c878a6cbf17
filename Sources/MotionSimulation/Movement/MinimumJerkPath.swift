public import RotationMath

/// A smooth path made of overlapping straight movements, each with a minimum-jerk profile.
///
/// *p*(*t*) = *start* + Σ *d*ᵢ *b*((*t* − *t*ᵢ)/*T*ᵢ), with *b*(τ) = 10τ³ − 15τ⁴ + 6τ⁵ between 0
/// and 1. Movements that overlap in time round the corner between them, and hands do write like
/// that: the speed falls where the path bends, and straight parts have a bell-shaped speed.
/// Position, velocity and acceleration are exact and continuous at every instant.
///
/// Sources: T. Flash, N. Hogan, *The coordination of arm movements*, J. Neurosci. 5(7), 1985,
/// doi:10.1523/JNEUROSCI.05-07-01688.1985 (the profile); T. Flash, E. Henis, *Arm trajectory
/// modifications during reaching towards visual targets*, J. Cogn. Neurosci. 3(3), 1991,
/// doi:10.1162/jocn.1991.3.3.220 (their superposition).
public struct MinimumJerkPath<Point: EuclideanVector>: Hashable, Sendable
where Point.Scalar == Double {
  /// One straight movement from rest to rest.
  public struct Movement: Hashable, Sendable {
    /// When it starts, in seconds.
    public var onset: Double
    /// How long it takes, in seconds, more than 0.
    public var duration: Double
    /// Where it leads, from where it starts.
    public var displacement: Point

    /// The movement along `displacement` from `onset` on, for `duration` seconds.
    ///
    /// - Precondition: `duration` is more than 0.
    public init(onset: Double, duration: Double, displacement: Point) {
      precondition(duration > 0, "a movement takes time, not \(duration) s")
      self.onset = onset
      self.duration = duration
      self.displacement = displacement
    }
  }

  /// Position, velocity and acceleration at one instant.
  public struct State: Hashable, Sendable {
    /// Where it is.
    public var position: Point
    /// The first derivative of the position, a second.
    public var velocity: Point
    /// The second derivative of the position, a second squared.
    public var acceleration: Point
  }

  /// Where the path begins.
  public var start: Point
  /// The movements, in any order of time.
  public var movements: [Movement]
  /// When the path ends, in seconds from 0: the rest after the last movement included.
  public var duration: Double

  /// The path from `start` through `movements`; `duration` is at least the end of the last one.
  public init(start: Point, movements: [Movement], duration: Double = 0) {
    self.start = start
    self.movements = movements
    self.duration = movements.reduce(duration) { max($0, $1.onset + $1.duration) }
  }

  /// Where all movements lead.
  public var end: Point { movements.reduce(start) { $0 + $1.displacement } }

  /// Where the path is at `time`, in seconds. Before 0 and after the end it rests.
  ///
  /// O(number of movements).
  public func position(at time: Double) -> Point {
    var position = start
    for movement in movements where time > movement.onset {
      let tau = min((time - movement.onset) / movement.duration, 1)
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      position = position + movement.displacement * share
    }
    return position
  }

  /// Position, velocity and acceleration at `time`, in seconds.
  ///
  /// O(number of movements).
  public func state(at time: Double) -> State {
    var state = State(position: start, velocity: .zero, acceleration: .zero)
    for movement in movements where time > movement.onset {
      let tau = (time - movement.onset) / movement.duration
      guard tau < 1 else {
        state.position = state.position + movement.displacement
        continue
      }
      let rest = 1 - tau
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      let rate = 30 * tau * tau * rest * rest / movement.duration
      let change =
        60 * tau * rest * (rest - tau) / (movement.duration * movement.duration)
      state.position = state.position + movement.displacement * share
      state.velocity = state.velocity + movement.displacement * rate
      state.acceleration = state.acceleration + movement.displacement * change
    }
    return state
  }
}
