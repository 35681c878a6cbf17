/// Where a rescaled stroke lies in the unit square along its shorter side.
public enum StrokeAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  /// Against the left and the top edge, as the lab rescales: its *I* keeps to the left zones.
  case topLeft = "top-left"
  /// In the middle, so that an error of one side's length moves the stroke by half of it only:
  /// better for paths that drift.
  case center
}
