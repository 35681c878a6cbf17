import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Convolution kernels")
struct ConvolutionKernelTests {
  /// A noisy sine of a class's frequency in two of three components.
  private func series(_ frequency: Double, count: Int = 40, seed: UInt64) -> SampleSeries {
    var random = SplitMix64(seed: seed)
    let phase = Double.random(in: 0..<6, using: &random)
    let values = (0..<count).flatMap { index in
      let angle = phase + frequency * Double(index) / Double(count)
      return [Double.sin(angle), .cos(angle), 0.0].map { $0 + 0.3 * random.nextNormal() }
    }
    return SampleSeries(
      dimension: 3, times: (0..<count).map { Double($0) / 10 },
      values: values)
  }

  @Test("features: shares and maxima, the same for other units and offsets of a component")
  func features() {
    let kernels = ConvolutionKernels(count: 200, dimension: 3)
    let gesture = series(9, seed: 1)
    let vector = kernels.vector(of: gesture)
    #expect(vector.count == 400 && kernels.featureCount == 400)
    #expect(stride(from: 0, to: 400, by: 2).allSatisfy { (0...1).contains(vector[$0]) })
    // A share is positive if and only if the largest value is.
    #expect(
      stride(from: 0, to: 400, by: 2).allSatisfy { (vector[$0] > 0) == (vector[$0 + 1] > 0) })
    var values = gesture.values
    for index in stride(from: 0, to: values.count, by: 3) { values[index] = 8 * values[index] - 64 }
    let other = SampleSeries(dimension: 3, times: gesture.times, values: values)
    #expect(zip(vector, kernels.vector(of: other)).allSatisfy { abs($0 - $1) < 1e-3 })
    #expect(ConvolutionKernels(count: 200, dimension: 3) == kernels)
    #expect(ConvolutionKernels(count: 200, dimension: 3, seed: 2) != kernels)
  }

  @Test("every second kernel sees the amplitude, by the scale of the training set")
  func amplitude() {
    let gesture = series(9, seed: 1)
    let samples = (0..<gesture.count).map { Array(gesture[$0]) }
    let scaling = FeatureScaling(of: samples)
    let kernels = ConvolutionKernels(count: 200, dimension: 3, scaling: scaling)
    let vector = kernels.vector(of: gesture)
    // The gesture's own scale is that of the training set: it is the training set.
    let alone = ConvolutionKernels(count: 200, dimension: 3).vector(of: gesture)
    #expect(zip(vector, alone).allSatisfy { abs($0 - $1) < 1e-3 })
    let doubled = SampleSeries(
      dimension: 3, times: gesture.times, values: gesture.values.map { 2 * $0 })
    let larger = kernels.vector(of: doubled)
    for number in 0..<200 {
      let isSame = abs(vector[2 * number + 1] - larger[2 * number + 1]) < 1e-3
      #expect(isSame == (number % 2 == 0))
    }
  }

  @Test("a pipeline of kernels distinguishes amplitudes and directions")
  func amplitudes() async throws {
    var set = GestureDataSet(dimension: 3)
    func changed(_ label: String, seed: UInt64) -> SampleSeries {
      let gesture = series(9, seed: seed)
      let values = gesture.values.enumerated().map { place, value in
        switch label {
        case "strong": 3 * value
        case "tilted" where place % 3 == 0: value + 3
        default: value
        }
      }
      return SampleSeries(dimension: 3, times: gesture.times, values: values)
    }
    let labels = ["gentle", "strong", "tilted"]
    for seed in 0..<8 as Range<UInt64> {
      for label in labels { try set.append(changed(label, seed: seed), label: label) }
    }
    var configuration = GesturePipeline.Configuration(dimension: 3)
    configuration.segmentation = .touch
    configuration.features = .convolutions(count: 150)
    let pipeline = try await GesturePipeline.train(configuration, on: set, trainer: .kernels)
      .pipeline
    for seed in 50..<60 as Range<UInt64> {
      for label in labels {
        #expect(try pipeline.recognize(changed(label, seed: seed)).label == label)
      }
    }
    configuration.scaling = FeatureScaling(unscaled: 2)
    #expect(configuration.validationError?.contains("scale factors of 3 components") == true)
  }

  @Test("a segment of any length has finite features, a constant component too", arguments: 1...24)
  func short(_ count: Int) {
    let kernels = ConvolutionKernels(count: 100, dimension: 1)
    let values = (0..<count).map { Double($0 % 3) }
    let times = (0..<count).map(Double.init)
    for values in [values, values.map { _ in 5 }] {
      let vector = kernels.vector(of: SampleSeries(dimension: 1, times: times, values: values))
      #expect(vector.count == 200 && vector.allSatisfy(\.isFinite))
    }
  }

  @Test("training in the space of the examples yields the weights of a direct training")
  func space() throws {
    var random = SplitMix64(seed: 4)
    let (count, width) = (14, 40)
    let raw = (0..<count).map { _ in (0..<width).map { _ in random.nextNormal() } }
    let vectors = raw.map(FeatureScaling(of: raw).scaled)
    let classes = (0..<count).map { $0 % 3 }
    let space = try ExampleSpace(of: vectors)
    let scale =
      vectors.reduce(0) { $0 + $1.dropLast().reduce(0) { $0 + $1 * $1 } } / Double(count)
    let unit = vectors.map { $0.dropLast().map { $0 / scale.squareRoot() } + [1] }
    let regression = SoftmaxRegression(penalty: 0.14, tolerance: 1e-9)
    let direct = try regression.train(vectors: unit, classes: classes, classCount: 3).weights
    let placed = try regression.train(
      vectors: space.coordinates, classes: classes, classCount: 3
    ).weights
    let weights = space.weights(of: placed)
    #expect(weights.count == 3 * (width + 1))
    for (row, vector) in zip(vectors, unit) {
      for start in stride(from: 0, to: weights.count, by: width + 1) {
        let found = zip(weights[start...], row).reduce(0) { $0 + $1.0 * $1.1 }
        let expected = zip(direct[start...], vector).reduce(0) { $0 + $1.0 * $1.1 }
        // Each example differs from all others by 1e-4 of the mean squared length.
        #expect(abs(found - expected) < 2e-3)
      }
    }
    #expect(throws: TrainingError.indistinguishable) {
      try ExampleSpace(of: [[0, 1], [0, 1]])
    }
  }

  @Test("a pipeline of kernels learns frequencies, and its file reads back")
  func pipeline() async throws {
    var set = GestureDataSet(dimension: 3)
    for seed in 0..<8 as Range<UInt64> {
      for frequency in [5.0, 9, 15] {
        try set.append(series(frequency, seed: seed), label: "\(frequency)")
      }
    }
    var configuration = GesturePipeline.Configuration(dimension: 3)
    configuration.segmentation = .touch
    configuration.features = .convolutions(count: 150)
    let (pipeline, report) = try await GesturePipeline.train(
      configuration, on: set, trainer: .kernels)
    #expect(report.converged)
    // Of another length, 18 of each class: chance is 18 of 54.
    var right = 0
    for seed in 50..<68 as Range<UInt64> {
      for frequency in [5.0, 9, 15] {
        let recognition = try pipeline.recognize(series(frequency, count: 55, seed: seed))
        right += recognition.label == "\(frequency)" ? 1 : 0
      }
    }
    #expect(right >= 49)
    let file = try RecognitionModel.pipeline(pipeline).file()
    #expect(try RecognitionModel(file: file) == .pipeline(pipeline))
    configuration.features = .convolutions(count: 0)
    #expect(configuration.validationError?.contains("1 to 20000 kernels") == true)
  }
}
