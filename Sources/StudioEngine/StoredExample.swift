package import GestureRecognition
internal import MotionFusion
internal import RotationMath

/// A labelled example of the data set.
package struct StoredExample: Sendable {
  package var id: Int
  package var label: String
  package var user: String?
  package var samples: Gesture

  package init(id: Int, label: String, user: String? = nil, samples: Gesture) {
    (self.id, self.label, self.user, self.samples) = (id, label, user, samples)
  }

  /// The kinds of examples.
  package enum Kind: String, Sendable, CaseIterable {
    case stroke, motion

    /// The table of the examples.
    package var fileName: String { "\(rawValue)s.csv" }
    /// The file of the model that was trained on them.
    package var modelName: String { "\(rawValue)s.model" }
  }

  package var kind: Kind { if case .motion = samples { .motion } else { .stroke } }

  /// The example as the page shows it: its strokes in the unit square.
  package var json: JSON {
    ["id": JSON(id), "label": JSON(label), "strokes": Self.picture(of: samples)]
  }

  /// The strokes of a gesture, centred in the unit square; empty without one.
  package static func picture(of gesture: Gesture) -> JSON {
    let stroke = (try? StrokeRescaler(alignment: .center).rescaled(gesture.stroke)) ?? []
    return JSON(stroke.strokes) { JSON($0) { JSON([$0.x, $0.y]) } }
  }

  /// The most characters of a label, and bytes: a character may have any number of marks.
  private static let (mostCharacters, mostBytes) = (16, 64)

  /// A label that can be shown and stored.
  package static func checked(_ label: String) throws(RequestFailure) -> String {
    let scalars = label.unicodeScalars.drop { isSpace($0) }
    let last = scalars.lastIndex { !isSpace($0) }
    let label = String(scalars[..<(last.map { scalars.index(after: $0) } ?? scalars.startIndex)])
    guard label.utf8.count <= mostBytes, (1...mostCharacters).contains(label.count),
      !label.unicodeScalars.contains(where: { isControl($0) })
    else {
      throw .unprocessable(
        "expected a label of 1 to \(mostCharacters) characters and at most \(mostBytes) bytes, "
          + "got '\(label.unicodeScalars.prefix(mostCharacters).map { String($0) }.joined())'")
    }
    return label
  }

  // Without the tables of Unicode, which would take 20 kB of a module for browsers.

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  // MARK: - Storage

  /// Rows of *x*, *y*, time and stroke, or of time, attitude, angular rate and user acceleration.
  private var rows: [[Double]] {
    switch samples {
    case .stroke(let points): points.map { [$0.x, $0.y, $0.timestamp, Double($0.stroke)] }
    case .motion(let motions):
      motions.map {
        let (q, r, a) = ($0.attitude.quaternion, $0.rotationRate, $0.userAcceleration)
        return [$0.timestamp, q.x, q.y, q.z, q.w, r.x, r.y, r.z, a.x, a.y, a.z]
      }
    case .series: []
    }
  }

  /// The example with its samples.
  var stored: JSON {
    [
      "id": JSON(id), "label": JSON(label), "kind": JSON(kind.rawValue),
      "rows": JSON(rows) { JSON($0) },
    ]
  }

  /// A table of examples of a kind, which `inertial train` and `inertial collect` read.
  static func table(of examples: [StoredExample], _ kind: Kind) -> String {
    let columns =
      switch kind {
      case .stroke: "x,y,time_s,stroke"
      case .motion:
        "time_s,qx,qy,qz,qw,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,user_accel_x_g,user_accel_y_g,"
          + "user_accel_z_g"
      }
    var table = "recording,label,\(columns)\n"
    for example in examples {
      let label = example.label.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      for row in example.rows {
        var cells = row.map { "\($0)" }
        if kind == .stroke { cells[3] = "\(Int(row[3]))" }
        table += "\(example.id),\"\(label)\",\(cells.joined(separator: ","))\n"
      }
    }
    return table
  }

  /// `nil` for anything else than ``stored``.
  init?(stored json: JSON) {
    guard let id = json["id"]?.integer, let label = json["label"]?.text,
      let kind = json["kind"].flatMap({ Kind($0) }), let list = json["rows"]?.list
    else { return nil }
    let width = kind == .stroke ? 4 : 11
    let rows = list.compactMap { $0.numbers }.filter { $0.count == width }
    guard rows.count == list.count else { return nil }
    self.id = id
    self.label = label
    samples =
      switch kind {
      case .stroke:
        .stroke(
          rows.map {
            Sample2D(x: $0[0], y: $0[1], timestamp: $0[2], stroke: Int(exactly: $0[3]) ?? 0)
          })
      case .motion:
        .motion(
          rows.map { row in
            DeviceMotion(
              timestamp: row[0],
              attitude: Attitude(
                quaternion: Quaternion(
                  vector: Vector3(row[1], row[2], row[3]), scalar: row[4])),
              rotationRate: Vector3(row[5], row[6], row[7]),
              userAcceleration: Vector3(row[8], row[9], row[10]))
          })
      }
  }
}
