internal import MotionFusion

/// Merges the samples of several devices in the order of time, simultaneous readings into one
/// sample.
struct SampleMerger {
  /// The largest lag of a device in seconds; beyond it, the others continue without the device.
  private let patience: Double
  private var queues: [[SensorSample]]
  private var hasEnded: [Bool]
  private var newest = -Double.infinity

  init(devices: Int, patience: Double) {
    queues = Array(repeating: [], count: devices)
    hasEnded = Array(repeating: false, count: devices)
    self.patience = patience
  }

  mutating func add(_ sample: SensorSample, from device: Int) {
    newest = max(newest, sample.timestamp)
    queues[device].append(sample)
  }

  mutating func end(_ device: Int) { hasEnded[device] = true }

  /// Removes and returns the earliest sample, once no earlier one can follow.
  mutating func next() -> SensorSample? {
    guard let time = queues.compactMap({ $0.first?.timestamp }).min() else { return nil }
    let isComplete = zip(queues, hasEnded).allSatisfy { !$0.isEmpty || $1 }
    guard isComplete || newest - time > patience else { return nil }
    var merged = SensorSample(timestamp: time)
    for index in queues.indices where queues[index].first?.timestamp == time {
      let sample = queues[index].removeFirst()
      merged.rotationRate = merged.rotationRate ?? sample.rotationRate
      merged.acceleration = merged.acceleration ?? sample.acceleration
      merged.magneticField = merged.magneticField ?? sample.magneticField
    }
    return merged
  }
}
