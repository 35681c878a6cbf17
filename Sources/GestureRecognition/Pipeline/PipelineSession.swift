/// Runs a pipeline on a stream, sample by sample.
///
/// A value type without a clock: equal samples yield equal results, and a copy is independent. A
/// sample that is not finite, or earlier than the last accepted one, is skipped and counted in
/// `badSamples`. After ten backward timestamps in a row, the next one is accepted as a clock that
/// was set back.
public struct PipelineSession: Sendable {
  package let pipeline: GesturePipeline
  package private(set) var badSamples = 0

  private var preprocessors: [Preprocessor]
  private var segmenter: SeriesSegmenter
  private var postprocessors: [Postprocessor]
  private var sample: [Double] = []
  private var lastTime: Double?
  private var backwardInARow = 0

  /// Creates a session with all stages in their initial state.
  public init(_ pipeline: GesturePipeline) {
    self.pipeline = pipeline
    let configuration = pipeline.configuration
    preprocessors = configuration.preprocessing.map {
      Preprocessor($0, dimension: configuration.dimension)
    }
    segmenter = SeriesSegmenter(configuration.segmentation, dimension: configuration.dimension)
    postprocessors = configuration.postprocessing.map(Postprocessor.init)
  }

  /// Processes one sample.
  ///
  /// - Parameters:
  ///   - values: The components.
  ///   - timestamp: The time of the sample, in seconds.
  ///   - isTouching: Whether the user touches the screen or holds the button. Used by
  ///     `SegmentationRule.touch` only. Default: `false`.
  /// - Returns: The recognised gesture if this sample completes a segment, otherwise `nil`.
  /// - Precondition: `values` has the number of components of the pipeline.
  public mutating func update(
    _ values: [Double], at timestamp: Double, isTouching: Bool = false
  ) -> RecognizedGesture? {
    let dimension = pipeline.configuration.dimension
    precondition(values.count == dimension, "expected \(dimension) components, got \(values.count)")
    guard timestamp.isFinite, values.allSatisfy({ $0.isFinite }), follows(timestamp) else {
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
  /// - Returns: The recognised gesture of an open segment, or `nil` if none is open.
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

  private mutating func read(_ piece: SampleSeries) -> RecognizedGesture? {
    guard let recognition = try? pipeline.recognize(preprocessed: piece) else { return nil }
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
