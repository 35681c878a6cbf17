internal import MotionFusion

/// Simulates the sensors' readings of a true motion, sample by sample.
struct SensorRecorder {
  private let sensors: SensorModel
  private let rotationRateBias: Vector3<Double>
  private let accelerationBias: Vector3<Double>
  private var random: SplitMix64
  private var tick = 0
  private var samples: [SensorSample] = []
  private var truth: [TrueMotion] = []
  private var saturatedCount = 0
  private var droppedCount = 0

  init(_ sensors: SensorModel, random: inout SplitMix64) {
    self.sensors = sensors
    rotationRateBias = random.nextNormalVector() * sensors.rotationRateBias
    accelerationBias = random.nextNormalVector() * sensors.accelerationBias
    self.random = SplitMix64(seed: random.next())
  }

  mutating func reserve(seconds: Double) {
    let count = Int(seconds * sensors.sampleRate) + 1
    samples.reserveCapacity(count)
    truth.reserveCapacity(count)
  }

  /// The time of the next sample that is not lost, or `nil` when it is after `end`.
  mutating func nextTime(before end: Double) -> Double? {
    while Double(tick) <= end * sensors.sampleRate {
      let tickTime = Double(tick) / sensors.sampleRate
      tick += 1
      let limit = 0.4 / sensors.sampleRate
      let jitter = random.normal(deviation: sensors.timestampJitter)
      if Double.random(in: 0..<1, using: &random) < sensors.dropProbability {
        droppedCount += 1
        continue
      }
      return max(0, tickTime + min(max(jitter, -limit), limit))
    }
    return nil
  }

  mutating func record(_ motion: TrueMotion) {
    let attitude = motion.attitude.quaternion
    let rotationRate =
      motion.rotationRate + rotationRateBias
      + random.nextNormalVector() * sensors.rotationRateNoise
    let gravity = attitude.conjugate.act(Vector3(0, 0, -1))
    let acceleration =
      gravity + motion.userAcceleration + accelerationBias
      + random.nextNormalVector() * sensors.accelerationNoise
    let rateRead = Self.clamp(rotationRate, to: sensors.rotationRateRange)
    let accelerationRead = Self.clamp(acceleration, to: sensors.accelerationRange)
    if rateRead != rotationRate || accelerationRead != acceleration { saturatedCount += 1 }
    let magneticField = sensors.magneticField.map { field in
      attitude.conjugate.act(field) + random.nextNormalVector() * sensors.magneticNoise
    }
    samples.append(
      SensorSample(
        timestamp: motion.timestamp, rotationRate: rateRead, acceleration: accelerationRead,
        magneticField: magneticField, isTouching: false))
    truth.append(motion)
  }

  /// The recording, with the indices of each letter's samples.
  mutating func recording(
    of text: String, letters: [(label: String, times: ClosedRange<Double>)]
  ) -> SimulatedRecording {
    var index = 0
    let found = letters.map { letter in
      while index < truth.count, truth[index].timestamp < letter.times.lowerBound { index += 1 }
      let first = index
      while index < truth.count, truth[index].timestamp <= letter.times.upperBound { index += 1 }
      return SimulatedRecording.Letter(
        label: letter.label, times: letter.times, samples: first..<index)
    }
    for letter in found {
      for index in letter.samples { samples[index].isTouching = true }
    }
    return SimulatedRecording(
      text: text, samples: samples, truth: truth, letters: found,
      rotationRateBias: rotationRateBias, accelerationBias: accelerationBias,
      saturatedCount: saturatedCount, droppedCount: droppedCount)
  }

  private static func clamp(_ reading: Vector3<Double>, to range: Double) -> Vector3<Double> {
    reading.map { min(max($0, -range), range) }
  }
}
