internal import GestureRecognition

/// A labelled example of the data set.
struct StoredExample: Sendable {
  var id: Int
  var label: String
  var user: String?
  var samples: Gesture

  /// The kinds of examples, each in a file of its own.
  enum Kind: String, Sendable, CaseIterable, Codable {
    case stroke, motion

    /// The file in the folder.
    var fileName: String {
      switch self {
      case .stroke: "strokes.csv"
      case .motion: "motions.csv"
      }
    }

    /// The format of the file.
    var format: String {
      switch self {
      case .stroke: "inertial-strokes"
      case .motion: "inertial-motion"
      }
    }

    /// The file of the model that was trained on these examples.
    var modelName: String {
      switch self {
      case .stroke: "strokes.model"
      case .motion: "motions.model"
      }
    }
  }
}
