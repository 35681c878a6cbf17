import Foundation
import MotionFusion
import TestSupport
import Testing

@testable import MotionRecordings

/// Archives made by Python's zipfile and zlib, in `Tests/ReferenceData/archives`.
@Suite("Archives")
struct ArchiveTests {
  struct Reference: Decodable {
    struct Stream: Decodable {
      var name: String
      var deflated: Data
      var size: Int
      var checksum: UInt32
    }

    var streams: [Stream]
    var sensorLogger: Data
    var phyphox: Data

    static func read() throws -> Self {
      try JSONDecoder().decode(
        Self.self,
        from: Data(contentsOf: Locations.referenceData.appending(path: "archives/archives.json")))
    }
  }

  @Test("CRC-32 of 123456789 is the standard's check value")
  func checksum() {
    #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test("inflates zlib's streams with every kind of block")
  func inflate() throws {
    for stream in try Reference.read().streams {
      let bytes = try Inflate.bytes(of: ArraySlice(stream.deflated), size: stream.size)
      #expect(bytes.count == stream.size, "\(stream.name)")
      #expect(CRC32.checksum(of: bytes) == stream.checksum, "\(stream.name)")
    }
  }

  @Test("damaged streams yield an error or other bytes, within the stated size")
  func damagedStreams() throws {
    var random = SplitMix64(seed: 1)
    for stream in try Reference.read().streams where stream.size > 1 {
      let packed = Array(stream.deflated)
      for _ in 0..<40 {
        var damaged = packed
        damaged[Int(random.next() % UInt64(packed.count))] ^= UInt8(1 << (random.next() % 8))
        if let bytes = try? Inflate.bytes(of: damaged[...], size: stream.size) {
          #expect(bytes.count <= stream.size)
        }
        let length = Int(random.next() % UInt64(packed.count))
        #expect(throws: Inflate.Failure.self) {
          try Inflate.bytes(of: packed[..<length], size: stream.size)
        }
      }
      #expect(throws: Inflate.Failure.tooLong) {
        try Inflate.bytes(of: packed[...], size: stream.size - 1)
      }
    }
  }

  private func read(_ archive: [UInt8], _ options: ReadingOptions = ReadingOptions()) throws
    -> Recordings
  {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "inertial-\(UUID().uuidString).zip").path
    defer { unlink(path) }
    try OutputFile.write(archive, to: path)
    return try RecordingReader(options: options).read(path)
  }

  @Test("Sensor Logger's Android archive: signs changed, outer folder removed")
  func sensorLogger() throws {
    let recordings = try read(Array(try Reference.read().sensorLogger))
    #expect(recordings.format == "sensor-logger")
    let sample = try #require(recordings.sensorSamples.first?.samples.last)
    #expect(recordings.sensorSamples.first?.samples.count == 30)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.rotationRate == Vector3(0, 0, 0.5))
    #expect(sample.timestamp == 0.29)
  }

  @Test("phyphox's archive: all tables are one recording")
  func phyphox() throws {
    let recordings = try read(Array(try Reference.read().phyphox))
    #expect(recordings.format == "phyphox")
    let sample = try #require(recordings.sensorSamples.first?.samples.last)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.rotationRate == Vector3(0, 0, 0.5))
  }

  @Test("phyphox's experiments of chosen sensors: columns without a name, one of them linear")
  func phyphoxOfChosenSensors() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "inertial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let set = folder.path()
    func write(_ values: String, unit: String, to name: String) throws {
      let axes = ["X", "Y", "Z"].map { "\"\($0) (\(unit))\"" }.joined(separator: ",")
      try Data("\"Time (s)\",\(axes)\n0,\(values)\n0.01,\(values)\n".utf8)
        .write(to: folder.appending(path: "\(name).csv"))
    }
    try write("0,0,9.80665", unit: "m/s^2", to: "Accelerometer")
    try write("5,5,5", unit: "m/s^2", to: "Linear Accelerometer")
    try write("0,0,0.5", unit: "rad/s", to: "Gyroscope")
    try write("20,0,-40", unit: "µT", to: "Magnetometer")
    let recordings = try RecordingReader().read(set)
    #expect(recordings.format == "phyphox" && recordings.sensorSamples.count == 1)
    let sample = try #require(recordings.sensorSamples.first?.samples.last)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.rotationRate == Vector3(0, 0, 0.5))
    #expect(sample.magneticField == Vector3(20, 0, -40))
    let single = try RecordingReader().read("\(set)/Accelerometer.csv")
    #expect(single.sensorSamples.first?.samples.last?.acceleration == Vector3(0, 0, -1))
    #expect {
      try RecordingReader().read("\(set)/Linear Accelerometer.csv")
    } throws: { "\($0)".contains("without gravity") }
  }

  @Test("an archive with damage anywhere is rejected")
  func damagedArchive() throws {
    let archive = Array(try Reference.read().sensorLogger)
    #expect(throws: RecordingError.self) { try read(Array(archive.dropLast(30))) }
    // In the middle of the packed rows.
    let name = try #require(archive.firstRange(of: Array("TotalAcceleration.csv".utf8)))
    for offset in 0..<20 {
      var damaged = archive
      damaged[name.upperBound + offset] ^= 0x10
      #expect(throws: RecordingError.self) { try read(damaged) }
    }
  }

  @Test("a stored file with changed bytes is rejected by its checksum")
  func checksumOfStored() throws {
    var bytes = ZipArchive.bytes(of: [("a.txt", "alpha")])
    let text = try #require(bytes.firstRange(of: Array("alpha".utf8)))
    bytes[text.lowerBound] ^= 1
    let archive = try ZipArchive(bytes, name: "a.zip")
    let entry = try #require(archive.entries.first)
    #expect(throws: RecordingError.self) { try archive.contents(of: entry) }
  }

  @Test("a decompression bomb is rejected before unpacking")
  func bomb() throws {
    // What the list says of its size, 24 bytes after where its entry begins.
    var bytes = ZipArchive.bytes(of: [("a.csv", "time_s,x,y\n")])
    let list = try #require(bytes.firstRange(of: [0x50, 0x4B, 0x01, 0x02]))
    for (size, isRefused) in [(1 << 28, false), (1 << 29, true), (0xFFFF_FFF0, true)] {
      for byte in 0..<4 {
        bytes[list.lowerBound + 24 + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte))
      }
      let error = try #require(throws: RecordingError.self) {
        let archive = try ZipArchive(bytes, name: "a.zip")
        _ = try archive.contents(of: try #require(archive.entries.first))
      }
      // The other is found out when it was unpacked.
      #expect(error.description.contains("the checksum is wrong") != isRefused)
    }
  }

  @Test("a decompression bomb of many files is rejected before unpacking")
  func bombOfManyFiles() throws {
    var bytes = ZipArchive.bytes(of: (0..<5).map { ("\($0).csv", "time_s,x,y\n") })
    let marks = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) }
    #expect(marks.count == 5)
    for mark in marks.dropLast() { bytes[mark + 27] = 0x04 }
    // Four files of 64 MiB and a small one.
    #expect {
      try ZipArchive(bytes, name: "a.zip")
    } throws: { "\($0)".contains("a compression ratio of at most 100") }
    bytes[marks[0] + 27] = 0
    #expect(try ZipArchive(bytes, name: "a.zip").entries.count == 5)
  }

  @Test("an archive without files is recognised as an archive")
  func emptyArchive() throws {
    let error = try #require(throws: RecordingError.self) { try read(ZipArchive.bytes(of: [])) }
    #expect(error.description.contains("expected at least one .csv file in this folder"))
  }

  @Test("a comment after the list of files is skipped", arguments: [1, 65_535])
  func comment(length: Int) throws {
    var bytes = ZipArchive.bytes(of: [("a.txt", "alpha")])
    bytes[bytes.count - 2] = UInt8(length & 0xFF)
    bytes[bytes.count - 1] = UInt8(length >> 8)
    bytes += [UInt8](repeating: UInt8(ascii: "c"), count: length)
    #expect(try ZipArchive(bytes, name: "a.zip").entries.map(\.path) == ["a.txt"])
  }

  @Test("a data set is the tables of the folder, not of its subfolders")
  func dataSetFolder() throws {
    func table(_ x: Int) -> String { "time_s,x,y\n0,\(x),0\n1,\(x),1\n" }
    let recordings = try read(
      ZipArchive.bytes(of: [
        ("set/b.csv", table(2)), ("set/a.csv", table(1)), ("set/old/c.csv", table(3)),
        ("set/notes.txt", "no table"), ("set/._a.csv", "metadata"),
      ]))
    #expect(recordings.strokes.compactMap(\.samples.first?.x) == [1, 2])
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "inertial-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try OutputFolder.write([("a.csv", table(1)), ("._a.csv", "metadata")], to: folder)
    #expect(try RecordingReader().read(folder).strokes.count == 1)
  }

  @Test("a written archive reads back")
  func writing() throws {
    let files = [("a.txt", "alpha"), ("empty.txt", ""), ("ü.txt", "beta\n")]
    let archive = try ZipArchive(ZipArchive.bytes(of: files), name: "a.zip")
    #expect(archive.entries.map(\.path) == files.map(\.0))
    for (entry, file) in zip(archive.entries, files) {
      #expect(try archive.contents(of: entry) == Array(file.1.utf8))
    }
  }
}
