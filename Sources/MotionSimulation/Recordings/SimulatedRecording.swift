public import MotionFusion

/// Simulated raw sensor samples, with the true motion behind them.
public struct SimulatedRecording: Hashable, Sendable {
  /// One letter, symbol or hand gesture of the recording.
  public struct Letter: Hashable, Sendable {
    /// The letter A to Z, or the name of the symbol or the hand gesture.
    public var label: String
    /// The time from touch to release in seconds, pauses of the hand at both ends included.
    public var times: ClosedRange<Double>
    /// The indices of the samples between touch and release.
    public var samples: Range<Int>
  }

  /// The text as written.
  package var text: String
  /// The sensor samples.
  public var samples: [SensorSample]
  /// The true motion, one element for each sample, at its timestamp.
  public var truth: [TrueMotion]
  /// The letters, symbols or hand gestures, in order.
  public var letters: [Letter]
  /// The gyroscope's bias, in rad/s.
  package var rotationRateBias: Vector3<Double>
  /// The accelerometer's bias, in g.
  package var accelerationBias: Vector3<Double>
  /// The number of samples with a reading at a sensor's limit.
  package var saturatedCount: Int
  /// The number of samples that were lost.
  package var droppedCount: Int

  /// The true device motion, one element for each sample.
  public var deviceMotion: [DeviceMotion] {
    zip(truth, samples).map { truth, sample in
      var motion = truth.deviceMotion
      motion.isTouching = sample.isTouching
      return motion
    }
  }

  /// The true attitude and position as a reference, one pose for each sample.
  package var reference: [ReferencePose] {
    truth.map {
      ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude, position: $0.position)
    }
  }
}
