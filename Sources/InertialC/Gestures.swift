// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings

/// A recogniser with a model; see the header.
@c @implementation public func inertial_recognizer_new(
  _ model: UnsafePointer<CChar>?, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(recognizer, "recognizer")
    guard let path = text(model) else {
      result.pointee = Handle.make(try GestureRecognizer.builtIn(.letters))
      return
    }
    let bytes = try InputFile.read(path)
    do throws(ModelError) {
      var recognizer = GestureRecognizer(try RecognitionModel(importing: bytes))
      recognizer.name = path
      result.pointee = Handle.make(recognizer)
    } catch {
      throw ModelFileError(path: path, error: error)
    }
  }
}

/// A recogniser with a built-in model; see the header.
@c @implementation public func inertial_recognizer_built_in(
  _ name: UnsafePointer<CChar>?, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(recognizer, "recognizer")
    result.pointee = Handle.make(
      try GestureRecognizer.builtIn(try choice(name, "name", default: BuiltInModel.letters)))
  }
}

/// A built-in model in the catalogue of the header.
private struct BuiltInAnswer: Encodable {
  var name: String
  var title: String
  var reads: String
  var input: String
  var spellsWords: Bool
  var bytes: Int

  init(_ model: BuiltInModel) {
    let entry = model.entry
    (name, title, reads) = (model.rawValue, entry.title, entry.explanation)
    (input, spellsWords, bytes) = (entry.input.rawValue, entry.spellsWords, entry.byteCount)
  }
}

/// The built-in models; see the header.
@c @implementation public func inertial_built_in_models(
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) { try writeJSON(BuiltInModel.allCases.map(BuiltInAnswer.init), to: json) }
}

/// Frees a recogniser.
@c @implementation public func inertial_recognizer_free(_ recognizer: OpaquePointer?) {
  Handle<GestureRecognizer>.free(recognizer)
}

/// The words of a file; see the header.
@c @implementation public func inertial_lexicon_new(
  _ path: UnsafePointer<CChar>?, _ lexicon: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(lexicon, "lexicon")
    let path = text(path) ?? Lexicon.distributionPath
    let bytes = try InputFile.read(path)
    do throws(LexiconError) {
      result.pointee = Handle.make(WordDecoder(lexicon: try Lexicon(file: bytes)))
    } catch {
      throw ModelFileError(path: path, error: error)
    }
  }
}

/// Frees a lexicon.
@c @implementation
public func inertial_lexicon_free(_ lexicon: OpaquePointer?) { Handle<WordDecoder>.free(lexicon) }

/// The gestures of recordings; see the header.
@c @implementation public func inertial_recognize(
  _ recognizer: OpaquePointer?, _ recordings: OpaquePointer?, _ is_whole: Int32,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) { try recognize(recognizer, recordings, is_whole, by: nil, json) }
}

/// The gestures and words of recordings; see the header.
@c @implementation public func inertial_recognize_words(
  _ recognizer: OpaquePointer?, _ recordings: OpaquePointer?, _ is_whole: Int32,
  _ lexicon: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    try recognize(recognizer, recordings, is_whole, by: required(lexicon, "lexicon"), json)
  }
}

private func recognize(
  _ recognizer: OpaquePointer?, _ recordings: OpaquePointer?, _ isWhole: Int32,
  by lexicon: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) throws {
  let recognizer = Handle<GestureRecognizer>.object(try required(recognizer, "recognizer")).value
  let all = Handle<Recordings>.object(try required(recordings, "recordings"))
  let decoder = try lexicon.map { try wordDecoder($0, for: recognizer) }
  let gestures = recognizer.recognize(all.value, isWhole: isWhole != 0)
  var answer = RecognitionAnswer(gestures: gestures.map { .init($0) }, model: recognizer.name)
  answer.words = decoder?.decode(gestures)
  try writeJSON(answer, to: json)
}

/// The decoder behind a lexicon, for the letters of a recogniser.
private func wordDecoder(
  _ lexicon: OpaquePointer, for recognizer: GestureRecognizer
) throws -> WordDecoder {
  guard recognizer.spellsWords else {
    throw ArgumentError(
      "lexicon: expected a model of letters A to Z, got the labels "
        + recognizer.motionModel.labels.prefix(4).joined(separator: ", "))
  }
  return Handle<WordDecoder>.object(lexicon).value
}

/// A session, and what waits to be taken.
private struct LiveSession {
  private(set) var session: WritingSession
  private var phrase: WordSession?
  private var gestures: ArraySlice<RecognizedGesture> = []
  private var words: [RecognizedWord] = []

  init(_ recognizer: GestureRecognizer, decoder: WordDecoder?, pause: Double) {
    session = WritingSession(recognizer)
    session.configuration.pause = pause
    phrase = decoder.map { WordSession($0) }
  }

  /// Takes what completes gestures at a time.
  ///
  /// - Returns: The number of gestures that wait.
  mutating func update(
    at time: Double, _ update: (inout WritingSession) -> [RecognizedGesture]
  ) -> Int32 {
    for gesture in update(&session) { add(gesture) }
    if phrase != nil, session.isIdle { words += phrase?.advance(to: time) ?? [] }
    return Int32(clamping: gestures.count)
  }

  mutating func finish() -> Int32 {
    for gesture in session.finish() { add(gesture) }
    words += phrase?.finish() ?? []
    return Int32(clamping: gestures.count)
  }

  private mutating func add(_ gesture: RecognizedGesture) {
    words += phrase?.add(gesture) ?? []
    gestures.append(gesture)
  }

  mutating func next() -> RecognizedGesture? { gestures.popFirst() }

  mutating func answer() -> RecognitionAnswer {
    var answer = RecognitionAnswer(
      gestures: gestures.map { .init($0) }, model: session.recognizer.name)
    if phrase != nil { answer.words = words }
    (gestures, words) = ([], [])
    return answer
  }
}

/// A session at the start of a stream; see the header.
@c @implementation public func inertial_session_new(
  _ recognizer: OpaquePointer?, _ lexicon: OpaquePointer?, _ pause: Double,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(session, "session")
    let recognizer = Handle<GestureRecognizer>.object(try required(recognizer, "recognizer")).value
    guard pause >= 0, pause.isFinite else {
      throw ArgumentError("pause: expected 0 or more in seconds, got \(pause)")
    }
    result.pointee = Handle.make(
      LiveSession(
        recognizer, decoder: try lexicon.map { try wordDecoder($0, for: recognizer) }, pause: pause)
    )
  }
}

/// Frees a session.
@c @implementation
public func inertial_session_free(_ session: OpaquePointer?) { Handle<LiveSession>.free(session) }

/// Takes readings; see the header.
@c @implementation public func inertial_session_update(
  _ session: OpaquePointer?, _ time: Double, _ rotation_rate: UnsafePointer<Double>?,
  _ acceleration: UnsafePointer<Double>?, _ magnetic_field: UnsafePointer<Double>?,
  _ touch: Int32
) -> Int32 {
  guard let session else { return 0 }
  var sample = SensorSample(time, rotation_rate, acceleration, magnetic_field)
  sample.isTouching = touch < 0 ? nil : touch != 0
  return Handle<LiveSession>.object(session).value.update(at: time) { $0.update(sample) }
}

/// Takes the samples of arrays; see the header.
@c @implementation public func inertial_session_run(
  _ session: OpaquePointer?, _ samples: UnsafePointer<inertial_samples>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<LiveSession>.object(try required(session, "session"))
    try required(samples, "samples").pointee.visit { _, sample in
      _ = handle.value.update(at: sample.timestamp) { $0.update(sample) }
    }
  }
}

/// Takes a point of a stroke; see the header.
@c @implementation public func inertial_session_point(
  _ session: OpaquePointer?, _ time: Double, _ x: Double, _ y: Double, _ is_touching: Int32
) -> Int32 {
  guard let session else { return 0 }
  return Handle<LiveSession>.object(session).value.update(at: time) {
    $0.update(Sample2D(x: x, y: y, timestamp: time), isTouching: is_touching != 0)
  }
}

/// Advances the time; see the header.
@c @implementation
public func inertial_session_advance(_ session: OpaquePointer?, _ time: Double) -> Int32 {
  guard let session else { return 0 }
  return Handle<LiveSession>.object(session).value.update(at: time) { $0.advance(to: time) }
}

/// Ends the stream; see the header.
@c @implementation public func inertial_session_finish(_ session: OpaquePointer?) -> Int32 {
  guard let session else { return 0 }
  return Handle<LiveSession>.object(session).value.finish()
}

/// Takes the next gesture; see the header.
@c @implementation public func inertial_session_next(
  _ session: OpaquePointer?, _ gesture: UnsafeMutablePointer<inertial_gesture>?
) -> Int32 {
  guard let session, let next = Handle<LiveSession>.object(session).value.next() else { return 0 }
  guard let gesture else { return 1 }
  gesture.pointee.start = next.start
  gesture.pointee.end = next.end
  gesture.pointee.score = next.recognition?.score ?? .nan
  gesture.pointee.confidence = next.recognition?.confidence ?? .nan
  withUnsafeMutableBytes(of: &gesture.pointee.label) { copyText(next.label ?? "", to: $0) }
  return 1
}

/// Takes what waits; see the header.
@c @implementation public func inertial_session_take(
  _ session: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<LiveSession>.object(try required(session, "session"))
    try writeJSON(handle.value.answer(), to: try required(json, "json"))
  }
}

/// An error of the contents of a model or a list of words.
struct ModelFileError: Error, CustomStringConvertible {
  let path: String
  let error: any Error

  var description: String { "\(path): \(error)" }
}
