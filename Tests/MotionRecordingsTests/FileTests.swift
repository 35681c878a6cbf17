import Foundation
import MotionRecordings
import Testing

@Suite("InputFile and OutputFile")
struct FileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "motion-recordings-\(UUID().uuidString)")

  private func inFolder(_ body: (_ folder: String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test("a written file reads back; no temporary file remains")
  func roundTrip() throws {
    try inFolder { folder in
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try OutputFile.write(bytes, to: folder + "/a")
      #expect(try InputFile.read(folder + "/a") == bytes)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }
  }

  @Test("a file is replaced as a whole, through a symbolic link, with its permissions")
  func replacement() throws {
    try inFolder { folder in
      try OutputFile.write("old and long", to: folder + "/a")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder + "/a")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: folder + "/a")
      try OutputFile.write("new", to: folder + "/link")
      #expect(try InputFile.read(folder + "/a") == Array("new".utf8))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link")
          == folder + "/a")
    }
  }

  @Test("a missing file and an unreadable one are different errors")
  func missing() throws {
    try inFolder { folder in
      #expect(throws: FileError.missing(path: folder + "/none")) {
        try InputFile.read(folder + "/none")
      }
      #expect(throws: FileError.unreadable(path: folder, reason: "Is a directory")) {
        try InputFile.read(folder)
      }
    }
  }

  @Test("a file over the size limit is rejected before it is read")
  func largeFile() throws {
    try inFolder { folder in
      let path = folder + "/a"
      try OutputFile.write("", to: path)
      // A sparse file takes no space on the disk.
      try #require(truncate(path, 3 << 30) == 0)
      #expect(throws: FileError.unreadable(path: path, reason: "expected at most 2 GiB")) {
        try InputFile.read(path)
      }
    }
  }

  @Test("a file in a missing folder cannot be created")
  func noFolder() throws {
    try inFolder { folder in
      let path = folder + "/none/a"
      #expect(throws: FileError.cannotCreate(path: path, reason: "No such file or directory")) {
        try OutputFile.write("text", to: path)
      }
    }
  }

  @Test(
    "a full device is reported as a failed write",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDevice() throws {
    #expect(throws: FileError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try OutputFile.write("text", to: "/dev/full")
    }
  }
}
