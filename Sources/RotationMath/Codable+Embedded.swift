#if hasFeature(Embedded)
  /// A stand-in for the standard library's protocol, which Embedded Swift does not have.
  ///
  /// Without requirements, so that types conform by the same declarations as elsewhere.
  public protocol Codable {}

  extension Float: Codable {}
  extension Double: Codable {}
#endif
