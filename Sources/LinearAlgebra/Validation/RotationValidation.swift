internal import RotationMath

/// A comparison of both engines with reference answers, summarised by class.
///
/// Every answer must have a backward error and an orthonormality error within bounds; an answer
/// with a unique reference must also have a forward error within a bound or within the tolerance
/// of the reference.
public struct RotationValidation: Hashable, Sendable, Encodable {
  /// The number of cases, counted once per engine.
  public let cases: Int
  /// The number of cases beyond a bound or without an answer.
  public let failures: Int
  /// The results by class and engine.
  public let classes: [Summary]

  /// Runs every engine on every case.
  ///
  /// - Parameter references: The cases. Default: ``RotationReference/builtIn``.
  public init(of references: [RotationReference] = RotationReference.builtIn) {
    var names: [String] = []
    var groups: [String: [RotationReference]] = [:]
    for reference in references {
      let name = reference.className
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(reference)
    }
    classes = NearestRotationEngine.allCases.flatMap { engine in
      names.map { Summary(name: $0, engine: engine, of: groups[$0] ?? []) }
    }
    cases = classes.reduce(0) { $0 + $1.cases }
    failures = classes.reduce(0) { $0 + $1.failures }
  }
}
