public import GestureRecognition
internal import MotionFusion
public import MotionRecordings

extension GestureRecognizer {
  /// Recognises each gesture of these recordings, in order: raw samples with touches to letters.
  ///
  /// All recordings pass through one `WritingSession`, as live samples do. Raw samples are cut at
  /// touch and release. A recording of motion without a touch that is longer than one gesture is
  /// searched for gestures. A model of templates drops the movements between them; other models
  /// recognise each movement. One in which none is found has `GestureError.noGesture`, unless none
  /// is found in any.
  ///
  /// - Parameters:
  ///   - recordings: Strokes, device motion or raw samples.
  ///   - isWhole: Whether each recording without a touch is one gesture. Default: only a recording
  ///     whose label is a class of the model, or that lasts one movement or 2.5 s.
  public func recognize(
    _ recordings: Recordings, isWhole: Bool = false
  ) -> [RecognizedGesture] {
    var session = WritingSession(self)
    let none = Gesture.motion([])
    var found = recordings.strokes.map {
      session.recognize(RecordedGesture(.stroke($0.samples), of: $0))
    }
    for (recording, isCut) in recordings.motions() {
      let motions = recording.samples
      let isOne =
        !isCut
        && (isWhole || !canSearch(in: recording.label)
          || motions.contains { $0.isTouching != nil } || MovementSearch.isSingleGesture(motions))
      if isOne {
        found.append(session.recognize(RecordedGesture(.motion(motions), of: recording)))
      } else {
        session.user = recording.user
        var parts = motions.flatMap { session.update($0) }
        parts += session.finish()
        parts.removeAll { !$0.isFound }
        found +=
          parts.isEmpty
          ? [RecognizedGesture(RecordedGesture(none, of: recording), .failure(.noGesture))]
          : recording.named(parts)
      }
    }
    return found.contains { $0.gesture.samples != none } ? found : []
  }

  /// Recognises each gesture of these recordings like ``recognize(_:isWhole:)-(Recordings,_)``.
  /// Only the gestures of a streamed recording are held in memory.
  ///
  /// A streamed recording without a touch in which no gestures are searched is held in memory.
  ///
  /// - Throws: `RecordingError` if a streamed file can no longer be read.
  public func recognize(
    _ recordings: StreamedRecordings, isWhole: Bool = false
  ) throws -> [RecognizedGesture] {
    guard recordings.isStreamed, let recording = recordings.sensorSamples.first,
      recording.samples.kinds.hasTouch || !isWhole && canSearch(in: recording.label)
    else { return recognize(try recordings.whole(), isWhole: isWhole) }
    var search = MovementSearch()
    var session = WritingSession(self)
    var found: [RecognizedGesture] = []
    _ = try MotionEstimation.ofGestures.estimate(recording.samples) { motion in
      search.update(motion)
      found += session.update(motion)
    }
    found += session.finish()
    guard recording.samples.kinds.hasTouch || !search.isSingleGesture() else {
      return recognize(try recordings.whole(), isWhole: true)
    }
    let description = LabeledRecording<DeviceMotion>(
      label: recording.label, user: recording.user, name: recording.name, samples: [])
    return description.named(found.filter(\.isFound))
  }

  /// Whether motion of this label, without a touch, may hold several gestures.
  private func canSearch(in label: String?) -> Bool {
    motionError == nil && label.map(motionModel.labels.contains) != true
  }

  /// The movements between stationary phases, which show whether a recording is one gesture.
  private struct MovementSearch {
    private var segmenter = MotionSegmenter(limits: .movement)
    private var count = 0
    private var start: Double?
    private var end: Double?
    /// Whether a movement is longer than a gesture.
    private var isLong = false

    /// The longest recording that is one gesture whatever its pauses, in seconds without the
    /// stationary phases at the ends.
    private static let longestSingleGesture = 2.5

    static func isSingleGesture(_ motions: [DeviceMotion]) -> Bool {
      var search = MovementSearch()
      for motion in motions { search.update(motion) }
      return search.isSingleGesture()
    }

    mutating func update(_ motion: DeviceMotion) {
      add(segmenter.update(motion))
      let part = segmenter.takeStart(
        ofMovementsOver: GestureSpotter.longestGesture, length: GestureSpotter.partDuration)
      if !part.isEmpty { isLong = true }
    }

    private mutating func add(_ segment: [DeviceMotion]?) {
      guard let segment else { return }
      if count == 0 { start = segment.first?.timestamp }
      count += 1
      end = segment.last?.timestamp
    }

    /// Whether the recording that ends here is one gesture.
    mutating func isSingleGesture() -> Bool {
      add(segmenter.finish())
      guard !isLong else { return false }
      guard count > 1, let start, let end else { return true }
      return end - start <= Self.longestSingleGesture
    }
  }

  /// Recognises the gestures of each series, in order.
  ///
  /// A series of more than one sample runs through the model's pipeline sample by sample; if it
  /// contains no accepted gesture, the one result has its best rejected label or
  /// `GestureError.noGesture`.
  package func recognize(_ set: GestureDataSet) throws(GestureError) -> [RecognizedGesture] {
    guard case .pipeline(let pipeline) = motionModel else { throw .needsMotion }
    guard set.dimension == pipeline.configuration.dimension else {
      throw .needsSeries(dimension: pipeline.configuration.dimension)
    }
    return zip(set.gestures, set.series).flatMap { gesture, series in
      pipeline.recognizedGestures(of: series.representation, in: gesture)
    }
  }
}

extension GesturePipeline {
  /// The accepted gestures of a series that is touched from start to end.
  fileprivate func recognizedGestures(
    of series: SampleSeries, in whole: RecordedGesture
  ) -> [RecognizedGesture] {
    guard series.count > 1 else {
      // With one sample, post-processing has nothing to wait for.
      return [
        RecognizedGesture(
          whole, Result { () throws(GestureError) in try recognizeWhole(series) })
      ]
    }
    var session = PipelineSession(self)
    var found = (0..<series.count).compactMap { index in
      session.update(Array(series[index]), at: series.times[index], isTouching: true)
    }
    if let last = session.finish() { found.append(last) }
    found.removeAll { $0.label == nil }
    guard !found.isEmpty else { return [RecognizedGesture(whole, .failure(.noGesture))] }
    for index in found.indices {
      let samples = found[index].gesture.samples
      found[index].gesture = whole
      found[index].gesture.samples = samples
    }
    return found
  }
}
