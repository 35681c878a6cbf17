/// Runs a pipeline on a stream, sample by sample.
///
/// A value type without a clock: the same samples give the same readings, and a copy is a fork.
/// A sample that is not finite, or earlier than the one before, is left out and counted in
/// ``badSamples``; ten of the latter in a row mean that the clock was set back, and are followed.
public struct PipelineSession: Sendable {
  /// What is run.
  public let pipeline: GesturePipeline
  /// How many samples were left out.
  public private(set) var badSamples = 0
  /// How many pieces had no features, too few samples, or too many to keep.
  public var badPieces: Int { piecesWithoutFeatures + segmenter.overflows }

  private var preprocessors: [Preprocessor]
  private var segmenter: SeriesSegmenter
  private var postprocessors: [Postprocessor]
  private var sample: [Double] = []
  private var piecesWithoutFeatures = 0
  private var lastTime: Double?
  private var backwardInARow = 0

  /// A session that has seen nothing yet.
  public init(_ pipeline: GesturePipeline) {
    self.pipeline = pipeline
    let configuration = pipeline.configuration
    preprocessors = configuration.preprocessing.map {
      Preprocessor($0, dimension: configuration.dimension)
    }
    segmenter = SeriesSegmenter(configuration.segmentation, dimension: configuration.dimension)
    postprocessors = configuration.postprocessing.map(Postprocessor.init)
  }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - values: The components.
  ///   - timestamp: In seconds.
  ///   - isTouching: Whether the user touches or holds the button; only ``SegmentationRule/touch``
  ///     asks.
  /// - Returns: What was read, where this sample completes a piece.
  /// - Precondition: `values` has as many components as the pipeline's samples.
  public mutating func update(
    _ values: [Double], at timestamp: Double, isTouching: Bool = false
  ) -> RecognizedGesture? {
    let dimension = pipeline.configuration.dimension
    precondition(values.count == dimension, "\(values.count) components, not \(dimension)")
    guard timestamp.isFinite, values.allSatisfy(\.isFinite), follows(timestamp) else {
      badSamples += 1
      return nil
    }
    lastTime = timestamp
    sample.removeAll(keepingCapacity: true)
    sample += values
    for stage in preprocessors.indices { preprocessors[stage].apply(to: &sample) }
    return segmenter.update(sample, at: timestamp, isTouching: isTouching).flatMap { read($0) }
  }

  /// Ends the stream.
  ///
  /// - Returns: What the gesture under way was read as, where there is one.
  public mutating func finish() -> RecognizedGesture? {
    segmenter.finish().flatMap { read($0) }
  }

  private mutating func follows(_ timestamp: Double) -> Bool {
    guard let lastTime, timestamp < lastTime else {
      backwardInARow = 0
      return true
    }
    backwardInARow += 1
    guard backwardInARow > 10 else { return false }
    backwardInARow = 0
    return true
  }

  private mutating func read(_ piece: LabeledSeries) -> RecognizedGesture? {
    guard let recognition = try? pipeline.recognize(preprocessed: piece) else {
      piecesWithoutFeatures += 1
      return nil
    }
    let end = piece.times.last ?? 0
    var label = recognition.isGesture ? recognition.label : nil
    for stage in postprocessors.indices {
      label = postprocessors[stage].update(label, at: end)
    }
    return RecognizedGesture(
      gesture: RecordedGesture(samples: .series(piece)), result: .success(recognition), label: label
    )
  }
}
