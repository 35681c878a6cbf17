/// A change of a tracked path.
public enum PathEvent: Hashable, Sendable {
  /// The next point.
  case position(PathPoint)
  /// Corrected points that replace those of the same indices.
  ///
  /// Every index of the range has been delivered before, and the last one is the latest.
  case revision(Range<Int>, [PathPoint])
}

extension [PathPoint] {
  /// Applies an event to the path: appends a position, replaces the points of a revision.
  ///
  /// Revised points whose index is not in the path, as of a path that does not begin at index 0,
  /// are ignored.
  ///
  /// - Complexity: O(1) for a position, O(*n*) in the length of a revision.
  public mutating func apply(_ event: PathEvent) {
    switch event {
    case .position(let point):
      append(point)
    case .revision(let range, let points):
      guard let first = first?.index else { return }
      for (index, point) in zip(range, points) where indices.contains(index - first) {
        self[index - first] = point
      }
    }
  }
}
