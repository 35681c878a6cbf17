import MotionFusion
import MotionSimulation
import Testing

@Suite("Sensor disturbances")
struct SensorDisturbanceTests {
  private static let samples = (0..<400).map { index in
    SensorSample(
      timestamp: 5 + Double(index) / 10, rotationRate: Vector3(1, 2, -4),
      acceleration: Vector3(0.6, 0, -0.8), magneticField: Vector3(0, 30, -40))
  }

  @Test("each disturbance has its amount and changes one sensor only")
  func amounts() throws {
    func disturbed(_ disturbance: SensorDisturbance) throws -> [SensorSample] {
      let result = disturbance.applied(to: Self.samples)
      try #require(result.count == Self.samples.count)
      return result
    }
    func expect(
      _ disturbance: SensorDisturbance, change: WritableKeyPath<SensorSample, Vector3<Double>?>,
      to value: Vector3<Double>, until end: Int = 400
    ) throws {
      for (index, (sample, before)) in zip(try disturbed(disturbance), Self.samples).enumerated() {
        var other = sample
        other[keyPath: change] = before[keyPath: change]
        #expect(other == before)
        let expected = index < end ? value : try #require(before[keyPath: change])
        #expect(try #require(sample[keyPath: change]).distance(to: expected) < 1e-12)
      }
    }
    try expect(.gyroscopeScale, change: \.rotationRate, to: Vector3(1.01, 2.02, -4.04))
    try expect(.gyroscopeAlignment, change: \.rotationRate, to: Vector3(0.98, 1.97, -3.97))
    let bias = 0.5 * Double.pi / 180
    try expect(.gyroscopeBias, change: \.rotationRate, to: Vector3(1 + bias, 2 + bias, bias - 4))
    try expect(.accelerometerScale, change: \.acceleration, to: Vector3(0.612, 0, -0.8))
    try expect(.hardIron, change: \.magneticField, to: Vector3(2.5, 32.5, -37.5))
    try expect(.firstField, change: \.magneticField, to: Vector3(15, 45, -25), until: 300)
  }

  @Test("noise has its deviation and is repeatable")
  func noise() throws {
    let noisy = SensorDisturbance.noise.applied(to: Self.samples)
    #expect(noisy == SensorDisturbance.noise.applied(to: Self.samples))
    let squares = zip(noisy, Self.samples).map { noisy, sample in
      guard let a = noisy.magneticField, let b = sample.magneticField else { return Double.nan }
      return (a - b).lengthSquared
    }
    // 1200 squares of deviation 1: their mean is within 0.12 with three deviations.
    #expect(abs(squares.reduce(0, +) / 1200 - 1) < 0.13)
  }

  @Test(
    "absent sensors stay absent; no samples stay none", arguments: SensorDisturbance.allCases)
  func absent(disturbance: SensorDisturbance) {
    #expect(disturbance.applied(to: []).isEmpty)
    let empty = [SensorSample(timestamp: 1), SensorSample(timestamp: 2)]
    #expect(disturbance.applied(to: empty) == empty)
  }
}
