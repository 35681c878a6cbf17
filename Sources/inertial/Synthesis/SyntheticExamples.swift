internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation

/// Examples by synthetic writers, on a screen and in the air.
struct SyntheticExamples {
  /// The number of writers.
  var writers: Int
  /// The number of takes of each letter on a screen by each writer.
  var takes: Int
  /// The number of takes of the alphabet in the air by each writer.
  var airTakes: Int
  /// The seed of the writers.
  var seed: UInt64

  /// The examples, writer by writer.
  ///
  /// - Parameter isForMotion: Whether gestures in the air are device motion without sensor errors,
  ///   and nothing is written on a screen; otherwise they are raw samples with sensor errors.
  func content(isForMotion: Bool) throws -> DataSetContent {
    var recordings = Recordings(format: "inertial-\(isForMotion ? "motion" : "sensors")")
    if !isForMotion {
      recordings.strokes = ScreenSimulator().alphabet(
        writers: writers, takes: takes, seed: seed, population: .training)
    }
    let alphabet = String(LetterShape.letters)
    var random = SplitMix64(seed: seed)
    for _ in 0..<writers {
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      for take in 0..<airTakes {
        let recording = try SyntheticRecording(
          alphabet, kind: isForMotion ? .motion : .sensors, writer: writer, seed: UInt64(take),
          perfect: false
        ).recordings
        recordings.deviceMotion += recording.deviceMotion
        recordings.sensorSamples += recording.sensorSamples
      }
    }
    return .recordings(recordings)
  }
}
