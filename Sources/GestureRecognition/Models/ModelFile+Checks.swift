/// Numbers that several kinds of models hold.
extension ModelFile {
  static func zones(
    columns: Int, rows: Int, alignment: StrokeAlignment
  ) throws(ModelError) -> ZoneFeatures {
    let sizes = ZoneFeatures.gridSizes
    guard sizes.contains(columns), sizes.contains(rows) else {
      throw .inconsistent("a grid of \(columns) × \(rows) zones: 1 to 16 each way are possible")
    }
    return ZoneFeatures(columns: columns, rows: rows, alignment: alignment)
  }

  static func check(dampingRate: Double) throws(ModelError) {
    guard dampingRate >= 0, dampingRate.isFinite else {
      throw .inconsistent("damping rate \(dampingRate): it must be finite and not negative")
    }
  }
}
