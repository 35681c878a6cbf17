package import MotionFusion

/// A device-motion quantity that contributes three components to a sample.
public enum MotionChannel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Acceleration without gravity, in g with Core Motion's sign, in the body frame.
  case userAcceleration = "user-acceleration"
  /// Angular rate, in rad/s, in the body frame.
  case rotationRate = "rotation-rate"
  /// Gravity, in g, in the body frame.
  case gravity
  /// The accelerometer's reading, in g, in the body frame: gravity and user acceleration.
  case acceleration

  func vector(of motion: DeviceMotion) -> Vector3<Double> {
    switch self {
    case .userAcceleration: motion.userAcceleration
    case .rotationRate: motion.rotationRate
    case .gravity: motion.gravity
    case .acceleration: motion.gravity + motion.userAcceleration
    }
  }
}

extension [MotionChannel] {
  /// The components of a motion sample, three per channel.
  package func components(of motion: DeviceMotion) -> [Double] {
    flatMap { channel in
      let vector = channel.vector(of: motion)
      return [vector.x, vector.y, vector.z]
    }
  }
}

extension LabeledSeries {
  /// Extracts the given channels of a recording.
  ///
  /// - Precondition: `channels` is not empty.
  package init(_ recording: LabeledRecording<DeviceMotion>, channels: [MotionChannel]) {
    self.init(
      label: recording.label, user: recording.user, dimension: 3 * channels.count,
      times: recording.samples.map(\.timestamp),
      values: recording.samples.flatMap(channels.components))
  }

  /// Converts a stroke to a series of *x* and *y*.
  package init(_ recording: LabeledRecording<Sample2D>) {
    self.init(
      label: recording.label, user: recording.user, dimension: 2,
      times: recording.samples.map(\.timestamp), values: recording.samples.flatMap { [$0.x, $0.y] })
  }
}
