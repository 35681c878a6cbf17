extension DecodingError {
  /// Where JSON is not what was expected, and what would be right there.
  var reason: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(of: context))expected '\(key.stringValue)' in it"
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      "\(Self.place(of: context))expected \(Self.name(of: type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "this is no JSON, or a number in it is too large or not whole"
        : "\(Self.place(of: context))no such value is known"
    @unknown default:
      "this is not what was expected"
    }
  }

  private static func place(of context: Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "" : "at '\(path)': "
  }

  /// What JSON calls the values of a type.
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
