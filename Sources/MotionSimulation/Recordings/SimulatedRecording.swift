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

extension SimulatedRecording {
  /// The device motion that the orientation filter estimates, one element for each sample.
  ///
  /// The heading is arbitrary without a magnetometer. It is turned to the true mean heading over
  /// one letter, so that the estimated path can be compared with the true one.
  ///
  /// - Parameter letter: The index in ``letters`` of the letter to align; without letters, there is
  ///   no turn.
  /// - Precondition: The recording has such a letter, or no letters.
  /// - Complexity: O(*n*).
  public func estimatedMotion(headingOf letter: Int = 0) -> [DeviceMotion] {
    // Without start-up detection there is one motion for each sample.
    var motions = MotionEstimation(usesMagnetometer: false, skipsStartup: false)
      .estimate(samples).motions
    if !letters.isEmpty {
      motions.alignHeading(with: Array(reference[letters[letter].samples]), within: 0)
    }
    return motions
  }
}

/// The true motion of a simulated device at one instant.
///
/// The reference frame has *z* up; the device's axes are those of `SensorSample`.
public struct TrueMotion: Hashable, Sendable {
  /// Seconds since the start of the recording.
  public var timestamp: Double
  /// Position in the reference frame, in metres.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in the reference frame without gravity, in m/s².
  public var acceleration: Vector3<Double>
  /// The attitude, device to reference.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s.
  package var rotationRate: Vector3<Double>

  /// User acceleration in the device frame in g, with Core Motion's sign: minus the true
  /// acceleration, because an accelerometer measures gravity minus acceleration.
  package var userAcceleration: Vector3<Double> {
    attitude.quaternion.conjugate.act(acceleration) * (-1 / SensorSample.standardGravity)
  }

  /// The device motion that a filter without error would estimate.
  public var deviceMotion: DeviceMotion {
    DeviceMotion(
      timestamp: timestamp, attitude: attitude, rotationRate: rotationRate,
      userAcceleration: userAcceleration)
  }
}

/// Errors of simulated sensors: bias, noise, range and timing.
///
/// A bias is drawn once for each recording, noise once for each sample and axis; both are normal.
/// The defaults are typical of phones since 2015; the accelerometer's range of 2 g is the narrowest
/// that phones use.
public struct SensorModel: Hashable, Sendable {
  /// Samples per second. Default: 100 Hz.
  public var sampleRate = 100.0
  /// Standard deviation of a timestamp from its tick in seconds, limited to 0.4 ticks. The sample
  /// is measured at its timestamp. Default: 0.3 ms.
  public var timestampJitter = 0.000_3
  /// The share of samples that are lost. Default: 0.
  package var dropProbability = 0.0

  /// Standard deviation of the gyroscope's bias on each axis, in rad/s. Default: 0.01 rad/s.
  package var rotationRateBias = 0.01
  /// Standard deviation of the gyroscope's noise, in rad/s. Default: 0.002 rad/s.
  package var rotationRateNoise = 0.002
  /// The largest rate that the gyroscope reports, in rad/s. Default: 34.9 rad/s (2000 °/s).
  package var rotationRateRange = 34.9

  /// Standard deviation of the accelerometer's bias on each axis, in g. Default: 0.004 g.
  package var accelerationBias = 0.004
  /// Standard deviation of the accelerometer's noise, in g. Default: 0.002 g.
  package var accelerationNoise = 0.002
  /// The largest reading of an accelerometer axis, in g. Default: 2 g.
  public var accelerationRange = 2.0

  /// The Earth's magnetic field in the reference frame in µT, or `nil` for a phone without a
  /// magnetometer. Default: `nil`.
  public var magneticField: Vector3<Double>?
  /// Standard deviation of the magnetometer's noise, in µT. Default: 0.4 µT.
  package var magneticNoise = 0.4

  /// The default sensors.
  public init() {}

  /// Sensors without errors, at even times.
  package static let perfect: SensorModel = {
    var sensors = SensorModel()
    sensors.timestampJitter = 0
    sensors.rotationRateBias = 0
    sensors.rotationRateNoise = 0
    sensors.rotationRateRange = .infinity
    sensors.accelerationBias = 0
    sensors.accelerationNoise = 0
    sensors.accelerationRange = .infinity
    sensors.magneticNoise = 0
    return sensors
  }()
}

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
