public import GestureRecognition
public import MotionFusion
internal import MotionSimulation

/// Synthetic letters in the air with exact attitudes, for all programs.
public struct AirLetters {
  /// The motion of each gesture.
  public private(set) var motions: [[DeviceMotion]] = []
  /// The labels of the gestures.
  public private(set) var labels: [String] = []

  /// Ten letters by each of this many synthetic writers.
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
        labels.append(letter.label)
      }
    }
  }

  /// A recogniser with the first of them as templates.
  public func model(examples count: Int) -> TemplateModel {
    var model = TemplateModel()
    for (motion, label) in zip(motions, labels).prefix(count) {
      try? model.add(motion, label: label)
    }
    return model
  }
}
