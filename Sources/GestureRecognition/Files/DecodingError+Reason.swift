extension DecodingError {
  /// The place of the error in the JSON, and what is expected there.
  var reason: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(of: context))expected a key '\(key.stringValue)'"
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      "\(Self.place(of: context))expected \(Self.name(of: type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "expected JSON with numbers in range"
        : "\(Self.place(of: context))got an unknown value"
    @unknown default:
      "unexpected content"
    }
  }

  private static func place(of context: Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "" : "at '\(path)': "
  }

  /// The JSON name of a type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
