package import MotionFusion

/// A vector of a device's motion that a pipeline takes three components from.
public enum MotionChannel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Acceleration without gravity, in g with Core Motion's sign, in the device's frame.
  case userAcceleration = "user-acceleration"
  /// The angular rate, in rad/s, in the device's frame.
  case rotationRate = "rotation-rate"
  /// Gravity, in g, in the device's frame.
  case gravity

  func vector(of motion: DeviceMotion) -> Vector3<Double> {
    switch self {
    case .userAcceleration: motion.userAcceleration
    case .rotationRate: motion.rotationRate
    case .gravity: motion.gravity
    }
  }
}

extension [MotionChannel] {
  /// What a pipeline of these channels takes of a motion: three components each.
  package func components(of motion: DeviceMotion) -> [Double] {
    flatMap { channel in
      let vector = channel.vector(of: motion)
      return [vector.x, vector.y, vector.z]
    }
  }
}

extension LabeledSeries {
  /// These channels of a recording.
  ///
  /// - Precondition: There is a channel.
  package init(_ recording: LabeledRecording<DeviceMotion>, channels: [MotionChannel]) {
    self.init(
      label: recording.label, user: recording.user, dimension: 3 * channels.count,
      times: recording.samples.map(\.timestamp),
      values: recording.samples.flatMap(channels.components))
  }

  /// The points of a stroke, *x* and *y*.
  package init(_ recording: LabeledRecording<Sample2D>) {
    self.init(
      label: recording.label, user: recording.user, dimension: 2,
      times: recording.samples.map(\.timestamp), values: recording.samples.flatMap { [$0.x, $0.y] })
  }
}
