public import GestureRecognition
public import MotionFusion
internal import MotionSimulation

/// Letters in the air as an ideal filter would give them, for all programs here.
public struct AirLetters {
  /// One gesture each.
  public private(set) var motions: [[DeviceMotion]] = []
  /// What each of them is.
  public private(set) var labels: [String] = []

  /// Ten letters by each of so many simulated writers.
  public init(writers: Int, seed: UInt64) {
    let simulator = AirSimulator()
    for number in 0..<UInt64(writers) {
      let writer = Writer(seed: seed &+ number)
      guard let recording = try? simulator.recording(of: "AECLMOSUWZ", by: writer) else {
        continue
      }
      let motion = recording.deviceMotion
      for letter in recording.letters {
        motions.append(Array(motion[letter.samples]))
        labels.append(String(letter.character))
      }
    }
  }

  /// A recogniser that keeps the first so many of them.
  public func model(examples count: Int) -> TemplateModel {
    var model = TemplateModel()
    for (motion, label) in zip(motions, labels).prefix(count) {
      if let series = try? model.normalizer.series(of: motion) {
        try? model.add(series, label: label)
      }
    }
    return model
  }
}
