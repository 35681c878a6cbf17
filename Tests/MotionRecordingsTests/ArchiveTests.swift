import DeviceMotion
import Foundation
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

  @Test("the checksum of the nine digits is the one that its standard gives")
  func checksum() {
    #expect(ZipArchive.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test("what zlib deflated is inflated, by every kind of block")
  func inflate() throws {
    for stream in try Reference.read().streams {
      let bytes = try Inflate.bytes(of: ArraySlice(stream.deflated), size: stream.size)
      #expect(bytes.count == stream.size, "\(stream.name)")
      #expect(ZipArchive.checksum(bytes) == stream.checksum, "\(stream.name)")
    }
  }

  @Test("damaged streams end with an error or other bytes, never beyond the stated size")
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

  @Test("Sensor Logger's archive of Android: signs turned, the folder around it left out")
  func sensorLogger() throws {
    let recordings = try read(Array(try Reference.read().sensorLogger))
    #expect(recordings.format == "sensor-logger")
    let sample = try #require(recordings.sensorSamples.first?.samples.last)
    #expect(recordings.sensorSamples.first?.samples.count == 30)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.rotationRate == Vector3(0, 0, 0.5))
    #expect(sample.timestamp == 0.29)
  }

  @Test("phyphox's archive: its tables are one recording")
  func phyphox() throws {
    let recordings = try read(Array(try Reference.read().phyphox))
    #expect(recordings.format == "phyphox")
    let sample = try #require(recordings.sensorSamples.first?.samples.last)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(sample.rotationRate == Vector3(0, 0, 0.5))
  }

  @Test("a damaged archive is refused, whatever is damaged")
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

  @Test("what is written as an archive reads back")
  func writing() throws {
    let files = [("a.txt", "alpha"), ("empty.txt", ""), ("ü.txt", "beta\n")]
    let archive = try ZipArchive(ZipArchive.bytes(of: files), name: "a.zip")
    #expect(archive.entries.map(\.path) == files.map(\.0))
    for (entry, file) in zip(archive.entries, files) {
      #expect(try archive.contents(of: entry) == Array(file.1.utf8))
    }
  }
}
