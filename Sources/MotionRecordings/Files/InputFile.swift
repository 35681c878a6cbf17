internal import Platform
package import Synchronization

/// Reads whole files; `-` is standard input.
package enum InputFile {
  /// The bytes of the file at `path`, or of standard input for `-`.
  ///
  /// - Throws: ``FileError/missing(path:)`` or ``FileError/unreadable(path:reason:)``.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = try descriptor(of: path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_size > 0 {
      guard status.st_size <= largestSize else { throw tooLong(displayName(path)) }
      bytes.reserveCapacity(Int(status.st_size))
    }
    try readPieces(descriptor, path: displayName(path)) { bytes += $0 }
    return bytes
  }

  /// A new descriptor of the file at `path`, or of standard input for `-`.
  ///
  /// - Throws: The errors of ``read(_:)``.
  static func descriptor(of path: String) throws(FileError) -> Int32 {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      if path != "-", errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
      throw .unreadable(path: displayName(path), reason: systemReason(errno))
    }
    return opened
  }

  /// Whether there is a file at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path, if a file there is a regular one: reading a pipe would wait for its writer.
  package static func regular(_ path: String) throws(FileError) -> String {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "expected a regular file")
    }
    return path
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The name of `path` in messages: `standard input` for `-`.
  package static func displayName(_ path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// The size limit in bytes, so that an endless input such as `/dev/zero` cannot fill the memory.
  static let largestSize = 1 << 31

  /// The error of an input over the limit.
  static func tooLong(_ path: String) -> FileError {
    .unreadable(path: path, reason: "expected at most \(largestSize >> 30) GiB")
  }

  /// Hands over the bytes up to the end of a file, piece by piece.
  static func readPieces(
    _ descriptor: Int32, path: String, _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: systemReason(errno)) }
      guard count > 0 else { return }
      total += count
      guard total <= largestSize else { throw tooLong(path) }
      try body(buffer[..<count])
    }
  }
}

/// Reports how much of an input is read or processed.
package enum InputProgress {
  /// Takes the name of an input or a step, the number of bytes or samples done, and their total,
  /// several times in each pass over it; 0 begins a pass.
  package static let report = Mutex<(@Sendable (String, Int, Int) -> Void)?>(nil)

  static func show(_ name: String, done: Int, of total: Int) {
    report.withLock(\.self)?(name, done, total)
  }

  /// Reports the share of the work of a smoother that is done.
  package static func showSmoothing(_ share: Double) {
    show("smoothing", done: Int(1000 * share), of: 1000)
  }

  /// Reports the element at `index`, if it is one of few.
  static func showElement(_ step: String, at index: Int, of total: Int) {
    if index & 0xFFFF == 0 { show(step, done: index, of: total) }
  }

  /// The elements of `array`, reporting how many are taken.
  package static func following<Element>(
    _ array: [Element], as step: String
  ) -> some Sequence<Element> {
    array.indices.lazy.map { index in
      showElement(step, at: index, of: array.count)
      return array[index]
    }
  }
}

/// The bytes of an open file, read piece by piece at any offset.
///
/// A pipe is first read to its end, so that it can be read again: into memory if it is short,
/// otherwise into an unnamed temporary file.
final class ByteSource: Sendable {
  /// The number of bytes when the file was opened; what is appended later is not read.
  let count: Int
  let pieceSize: Int
  /// The file, or the bytes of a short pipe.
  private let storage: Storage
  private let name: String

  private enum Storage {
    case file(Int32)
    case memory([UInt8])
  }

  /// Large enough to make the cost of a system call negligible.
  static let usualPieceSize = 1 << 20
  /// The limit of a line in bytes, so that a file without line ends cannot fill the memory.
  static let longestLine = 1 << 24

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Throws: ``FileError/missing(path:)`` or ``FileError/unreadable(path:reason:)``.
  init(_ path: String, pieceSize: Int = ByteSource.usualPieceSize) throws(FileError) {
    name = InputFile.displayName(path)
    self.pieceSize = pieceSize
    let opened = try InputFile.descriptor(of: path)
    var status = stat()
    // Standard input may begin within its file.
    if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      path != "-" || lseek(opened, 0, SEEK_CUR) == 0
    {
      (storage, count) = (.file(opened), Int(status.st_size))
      return
    }
    defer { close(opened) }
    (storage, count) = try Self.copy(opened, name: name)
  }

  deinit { if case .file(let descriptor) = storage { close(descriptor) } }

  /// Reports the start of a pass that keeps what has been read for the header.
  func showStart() { InputProgress.show(name, done: 0, of: count) }

  /// Up to ``pieceSize`` bytes from `offset` on; empty at the end.
  ///
  /// - Throws: ``RecordingError`` if the file cannot be read or has become shorter.
  func piece(at offset: Int) throws(RecordingError) -> [UInt8] {
    let size = min(pieceSize, count - offset)
    guard size > 0 else { return [] }
    InputProgress.show(name, done: offset, of: count)
    guard case .file(let descriptor) = storage else {
      if case .memory(let bytes) = storage { return Array(bytes[offset..<offset + size]) }
      return []
    }
    var failure: String?
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), size - filled,
          off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          failure = "it became shorter while it was read"
          return
        } else if errno != EINTR {
          failure = systemReason(errno)
          return
        }
      }
    }
    if let failure {
      throw RecordingError(file: name, "cannot be read: \(failure)")
    }
    return piece
  }

  /// All bytes.
  ///
  /// - Throws: ``FileError/unreadable(path:reason:)`` above ``InputFile/largestSize``, or
  ///   ``RecordingError``.
  func whole() throws -> [UInt8] {
    guard count <= InputFile.largestSize else { throw InputFile.tooLong(name) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { bytes += try piece(at: bytes.count) }
    return bytes
  }

  /// Reads `input` to its end.
  private static func copy(
    _ input: Int32, name: String
  ) throws(FileError) -> (storage: Storage, count: Int) {
    var memory: [UInt8] = []
    var file: Int32?
    var count = 0
    do throws(FileError) {
      try InputFile.readPieces(input, path: name) { (piece) throws(FileError) in
        count += piece.count
        if let file {
          try append(piece, to: file, name: name)
        } else {
          memory += piece
          guard count > usualPieceSize else { return }
          let created = try temporaryFile(name: name)
          file = created
          try append(memory[...], to: created, name: name)
          memory = []
        }
      }
    } catch {
      if let file { close(file) }
      throw error
    }
    return (file.map { .file($0) } ?? .memory(memory), count)
  }

  private static func temporaryFile(name: String) throws(FileError) -> Int32 {
    let path = FileManager.default.temporaryDirectory.appending(path: "inertial.XXXXXX").path
    var template = Array(path.utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .unreadable(path: name, reason: "no temporary file: \(systemReason(errno))")
    }
    unlink(template)
    return descriptor
  }

  private static func append(
    _ bytes: ArraySlice<UInt8>, to file: Int32, name: String
  ) throws(FileError) {
    if let reason = OutputFile.write(bytes, to: file) {
      throw .unreadable(path: name, reason: "its copy cannot be written: \(reason)")
    }
  }
}

/// The reason why a file cannot be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file exists but cannot be read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The file cannot be created; `reason` is the system's message.
  case cannotCreate(path: String, reason: String)
  /// Writing failed; an earlier file of this name is unchanged.
  case writeFailed(path: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// The file, the failed operation and the reason.
  public var description: String {
    switch self {
    case .missing(let path): "\(path.isEmpty ? "''" : path): no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .cannotCreate(let path, let reason): "\(path): cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "\(path): writing failed: \(reason)"
    }
  }
}

/// The system's message for an error number.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
