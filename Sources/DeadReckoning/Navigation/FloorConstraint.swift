internal import MotionFusion

/// The height of the floor under a walker's foot, where a movement was a stride on level ground.
///
/// A stride is a movement between stationary phases that goes far, takes little time and swings the
/// sensor round, unlike gestures of a hand. Without this constraint the height of a foot-mounted
/// sensor drifts by about a centimetre a stride.
struct FloorConstraint: Hashable, Sendable {
  /// The limits of a stride.
  struct Configuration: Hashable, Sendable {
    /// The standard deviation of the floor's height, in metres; infinite for no constraint.
    var deviation = Double.infinity
    /// The change of height, in metres, beyond which a stride led to another floor or a stair.
    var largestChange = 0.08
    /// The smallest horizontal length of a stride, in metres.
    var strideLength = 0.4
    /// The longest duration of a stride, in seconds; of two, where no phase between was detected.
    var strideTime = 2.5
    /// The smallest peak of the angular rate in a stride's swing, in rad/s.
    var swingRate = 3.0
    /// The largest angular rate of a foot that stands and does not roll, in rad/s.
    var standingRate = 0.5
  }

  private var place: Vector3<Double>?
  private var time = 0.0
  private var floor = 0.0
  private var largestRate = 0.0

  /// Takes the angular rate of a sample in motion, in rad/s.
  mutating func swing(rate: Double) { largestRate = max(largestRate, rate) }

  /// The height of the floor under a foot that stands at `place`; `nil` if the last movement was
  /// not a stride, or led to another floor.
  mutating func floor(
    at place: Vector3<Double>, time: Double, _ configuration: Configuration
  ) -> Double? {
    guard let from = self.place, configuration.deviation < .infinity else {
      floor = place.z
      return nil
    }
    // No movement since the last call.
    guard largestRate > 0 else { return nil }
    let step = place - from
    let distance = (step.x * step.x + step.y * step.y).squareRoot()
    guard distance >= configuration.strideLength, time - self.time <= configuration.strideTime,
      largestRate >= configuration.swingRate, abs(place.z - floor) <= configuration.largestChange
    else {
      floor = place.z
      return nil
    }
    return floor
  }

  /// Records that the foot stands at `place` until it moves again.
  mutating func stand(at place: Vector3<Double>, time: Double) {
    self.place = place
    self.time = time
    largestRate = 0
  }
}
