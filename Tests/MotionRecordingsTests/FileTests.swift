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

  @Test("the next write removes what a killed writer left, and nothing else")
  func abandoned() throws {
    try inFolder { folder in
      let target = folder + "/a"
      for name in ["a.3k2j.partial", "a.notes.txt", "b.3k2j.partial", "a..partial"] {
        #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
      }
      // A writer that lives holds a lock.
      let living = open("\(target).zz9.partial", O_CREAT | O_WRONLY, 0o600)
      #expect(flock(living, LOCK_EX) == 0)
      try OutputFile.write("text", to: target)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(
        names.sorted() == ["a", "a..partial", "a.notes.txt", "a.zz9.partial", "b.3k2j.partial"])
      close(living)
      try OutputFile.write("text", to: target)
      #expect(!FileManager.default.fileExists(atPath: "\(target).zz9.partial"))
    }
  }

  @Test("an output that is an input is found by its name, a link, and in a folder")
  func replacedInput() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/set", withIntermediateDirectories: true)
      for name in ["a.csv", "b.csv", "set/c.csv", "set/letters.model"] {
        try OutputFile.write("text", to: "\(folder)/\(name)")
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: folder + "/a.csv")
      try FileManager.default.linkItem(atPath: folder + "/a.csv", toPath: folder + "/hard")
      let inputs = [folder + "/a.csv", folder + "/set", "-", folder + "/none"]
      for (output, input) in [
        ("a.csv", 0), ("link", 0), ("hard", 0), ("set/../a.csv", 0), ("set/c.csv", 1),
        ("b.csv", nil), ("none", nil), ("set/letters.model", nil), ("set/new.csv", nil),
      ] as [(String, Int?)] {
        #expect(
          OutputFile.replacedInput(by: "\(folder)/\(output)", among: inputs)
            == input.map { inputs[$0] }, "\(output)")
      }
      #expect(OutputFile.replacedInput(by: "/dev/stdout", among: ["/dev/stdin"]) == nil)
      #expect(OutputFile.isSame(folder + "/new", folder + "/set/../new"))
      #expect(OutputFile.isSame(folder + "/link", folder + "/hard"))
      #expect(!OutputFile.isSame(folder + "/a.csv", folder + "/b.csv"))
    }
  }

  @Test("changes under the lock exclude each other, and a stamp shows them")
  func lock() async throws {
    let folder = folder.path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/count"
    #expect(FileStamp(path) == nil)
    try OutputFile.write("0", to: path)
    let stamp = FileStamp(path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try FileLock.withLock(on: path) {
            let count = Int(String(decoding: try InputFile.read(path), as: UTF8.self)) ?? 0
            try OutputFile.write("\(count + 1)", to: path)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try InputFile.read(path) == Array("20".utf8))
    #expect(FileStamp(path) != stamp)
    #expect(throws: FileError.self) {
      try FileLock.withLock(on: folder + "/none/file") {}
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
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func fullDevice() throws {
    #expect(throws: FileError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try OutputFile.write("text", to: "/dev/full")
    }
  }
}
