public import ArgumentParser

/// An argument with a few values that the help explains.
public protocol ExplainedArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {
  /// The explanation of the value in a few words.
  var explanation: String { get }
}

extension ExplainedArgument {
  /// The explanations by value name.
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.explanation) })
  }
}
