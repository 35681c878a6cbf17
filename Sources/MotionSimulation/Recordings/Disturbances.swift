package import MotionFusion

/// A disturbance of a gesture's motion, to test recognisers.
package enum MotionDisturbance: String, Hashable, Sendable, CaseIterable {
  /// A lower sample rate of about 24 Hz, without averaging.
  case lowRate = "24-hz"
  /// A stationary second at both ends, with sensor noise.
  case rest
  /// A roll by 20 degrees to the left about the device's long axis.
  case rolledLeft = "rolled-left"
  /// A roll by 20 degrees to the right about the device's long axis.
  case rolledRight = "rolled-right"
  /// A device held in landscape, turned to the left.
  case landscapeLeft = "landscape-left"
  /// A device held in landscape, turned to the right.
  case landscapeRight = "landscape-right"
  /// A device held upside down.
  case upsideDown = "upside-down"
  /// A device tilted by 30 degrees to the left about the normal of its screen.
  case tiltedLeft = "tilted-left"
  /// A device tilted by 30 degrees to the right about the normal of its screen.
  case tiltedRight = "tilted-right"
  /// Half the speed: the same path in twice the time.
  case halfSpeed = "half-speed"
  /// A missing last fifth of the samples.
  case missingEnd = "missing-end"
  /// An accelerometer bias of 0.1 g along *x*.
  case bias

  /// The disturbed motion; equal input yields equal output.
  ///
  /// - Complexity: O(*n*).
  package func applied(to motions: [DeviceMotion]) -> [DeviceMotion] {
    switch self {
    case .lowRate:
      let step = max(1, Int((Self.sampleRate(of: motions) / 24).rounded()))
      return stride(from: 0, to: motions.count, by: step).map { motions[$0] }
    case .rest: return rested(motions)
    case .rolledLeft: return Self.turned(motions, by: Vector3(0, -.pi / 9, 0))
    case .rolledRight: return Self.turned(motions, by: Vector3(0, .pi / 9, 0))
    case .landscapeLeft: return Self.turned(motions, by: Vector3(0, 0, .pi / 2))
    case .landscapeRight: return Self.turned(motions, by: Vector3(0, 0, -.pi / 2))
    case .upsideDown: return Self.turned(motions, by: Vector3(0, 0, .pi))
    case .tiltedLeft: return Self.turned(motions, by: Vector3(0, 0, .pi / 6))
    case .tiltedRight: return Self.turned(motions, by: Vector3(0, 0, -.pi / 6))
    case .halfSpeed:
      return motions.map { motion in
        DeviceMotion(
          timestamp: 2 * motion.timestamp, attitude: motion.attitude,
          rotationRate: motion.rotationRate * 0.5, userAcceleration: motion.userAcceleration * 0.25)
      }
    case .missingEnd: return Array(motions.prefix(motions.count * 4 / 5))
    case .bias:
      return motions.map { motion in
        var motion = motion
        motion.userAcceleration.x += 0.1
        return motion
      }
    }
  }

  /// The mean sample rate, limited to 1 to 1000 Hz; 100 Hz for fewer than two times.
  private static func sampleRate(of motions: [DeviceMotion]) -> Double {
    guard let first = motions.first, let last = motions.last else { return 100 }
    let rate = Double(motions.count - 1) / (last.timestamp - first.timestamp)
    return rate > 0 && rate.isFinite ? min(max(rate, 1), 1000) : 100
  }

  /// The motion of a device that is turned in the hand about its own axes.
  private static func turned(
    _ motions: [DeviceMotion], by rotationVector: Vector3<Double>
  ) -> [DeviceMotion] {
    let turn = Quaternion(rotationVector: rotationVector)
    return motions.map { motion in
      DeviceMotion(
        timestamp: motion.timestamp,
        attitude: Attitude(quaternion: motion.attitude.quaternion * turn),
        rotationRate: turn.conjugate.act(motion.rotationRate),
        userAcceleration: turn.conjugate.act(motion.userAcceleration))
    }
  }

  private func rested(_ motions: [DeviceMotion]) -> [DeviceMotion] {
    guard let first = motions.first, let last = motions.last else { return [] }
    var random = SplitMix64(seed: 1)
    func still(_ motion: DeviceMotion, after delay: Double) -> DeviceMotion {
      var still = motion
      still.timestamp += delay
      still.rotationRate =
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.02
      still.userAcceleration =
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.01
      return still
    }
    let rate = Self.sampleRate(of: motions)
    let count = max(1, Int(rate.rounded()))
    let before = (1...count).reversed().map { still(first, after: -Double($0) / rate) }
    let after = (1...count).map { still(last, after: Double($0) / rate) }
    return before + motions + after
  }
}

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
