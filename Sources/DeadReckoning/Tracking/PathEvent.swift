/// What a tracker tells its listener.
public enum PathEvent: Hashable, Sendable {
  /// The device is here now.
  case position(PathPoint)
  /// It was elsewhere than told: the points of these indices are replaced by these.
  ///
  /// Every index of the range has been told before, and the last one is the latest.
  case revision(Range<Int>, [PathPoint])
}

extension [PathPoint] {
  /// Brings a path up to date: appends a position, replaces what is revised.
  ///
  /// Points of a revision that are not in the path, because it does not begin at index 0 say, are left
  /// out.
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
