import MotionTestSupport
import Testing

@testable import MotionFusion

@Suite("MagneticModel")
struct MagneticModelTests {
  @Test("a filter that calibrates has the attitude of an estimator", arguments: 0..<3)
  func calibratingFilter(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 40, seed: seed, offset: Vector3(10, 30, -20))
    var configuration = InertialFilter.Configuration()
    configuration.calibratesMagnetometer = true
    var filter = InertialFilter(configuration: configuration)
    var estimator = MotionEstimator(referenceFrame: .xMagneticNorthZVertical, skipsStartup: false)
    var compared = 0
    for sample in motion.samples {
      filter.update(sample)
      guard let output = estimator.update(sample), output.headingCorrection == nil else { continue }
      #expect(output.attitude.quaternion == filter.attitude)
      compared += 1
    }
    #expect(compared > motion.samples.count / 2)
    #expect((filter.magnetic.calibrator.correction - Vector3(10, 30, -20)).length < 3)
  }

  @Test("without the option a filter leaves the field as it is")
  func uncalibrated() throws {
    let motion = SyntheticMotion(duration: 40, seed: 1, offset: Vector3(10, 30, -20))
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    #expect(filter.magnetic.calibrator.correction == .zero)
  }

  @Test("a field is used, left out beside a magnet, and used again once the magnet has proof")
  func answers() {
    var model = MagneticModel()
    let (earth, magnet) = (Vector3(20, 0, -40.0), Vector3(0, 60, -40.0))
    /// The kind of the answer to a field while the device turns about the vertical by 1 rad/s.
    func answer(_ field: Vector3<Double>, at time: Double) -> String {
      let observation = MagneticModel.Observation(
        field: field, reading: Quaternion.turn(aboutVertical: -time).act(field), step: 0.05,
        proof: FieldMonitor.proof(ofTurning: 1, step: 0.05), isLevel: true, tiltVariance: 1e-4)
      switch model.judge(observation, innovation: 0, headingVariance: 0.01) {
      case .use: return "use"
      case .leaveOut: return "leave out"
      case .northMoved: return "north moved"
      }
    }
    // The first field is seen for too short to be proven that of the surroundings.
    var answers: [String] = []
    for index in 0..<120 {
      let next = answer(index < 8 ? earth : magnet, at: 0.05 * Double(index))
      if next != answers.last { answers.append(next) }
    }
    #expect(answers == ["use", "leave out", "north moved", "use"])
  }

  @Test("iron beside the device for 20 s does not turn the heading", arguments: 0..<3)
  func passedIron(seed: UInt64) {
    let motion = SyntheticMotion(duration: 60, seed: seed)
    for isOffline in [false, true] {
      var samples = motion.samples
      for index in samples.indices where (20..<40).contains(samples[index].timestamp) {
        samples[index].magneticField? +=
          motion.truth[index].conjugate.act(Vector3(10, 25, -5))
      }
      let estimate = MotionEstimation(isOffline: isOffline, skipsStartup: false).estimate(samples)
      let errors = zip(estimate.motions, motion.truth.suffix(estimate.motions.count))
        .map { abs(errorInDegrees(of: $0.attitude.quaternion, from: $1).heading) }
      #expect(errors.dropFirst(1000).max() ?? 180 < 6)
    }
  }

  @Test("noise of the first field is not a drift of the offline heading", arguments: 0..<3)
  func firstField(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 60, seed: seed)
    var samples = motion.samples
    samples[0].magneticField? += motion.truth[0].conjugate.act(Vector3(0, 8, 0))
    let estimation = MotionEstimation(isOffline: true, skipsStartup: false)
    let motions = estimation.estimate(samples).motions
    try #require(motions.count == samples.count)
    for (motion, truth) in zip(motions, motion.truth) {
      #expect(abs(errorInDegrees(of: motion.attitude.quaternion, from: truth).heading) < 1)
    }
  }

  /// Turns about one axis show the offset across it, which is all that the heading needs.
  @Test("the offset of a device on a turntable is subtracted offline", arguments: 0..<3)
  func turntable(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var truth: [Quaternion<Double>] = []
    let samples = (0..<6000).map { index in
      let time = Double(index) / 100
      func normal() -> Vector3<Double> {
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      }
      let rate = time < 6 ? 0 : 0.5
      truth.append(.turn(aboutVertical: rate * (time - 6)))
      return SensorSample(
        timestamp: time, rotationRate: Vector3(0, 0, rate) + normal() * 0.0012,
        acceleration: Vector3(0, 0, -1) + normal() * 0.002,
        magneticField: truth[index].conjugate.act(SyntheticMotion.field)
          + Vector3(80, -120, 60) + normal() * 0.5)
    }
    let motions = MotionEstimation(isOffline: true, skipsStartup: false).estimate(samples).motions
    try #require(motions.count == samples.count)
    for (motion, truth) in zip(motions, truth) {
      #expect(abs(errorInDegrees(of: motion.attitude.quaternion, from: truth).heading) < 1)
    }
  }

  @Test("a heading that is measured after it was lost starts as in a new filter")
  func measuredAgain() {
    func take(
      _ angle: Double, variance: Double, _ heading: inout HeadingEstimator,
      _ filter: inout HeadingFilter
    ) {
      let noise = heading.noise(
        ofField: angle, variance: variance, step: 0.05, isLevel: true, errors: &filter)
      if let noise { heading.advance(by: filter.correct(by: angle, variance: noise)) }
    }
    /// The variance after a measurement and the fields of a second.
    func variance(of heading: HeadingEstimator) -> Double {
      var (heading, filter) = (heading, HeadingFilter(biasVariance: 0))
      #expect(!heading.observe(0.5, variance: 0.01, errors: &filter))
      for _ in 0..<20 { take(0, variance: 0.01, &heading, &filter) }
      return filter.headingVariance
    }
    var (lost, filter) = (HeadingEstimator(), HeadingFilter(biasVariance: 0))
    for _ in 0..<200 { take(0.7, variance: 0.001, &lost, &filter) }
    lost.forget()
    #expect(variance(of: lost) == variance(of: HeadingEstimator()))
  }
}
