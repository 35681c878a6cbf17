internal import RealModule

/// Compares gravity from a low-pass of the accelerometer with the gravity of device motion.
///
/// Before there were gyroscopes in phones, applications isolated gravity with a low-pass of the
/// acceleration (``GravitySeparator``); it mistakes slow acceleration for gravity and lags behind
/// turns. Angles are between directions, in radians.
package struct GravityComparison: Hashable, Sendable {
  /// The time of each motion, in seconds.
  package let timestamps: [Double]
  /// The angle between both directions of gravity.
  package let angles: [Double]
  /// The times with a pose of the reference, in seconds; empty without one.
  package let referenceTimestamps: [Double]
  /// The error of the low-passed gravity at each of these times.
  package let lowPassErrors: [Double]
  /// The error of the gravity of device motion at each of these times.
  package let fusedErrors: [Double]

  /// Compares the directions of gravity; `nil` without a motion.
  ///
  /// - Parameters:
  ///   - motions: In the order of time. The accelerometer's reading is the sum of gravity and user
  ///     acceleration.
  ///   - reference: In the order of time; its heading does not matter.
  ///   - smoothing: The low-pass's share of a new reading.
  ///   - tolerance: The largest time between a motion and its pose, in seconds.
  /// - Precondition: `smoothing` is above 0 and at most 1.
  /// - Complexity: O(*n* + *m*) in the motions and the poses.
  package init?(
    of motions: [DeviceMotion], reference: [ReferencePose] = [], smoothing: Double = 0.1,
    within tolerance: Double = 0.01
  ) {
    guard !motions.isEmpty else { return nil }
    let poses = reference.nearest(to: motions.lazy.map { $0.timestamp }, within: tolerance)
    var lag = GravityLag(smoothing: smoothing)
    var angles: [Double] = []
    var (times, lowPass, fused): ([Double], [Double], [Double]) = ([], [], [])
    for (index, motion) in motions.enumerated() {
      let (gravity, angle) = lag.update(motion)
      angles.append(angle)
      guard index < poses.count, let pose = poses[index], pose.isScored,
        let truth = pose.attitude?.gravity
      else { continue }
      times.append(motion.timestamp)
      lowPass.append(Self.angle(gravity, truth))
      fused.append(Self.angle(motion.gravity, truth))
    }
    timestamps = motions.map { $0.timestamp }
    self.angles = angles
    referenceTimestamps = times
    lowPassErrors = lowPass
    fusedErrors = fused
  }

  /// The angles alone, at these times.
  package init(timestamps: [Double], angles: [Double]) {
    self.timestamps = timestamps
    self.angles = angles
    referenceTimestamps = []
    lowPassErrors = []
    fusedErrors = []
  }

  /// The root mean square of ``angles``.
  package var angle: Double { Self.rootMeanSquare(angles) ?? 0 }
  /// The root mean square of ``lowPassErrors``; `nil` without a reference.
  package var lowPassError: Double? { Self.rootMeanSquare(lowPassErrors) }
  /// The root mean square of ``fusedErrors``; `nil` without a reference.
  package var fusedError: Double? { Self.rootMeanSquare(fusedErrors) }

  /// The angle between two directions, without loss of digits when it is small.
  static func angle(_ a: Vector3<Double>, _ b: Vector3<Double>) -> Double {
    Double.atan2(y: a.cross(b).length, x: a.dot(b))
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}

/// The angle from gravity by a low-pass of the accelerometer to the gravity of device motion,
/// motion by motion.
package struct GravityLag: Hashable, Sendable {
  private var separator: GravitySeparator
  private var squareSum = 0.0
  private var count = 0

  /// A low-pass before the first motion.
  ///
  /// - Parameter smoothing: The low-pass's share of a new reading.
  /// - Precondition: `smoothing` is above 0 and at most 1.
  package init(smoothing: Double = 0.1) { separator = GravitySeparator(smoothing: smoothing) }

  /// Takes the next motion.
  ///
  /// - Returns: The low-passed gravity, and its angle to the motion's, in radians.
  package mutating func update(_ motion: DeviceMotion) -> (gravity: Vector3<Double>, angle: Double)
  {
    separator.update(motion.acceleration)
    let gravity = separator.gravity ?? motion.gravity
    let angle = GravityComparison.angle(gravity, motion.gravity)
    squareSum += angle * angle
    count += 1
    return (gravity, angle)
  }

  /// The root mean square of the angles; `nil` without a motion.
  package var rootMeanSquare: Double? {
    count > 0 ? (squareSum / Double(count)).squareRoot() : nil
  }
}
