internal import MotionFusion

/// The columns that assign a row to a recording; each may be absent.
struct RecordingColumns {
  static let names = ["recording", "label", "user"]

  private let recording: Int?
  private let label: Int?
  private let user: Int?

  init(in table: TableReader, label: String = "label") {
    recording = table.column(named: "recording")
    self.label = table.column(named: label)
    user = table.column(named: "user")
  }

  /// The key of the current row's recording within the file.
  func key(in table: TableReader) -> String { recording.map(table.text) ?? "" }

  /// An empty recording for the current row.
  func describe<Sample>(
    in table: TableReader, user defaultUser: String? = nil
  ) -> LabeledRecording<Sample> {
    let key = key(in: table)
    return LabeledRecording(
      label: label.map(table.text).flatMap { $0.isEmpty ? nil : $0 },
      user: user.map(table.text).flatMap { $0.isEmpty ? nil : $0 } ?? defaultUser,
      name: key.isEmpty ? table.file : "\(table.file)#\(key)", samples: [])
  }
}
