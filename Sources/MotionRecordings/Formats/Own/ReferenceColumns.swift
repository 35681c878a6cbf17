internal import MotionFusion

/// The columns of a reference beside sensor samples; their names state the reference frame.
///
/// `ref_enu_qw` is an attitude in a frame with *x* east, *y* north, *z* up; `ref_nwu_qw` one with
/// *x* to magnetic north, *y* west, *z* up; `ref_qw` one whose *x* axis has an unknown heading.
struct ReferenceColumns {
  /// The direction of the frame's *x* axis.
  let heading: ReferenceHeading
  private let attitude: [Int]
  private let position: VectorColumns?

  private static let prefixes: [(heading: ReferenceHeading, prefix: String)] = [
    (.unknown, "ref_"), (.east, "ref_enu_"), (.magneticNorth, "ref_nwu_"),
  ]

  /// The names of the attitude's columns, *w* first.
  static func attitude(_ heading: ReferenceHeading) -> [String] {
    ["qw", "qx", "qy", "qz"].map { prefix(heading) + $0 }
  }

  /// The names of the position's columns.
  static func position(_ heading: ReferenceHeading) -> [String] {
    VectorColumns.names(prefix(heading) + "pos_", "_m")
  }

  private static func prefix(_ heading: ReferenceHeading) -> String {
    prefixes.first { $0.heading == heading }?.prefix ?? "ref_"
  }

  /// Whether there is a column of a reference.
  static func arePresent(in header: [String]) -> Bool {
    prefixes.contains { heading, _ in
      (attitude(heading) + position(heading)).contains(where: header.contains)
    }
  }

  /// The columns of the first frame that `table` has columns of.
  init(in table: TableReader) throws(RecordingError) {
    let heading =
      Self.prefixes.map(\.heading).first { heading in
        (Self.attitude(heading) + Self.position(heading)).contains(where: table.header.contains)
      } ?? .unknown
    self.heading = heading
    let names = Self.attitude(heading)
    attitude = names.contains(where: table.header.contains) ? try table.columns(names) : []
    position = try VectorColumns.optional(Self.position(heading), in: table)
  }

  /// The current row's pose, or `nil` when the table has no reference or the time is not finite.
  func pose(
    in row: TableReader, timestamp: Double, _ options: ReadingOptions
  ) throws(RecordingError) -> ReferencePose? {
    guard !attitude.isEmpty || position != nil, timestamp.isFinite else { return nil }
    return ReferencePose(
      timestamp: timestamp,
      attitude: attitude.isEmpty ? nil : try row.optionalAttitude(at: attitude, options),
      position: try row.optionalVector(at: position, options))
  }
}
