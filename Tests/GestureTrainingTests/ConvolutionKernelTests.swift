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
    let pipeline = try await GesturePipeline.train(configuration, on: set, trainer: .ridge).pipeline
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

  @Test("ridge regression: errors of left-out examples are those of trainings without them")
  func leftOut() throws {
    var random = SplitMix64(seed: 4)
    let (count, width) = (14, 5)
    let raw = (0..<count).map { _ in (0..<width).map { _ in random.nextNormal() } }
    let scaling = FeatureScaling(of: raw)
    let vectors = raw.map(scaling.scaled)
    let classes = (0..<count).map { $0 % 2 }
    var ridge = RidgeRegression()
    ridge.penalties = [0.1]
    let outcome = try ridge.train(vectors: vectors, classes: classes, classCount: 2)
    let scale =
      vectors.reduce(0) { $0 + $1.dropLast().reduce(0) { $0 + $1 * $1 } } / Double(count)
    var loss = 0.0
    for left in 0..<count {
      let kept = (0..<count).filter { $0 != left }
      let weights = Self.solved(
        kept.map { vectors[$0] }, kept.map { classes[$0] == 0 ? 1 : -1 }, penalty: 0.1 * scale)
      let score = zip(weights, vectors[left]).reduce(0) { $0 + $1.0 * $1.1 }
      let error = (classes[left] == 0 ? 1 : -1) - score
      // The second class has the opposite targets.
      loss += 2 * error * error / Double(count)
    }
    #expect(abs(outcome.loss - loss) < 1e-4 * loss)
    let weights = Self.solved(
      vectors, classes.map { $0 == 0 ? 1 : -1 }, penalty: 0.1 * scale)
    for (a, b) in zip(outcome.weights, weights) { #expect(abs(a - b) < 1e-4) }
    #expect(throws: TrainingError.self) {
      try RidgeRegression().train(
        vectors: [[1, 1], [1, 1]].map { $0.map { $0 * 0 } }, classes: [0, 1], classCount: 2)
    }
  }

  /// Ridge regression by the normal equations; the last feature is the bias, without a penalty.
  private static func solved(_ vectors: [[Double]], _ targets: [Double], penalty: Double)
    -> [Double]
  {
    let width = vectors[0].count
    var rows = (0..<width).map { row in
      (0..<width).map { column in
        vectors.reduce(0) { $0 + $1[row] * $1[column] }
          + (row == column && row < width - 1 ? penalty : 0)
      } + [zip(vectors, targets).reduce(0) { $0 + $1.0[row] * $1.1 }]
    }
    for pivot in 0..<width {
      for row in 0..<width where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...width { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return (0..<width).map { rows[$0][width] / rows[$0][$0] }
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
      configuration, on: set, trainer: .ridge)
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
