internal import GestureRecognition

/// An error of the model in a file.
struct ModelFileError: Error, CustomStringConvertible {
  let path: String
  let error: ModelError

  var description: String { "\(path): \(error)" }
}
