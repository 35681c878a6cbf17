public import ArgumentParser

/// An argument with a few values, each of which the help explains.
public protocol ExplainedArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {
  /// What the value stands for, in a few words.
  var explanation: String { get }
}

extension ExplainedArgument {
  /// The explanations by the values' names.
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.explanation) })
  }
}
