internal import RotationMath

/// A comparison of both engines with reference answers, and of this package with reference suites.
///
/// Every answer must have a backward error and an orthonormality error within bounds; an answer
/// with a unique reference must also have a forward error within a bound or within the tolerance
/// of the reference.
public struct RotationValidation: Hashable, Sendable, Encodable {
  /// The number of cases; those of both engines count twice.
  public let cases: Int
  /// The number of cases beyond a bound or without an answer, and of failures of suites.
  public let failures: Int
  /// The results by class and engine.
  public let classes: [Summary]
  /// The comparisons with suites.
  public let suites: [ReferenceSuite.Summary]

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
    classes = NearestRotationEngine.compared.flatMap { engine in
      names.map { Summary(name: $0, engine: engine, of: groups[$0] ?? []) }
    }
    cases = classes.reduce(0) { $0 + $1.cases }
    failures = classes.reduce(0) { $0 + $1.failures }
    suites = []
  }

  /// Compares this package's results with every number of the suites.
  ///
  /// Nearest rotations and chordal means are also summarised by class and engine.
  public init(of suites: [ReferenceSuite]) {
    let engines = RotationValidation(of: suites.flatMap(\.rotationReferences))
    classes = engines.classes
    self.suites = suites.map { $0.validate() }
    let others = zip(suites, self.suites).filter { $0.0.rotationReferences.isEmpty }
    cases = engines.cases + others.reduce(0) { $0 + $1.1.cases }
    failures = engines.failures + self.suites.reduce(0) { $0 + $1.failures }
  }
}
