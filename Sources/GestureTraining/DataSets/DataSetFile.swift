package import GestureRecognition
internal import Platform

extension GestureDataSet {
  /// The data set as a file, with name, notes and class names.
  ///
  /// The format is one line of JSON with a version and a checksum,
  /// `{"inertialDataSet":1,"crc32":"89abcdef","dataSet":{…}}`, and a line feed. Equal data sets
  /// yield equal bytes. The table of `GestureDataSet.csv` contains only the series, for other
  /// programs.
  package var file: [UInt8] {
    let content: JSON = [
      "classNames": .object(
        classNames.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: JSON($0.value)) }),
      "dimension": JSON(dimension), "name": JSON(name), "notes": JSON(notes),
      "series": JSON(series) {
        [
          "label": $0.label.map { JSON($0) }, "times": JSON($0.times),
          "user": $0.user.map { JSON($0) }, "values": JSON($0.values),
        ]
      },
    ]
    return DataSetFile.seal(content.bytes)
  }

  /// Decodes a data set from the bytes of a file.
  ///
  /// - Throws: `ModelError` for bytes that are truncated, altered, or not a data set, and
  ///   `ModelError.inconsistent(_:)` for invalid series.
  package init(file bytes: [UInt8]) throws(ModelError) {
    let content = JSON(Array(try DataSetFile.open(bytes)))
    guard let name = content?["name"]?.text, let notes = content?["notes"]?.text,
      case .object(let classNames)? = content?["classNames"],
      let dimension = content?["dimension"]?.integer, let series = content?["series"]?.list
    else {
      throw .malformed("expected the texts name and notes, classNames, dimension and series")
    }
    guard LabeledSeries.dimensions.contains(dimension) else {
      throw .inconsistent(
        "expected vectors of 1 to \(LabeledSeries.dimensions.upperBound) components, got "
          + "\(dimension)")
    }
    self.init(name: name, notes: notes, dimension: dimension)
    for member in classNames { self.classNames[member.name] = member.value.text }
    for (index, part) in series.enumerated() {
      guard let times = part["times"]?.numbers, let values = part["values"]?.numbers else {
        throw .malformed("expected lists of numbers, times and values, in series \(index)")
      }
      guard values.count == times.count * dimension else {
        throw .inconsistent(
          "expected \(times.count) × \(dimension) values in series \(index), got \(values.count)")
      }
      do {
        try append(
          LabeledSeries(
            label: part["label"]?.text, user: part["user"]?.text, dimension: dimension,
            times: times, values: values))
      } catch {
        throw .inconsistent(error.description)
      }
    }
  }

  /// Whether the bytes start with the header of ``file``.
  package static func isFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: DataSetFile.start.utf8)
  }
}

/// The frame around the JSON of a data set: a format version and a CRC-32 checksum.
package enum DataSetFile {
  /// The supported format version.
  private static let version = 1
  /// The first bytes of a file.
  fileprivate static let start = "{\"inertialDataSet\":"
  private static let checksumKey = ",\"crc32\":\""
  private static let contentKey = "\",\"dataSet\":"
  private static let end = "}\n"

  /// The bytes of a file with this payload.
  package static func seal(_ payload: [UInt8]) -> [UInt8] {
    let checksum = hexadecimal(CRC32.checksum(of: payload))
    return Array("\(start)\(version)\(checksumKey)\(checksum)\(contentKey)".utf8) + payload
      + Array(end.utf8)
  }

  /// The payload of a file, after a check of version and checksum.
  fileprivate static func open(_ bytes: [UInt8]) throws(ModelError) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    try skip(start, in: &rest)
    let digits = rest.prefix(while: { (0x30...0x39).contains($0) }).prefix(9)
    if digits.count == rest.count { throw .truncated }
    guard let found = Int(String(decoding: digits, as: UTF8.self)) else { throw .notADataSet }
    guard found == version else { throw .unsupportedVersion(found, supported: version) }
    rest = rest.dropFirst(digits.count)
    try skip(checksumKey, in: &rest)
    guard rest.count >= 8 else { throw .truncated }
    let checksum = String(decoding: rest.prefix(8), as: UTF8.self)
    rest = rest.dropFirst(8)
    try skip(contentKey, in: &rest)
    guard rest.suffix(2).elementsEqual(end.utf8) else { throw .truncated }
    let payload = rest.dropLast(2)
    guard checksum == hexadecimal(CRC32.checksum(of: payload)) else { throw .altered }
    return payload
  }

  /// Removes `expected` from the front of `rest`. Bytes that end within it are truncated, any
  /// others are of another kind of file.
  private static func skip(
    _ expected: String, in rest: inout ArraySlice<UInt8>
  ) throws(ModelError) {
    guard rest.starts(with: expected.utf8) else {
      throw !rest.isEmpty && !expected.utf8.starts(with: rest) ? .notADataSet : .truncated
    }
    rest = rest.dropFirst(expected.utf8.count)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
