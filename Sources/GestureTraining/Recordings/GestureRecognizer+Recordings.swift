internal import DeadReckoning
public import GestureRecognition
internal import MotionFusion
public import MotionRecordings

extension GestureRecognizer {
  /// Recognises each gesture of these recordings, in order: raw samples with touches to letters.
  ///
  /// The gestures of one user are a session: their similarities correct the acceptance of the next
  /// ones. Raw samples are cut at touch and release. A recording of motion without a touch that is
  /// longer than one gesture is searched for gestures as `RecognitionSession` does, by a model of
  /// templates; its return movements are dropped.
  ///
  /// - Parameters:
  ///   - recordings: Strokes, device motion or raw samples.
  ///   - isWhole: Whether each recording without a touch is one gesture. Default: only a recording
  ///     whose label is a class of the model, or that lasts one movement or 2.5 s.
  public func recognize(
    _ recordings: Recordings, isWhole: Bool = false
  ) -> [RecognizedGesture] {
    var sessions = AcceptanceSessions(motionModel.session)
    return recordings.gestures().flatMap { gesture in
      if !isWhole, let gestures = spottedGestures(of: gesture) { return gestures }
      let result = Result { () throws(GestureError) in
        var recognition = try recognize(gesture.samples)
        if case .motion = gesture.samples { sessions.decide(&recognition, user: gesture.user) }
        return recognition
      }
      return [RecognizedGesture(gesture, result)]
    }
  }

  /// Recognises each gesture of these recordings like ``recognize(_:isWhole:)-(Recordings,_)``. Of
  /// a streamed recording, only the gestures are held in memory.
  ///
  /// A streamed recording without a touch in which no gestures are searched is held in memory.
  ///
  /// - Throws: `RecordingError` if a streamed file cannot be read any more.
  public func recognize(
    _ recordings: StreamedRecordings, isWhole: Bool = false
  ) throws -> [RecognizedGesture] {
    if recordings.isStreamed, let recording = recordings.sensorSamples.first {
      if recording.samples.kinds.hasTouch { return try touchedGestures(of: recording) }
      if !isWhole, let gestures = try spottedGestures(of: recording) { return gestures }
    }
    return recognize(try recordings.whole(), isWhole: isWhole)
  }

  /// The estimation of device motion of raw samples.
  private static let estimation = MotionEstimation(usesMagnetometer: false)

  /// The gestures of a recording with a touch, cut at touch and release.
  private func touchedGestures(
    of recording: StreamedRecordings.Recording
  ) throws -> [RecognizedGesture] {
    var segmenter = MotionSegmenter()
    var touched: [Gesture] = []
    _ = try Self.estimation.estimate(recording.samples) { motion, _ in
      if let gesture = segmenter.update(motion) { touched.append(.motion(gesture)) }
    }
    if let last = segmenter.finish() { touched.append(.motion(last)) }
    var session = motionModel.session
    return recording.description.gestures(touched).map {
      RecognizedGesture($0, recognize($0.samples, in: &session))
    }
  }

  /// The gestures spotted in a recording without a touch; `nil` if it is one gesture, or the model
  /// cannot spot any.
  private func spottedGestures(
    of recording: StreamedRecordings.Recording
  ) throws -> [RecognizedGesture]? {
    guard case .templates(let model) = motionModel,
      recording.label.map(model.labels.contains) != true
    else { return nil }
    var search = MovementSearch()
    var session = RecognitionSession(self)
    var gestures: [RecognizedGesture] = []
    _ = try Self.estimation.estimate(recording.samples) { motion, _ in
      search.update(motion)
      gestures += session.update(motion)
    }
    search.finish()
    gestures += session.finish()
    return search.isSingleGesture ? nil : named(gestures, of: recording.description)
  }

  /// The movements between stationary phases, which show whether a recording is one gesture.
  private struct MovementSearch {
    private var segmenter = MotionSegmenter(minimumSamples: MotionSegmenter.spottingMinimum)
    private var count = 0
    private var start: Double?
    private var end: Double?
    /// Whether a movement is longer than a gesture.
    private var isLong = false

    /// The longest recording that is one gesture whatever its pauses, in seconds without the
    /// stationary phases at the ends.
    private static let longestSingleGesture = 2.5

    mutating func update(_ motion: DeviceMotion) {
      add(segmenter.update(motion))
      let part = segmenter.takeStart(
        ofMovementsOver: GestureSpotter.longestGesture, length: GestureSpotter.partDuration)
      if !part.isEmpty { isLong = true }
    }

    mutating func finish() { add(segmenter.finish()) }

    private mutating func add(_ segment: [DeviceMotion]?) {
      guard let segment else { return }
      if count == 0 { start = segment.first?.timestamp }
      count += 1
      end = segment.last?.timestamp
    }

    var isSingleGesture: Bool {
      guard !isLong else { return false }
      guard count > 1, let start, let end else { return true }
      return end - start <= Self.longestSingleGesture
    }
  }

  /// The gestures spotted in a recording; `nil` if it is one gesture, or the model cannot spot any.
  private func spottedGestures(of recording: RecordedGesture) -> [RecognizedGesture]? {
    guard case .motion(let motions) = recording.samples, case .templates(let model) = motionModel,
      !motions.contains(where: { $0.isTouching != nil }),
      recording.label.map(model.labels.contains) != true
    else { return nil }
    var search = MovementSearch()
    for motion in motions { search.update(motion) }
    search.finish()
    guard !search.isSingleGesture else { return nil }
    var session = RecognitionSession(self)
    var gestures = motions.flatMap { session.update($0) }
    gestures += session.finish()
    return named(gestures, of: recording.labeledMotion)
  }

  /// The gestures with the names and labels of parts of a recording.
  private func named(
    _ gestures: [RecognizedGesture], of recording: LabeledRecording<DeviceMotion>
  ) -> [RecognizedGesture] {
    zip(gestures, recording.gestures(gestures.map(\.gesture.samples))).map { gesture, named in
      var gesture = gesture
      gesture.gesture = named
      return gesture
    }
  }

  /// Recognises the gestures of each series, in order.
  ///
  /// A series of more than one sample runs through the model's pipeline sample by sample; one
  /// without an accepted gesture gives one result with its best rejected label, or
  /// `GestureError.noGesture`.
  ///
  /// - Throws: `GestureError.needsSeries(dimension:)` if the model has another number of
  ///   components, and `GestureError.needsMotion` if it is not a pipeline.
  package func recognize(_ set: SeriesSet) throws(GestureError) -> [RecognizedGesture] {
    guard case .pipeline(let pipeline) = motionModel else { throw .needsMotion }
    guard set.series.dimension == pipeline.configuration.dimension else {
      throw .needsSeries(dimension: pipeline.configuration.dimension)
    }
    return zip(set.names, set.series.series).flatMap { name, series in
      pipeline.recognizedGestures(of: series, name: name)
    }
  }
}

extension GesturePipeline {
  /// The accepted gestures of a series that is touched from start to end.
  fileprivate func recognizedGestures(
    of series: LabeledSeries, name: String
  ) -> [RecognizedGesture] {
    let whole = RecordedGesture(
      name: name, label: series.label, user: series.user, samples: .series(series))
    guard series.count > 1 else {
      // One sample: there is nothing that post-processing could wait for.
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
      found[index].gesture.name = name
      found[index].gesture.label = series.label
      found[index].gesture.user = series.user
    }
    return found
  }
}

extension StreamedRecordings.Recording {
  /// The recording without its motion.
  fileprivate var description: LabeledRecording<DeviceMotion> {
    LabeledRecording(label: label, user: user, name: name, samples: [])
  }
}
