/// The list of all supported formats.
enum RecordingFormats {
  static let all: [any RecordingFormat] = [
    SensorSampleCSV(), SensorSampleLines(), DeviceMotionCSV(), StrokeCSV(), AirLetters(), Broad(),
    XIO(), SensorLogger(), SensorLog(), Phyphox(), PhysicsToolbox(), MotionSense(), OxIOD(),
    EuRoC(), KITTI(), TUM(), SensorEventCSV(), DescribedTable(),
  ]

  static var names: [String] { all.map(\.name) }

  static func named(_ name: String, file: String) throws(RecordingError) -> any RecordingFormat {
    guard let format = all.first(where: { $0.name == name }) else {
      throw RecordingError(file: file, problem: .noSuchFormat(name: name, known: names))
    }
    return format
  }

  /// The only format that recognises `file`; a described table, if no other does.
  static func format(of file: FileContents) throws(RecordingError) -> any FileFormat {
    var candidates = all.compactMap { $0 as? any FileFormat }.filter { $0.recognizes(file) }
    if candidates.count > 1 { candidates.removeAll { $0 is DescribedTable } }
    guard let first = candidates.first else {
      if file.header.count > 1, file.header.allSatisfy({ Double($0) != nil }) {
        throw RecordingError(
          file: file.name, line: 1,
          problem: .malformed(
            "expected a header, got the numbers \(file.header.prefix(4).quoted())"
              + "\(file.header.count > 4 ? ", ..." : ""); name the columns by --columns, such as "
              + "'time=#1, gyro=#2 #3 #4 [rad/s], accel=#5 #6 #7 [g]'"))
      }
      throw RecordingError(
        file: file.name, line: 1, problem: .unknownFormat(header: file.header, known: names))
    }
    guard candidates.count == 1 else {
      throw RecordingError(
        file: file.name, line: 1, problem: .ambiguousFormat(candidates: candidates.map(\.name)))
    }
    return first
  }
}
