package import MotionFusion

/// A sensor error or magnetic disturbance of raw samples, to test orientation filters.
///
/// The amounts are typical of phones: gyroscopes have errors of 1 to 3 % in scale and alignment.
package enum SensorDisturbance: String, Hashable, Sendable, CaseIterable {
  /// A gyroscope scale error of 1 %.
  case gyroscopeScale = "gyroscope-scale"
  /// A gyroscope misalignment: each axis reads 1 % of the others' rates.
  case gyroscopeAlignment = "gyroscope-alignment"
  /// A gyroscope bias of 0.5 °/s on each axis.
  case gyroscopeBias = "gyroscope-bias"
  /// An accelerometer scale error of +2 % along *x* and -2 % along *y*.
  case accelerometerScale = "accelerometer-scale"
  /// A hard-iron offset on each axis of 5 % of the field's mean magnitude.
  case hardIron = "hard-iron"
  /// A magnet near the device for the first 30 seconds: an offset on each axis of 30 % of the
  /// field's mean magnitude.
  case firstField = "first-field"
  /// Noise on all sensors: 0.3 °/s, 0.006 g and 1 µT, from a fixed seed.
  case noise

  /// The disturbed samples; absent sensors stay absent.
  ///
  /// - Complexity: O(*n*).
  package func applied(to samples: [SensorSample]) -> [SensorSample] {
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
