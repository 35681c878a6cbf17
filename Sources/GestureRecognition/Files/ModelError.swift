/// Why bytes are no model or data set, or parts do not make one.
public enum ModelError: Error, Hashable, Sendable {
  /// The bytes do not begin as a model file does.
  case notAModel
  /// The bytes do not begin as a file of a data set does.
  case notADataSet
  /// The file is of a format version that this package does not read.
  case unsupportedVersion(Int, supported: Int)
  /// The end of the file is missing.
  case truncated
  /// The file was altered after it was written: its checksum does not fit.
  case altered
  /// The model is of a kind other than those that were expected, by the names of what makes them.
  case otherKind(String, expected: [String])
  /// The content is not that of a model or data set.
  case malformed(String)
  /// The parts do not fit together.
  case inconsistent(String)
}

extension ModelError: CustomStringConvertible {
  /// What was wrong, and what would be right.
  public var description: String {
    switch self {
    case .notAModel:
      "this is no model file: one begins with {\"inertialModel\":"
    case .notADataSet:
      "this is no file of a data set: one begins with {\"inertialDataSet\":"
    case .unsupportedVersion(let version, let supported):
      "the file's format version is \(version): this program reads version \(supported)"
    case .truncated:
      "the file is truncated: its end is missing"
    case .altered:
      "the file was altered or damaged: its checksum does not fit"
    case .otherKind(let kind, let expected):
      "the model was made by \(kind): expected \(expected.joined(separator: " or "))"
    case .malformed(let reason):
      "the file is malformed: \(reason)"
    case .inconsistent(let reason):
      "the parts do not fit together: \(reason)"
    }
  }
}
