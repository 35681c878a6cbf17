package import DeadReckoning
package import MotionFusion

extension ZoneFeatures {
  /// The smallest size of a gesture in the air that is magnified, in metres. As in the lab.
  static let smallestGesture = 0.01

  /// Examples of strokes on a screen, for `ZonePerceptron` and `ZoneSoftmax`.
  ///
  /// - Parameters:
  ///   - strokes: Labelled strokes. Those without features are rejected.
  ///   - minSize: The smallest size that is magnified, in the strokes' unit.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  package func examples(
    of strokes: [LabeledRecording<Sample2D>], minSize: Double = 0
  ) throws(TrainingError) -> ExampleSet<[Double]> {
    try ExampleSet(
      strokes, time: \.timestamp,
      represent: { samples throws(GestureError) in
        try vector(ofJoined: samples, minSize: minSize)
      })
  }

  /// Examples of gestures in the air, each as the stroke of its path.
  ///
  /// - Parameters:
  ///   - recordings: Labelled motions of a device, one gesture each. Those without features are
  ///     rejected.
  ///   - stabilizer: The drift correction of the paths.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  ///   - minSize: The smallest size that is magnified, in metres.
  ///   - minimumSamples: The number of samples below which a recording is rejected: 20 are 0.2 s at
  ///     100 Hz, too short for a letter.
  /// - Throws: ``TrainingError/unlabeled(example:)``.
  package func examples(
    of recordings: [LabeledRecording<DeviceMotion>],
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2, minSize: Double = 0.01,
    minimumSamples: Int = 20
  ) throws(TrainingError) -> ExampleSet<[Double]> {
    try ExampleSet(
      recordings, time: \.timestamp, minimumSamples: minimumSamples,
      represent: { samples throws(GestureError) in
        let stroke = try samples.stroke(stabilizer: stabilizer, dampingRate: dampingRate)
        return try vector(of: stroke, minSize: minSize)
      })
  }
}
