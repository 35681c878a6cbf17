/// Checks of numbers in several kinds of models.
extension ModelFile {
  static func zones(
    columns: Int, rows: Int, alignment: StrokeAlignment, scaling: StrokeScaling = .uniform,
    smoothing: StrokeSmoothing = .none
  ) throws(ModelError) -> ZoneFeatures {
    let sizes = ZoneFeatures.gridSizes
    guard sizes.contains(columns), sizes.contains(rows) else {
      throw .inconsistent("expected 1 to 16 columns and rows of zones, got \(columns) × \(rows)")
    }
    return ZoneFeatures(
      columns: columns, rows: rows, alignment: alignment, scaling: scaling, smoothing: smoothing)
  }

  static func check(temperature: Double) throws(ModelError) {
    guard temperature > 0, temperature.isFinite else {
      throw .inconsistent("expected a finite temperature above 0, got \(temperature)")
    }
  }

  static func check(dampingRate: Double) throws(ModelError) {
    guard dampingRate >= 0, dampingRate.isFinite else {
      throw .inconsistent("expected a finite damping rate of 0 or more, got \(dampingRate)")
    }
  }
}
