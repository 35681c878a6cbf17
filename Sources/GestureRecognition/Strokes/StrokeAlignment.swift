/// The placement of a rescaled stroke in the unit square along its shorter side.
public enum StrokeAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  /// Against the left and the top edge, as in the lab.
  case topLeft = "top-left"
  /// Centred. An error of one side's length then moves the stroke by half of it, which suits paths
  /// that drift.
  case center
}
