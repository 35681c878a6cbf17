/// Comparison of secrets.
package enum Secret {
  /// Whether the texts are equal, in a time that does not depend on where they differ.
  package static func matches(_ given: String, _ expected: String) -> Bool {
    let (a, b) = (Array(given.utf8), Array(expected.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
