package import MotionFusion

extension TableReader {
  /// The number in `column`, checked to be finite unless the options skip damaged samples.
  func value(at column: Int, _ damage: ReadingOptions.Damage) throws(RecordingError) -> Double {
    damage == .reject ? try finiteNumber(at: column) : try number(at: column)
  }

  /// The whole number in `column`, such as the number of a stroke.
  func index(at column: Int) throws(RecordingError) -> Int {
    let text = text(at: column)
    guard let index = Int(text) else {
      throw error(column, .malformed("expected a whole number, got \(text.quoted())"))
    }
    return index
  }

  /// The time in `column`: a number, or a time of day in seconds.
  func time(at column: Int, _ damage: ReadingOptions.Damage) throws(RecordingError) -> Double {
    do throws(RecordingError) {
      return try value(at: column, damage)
    } catch {
      guard let seconds = ClockTime.seconds(text(at: column)) else { throw error }
      return seconds
    }
  }

  func vector(
    at columns: VectorColumns, _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> Vector3<Double> {
    Vector3(
      try value(at: columns.x, damage), try value(at: columns.y, damage),
      try value(at: columns.z, damage))
  }

  /// The vector in `columns`, or `nil` when there are no columns or all three fields are empty.
  func optionalVector(
    at columns: VectorColumns?, _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> Vector3<Double>? {
    guard let columns, !isEmpty(columns) else { return nil }
    return try vector(at: columns, damage)
  }

  /// Whether all three fields are empty.
  func isEmpty(_ columns: VectorColumns) -> Bool {
    isEmpty(columns.x) && isEmpty(columns.y) && isEmpty(columns.z)
  }

  /// The attitude of the quaternion in `columns` (*w*, *x*, *y*, *z*), scaled to length 1.
  func attitude(
    at columns: [Int], _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> Attitude {
    let quaternion = Quaternion(
      x: try value(at: columns[1], damage), y: try value(at: columns[2], damage),
      z: try value(at: columns[3], damage), w: try value(at: columns[0], damage))
    guard quaternion.isFinite else { return Attitude(quaternion: quaternion) }
    guard let attitude = Attitude(nearlyOfLengthOne: quaternion) else {
      throw error(columns[0], .notARotation(length: quaternion.length))
    }
    return attitude
  }

  /// The attitude in `columns`, or `nil` when it is not given: all four fields are empty or zero,
  /// or all are NaN.
  func optionalAttitude(
    at columns: [Int], _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> Attitude? {
    let numbers = columns.map { isEmpty($0) ? 0 : try? number(at: $0) }
    let isNotGiven =
      numbers.allSatisfy { $0 == 0 } || numbers.allSatisfy { $0.map(\.isNaN) ?? false }
    return isNotGiven ? nil : try attitude(at: columns, damage)
  }

  /// The finite numbers in the next `rows` rows of `column`; other fields are left out.
  func numbers(in column: Int, rows: Int) -> [Double] {
    var numbers: [Double] = []
    lookAhead(rows) { row in
      if let number = try? row.number(at: column), number.isFinite { numbers.append(number) }
    }
    return numbers
  }

  /// Calls `body` with each of the next rows.
  func lookAhead(_ rows: Int = 2000, _ body: (borrowing TableReader) -> Void) {
    var ahead = self
    for _ in 0..<rows {
      guard (try? ahead.next()) == true else { return }
      body(ahead)
    }
  }

  /// The table at its next row; `nil` at the end.
  var atNextRow: TableReader? {
    var ahead = self
    return (try? ahead.next()) == true ? ahead : nil
  }
}

extension Attitude {
  /// The attitude of three rotations about `axes`, 0 to 2, in this order, by `angles` in radians.
  init(angles: Vector3<Double>, axes: [Int]) {
    var quaternion = Quaternion<Double>.identity
    for (place, axis) in axes.enumerated() {
      var turn = Vector3<Double>.zero
      turn[axis] = angles[place]
      quaternion = quaternion * Quaternion(rotationVector: turn)
    }
    self.init(quaternion: quaternion)
  }

  /// The attitude of a quaternion of nearly length 1, or `nil` when the length is off by over 1 %.
  ///
  /// Lengths within 2 ulp of 1 are kept, so that writing and reading changes nothing.
  package init?(nearlyOfLengthOne quaternion: Quaternion<Double>) {
    let length = quaternion.length
    guard abs(length - 1) < 0.01 else { return nil }
    self.init(quaternion: abs(length - 1) <= 2 * .ulpOfOne ? quaternion : quaternion / length)
  }
}

/// The columns of a vector's three components in a table.
struct VectorColumns {
  let x: Int
  let y: Int
  let z: Int

  /// The names of a pattern, such as `gyro_@_rad_s`, with x, y and z for the sign `@`, or capitals
  /// for `#`.
  static func names(_ pattern: String) -> [String] {
    ["x", "y", "z"].map {
      pattern.replacing("@", with: $0).replacing("#", with: $0.uppercased())
    }
  }
}

extension VectorColumns {
  /// The columns of three names.
  ///
  /// - Throws: ``RecordingError`` with the missing names.
  init(_ names: [String], in table: TableReader) throws(RecordingError) {
    let columns = try table.columns(names)
    (x, y, z) = (columns[0], columns[1], columns[2])
  }

  /// The columns of three names, or `nil` when the table has none of them.
  ///
  /// - Throws: ``RecordingError`` when the table has some of them.
  static func optional(
    _ names: [String], in table: TableReader
  ) throws(RecordingError) -> Self? {
    names.contains(where: table.header.contains) ? try Self(names, in: table) : nil
  }
}

/// The columns that assign a row to a recording; each may be absent.
struct RecordingColumns {
  static let names = ["recording", "label", "user"]

  private let recording: Int?
  private let label: Int?
  private let user: Int?

  init(in table: TableReader, label: String = names[1]) {
    recording = table.column(named: Self.names[0])
    self.label = table.column(named: label)
    user = table.column(named: Self.names[2])
  }

  /// The key of the current row's recording within the file.
  func key(in table: borrowing TableReader) -> String {
    if let recording { table.text(at: recording) } else { "" }
  }

  /// Names a recording by the current row.
  func describe<Sample>(
    _ result: inout LabeledRecording<Sample>, by table: TableReader, user defaultUser: String? = nil
  ) {
    func text(_ column: Int?) -> String? {
      column.map(table.text).flatMap { $0.isEmpty ? nil : $0 }
    }
    result.label = text(label)
    result.user = text(user) ?? defaultUser
    if let key = text(recording) { result.name += "#" + key }
  }
}
