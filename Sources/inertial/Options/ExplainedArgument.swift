public import ArgumentParser

/// An argument whose values are explained in the help.
public protocol ExplainedArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {
  /// A short description of the value.
  var explanation: String { get }
}

extension ExplainedArgument {
  /// The descriptions by value name.
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.explanation) })
  }
}
