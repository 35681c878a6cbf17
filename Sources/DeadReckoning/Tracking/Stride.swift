internal import MotionFusion

/// Tells the strides of a foot from other movements, and remembers the floor.
struct Stride: Hashable, Sendable {
  private var place: Vector3<Double>?
  private var time = 0.0
  private var floor = 0.0
  private var largestRate = 0.0

  /// Takes the angular rate of a sample in motion, in rad/s.
  mutating func swing(rate: Double) { largestRate = max(largestRate, rate) }

  /// The height of the floor under a foot that stands here; `nil` when it did not come by a stride, or
  /// came to another floor.
  mutating func floor(
    at place: Vector3<Double>, time: Double, _ ground: InertialNavigator.Ground
  ) -> Double? {
    guard let from = self.place, ground.deviation < .infinity else {
      floor = place.z
      return nil
    }
    // Still the same rest.
    guard largestRate > 0 else { return nil }
    let way = place - from
    let distance = (way.x * way.x + way.y * way.y).squareRoot()
    guard distance >= ground.strideLength, time - self.time <= ground.strideTime,
      largestRate >= ground.swingRate, abs(place.z - floor) <= ground.largestChange
    else {
      floor = place.z
      return nil
    }
    return floor
  }

  /// The foot stands here, until it moves again.
  mutating func stand(at place: Vector3<Double>, time: Double) {
    self.place = place
    self.time = time
    largestRate = 0
  }
}
