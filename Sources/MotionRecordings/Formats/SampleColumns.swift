internal import MotionFusion

/// Where the three components of a vector stand in a table.
struct VectorColumns {
  let x: Int
  let y: Int
  let z: Int

  /// The columns named `prefix` + axis + `suffix`, such as `gyro_x_rad_s`.
  static func names(_ prefix: String, _ suffix: String) -> [String] {
    ["x", "y", "z"].map { prefix + $0 + suffix }
  }

  /// The columns of these three names; an error names those that are missing.
  init(_ names: [String], in table: TableReader) throws(RecordingError) {
    let columns = try table.columns(names)
    (x, y, z) = (columns[0], columns[1], columns[2])
  }

  /// The columns of these three names, or `nil` when none of them is there.
  static func optional(
    _ names: [String], in table: TableReader
  ) throws(RecordingError) -> Self? {
    names.contains(where: table.header.contains) ? try Self(names, in: table) : nil
  }
}

/// Where a table says which recording a row belongs to; each column may be absent.
struct RecordingColumns {
  static let names = ["recording", "label", "user"]

  private let recording: Int?
  private let label: Int?
  private let user: Int?

  init(in table: TableReader, recording: String = "recording", label: String = "label") {
    self.recording = table.column(named: recording)
    self.label = table.column(named: label)
    user = table.column(named: "user")
  }

  /// What tells the current row's recording from the others of its file.
  func key(in table: TableReader) -> String { recording.map(table.text) ?? "" }

  /// An empty recording for the current row.
  func describe<Sample>(
    in table: TableReader, file: FileContents, user defaultUser: String? = nil
  ) -> LabeledRecording<Sample> {
    let key = key(in: table)
    return LabeledRecording(
      label: label.map(table.text).flatMap { $0.isEmpty ? nil : $0 },
      user: user.map(table.text).flatMap { $0.isEmpty ? nil : $0 } ?? defaultUser,
      name: key.isEmpty ? file.name : "\(file.name)#\(key)", samples: [])
  }
}

extension TableReader {
  /// The number in `column`; NaN in a damaged row when damage is to be skipped.
  func value(at column: Int, _ options: ReadingOptions) throws(RecordingError) -> Double {
    options.damage == .refuse ? try finiteNumber(at: column) : try number(at: column)
  }

  /// The vector in `columns`.
  func vector(
    at columns: VectorColumns, _ options: ReadingOptions
  ) throws(RecordingError) -> Vector3<Double> {
    Vector3(
      try value(at: columns.x, options), try value(at: columns.y, options),
      try value(at: columns.z, options))
  }

  /// The vector in `columns`, or `nil` when there are no such columns or all three are empty: the
  /// sensor is absent, or did not report at that time.
  func optionalVector(
    at columns: VectorColumns?, _ options: ReadingOptions
  ) throws(RecordingError) -> Vector3<Double>? {
    guard let columns else { return nil }
    if isEmpty(columns.x), isEmpty(columns.y), isEmpty(columns.z) { return nil }
    return try vector(at: columns, options)
  }

  /// The attitude of the quaternion in `columns` (*w*, *x*, *y*, *z*), scaled to length 1.
  func attitude(
    at columns: [Int], _ options: ReadingOptions
  ) throws(RecordingError) -> Attitude {
    let quaternion = Quaternion(
      x: try value(at: columns[1], options), y: try value(at: columns[2], options),
      z: try value(at: columns[3], options), w: try value(at: columns[0], options))
    guard quaternion.isFinite else { return Attitude(quaternion: quaternion) }
    guard let attitude = Attitude(nearlyOfLengthOne: quaternion) else {
      throw error(columns[0], .notARotation(length: quaternion.length))
    }
    return attitude
  }

  /// The attitude in `columns`, or `nil` when all four are empty.
  func optionalAttitude(
    at columns: [Int], _ options: ReadingOptions
  ) throws(RecordingError) -> Attitude? {
    columns.allSatisfy(isEmpty) ? nil : try attitude(at: columns, options)
  }
}

extension Attitude {
  /// The attitude of a quaternion whose length the format's digits have moved off 1, or `nil` when
  /// it is too far off to be a rotation.
  ///
  /// What is of length 1 but for rounding stays as it is, so that writing and reading change
  /// nothing.
  init?(nearlyOfLengthOne quaternion: Quaternion<Double>) {
    let length = quaternion.length
    guard abs(length - 1) < 0.01 else { return nil }
    self.init(quaternion: abs(length - 1) <= 2 * .ulpOfOne ? quaternion : quaternion / length)
  }
}
