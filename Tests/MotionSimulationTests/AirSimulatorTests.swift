import MotionFusion
import MotionSimulation
import Testing

@Suite("AirSimulator")
struct AirSimulatorTests {
  /// A simulator without sensor errors, dense enough to integrate.
  static func exact(rate: Double) -> AirSimulator {
    var configuration = AirSimulator.Configuration()
    configuration.sensors = .perfect
    configuration.sensors.sampleRate = rate
    return AirSimulator(configuration: configuration)
  }

  @Test("acceleration integrates to velocity and position", arguments: 0..<4 as Range<UInt64>)
  func integrates(seed: UInt64) throws {
    let truth = try Self.exact(rate: 2000).recording(of: "GO", by: Writer(seed: seed), seed: seed)
      .truth
    var velocity = truth[0].velocity
    var position = truth[0].position
    var worst = (velocity: 0.0, position: 0.0)
    for (before, after) in zip(truth, truth.dropFirst()) {
      let dt = after.timestamp - before.timestamp
      let next = velocity + (before.acceleration + after.acceleration) * (dt / 2)
      position = position + (velocity + next) * (dt / 2)
      velocity = next
      worst.velocity = max(worst.velocity, (velocity - after.velocity).length)
      worst.position = max(worst.position, (position - after.position).length)
    }
    // The trapezium rule errs by dt²/12 times the change of jerk: jerk is under 1e3 m/s³ here,
    // so 2e-8 · 1e3 a movement; the position adds that up over ten seconds.
    #expect(worst.velocity < 1e-4)
    #expect(worst.position < 2e-4)
    #expect(truth.contains { $0.acceleration.length > 2 })
  }

  @Test("the gyroscope integrates to the attitude", arguments: 0..<4 as Range<UInt64>)
  func attitude(seed: UInt64) throws {
    let recording = try Self.exact(rate: 2000)
      .recording(of: "SB", by: Writer(seed: seed), seed: seed)
    var attitude = recording.truth[0].attitude.quaternion
    var worst = 0.0
    for index in 1..<recording.samples.count {
      let (before, after) = (recording.samples[index - 1], recording.samples[index])
      let rate = try (#require(before.rotationRate) + #require(after.rotationRate)) / 2
      attitude =
        attitude * Quaternion(rotationVector: rate * (after.timestamp - before.timestamp))
      let truth = recording.truth[index].attitude.quaternion
      worst = max(worst, attitude.angularDistance(to: truth))
    }
    #expect(worst < 1e-5)
    let rates = recording.truth.map(\.rotationRate.length)
    #expect(try #require(rates.max()) > 0.3)
  }

  @Test("perfect sensors read gravity plus user acceleration, with Core Motion's sign")
  func sensors() throws {
    let recording = try Self.exact(rate: 100).recording(of: "Z", by: Writer(seed: 8), seed: 1)
    #expect(recording.samples.count == recording.truth.count)
    for (sample, truth) in zip(recording.samples, recording.truth) {
      let motion = truth.deviceMotion
      #expect(sample.timestamp == truth.timestamp)
      #expect(sample.rotationRate == truth.rotationRate)
      let read = try #require(sample.acceleration)
      #expect((read - (motion.gravity + motion.userAcceleration)).length < 4 * .ulpOfOne)
      // (g - a)/9.80665, turned into the device: what an accelerometer measures.
      let gravity = Vector3(0, 0, -9.80665)
      let force = truth.attitude.quaternion.conjugate.act(gravity - truth.acceleration)
      #expect((read - force / 9.80665).length < 16 * .ulpOfOne)
    }
    #expect(recording.saturatedCount == 0)
    #expect(recording.droppedCount == 0)
  }

  @Test("stationary: gravity only; an empty text is a stationary phone")
  func rest() throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors = .perfect
    configuration.tremorAmplitude = 0
    let simulator = AirSimulator(configuration: configuration)
    let still = try simulator.recording(of: "", by: Writer(seed: 1))
    #expect(still.letters.isEmpty)
    #expect(still.truth.last?.timestamp == 1.6)
    let word = try simulator.recording(of: "L I", by: Writer(seed: 1))
    let gap = word.letters[0].times.upperBound...word.letters[0].times.upperBound + 1.05
    let resting = zip(word.samples, word.truth).filter { gap.contains($0.0.timestamp) }
    #expect(resting.count >= 104)
    for (sample, truth) in resting + Array(zip(still.samples, still.truth)) {
      #expect(sample.rotationRate == .zero)
      #expect(truth.acceleration == .zero)
      #expect(sample.acceleration == truth.deviceMotion.gravity)
      #expect(abs(truth.deviceMotion.gravity.length - 1) < 4 * .ulpOfOne)
    }
  }

  @Test("letters are in order, with their times and samples")
  func letters() throws {
    let recording = try AirSimulator().recording(of: "AN AIR", by: Writer(seed: 4), seed: 2)
    #expect(recording.letters.map(\.label).joined() == "ANAIR")
    var end = 0.0
    for letter in recording.letters {
      #expect(letter.times.lowerBound > end)
      end = letter.times.upperBound
      for (index, sample) in recording.samples.enumerated() {
        #expect(letter.samples.contains(index) == letter.times.contains(sample.timestamp))
      }
    }
    let pauses = zip(recording.letters, recording.letters.dropFirst())
      .map { $1.times.lowerBound - $0.times.upperBound }
    let expected = [1.1, 1.9, 1.1, 1.1]
    #expect(zip(pauses, expected).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test("readings are clamped to the sensors' ranges and counted")
  func saturation() throws {
    var configuration = AirSimulator.Configuration()
    configuration.timeFactor = 1
    let simulator = AirSimulator(configuration: configuration)
    let recording = try simulator.recording(of: "BOX", by: Writer(seed: 6), seed: 1)
    let atLimit = recording.samples.count { ($0.acceleration?.maximumMagnitude ?? 0) == 2 }
    #expect(atLimit > 0)
    #expect(recording.saturatedCount == atLimit)
    #expect(recording.samples.allSatisfy { ($0.acceleration?.maximumMagnitude ?? 0) <= 2 })
    configuration.sensors.accelerationRange = .infinity
    let wide = try AirSimulator(configuration: configuration)
      .recording(of: "BOX", by: Writer(seed: 6), seed: 1)
    #expect(wide.saturatedCount == 0)
    #expect(wide.truth == recording.truth)
  }

  @Test("noise and bias have the configured deviation")
  func noise() throws {
    var configuration = AirSimulator.Configuration()
    configuration.pauseAtEnds = 30
    configuration.sensors.magneticField = Vector3(0, 20, -43)
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: "", by: Writer(seed: 1), seed: 3)
    let count = Double(recording.samples.count)
    var sum = Vector3<Double>.zero
    var squares = 0.0
    var accelerationSquares = 0.0
    var magnetic = 0.0
    for (sample, truth) in zip(recording.samples, recording.truth) {
      let error =
        try #require(sample.rotationRate) - truth.rotationRate - recording.rotationRateBias
      sum = sum + error
      squares += error.lengthSquared / 3
      let motion = truth.deviceMotion
      let accelerationError =
        try #require(sample.acceleration) - motion.gravity - motion.userAcceleration
        - recording.accelerationBias
      accelerationSquares += accelerationError.lengthSquared / 3
      let field = truth.attitude.quaternion.conjugate.act(Vector3(0, 20, -43))
      magnetic += (try #require(sample.magneticField) - field).lengthSquared / 3
    }
    // Six standard errors of a mean and of a variance from 6000 samples.
    #expect((sum / count).maximumMagnitude < 6 * 0.002 / count.squareRoot())
    #expect(abs((squares / count).squareRoot() / 0.002 - 1) < 0.04)
    #expect(abs((accelerationSquares / count).squareRoot() / 0.002 - 1) < 0.04)
    #expect(abs((magnetic / count).squareRoot() / 0.4 - 1) < 0.04)
    #expect(recording.rotationRateBias != .zero && recording.accelerationBias != .zero)
  }

  @Test("timestamps jitter but increase; samples are lost at the configured rate")
  func timing() throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.timestampJitter = 0.01
    configuration.sensors.dropProbability = 0.2
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: "WORD", by: Writer(seed: 1))
    let times = recording.samples.map(\.timestamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let share =
      Double(recording.droppedCount) / Double(recording.droppedCount + times.count)
    #expect(abs(share - 0.2) < 0.07)
    #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }).count > times.count / 2)
  }

  @Test("equal arguments yield equal recordings, other seeds different ones")
  func reproducible() throws {
    let simulator = AirSimulator()
    let first = try simulator.recording(of: "HI", by: Writer(seed: 1), seed: 2)
    #expect(try simulator.recording(of: "HI", by: Writer(seed: 1), seed: 2) == first)
    #expect(try simulator.recording(of: "HI", by: Writer(seed: 1), seed: 3) != first)
  }

  @Test("the error names an unsupported character and its position")
  func unsupported() {
    #expect(throws: SimulationError.unsupportedCharacter("3", position: 3)) {
      try AirSimulator().recording(of: "R  3", by: Writer(seed: 1))
    }
  }
}
