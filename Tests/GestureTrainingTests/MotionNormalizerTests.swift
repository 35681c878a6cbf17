import Foundation
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("MotionNormalizer")
struct MotionNormalizerTests {
  /// A gesture of about a second: smooth rates and accelerations that `shape` chooses.
  static func gesture(
    shape: UInt64, samplingRate: Double = 100, rest: Double = 0,
    held: Quaternion<Double> = .identity,
    size: Double = 1, speed: Double = 1, bias: Vector3<Double> = .zero
  ) -> [DeviceMotion] {
    var random = SplitMix64(seed: shape)
    // Amplitude and phase of three harmonics of each of six channels.
    let waves = (0..<18).map { _ in
      (amplitude: random.nextNormal(), phase: Double.random(in: 0...(2 * .pi), using: &random))
    }
    func value(_ channel: Int, _ time: Double) -> Double {
      guard (0...1).contains(time) else { return 0 }
      var sum = 0.0
      for harmonic in 0..<3 {
        let wave = waves[3 * channel + harmonic]
        sum += wave.amplitude * sin(Double(harmonic + 1) * 2 * .pi * time + wave.phase)
      }
      return sum
    }
    let duration = 1 / speed
    let count = Int((duration + 2 * rest) * samplingRate) + 1
    var attitude = held
    return (0..<count).map { index in
      let elapsed = Double(index) / samplingRate - rest
      let time = elapsed * speed
      let rate = Vector3(value(0, time), value(1, time), value(2, time)) * (0.5 * size * speed)
      let motion = DeviceMotion(
        timestamp: 10 + elapsed, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: Vector3(value(3, time), value(4, time), value(5, time)) * (0.2 * size)
          + bias)
      attitude = attitude * Quaternion(rotationVector: rate * (1 / samplingRate))
      return motion
    }
  }

  private let normalizer = MotionNormalizer()

  /// The root mean square difference of two series, of quantities whose root mean square is 1.
  private func difference(_ a: MotionSeries, _ b: MotionSeries) -> Double {
    let pairs = zip(a.rotationRate + a.acceleration, b.rotationRate + b.acceleration)
    let sum = pairs.reduce(0.0) { $0 + Double(($1.0 - $1.1).lengthSquared) }
    return (sum / Double(2 * a.count)).squareRoot()
  }

  @Test(
    "the series does not depend on attitude, size and speed",
    arguments: 1...5 as ClosedRange<UInt64>)
  func invariance(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let held = Quaternion(
      rotationVector: Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()))
    let plain = try normalizer.series(of: Self.gesture(shape: seed))
    let other = try normalizer.series(of: Self.gesture(shape: seed, held: held))
    #expect(difference(plain, other) < 1e-6)
    let large = try normalizer.series(of: Self.gesture(shape: seed, size: 1.3))
    // Larger rotations change the mean frame, and smoothing changes a quicker gesture.
    #expect(difference(plain, large) < 0.3)
    let quick = try normalizer.series(of: Self.gesture(shape: seed, speed: 1.2))
    #expect(difference(plain, quick) < 0.2)
    #expect(abs(quick.duration - 1 / 1.2) < 0.05)
    let different = try normalizer.series(of: Self.gesture(shape: seed + 100))
    #expect(difference(plain, different) > 0.6)
  }

  @Test(
    "the series is robust to a quarter of the sample rate, rest at both ends and bias",
    arguments: 1...5 as ClosedRange<UInt64>)
  func robustness(seed: UInt64) throws {
    let plain = try normalizer.series(of: Self.gesture(shape: seed))
    let few = try normalizer.series(of: Self.gesture(shape: seed, samplingRate: 25))
    #expect(difference(plain, few) < 0.15)
    let rested = try normalizer.series(of: Self.gesture(shape: seed, rest: 1))
    #expect(abs(rested.duration - plain.duration) < 0.1)
    // The gesture starts and ends abruptly; smoothing spreads that into the stationary phases.
    #expect(difference(plain, rested) < 0.4)
    let biased = try normalizer.series(of: Self.gesture(shape: seed, bias: Vector3(0.02, 0, 0)))
    #expect(difference(plain, biased) < 0.2)
  }

  @Test("a slight angular rate stays small, a large one has a root mean square of 1")
  func slightRotationRate() throws {
    let wave = (0..<32).map { Vector3(Double.sin(Double($0)), 0, Double.cos(Double($0))) }
    for (rate, expected) in [(0.0, 0.0), (0.05, 0.0995), (0.5, 0.7071), (2, 0.9701), (50, 1)] {
      let series = MotionSeries(
        rotationRate: wave.map { $0 * rate }, acceleration: wave, duration: 1,
        slightRotationRate: 0.5)
      let power = series.rotationRate.reduce(0) { $0 + $1.lengthSquared } / 32
      #expect(abs(Double(power).squareRoot() - expected) < 1e-4, "\(rate) rad/s")
      #expect(abs(series.rotationRateScale - rate) < 1e-12)
    }
  }

  @Test("motions that are not gestures throw")
  func errors() throws {
    let gesture = Self.gesture(shape: 1)
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 6)) {
      try normalizer.series(of: [])
    }
    #expect(throws: GestureError.tooFewSamples(count: 5, minimum: 6)) {
      try normalizer.series(of: Array(gesture.prefix(5)))
    }
    #expect {
      try normalizer.series(of: Array(gesture.prefix(15)))
    } throws: {
      if case .tooShort = $0 as? GestureError { true } else { false }
    }
    var backward = gesture
    backward[50].timestamp = 0
    #expect(throws: GestureError.timeRunsBackward(sample: 50)) {
      try normalizer.series(of: backward)
    }
    var still = gesture
    for index in still.indices {
      still[index].rotationRate = .zero
      still[index].userAcceleration = .zero
    }
    #expect(throws: GestureError.atRest) { try normalizer.series(of: still) }
    var unturned = gesture
    for index in unturned.indices { unturned[index].rotationRate = .zero }
    #expect(throws: GestureError.needsGyroscope) { try normalizer.series(of: unturned) }
    // Rates within a gap follow from the attitudes.
    unturned.removeSubrange(40..<70)
    #expect(throws: GestureError.needsGyroscope) { try normalizer.series(of: unturned) }
    for index in unturned.indices { unturned[index].attitude = gesture[0].attitude }
    #expect(throws: Never.self) { try normalizer.series(of: unturned) }
    var same = gesture
    for index in same.indices { same[index].timestamp = 1 }
    #expect(throws: GestureError.zeroDuration) { try normalizer.series(of: same) }
  }

  @Test("one spike or NaN is left out, many throw")
  func spikes() throws {
    let gesture = Self.gesture(shape: 3)
    let plain = try normalizer.series(of: gesture)
    var spiked = gesture
    spiked[40].rotationRate.x = 2e5
    spiked[60].userAcceleration.z = .nan
    #expect(difference(plain, try normalizer.series(of: spiked)) < 0.05)
    for index in 30..<45 { spiked[index].rotationRate.y = .infinity }
    #expect(throws: GestureError.notFinite(sample: 30)) { try normalizer.series(of: spiked) }
  }
}
