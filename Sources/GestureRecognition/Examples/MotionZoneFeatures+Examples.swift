package import MotionFusion

extension MotionZoneFeatures {
  /// Examples of gestures in the air, for `MotionZoneSoftmax`.
  ///
  /// - Parameters:
  ///   - recordings: Labelled motions of a device, one gesture each. Those without features are
  ///     rejected.
  ///   - minimumSamples: The number of samples below which a recording is rejected.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  package func examples(
    of recordings: [LabeledRecording<DeviceMotion>], minimumSamples: Int = 20
  ) throws(TrainingError) -> ExampleSet<[Double]> {
    try ExampleSet(
      recordings, time: \.timestamp, minimumSamples: minimumSamples,
      represent: { samples throws(GestureError) in try vector(of: samples) })
  }
}
