public import MotionFusion

/// What sensors that are off, and surroundings, do to raw samples, to test what turns those into an
/// attitude.
///
/// The amounts are a phone's: gyros come with errors of 1 to 3 % in scale and alignment.
public enum SensorDisturbance: String, Hashable, Sendable, CaseIterable {
  /// A gyroscope that reads 1 % too much.
  case gyroscopeScale = "gyroscope-scale"
  /// A gyroscope whose axes are not at right angles: each reads 1 % of the others' rates.
  case gyroscopeAlignment = "gyroscope-alignment"
  /// A gyroscope that is off by 0.5 °/s on each axis.
  case gyroscopeBias = "gyroscope-bias"
  /// An accelerometer that reads 2 % too much along *x* and 2 % too little along *y*.
  case accelerometerScale = "accelerometer-scale"
  /// A magnetic field of the device's own, on each axis 5 % of the field's mean strength.
  case hardIron = "hard-iron"
  /// A magnet beside the device for the first 30 seconds, on each axis 30 % of the field's mean
  /// strength.
  case firstField = "first-field"
  /// Noise on all sensors: 0.3 °/s, 0.006 g and 1 µT, the same each time.
  case noise

  /// The samples, disturbed; sensors that are absent stay so.
  ///
  /// - Complexity: O(*n*).
  public func applied(to samples: [SensorSample]) -> [SensorSample] {
    let fields = samples.compactMap { $0.magneticField?.length }.filter(\.isFinite)
    let strength = fields.reduce(0, +) / Double(max(fields.count, 1))
    let start = samples.first?.timestamp ?? 0
    var random = SplitMix64(seed: 1)
    return samples.map { sample in
      var sample = sample
      switch self {
      case .gyroscopeScale:
        sample.rotationRate? *= 1.01
      case .gyroscopeAlignment:
        if let rate = sample.rotationRate {
          let sum = rate.x + rate.y + rate.z
          sample.rotationRate = rate * 0.99 + Vector3(repeating: 0.01 * sum)
        }
      case .gyroscopeBias:
        sample.rotationRate? += Vector3(repeating: 0.5 * .pi / 180)
      case .accelerometerScale:
        sample.acceleration?.x *= 1.02
        sample.acceleration?.y *= 0.98
      case .hardIron:
        sample.magneticField? += Vector3(repeating: 0.05 * strength)
      case .firstField:
        if sample.timestamp - start < 30 {
          sample.magneticField? += Vector3(repeating: 0.3 * strength)
        }
      case .noise:
        sample.rotationRate? += random.nextNormalVector() * (0.3 * .pi / 180)
        sample.acceleration? += random.nextNormalVector() * 0.006
        sample.magneticField? += random.nextNormalVector()
      }
      return sample
    }
  }
}
