// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import GestureRecognition
internal import GestureTraining
internal import MotionRecordings

/// A recogniser and the name of its model.
private struct NamedRecognizer {
  var recognizer: GestureRecognizer
  var modelName: String
}

/// A recogniser with a model; see the header.
@c @implementation
public func inertial_recognizer_new(
  _ model: UnsafePointer<CChar>?, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(recognizer, "recognizer")
    guard let path = text(model) else {
      result.pointee = Handle.make(
        NamedRecognizer(
          recognizer: try .uppercaseLetters(), modelName: "uppercase letters, built in"))
      return
    }
    let bytes = try InputFile.read(path)
    let model: RecognitionModel
    do throws(ModelError) {
      model = try RecognitionModel(importing: bytes)
    } catch {
      throw ModelFileError(path: path, error: error)
    }
    result.pointee = Handle.make(
      NamedRecognizer(recognizer: GestureRecognizer(model), modelName: path))
  }
}

/// Frees a recogniser.
@c @implementation
public func inertial_recognizer_free(_ recognizer: OpaquePointer?) {
  Handle<NamedRecognizer>.free(recognizer)
}

/// The gestures of recordings; see the header.
@c @implementation
public func inertial_recognize(
  _ recognizer: OpaquePointer?, _ recordings: OpaquePointer?, _ is_whole: Int32,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<NamedRecognizer>.object(try required(recognizer, "recognizer"))
    let all = Handle<Recordings>.object(try required(recordings, "recordings"))
    let gestures = handle.value.recognizer.recognize(all.value, isWhole: is_whole != 0)
    try writeJSON(
      RecognitionAnswer(
        gestures: gestures.map { RecognitionAnswer.Gesture($0) }, model: handle.value.modelName),
      to: json)
  }
}

/// An error of the model in a file.
struct ModelFileError: Error, CustomStringConvertible {
  let path: String
  let error: ModelError

  var description: String { "\(path): \(error)" }
}
