public import MotionFusion

/// A recording of raw sensors, and the truth that it was made from.
public struct SimulatedRecording: Hashable, Sendable {
  /// One letter of the text, and when it was written.
  public struct Letter: Hashable, Sendable {
    /// The letter.
    public var character: Character
    /// From touch to release, in seconds: the rests of the hand at both ends included.
    public var times: ClosedRange<Double>
    /// The samples between touch and release.
    public var samples: Range<Int>
  }

  /// What was written.
  public var text: String
  /// What the sensors reported.
  public var samples: [SensorSample]
  /// How the device really moved, one element for each sample, at its timestamp.
  public var truth: [TrueMotion]
  /// The letters of the text, in order, without its spaces.
  public var letters: [Letter]
  /// The gyroscope's bias, in rad/s.
  public var rotationRateBias: Vector3<Double>
  /// The accelerometer's bias, in g.
  public var accelerationBias: Vector3<Double>
  /// How many samples have a reading at a sensor's limit.
  public var saturatedCount: Int
  /// How many samples never arrived.
  public var droppedCount: Int

  /// The device motion that a filter without error would find, one element for each sample.
  public var deviceMotion: [DeviceMotion] {
    zip(truth, samples).map { truth, sample in
      var motion = truth.deviceMotion
      motion.isTouching = sample.isTouching
      return motion
    }
  }
}
