internal import DeviceMotion
internal import GestureRecognition

/// What reads recordings: models of strokes, of motions, or of both.
struct LetterReader {
  private var strokes: GestureRecognizer?
  private var motions: (@Sendable ([DeviceMotion]) throws(GestureError) -> Recognition)?
  /// The model where it is a pipeline, which also reads what is no recording.
  private(set) var pipeline: GesturePipeline?

  /// Reads by the model of a file.
  init(_ model: RecognitionModel) {
    switch model {
    case .linear(let model): strokes = GestureRecognizer(model: model)
    case .templates(let model):
      motions = { samples throws(GestureError) in try model.recognize(samples) }
    case .motionZones(let model):
      motions = { samples throws(GestureError) in try model.recognize(samples) }
    case .pipeline(let pipeline): self.pipeline = pipeline
    }
  }

  /// Reads by this recogniser.
  init(_ recognizer: GestureRecognizer) { strokes = recognizer }

  /// The smallest size of a stroke on a screen that is magnified.
  var minSize2D: Double? {
    get { strokes?.minSize2D }
    set { if let newValue { strokes?.minSize2D = newValue } }
  }

  /// The stroke that a report draws of a gesture; empty where its motion makes none.
  func stroke(of samples: GestureInput.Samples) -> [Sample2D] {
    switch samples {
    case .stroke(let samples): samples
    case .motion(let samples): (try? samples.stroke()) ?? []
    }
  }

  /// What a gesture is read as.
  func recognize(_ samples: GestureInput.Samples) throws(GestureError) -> Recognition {
    if let pipeline { return try pipeline.recognizeWhole(pipeline.series(of: samples)) }
    switch samples {
    case .stroke(let samples):
      guard let strokes else { throw .needsMotion }
      return try strokes.recognize(samples)
    case .motion(let samples):
      if let motions { return try motions(samples) }
      guard let strokes else { throw .noClasses }
      return try strokes.recognize(samples)
    }
  }
}

extension GesturePipeline {
  /// The samples of a gesture as this pipeline takes them.
  func series(of samples: GestureInput.Samples) throws(GestureError) -> LabeledSeries {
    let gesture = GestureInput(name: "", samples: samples)
    switch samples {
    case .stroke where configuration.channels == nil && configuration.dimension == 2:
      return gesture.series(channels: [])
    case .motion:
      if let channels = configuration.channels { return gesture.series(channels: channels) }
      throw .needsSeries(dimension: configuration.dimension)
    case .stroke:
      throw configuration.channels == nil
        ? .needsSeries(dimension: configuration.dimension) : .needsMotion
    }
  }
}
