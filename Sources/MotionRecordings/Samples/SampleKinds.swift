internal import MotionFusion

/// What the samples of a recording have: the sensors with a reading, and touches.
public struct SampleKinds: Hashable, Sendable {
  /// Whether there is a reading of the gyroscope.
  public private(set) var hasRotationRate = false
  /// Whether there is a reading of the accelerometer.
  public private(set) var hasAcceleration = false
  /// Whether there is a reading of the magnetometer.
  public private(set) var hasMagneticField = false
  /// Whether the source has a touch.
  public private(set) var hasTouch = false

  /// The kinds of a sequence of samples.
  init(_ samples: some Sequence<SensorSample> = []) {
    for sample in samples { add(sample) }
  }

  /// Adds those of a sample.
  mutating func add(_ sample: SensorSample) {
    if sample.rotationRate != nil { hasRotationRate = true }
    if sample.acceleration != nil { hasAcceleration = true }
    if sample.magneticField != nil { hasMagneticField = true }
    if sample.isTouching != nil { hasTouch = true }
  }
}
