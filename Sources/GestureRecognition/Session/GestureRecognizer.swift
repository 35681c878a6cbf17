public import MotionFusion

/// Recognises gestures: strokes on a plane, motions of a device, or series of any sensor.
///
/// A value that holds a model for strokes and one for motions. ``WritingSession`` applies it to a
/// stream, sample by sample.
public struct GestureRecognizer: Hashable, Sendable {
  /// The model for strokes.
  public var strokeModel: RecognitionModel {
    get { strokes.model }
    set { strokes = .model(newValue) }
  }
  /// The model for motions of a device, and for series.
  public var motionModel: RecognitionModel {
    get { motions.model }
    set { motions = .model(newValue) }
  }
  private var strokes: DeferredModel
  private var motions: DeferredModel
  /// The smallest size of a stroke that is magnified to the unit square, in the stroke's unit.
  /// Default: 0, for the model's own.
  public var minSize = 0.0
  /// The name of the model, for messages and answers.
  package var name = ""

  /// Creates a recogniser with one model for strokes and one for motions.
  public init(strokes: RecognitionModel, motions: RecognitionModel) {
    self.init(strokes: .model(strokes), motions: .model(motions))
  }

  private init(strokes: DeferredModel, motions: DeferredModel) {
    self.strokes = strokes
    self.motions = motions
  }

  /// Creates a recogniser with one model for both.
  public init(_ model: RecognitionModel) { self.init(strokes: model, motions: model) }

  /// A recogniser of the capital letters A to Z, on a screen and in the air, with the built-in
  /// models.
  ///
  /// Each model is decoded once, when it is first used, in some milliseconds.
  public static func uppercaseLetters() throws(ModelError) -> GestureRecognizer {
    try builtIn(.letters)
  }

  /// A recogniser with a built-in model.
  ///
  /// - Throws: ``ModelError`` if the model is damaged.
  /// - Complexity: Each call decodes the model, except that of letters: keep the result.
  public static func builtIn(_ model: BuiltInModel) throws(ModelError) -> GestureRecognizer {
    guard model == .letters else {
      return GestureRecognizer(model, try RecognitionModel.builtIn(model))
    }
    var recognizer = GestureRecognizer(strokes: .letterStrokes, motions: .letterMotions)
    recognizer.name = model.name
    return recognizer
  }

  /// A recogniser with the file of a built-in model; of letters, that on a screen.
  package init(_ model: BuiltInModel, _ decoded: RecognitionModel) {
    let isScreen = model.entry.input == .screen || model == .letters
    self.init(strokes: .model(decoded), motions: isScreen ? .screen(decoded) : .model(decoded))
    name = model.name
  }

  /// Whether it recognises motions of a device: a model of characters on a screen does not.
  package var takesMotions: Bool { motions.takesMotions }

  /// The error of every motion of a device; `nil` if it recognises them.
  package var motionError: GestureError? {
    takesMotions ? motionModel.motionError : .needsStrokes
  }

  /// Whether its labels spell words, on a screen or in the air.
  package var spellsWords: Bool { strokes.spellsWords || motions.spellsWords }

  /// Whether the motion model is a pipeline, which takes series too.
  package var isPipeline: Bool {
    if case .model(.pipeline) = motions { true } else { false }
  }

  /// Recognises a stroke.
  ///
  /// - Throws: ``GestureError`` if the stroke has no features, or the model does not take strokes.
  public func recognize(_ stroke: [Sample2D]) throws(GestureError) -> Recognition {
    try strokeModel.recognize(stroke, minSize: minSize)
  }

  /// Recognises the motion of a device.
  ///
  /// - Throws: ``GestureError`` if the motion has no features, and
  ///   ``GestureError/needsStrokes`` for a model of strokes on a screen.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    guard takesMotions else { throw .needsStrokes }
    return try motionModel.recognize(motions)
  }

  /// Recognises the motion of a device in a state of a session.
  ///
  /// - Parameters:
  ///   - isCut: Whether it was cut at touch and release, or at stationary phases.
  ///   - state: What earlier gestures show. A model other than of templates does not use it.
  package func recognize(
    _ motions: [DeviceMotion], isCut: Bool, state: WriterState
  ) throws(GestureError) -> Recognition {
    guard case .templates(var model) = motionModel else { return try recognize(motions) }
    guard !state.isTrial else {
      let series = try model.normalizer.series(of: motions, isSegmented: false)
      return try model.recognize(series.read(in: state))
    }
    model.normalizer.state = state
    return try isCut ? model.recognize(touched: motions) : model.recognize(motions)
  }

  /// The duration in seconds beyond which the label of a gesture is unreliable, unless a pipeline
  /// was trained on longer gestures. A hand writes a letter in a few seconds.
  package static let longestGesture = 15.0

  /// Recognises a gesture of any kind.
  ///
  /// - Throws: ``GestureError`` if the gesture has no features, or the model does not take its
  ///   kind.
  public func recognize(_ gesture: Gesture) throws(GestureError) -> Recognition {
    guard gesture.count >= 2 || gesture.isSeries else {
      throw .tooFewSamples(count: gesture.count, minimum: 2)
    }
    return switch gesture {
    case .stroke(let samples): try recognize(samples)
    case .motion(let motions): try recognize(motions)
    case .series(let series): try motionModel.recognize(series)
    }
  }

  /// Recognises a single gesture of any kind.
  package func recognized(_ gesture: RecordedGesture) -> RecognizedGesture {
    RecognizedGesture(
      gesture, Result { () throws(GestureError) in try recognize(gesture.samples) })
  }
}

extension Gesture {
  fileprivate var isSeries: Bool { if case .series = self { true } else { false } }
}
