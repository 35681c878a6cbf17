/// Passes a label only when it changes.
///
/// Returns a label that differs from the previous input, and `nil` while the input repeats: one
/// output for each run of equal labels.
package struct ClassLabelChangeFilter: Hashable, Sendable {
  private var previous: String?

  /// Creates a filter without a previous label.
  package init() {}

  /// Processes a label, `nil` for no class, and returns it if it is new.
  package mutating func update(_ label: String?) -> String? {
    defer { previous = label }
    return label == previous ? nil : label
  }
}
