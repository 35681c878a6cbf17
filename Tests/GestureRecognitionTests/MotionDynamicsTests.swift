import GestureRecognition
import MotionFusion
import RealModule
import Testing

@Suite("Features of dynamics")
struct MotionDynamicsTests {
  /// Three periods of a rotation to and fro of 1 rad about an axis, at 1 Hz, on a radius of 0.2 m.
  private static func swing(
    rate: Double = 100, turn: Quaternion<Double> = .identity, rest: Double = 0
  ) -> SampleSeries {
    let omega = 2 * Double.pi
    let count = Int((3 + 2 * rest) * rate)
    var times: [Double] = []
    var values: [Double] = []
    for index in 0..<count {
      let time = Double(index) / rate
      let phase = time - rest
      let isMoving = phase >= 0 && phase <= 3
      // θ = 0.5 cos: angular rate −0.5 ω sin, angular acceleration −0.5 ω² cos.
      let speed = isMoving ? -0.5 * omega * Double.sin(omega * phase) : 0
      let change = isMoving ? -0.5 * omega * omega * Double.cos(omega * phase) : 0
      let acceleration = turn.act(Vector3(0.2 * change / 9.80665, 0, 0))
      let rotation = turn.act(Vector3(0, 0, speed))
      times.append(time)
      values += [
        acceleration.x, acceleration.y, acceleration.z, rotation.x, rotation.y, rotation.z,
      ]
    }
    return SampleSeries(dimension: 6, times: times, values: values)
  }

  private func features(_ series: SampleSeries) throws -> [Double] {
    try MotionDynamics.vector(of: series)
  }

  @Test("a swing: the values of its formulas")
  func swing() throws {
    let vector = try features(Self.swing())
    #expect(vector.count == MotionDynamics.count)
    let omega = 2 * Double.pi
    let size = 0.5 * omega / 2.0.squareRoot()
    let change = size * omega
    let expected = [
      Double.log(3),
      .log(size + 0.01),
      .log(0.2 * change / 9.80665 + 0.005),
      // Six half periods of 1 rad each, and no net rotation.
      .log(6 + 0.1), .log(0.1), .log(6), .log(7),
      .log(0.2 * change / 9.80665 + 0.005) - .log(change + 1),
    ]
    for (index, (found, value)) in zip(vector, expected).enumerated() {
      #expect(abs(found - value) < 0.02, "feature \(index): \(found), expected \(value)")
    }
  }

  @Test("the frame of the device, the sample rate and stationary ends change little")
  func invariance() throws {
    let reference = try features(Self.swing())
    let turn = Quaternion(rotationVector: Vector3(0.4, -1.1, 0.7))
    let turned = try features(Self.swing(turn: turn))
    for (a, b) in zip(reference, turned) { #expect(abs(a - b) < 1e-9) }
    for other in [Self.swing(rate: 50), Self.swing(rate: 400), Self.swing(rest: 0.5)] {
      for (a, b) in zip(reference, try features(other)) { #expect(abs(a - b) < 0.05) }
    }
  }

  @Test("a stationary device, too few samples, no duration and other channels throw")
  func errors() throws {
    func series(_ times: [Double], _ value: Double) -> SampleSeries {
      SampleSeries(
        dimension: 6, times: times, values: [Double](repeating: value, count: 6 * times.count))
    }
    #expect(throws: GestureError.atRest) { try features(series([0, 1, 2, 3], 0)) }
    #expect(throws: GestureError.tooFewSamples(count: 2, minimum: 3)) {
      try features(series([0, 1], 1))
    }
    #expect(throws: GestureError.zeroDuration) { try features(series([1, 1, 1], 1)) }
    var configuration = GesturePipeline.Configuration(dimension: 3)
    configuration.features = .dynamics
    #expect(try #require(configuration.validationError).contains("expected 6 components"))
    for (channels, isValid) in [
      ([MotionChannel.userAcceleration, .rotationRate], true),
      ([.rotationRate, .userAcceleration], false), ([.acceleration, .rotationRate], false),
      ([.gravity, .gravity], false),
    ] {
      configuration = GesturePipeline.Configuration(channels: channels)
      configuration.features = .dynamics
      #expect((configuration.validationError == nil) == isValid, "\(channels)")
    }
  }
}
