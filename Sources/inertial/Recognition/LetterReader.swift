internal import DeviceMotion
internal import GestureRecognition

/// What reads recordings: models of strokes, of motions, or of both.
struct LetterReader {
  private var strokes: GestureRecognizer?
  private var motions: TemplateModel?

  /// Reads by the model of a file.
  init(_ model: RecognitionModel) {
    switch model {
    case .linear(let model): strokes = GestureRecognizer(model: model)
    case .templates(let model): motions = model
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
    switch samples {
    case .stroke(let samples):
      guard let strokes else { throw .needsMotion }
      return try strokes.recognize(samples)
    case .motion(let samples):
      if let motions { return try motions.recognize(samples) }
      guard let strokes else { throw .noClasses }
      return try strokes.recognize(samples)
    }
  }
}
