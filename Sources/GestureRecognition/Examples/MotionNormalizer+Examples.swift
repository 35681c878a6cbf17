package import MotionFusion

extension MotionNormalizer {
  /// Examples of gestures in the air, for `NearestTemplates`.
  ///
  /// - Parameter recordings: Labelled motions of a device, one gesture each. Those without a series
  ///   are rejected.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  package func examples(
    of recordings: [LabeledRecording<DeviceMotion>]
  ) throws(TrainingError) -> ExampleSet<MotionSeries> {
    try ExampleSet(
      recordings, time: \.timestamp,
      represent: { samples throws(GestureError) in try series(of: samples) })
  }
}
