package import DeadReckoning
package import MotionFusion

/// Zone features of several quantities of a gesture in the air, concatenated.
///
/// Dead reckoning leaves an error of centimetres in the position, and smaller relative errors in
/// velocity and acceleration, whose paths show the letter too. Each quantity is projected to the
/// plane of the screen in its mean attitude (``ScreenPlane``), scaled to the unit square and passed
/// to ``ZoneFeatures``. Position, velocity and acceleration yield 3 · 27 = 81 features; a constant
/// 1 ends the vector.
package struct MotionZoneFeatures: Hashable, Sendable {
  /// A quantity whose path is treated as a stroke.
  package enum Quantity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The dead-reckoned path, in metres.
    case position
    /// The dead-reckoned velocity, in m/s.
    case velocity
    /// The acceleration without gravity, in m/s².
    case acceleration
    /// The path of a laser pointer along the device in its mean attitude: the integral of the
    /// angular rate, in radians.
    case pointing
    /// The velocity of that path, in rad/s.
    case pointingRate = "pointing-rate"

    /// The smallest size that is magnified, in the quantity's unit; smaller paths are noise.
    var minSize: Double {
      switch self {
      case .position: 0.01
      case .velocity, .pointing: 0.02
      case .acceleration, .pointingRate: 0.1
      }
    }
  }

  /// The quantities in the order of the vector.
  package let quantities: [Quantity]
  /// The features of each quantity.
  package let zones: ZoneFeatures
  /// The drift correction of path and velocity.
  package let stabilizer: Stabilizer
  /// The rate of exponential damping, in 1/s. Other drift corrections do not use it.
  package let dampingRate: Double

  /// Creates features of these quantities.
  ///
  /// - Parameters:
  ///   - quantities: The quantities in the order of the vector.
  ///   - zones: The features of each quantity.
  ///   - stabilizer: The drift correction of path and velocity.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  /// - Precondition: `quantities` is not empty.
  package init(
    quantities: [Quantity] = [.position, .velocity, .acceleration],
    zones: ZoneFeatures = ZoneFeatures(alignment: .center),
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2
  ) {
    precondition(!quantities.isEmpty, "expected at least one quantity")
    self.quantities = quantities
    self.zones = zones
    self.stabilizer = stabilizer
    self.dampingRate = dampingRate
  }

  /// The length of a vector.
  package var count: Int { quantities.count * (zones.count - 1) + 1 }

  /// The features of the motion of one gesture.
  ///
  /// - Throws: ``GestureError`` for fewer than two samples, a sample that is not finite or earlier
  ///   than the previous one, no duration, and attitudes without a unique mean.
  /// - Complexity: O(*n*).
  package func vector(of motions: [DeviceMotion]) throws(GestureError) -> [Double] {
    try motions.checkGesture()
    let tracks = Tracks(of: motions, stabilizer: stabilizer, dampingRate: dampingRate)
    let plane = try ScreenPlane(meanAttitudeOf: tracks[.position])
    var vector: [Double] = []
    vector.reserveCapacity(count)
    for quantity in quantities {
      var stroke = plane.project(tracks[quantity])
      if quantity == .pointing || quantity == .pointingRate {
        // Rotation about the upward axis moves the pointer left, about the right axis up.
        stroke = stroke.map { Sample2D(x: $0.y, y: -$0.x, timestamp: $0.timestamp) }
      }
      vector += try zones.vector(of: stroke, minSize: quantity.minSize).dropLast()
    }
    vector.append(1)
    return vector
  }
}

/// The quantities of a motion at each sample, in the reference frame.
private struct Tracks {
  private var samples: [MotionZoneFeatures.Quantity: [Sample3D]] = [:]

  init(of motions: [DeviceMotion], stabilizer: Stabilizer, dampingRate: Double) {
    let rate = stabilizer == .exponentialDamping ? dampingRate : 0
    var reckoner = DeadReckoner(
      configuration: DeadReckoner.Configuration(dampingRate: rate))
    var angle = Vector3<Double>.zero
    for motion in motions {
      let elapsed = motion.timestamp - (reckoner.timestamp ?? motion.timestamp)
      guard reckoner.update(motion) else { continue }
      let turning = motion.attitude.quaternion.act(motion.rotationRate)
      angle = angle + turning * elapsed
      let acceleration =
        motion.attitude.quaternion.act(motion.userAcceleration) * -SensorSample.standardGravity
      for (quantity, value) in [
        (.position, reckoner.position), (.velocity, reckoner.velocity),
        (.acceleration, acceleration), (.pointing, angle), (.pointingRate, turning),
      ] as [(MotionZoneFeatures.Quantity, Vector3<Double>)] {
        samples[quantity, default: []].append(
          Sample3D(location: value, attitude: motion.attitude, timestamp: motion.timestamp))
      }
    }
    guard stabilizer == .zeroEndVelocity, let first = motions.first?.timestamp,
      let last = reckoner.timestamp, last > first
    else { return }
    let excess = reckoner.velocity
    ZeroEndVelocity.correct(&samples[.position, default: []], endVelocity: excess)
    samples[.velocity] = self[.velocity].map { sample in
      var sample = sample
      sample.location = sample.location - excess * ((sample.timestamp - first) / (last - first))
      return sample
    }
  }

  subscript(quantity: MotionZoneFeatures.Quantity) -> [Sample3D] { samples[quantity] ?? [] }
}
