internal import DeviceMotion
internal import GestureRecognition

/// A model of any kind, as recordings are read by it.
struct LetterReader {
  let model: RecognitionModel
  /// The smallest size of a stroke on a screen that is magnified.
  var minSize2D = 100.0

  /// The stroke that a report draws of a gesture; empty where its motion makes none.
  func stroke(of samples: GestureInput.Samples) -> [Sample2D] {
    switch samples {
    case .stroke(let samples): samples
    case .motion(let samples): (try? samples.stroke()) ?? []
    }
  }

  /// What a gesture is read as.
  func recognize(_ samples: GestureInput.Samples) throws(GestureError) -> Recognition {
    switch (model, samples) {
    case (.linear(let model), .stroke(let samples)):
      var recognizer = GestureRecognizer(model: model)
      recognizer.minSize2D = minSize2D
      return try recognizer.recognize(samples)
    case (.linear(let model), .motion(let samples)):
      return try GestureRecognizer(model: model).recognize(samples)
    case (.templates(let model), .motion(let samples)):
      return try model.recognize(samples)
    case (.templates, .stroke):
      throw .needsMotion
    }
  }
}
