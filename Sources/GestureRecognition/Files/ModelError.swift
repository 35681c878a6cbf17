/// An error of a model or data-set file, or of parts that do not fit together.
public enum ModelError: Error, Hashable, Sendable {
  /// The bytes do not begin like a model file.
  case notAModel
  /// The bytes do not begin like a data-set file.
  case notADataSet
  /// The format version is not supported.
  case unsupportedVersion(Int, supported: Int)
  /// The end of the file is missing.
  case truncated
  /// The checksum does not match the content.
  case altered
  /// The content is not that of a model or data set.
  case malformed(String)
  /// The parts do not fit together.
  case inconsistent(String)
}

extension ModelError: CustomStringConvertible {
  /// The error and the expected value.
  public var description: String {
    switch self {
    case .notAModel:
      "not a model file: expected it to begin with 'inertial model'"
    case .notADataSet:
      "not a data-set file: expected it to begin with 'inertial data set'"
    case .unsupportedVersion(let version, let supported):
      "expected format version \(supported), got \(version)"
    case .truncated:
      "the file is truncated: its end is missing"
    case .altered:
      "the file was altered or damaged: its checksum does not match"
    case .malformed(let reason):
      "the file is malformed: \(reason)"
    case .inconsistent(let reason):
      "the parts do not fit together: \(reason)"
    }
  }
}
