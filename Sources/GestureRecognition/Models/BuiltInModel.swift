internal import CResources

/// The models that ship with the package.
///
/// All are trained on synthetic writers only.
public enum BuiltInModel: String, Hashable, Sendable, CaseIterable {
  /// The capital letters A to Z, on a screen and in the air.
  case letters
  /// The digits 0 to 9, on a screen.
  case digits
  /// The lower-case letters a to z, on a screen.
  case lowercase
  /// Capital and lower-case letters and digits, on a screen.
  case characters
  /// Square, triangle, circle, checkmark and cross, in one or several strokes; in the air by the
  /// stroke of the path.
  ///
  /// 200 of 200 on a screen and 97 of 100 in the air, by 20 synthetic writers that are not in the
  /// training set. Documentation/Figures.md states its acceptance of other strokes.
  case symbols
  /// Attack, dodge, shake, swipe and wave: motions of a phone in the hand.
  ///
  /// Of 400 gestures by 20 synthetic people that are not in the training set, 96.0 % have the right
  /// label, and 93.5 % are also accepted. It accepts one movement in 33 minutes of other recordings
  /// (`gait`, `broad`, `sensor-logger-iphone`), and 7 % of 500 letters written in the air.
  case gestures
}

extension BuiltInModel {
  /// Where gestures are made.
  package enum Input: String, Hashable, Sendable {
    case screen
    case air
    /// Both; in the air by a model of motions, or by the stroke of the path.
    case both
  }

  /// What is known of a built-in model.
  package struct Entry {
    /// Its title in lists, such as "digits".
    package var title: String
    /// What it reads, for a help.
    package var explanation: String
    package var input: Input
    /// The file of the model.
    fileprivate var file: inertial_resource
    /// The model of motions, where that is another one.
    fileprivate var motions: inertial_resource?
    package var spellsWords = true

    package var byteCount: Int { file.size + (motions?.size ?? 0) }
  }

  /// The catalogue: the tool, the studio, and the C and Python interfaces iterate over it.
  package var entry: Entry {
    switch self {
    case .letters:
      Entry(
        title: "uppercase letters", explanation: "the letters A to Z, on a screen and in the air",
        input: .both, file: inertial_model_letters_strokes(),
        motions: inertial_model_letters_motions())
    case .digits:
      Entry(
        title: "digits", explanation: "the digits 0 to 9, on a screen", input: .screen,
        file: inertial_model_digits_strokes(), spellsWords: false)
    case .lowercase:
      Entry(
        title: "lower-case letters", explanation: "the letters a to z, on a screen",
        input: .screen, file: inertial_model_lowercase_strokes())
    case .characters:
      Entry(
        title: "letters and digits",
        explanation: "capital and lower-case letters and digits, on a screen", input: .screen,
        file: inertial_model_characters_strokes())
    case .symbols:
      Entry(
        title: "symbols",
        explanation: "square, triangle, circle, checkmark and cross, on a screen and in the air",
        input: .both, file: inertial_model_symbols_strokes(), spellsWords: false)
    case .gestures:
      Entry(
        title: "hand gestures", explanation: "attack, dodge, shake, swipe and wave, in the air",
        input: .air, file: inertial_model_hand_gestures(), spellsWords: false)
    }
  }

  /// The name in messages and answers.
  package var name: String { "\(entry.title), built in" }
}

extension FeatureModel {
  /// The built-in model of the lab's zone features: the letters A to Z, each one stroke.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the built-in file is damaged.
  /// - Complexity: Each call decodes the model, which takes about a millisecond.
  public static func uppercaseZones() throws(ModelError) -> FeatureModel {
    try decoded(inertial_model_letters_zones())
  }

  /// The built-in model of strokes: the letters A to Z, in one stroke or as people print them.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. It recognises 95 % of the
  /// development half of UNIPEN's capitals, from which its forms were taken. With forms from one
  /// half of those writers, it recognises 92 % of the other half. It rejects words and scribbles;
  /// lower-case letters and digits that look like a capital are accepted. Its scores are log-odds.
  ///
  /// - Throws: ``ModelError`` if the built-in file is damaged.
  /// - Complexity: Each call decodes the model, which takes some milliseconds.
  package static func uppercaseStrokes() throws(ModelError) -> FeatureModel {
    try decoded(inertial_model_letters_strokes())
  }

  private static func decoded(_ file: inertial_resource) throws(ModelError) -> FeatureModel {
    guard case .features(let model) = try RecognitionModel(file: file.contents) else {
      throw .inconsistent("expected a model of features")
    }
    return model
  }
}

extension TemplateModel {
  /// The built-in model of letters in the air: the letters A to Z, each one stroke.
  ///
  /// Trained on synthetic writers only; `metadata` has the settings. Real gestures are farther from
  /// synthetic examples than those from each other. Its similarity threshold is therefore low: it
  /// accepts 2.5 % of 707 windows of other movements and 99.0 % of 499 letters by five people.
  /// `adapt(to:label:)` adds a user's own letters.
  ///
  /// - Throws: ``ModelError`` if the built-in file is damaged.
  /// - Complexity: Each call decodes the model, which takes some milliseconds.
  package static func uppercaseLetters() throws(ModelError) -> TemplateModel {
    guard
      case .templates(let model) = try RecognitionModel(
        file: inertial_model_letters_motions().contents)
    else { throw .inconsistent("expected a model of templates") }
    return model
  }
}

extension RecognitionModel {
  /// The model in the file of a built-in one; of letters, that of strokes.
  static func builtIn(_ model: BuiltInModel) throws(ModelError) -> RecognitionModel {
    try RecognitionModel(file: model.entry.file.contents)
  }
}

/// A model, or a built-in one that is decoded at its first use.
enum DeferredModel: Hashable, Sendable {
  case model(RecognitionModel)
  /// A model of strokes that does not read motions.
  case screen(RecognitionModel)
  case letterStrokes
  case letterMotions

  var model: RecognitionModel {
    switch self {
    case .model(let model), .screen(let model): model
    case .letterStrokes: Self.strokes
    case .letterMotions: Self.motions
    }
  }

  /// Whether motions are classified.
  var takesMotions: Bool { if case .screen = self { false } else { true } }

  var spellsWords: Bool {
    switch self {
    case .model(let model), .screen(let model): WordDecoder.canDecode(labels: model.labels)
    case .letterStrokes, .letterMotions: true
    }
  }

  private static let strokes = decoded { () throws(ModelError) in try .features(.uppercaseStrokes())
  }
  private static let motions = decoded { () throws(ModelError) in
    try .templates(.uppercaseLetters())
  }

  private static func decoded(_ model: () throws(ModelError) -> RecognitionModel)
    -> RecognitionModel
  {
    do {
      return try model()
    } catch {
      fatalError("The program is damaged. A built-in model: \(error)")
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.letterStrokes, .letterStrokes), (.letterMotions, .letterMotions): true
    default: a.takesMotions == b.takesMotions && a.model == b.model
    }
  }

  func hash(into hasher: inout Hasher) { model.hash(into: &hasher) }
}

extension inertial_resource {
  /// The bytes of the file.
  var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: size)) }
}
