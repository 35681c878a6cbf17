import GestureRecognition
import GestureTraining
import RealModule
import RotationMath
import TestSupport
import Testing

@Suite("GesturePipeline")
struct GesturePipelineTests {
  /// Two-axis gestures at 50 Hz: a circle, a wave along x and one along y, with noise.
  static func gesture(_ label: String, using random: inout SplitMix64) -> SampleSeries {
    let count = Int.random(in: 40...60, using: &random)
    let values = (0..<count).flatMap { index -> [Double] in
      let angle = 4 * Double.pi * (Double(index) + 0.5) / Double(count)
      let point: [Double] =
        switch label {
        case "circle": [.cos(angle), .sin(angle)]
        case "across": [1.3 * .sin(angle), 0.7]
        default: [0.7, 1.3 * .sin(angle)]
        }
      return point.map { 3 * $0 + 0.1 * random.nextNormal() }
    }
    return SampleSeries(
      dimension: 2, times: (0..<count).map { Double($0) / 50 }, values: values)
  }

  static func set(count: Int, seed: UInt64) throws -> GestureDataSet {
    var random = SplitMix64(seed: seed)
    var set = GestureDataSet(name: "waves", dimension: 2)
    for index in 0..<count {
      let label = ["circle", "across", "down"][index % 3]
      try set.append(gesture(label, using: &random), label: label, user: "u")
    }
    return set
  }

  static var configuration: GesturePipeline.Configuration {
    var configuration = GesturePipeline.Configuration(dimension: 2)
    configuration.preprocessing = [
      .movingAverage(window: 3), .lowPass(cutoff: 10, sampleRate: 50), .deadZone(limit: 0.05),
    ]
    configuration.segmentation = .restToRest(limit: 0.5, restDuration: 0.2)
    configuration.features = .resampled(count: 12)
    return configuration
  }

  @Test(
    "every trainer classifies the unseen series correctly",
    arguments: [PipelineTrainer.logisticRegression, .naiveBayes()])
  func trainers(trainer: PipelineTrainer) async throws {
    let (pipeline, report) = try await GesturePipeline.train(
      Self.configuration, on: Self.set(count: 24, seed: 1), trainer: trainer)
    #expect(report.mistakes == 0)
    let unseen = try Self.set(count: 30, seed: 2).series
    for series in unseen {
      #expect(try pipeline.recognize(series.representation).label == series.label)
    }
  }

  @Test(
    "every kind of features separates the classes",
    arguments: [SeriesFeatures.statistics, .resampled(count: 8), .zones(columns: 3, rows: 3)])
  func features(features: SeriesFeatures) async throws {
    var configuration = Self.configuration
    configuration.features = features
    let pipeline = try await GesturePipeline.train(
      configuration, on: Self.set(count: 24, seed: 3), trainer: .logisticRegression
    ).pipeline
    let unseen = try Self.set(count: 30, seed: 4).series
    let right = try unseen.count {
      try pipeline.recognize($0.representation).label == $0.label
    }
    #expect(right == 30)
  }

  @Test("a stream yields its gestures, separated by stationary phases")
  func stream() async throws {
    var configuration = Self.configuration
    configuration.postprocessing = [.timeout(duration: 0.1, isShared: true)]
    let pipeline = try await GesturePipeline.train(
      configuration, on: Self.set(count: 24, seed: 5), trainer: .logisticRegression
    ).pipeline
    let gestures = try Self.set(count: 9, seed: 6).series
    var session = PipelineSession(pipeline)
    var readings: [RecognizedGesture] = []
    var time = 0.0
    func feed(_ values: [Double]) {
      if let reading = session.update(values, at: time) { readings.append(reading) }
      time += 0.02
    }
    for gesture in gestures {
      for _ in 0..<40 { feed([0, 0]) }
      feed([.nan, 0])
      for vector in gesture.representation.vectors { feed(Array(vector)) }
    }
    let fork = session
    for _ in 0..<40 { feed([0, 0]) }
    #expect(readings.map(\.label) == gestures.map(\.label))
    #expect(session.badSamples == 9)
    for (reading, gesture) in zip(readings, gestures) {
      // The filters decay over a few samples.
      #expect(abs(reading.end - reading.start - gesture.duration) < 0.2)
    }
    // A stream that ends during a gesture, on a copy of the session.
    var ended = fork
    let last = ended.finish()
    #expect(last?.label == gestures.last?.label)
    let nothing = ended.finish()
    #expect(nothing == nil)
  }

  @Test("poses are recognised at every sample; the null class yields no label")
  func poses() async throws {
    var set = GestureDataSet(dimension: 3)
    for example in GaussianNaiveBayesTests.examples(seed: 1) {
      try set.append(
        SampleSeries(
          dimension: 3, times: [0], values: example.representation), label: example.label)
    }
    var configuration = GesturePipeline.Configuration(dimension: 3)
    configuration.postprocessing = [.labelFilter(minimumCount: 2, window: 3), .changeFilter]
    let pipeline = try await GesturePipeline.train(
      configuration, on: set, trainer: .naiveBayes()
    ).pipeline
    var session = PipelineSession(pipeline)
    let flat = [0, 0, -1.0]
    let upside = [0, 0, 1.0]
    let left = [-1.0, 0, 0]
    let stream = [flat, flat, flat, upside, upside, upside, left, left, left]
    let labels = stream.enumerated().map { index, pose in
      session.update(pose, at: Double(index))?.label
    }
    #expect(labels == [nil, "flat", nil, nil, nil, nil, nil, "left", nil])
  }

  @Test("an invalid training set or configuration is rejected")
  func errors() async throws {
    let set = try Self.set(count: 6, seed: 1)
    let three = GesturePipeline.Configuration(dimension: 3)
    await #expect(throws: TrainingError.self) { try await GesturePipeline.train(three, on: set) }
    await #expect(throws: TrainingError.noExamples) {
      try await GesturePipeline.train(three, on: GestureDataSet(dimension: 3))
    }
    let one = set.selecting([0, 3])
    await #expect(throws: TrainingError.oneClass("circle")) {
      try await GesturePipeline.train(Self.configuration, on: one)
    }
    let flaws: [(inout GesturePipeline.Configuration) -> Void] = [
      { $0.dimension = 0 },
      { $0.preprocessing = [.movingAverage(window: 0)] },
      { $0.preprocessing = [.lowPass(cutoff: 30, sampleRate: 50)] },
      { $0.preprocessing = [.deadZone(limit: -.infinity)] },
      { $0.preprocessing = [.derivative(sampleRate: 0)] },
      { $0.segmentation = .slidingWindow(length: 0, hop: 1) },
      { $0.segmentation = .restToRest(limit: .nan, restDuration: 1) },
      { $0.features = .resampled(count: 1) }, { $0.features = .zones(columns: 99, rows: 1) },
      { $0.postprocessing = [.labelFilter(minimumCount: 3, window: 2)] },
      { $0.postprocessing = [.timeout(duration: -1, isShared: false)] },
    ]
    for validationError in flaws {
      var configuration = Self.configuration
      validationError(&configuration)
      await #expect(throws: TrainingError.self) {
        try await GesturePipeline.train(configuration, on: set)
      }
    }
  }
}
