/// Tells of a class once, when it begins.
///
/// Puts out a class where the reading before was another one or none, and nothing while it lasts.
/// No two outputs in a row come from one run of equal readings.
package struct ClassLabelChangeFilter: Hashable, Sendable {
  private var previous: String?

  /// A filter that has seen nothing yet.
  package init() {}

  /// Takes a reading, `nil` for no class, and returns it if it is new.
  package mutating func update(_ label: String?) -> String? {
    defer { previous = label }
    return label == previous ? nil : label
  }
}
