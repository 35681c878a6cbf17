/// The smoothing of a stroke before its features are computed.
public enum StrokeSmoothing: String, Hashable, Sendable, Codable, CaseIterable {
  /// The points as they are, joined by straight segments.
  case none
  /// Quadratic Bézier curves from midpoint to midpoint, with the points as control points: the
  /// curve that the lab's app draws.
  case bezier
}
