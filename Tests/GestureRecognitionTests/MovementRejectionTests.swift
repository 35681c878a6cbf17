import MotionFusion
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("Rejection of movements")
struct MovementRejectionTests {
  /// A series of one second that accelerates by `acceleration` g and turns by `rate` rad/s.
  private func series(acceleration: Double, rate: Double) -> MotionSeries {
    let waves = (0..<32).map { index in
      Vector3(Double.sin(Double(index) / 5), Double.cos(Double(index) / 5), 0)
    }
    return MotionSeries(
      rotationRate: waves.map { $0 * rate }, acceleration: waves.map { $0 * acceleration },
      duration: 1)
  }

  @Test("the similarity is the documented sum")
  func sum() {
    let series = series(acceleration: 0.24, rate: 0.95)
    func similarity(_ nearest: Double, _ next: Double, _ movement: Double) -> Double {
      MovementRejection.similarity(of: series, nearest: nearest, next: next, movement: movement)
    }
    // log(0.25 / 1.00), within the limits.
    let ratio = 0.5 * -1.3862943611198906
    #expect(abs(similarity(-0.5, 0.1, 0.3) - (0.5 * 0.6 + 0.5 + 0.7 * 0.8 + ratio)) < 1e-6)
    // A single class has no margin, and a model without movements no distance to them.
    #expect(abs(similarity(-0.5, .infinity, .infinity) - (0.5 + ratio)) < 1e-6)
  }

  @Test("the ratio of acceleration and rotation counts within limits")
  func limits() {
    func similarity(_ acceleration: Double, _ rate: Double) -> Double {
      MovementRejection.similarity(
        of: series(acceleration: acceleration, rate: rate), nearest: 0, next: 0, movement: 0)
    }
    #expect(similarity(0.2, 3) < similarity(0.5, 3))
    #expect(abs(similarity(2, 1) - -0.5) < 1e-9 && abs(similarity(5, 0) - -0.5) < 1e-9)
    #expect(abs(similarity(0.04, 9) - -1.1) < 1e-9 && abs(similarity(0.05, 50) - -1.1) < 1e-9)
    // Below three times the noise.
    #expect(similarity(0.02, 3) == -10 && similarity(0, 0) == -10)
  }

  @Test("a movement of the model is rejected, and a gesture of its class is not")
  func movements() throws {
    var model = TemplateModel()
    var random = SplitMix64(seed: 4)
    func noisy(_ frequency: Double) throws -> MotionSeries {
      let phase = 0.1 * random.nextNormal()
      let waves = (0..<32).map { index in
        let angle = frequency * Double(index) + phase
        return Vector3(Double.sin(angle), Double.cos(2 * angle), Double.sin(3 * angle))
      }
      return MotionSeries(rotationRate: waves, acceleration: waves.map { $0 * 0.4 }, duration: 1)
    }
    for _ in 0..<6 {
      try model.add(noisy(0.1), label: "slow")
      try model.add(noisy(0.3), label: "fast")
    }
    let (gesture, movement) = (try noisy(0.3), try noisy(0.19))
    model.calibration.comparesMovements = true
    let before = try #require(model.recognize(movement).similarity)
    model.addOtherMovements([try noisy(0.19), try noisy(0.2)])
    let after = try #require(model.recognize(movement).similarity)
    #expect(after < before)
    #expect(try #require(model.recognize(gesture).similarity) > after + 1)
    let file = try RecognitionModel.templates(model).file()
    #expect(try RecognitionModel(file: file) == .templates(model))
  }
}
