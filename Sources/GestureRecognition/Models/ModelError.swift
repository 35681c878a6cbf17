/// Why bytes are no model, or parts do not make one.
public enum ModelError: Error, Hashable, Sendable {
  /// The bytes do not begin as a model file does.
  case notAModel
  /// The file is of a format version that this package does not read.
  case unsupportedVersion(Int, supported: Int)
  /// The end of the file is missing.
  case truncated
  /// The file was altered after it was written: its checksum does not fit.
  case altered
  /// The content is not that of a model.
  case malformed(String)
  /// The parts of the model do not fit together.
  case inconsistent(String)
}

extension ModelError: CustomStringConvertible {
  /// What was wrong, and what would be right.
  public var description: String {
    switch self {
    case .notAModel:
      "this is no model file: one begins with {\"inertialModel\":"
    case .unsupportedVersion(let version, let supported):
      "the model's format version is \(version): this program reads version \(supported)"
    case .truncated:
      "the model file is truncated: its end is missing"
    case .altered:
      "the model file was altered or damaged: its checksum does not fit"
    case .malformed(let reason):
      "the model file is malformed: \(reason)"
    case .inconsistent(let reason):
      "the model does not fit together: \(reason)"
    }
  }
}
