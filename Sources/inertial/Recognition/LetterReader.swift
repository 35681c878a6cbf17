internal import GestureRecognition
internal import MotionFusion

/// What reads recordings: one model of strokes and one of motions, which may be the same.
struct LetterReader {
  private let strokes: RecognitionModel
  private let motions: RecognitionModel
  /// The smallest size of a stroke on a screen that is magnified, in its own unit.
  var minSize = 0.0

  /// Reads strokes and motions by these models.
  init(strokes: RecognitionModel, motions: RecognitionModel) {
    self.strokes = strokes
    self.motions = motions
  }

  /// The model where it is a pipeline, which also reads what is no recording.
  var pipeline: GesturePipeline? {
    if case .pipeline(let pipeline) = motions { pipeline } else { nil }
  }

  /// What a gesture is read as.
  func recognize(_ samples: GestureInput.Samples) throws(GestureError) -> Recognition {
    switch samples {
    case .stroke(let stroke): try strokes.recognize(stroke, minSize: minSize)
    case .motion(let samples): try motions.recognize(samples)
    }
  }
}
