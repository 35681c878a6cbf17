internal import CResources
internal import Dispatch
internal import GestureRecognition
internal import MotionRecordings
internal import Platform
internal import StudioEngine
internal import Synchronization
internal import WebServer

extension WebAnswer {
  init(_ status: Int = 200, json: JSON) {
    self.init(status, type: "application/json", json.bytes)
  }

  /// An error in plain English.
  init(_ failure: RequestFailure) { self.init(failure.status, json: failure.json) }
}

extension WebRequest {
  /// The body as JSON.
  var content: JSON {
    get throws(RequestFailure) {
      guard let json = JSON(body) else { throw .badRequest("expected JSON") }
      return json
    }
  }

  /// The kind of examples of `?kind=`.
  var kind: StoredExample.Kind {
    get throws(RequestFailure) {
      guard let kind = query["kind"].flatMap({ StoredExample.Kind(rawValue: $0) }) else {
        throw .badRequest("expected ?kind=stroke or ?kind=motion")
      }
      return kind
    }
  }

  /// The columns of an uploaded table in no known format.
  ///
  /// - Throws: ``RequestFailure`` for an invalid map, and for one with columns of other files.
  var columnMap: ColumnMap? {
    get throws(RequestFailure) {
      guard let text = headers["x-columns"].flatMap(\.percentDecoded), !text.isEmpty else {
        return nil
      }
      do throws(ColumnMapError) {
        let map = try ColumnMap(text)
        guard map.isOfOneFile else {
          throw ColumnMapError(entry: text, expected: "columns of one file")
        }
        return map
      } catch {
        throw .unprocessable("\(error)")
      }
    }
  }

  /// The name of an uploaded file, for messages only: no file is opened by it.
  var fileName: String {
    let name = headers["x-name"].flatMap(\.percentDecoded) ?? "recording"
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "recording"
    return String(last.filter { !$0.isNewline }.prefix(80))
  }
}

/// Runs long work on threads of its own.
///
/// A small machine has two threads for all actors and tasks: an upload beside a search for gestures
/// would hold up the next letter until one of them ends.
final class LongWork: TaskExecutor {
  static let executor = LongWork()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A concurrent queue has no more threads than cores while they are busy.
    DispatchQueue(label: "inertial.studio.work").async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// The value of `work`, which holds up no actor.
  @concurrent
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withTaskExecutorPreference(executor) { work() }
  }
}

/// Reads uploaded files, concurrently with each other and all other work.
struct UploadReader: Sendable {
  /// The most bytes of what a zip archive holds; the archive itself is an upload.
  private static let largestUnpacked = StudioService.largestUpload
  /// The most columns of a table, and files of an archive: people's loggers have dozens. The
  /// recognition of a format takes seconds beyond.
  static let (mostColumns, mostFiles) = (4096, 4096)
  /// The longest reading of a file in seconds.
  private static let longest = 60.0
  /// From this size on, a file is large: it is read piece by piece, and few of them at a time.
  private static let (large, mostLarge) = (1 << 20, 2)

  private let folder: String
  /// The large files that are being read.
  private let running = Running()

  private final class Running: Sendable {
    private let count = Mutex(0)
    func begin() -> Bool {
      count.withLock { count in
        guard count < mostLarge else { return false }
        count += 1
        return true
      }
    }
    func end() { count.withLock { $0 -= 1 } }
  }

  init(folder: String) { self.folder = folder }

  /// The recordings for replay, and what there is to say about them.
  func recordings(
    _ bytes: [UInt8], name: String, columns: ColumnMap?
  ) async throws(RequestFailure) -> (recordings: [StudioRecording], warnings: [String]) {
    try await read(bytes, name) {
      let reader = reader(columns)
      guard bytes.count > Self.large, !ZipArchive.recognizes(bytes) else {
        let content = try reader.read(file: bytes, name: name)
        return try StudioRecording.all(in: StreamedRecordings(content), name: name, first: 0)
      }
      let path = "\(folder)/.upload-\(AccessToken.make())"
      try OutputFile.write(bytes, to: path)
      defer { unlink(path) }
      return try StudioRecording.all(in: reader.open(path, name: name), name: name, first: 0)
    }
  }

  /// The content of a file of examples.
  func content(_ bytes: [UInt8], name: String) async throws(RequestFailure) -> Recordings {
    try await read(bytes, name) { try reader(nil).read(file: bytes, name: name) }
  }

  private func reader(_ columns: ColumnMap?) -> RecordingReader {
    RecordingReader(options: ReadingOptions(damage: .skip, columns: columns))
  }

  /// What `body` reads of a file within the limits. It is cancelled with the request, as its client
  /// leaves, and after ``longest``.
  private func read<Value: Sendable>(
    _ bytes: [UInt8], _ name: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(RequestFailure) -> Value {
    let isLarge = bytes.count > Self.large
    guard !isLarge || running.begin() else {
      throw RequestFailure(
        status: 503, reason: "\(Self.mostLarge) large files are being read: open \(name) after them"
      )
    }
    defer { if isLarge { running.end() } }
    let work = Task(executorPreference: LongWork.executor) { () throws -> Value in
      try Self.check(bytes, name)
      return try body()
    }
    let clock = Task {
      try await Task.sleep(for: .seconds(Self.longest))
      work.cancel()
    }
    defer { clock.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        work.cancel()
      }
    } catch let failure as RequestFailure {
      throw failure
    } catch is CancellationError {
      throw .unprocessable("\(name) takes longer than \(Int(Self.longest)) s: cut it into parts")
    } catch let error as RecordingError {
      throw ColumnQuestion.failure(error, of: bytes, name: name)
    } catch {
      throw .unprocessable("\(error)")
    }
  }

  private static func check(_ bytes: [UInt8], _ name: String) throws {
    guard let (files, size) = try ZipArchive.extent(of: bytes, name: name) else {
      return try checkColumns(name, bytes)
    }
    guard files <= mostFiles else {
      throw RequestFailure(
        status: 413, reason: "\(name) has \(files) files; expected at most \(mostFiles)")
    }
    guard size <= largestUnpacked else {
      throw RequestFailure(
        status: 413,
        reason: "\(name) unpacks to \(size >> 20) MB; expected at most \(largestUnpacked >> 20)")
    }
    try ZipArchive.unpack(bytes, name: name) { path, bytes in
      try Task.checkCancellation()
      try checkColumns(path, bytes)
    }
  }

  private static func checkColumns(_ name: String, _ bytes: [UInt8]) throws(RequestFailure) {
    let columns = TableLine.widest(of: bytes)?.fields ?? 0
    guard columns <= mostColumns else {
      throw RequestFailure(
        status: 413, reason: "\(name) has \(columns) columns; expected at most \(mostColumns)")
    }
  }
}

/// A file of the page.
struct WebFile: Sendable {
  let name: String
  let bytes: [UInt8]

  /// The media type.
  var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}

/// The files of the page: those in the program, or the present ones of a folder.
struct WebFiles: Sendable {
  /// The folder to read at each request; `nil` for the files in the program.
  private let folder: String?

  /// - Throws: ``StudioError/page(folder:)`` if the folder has no page.
  init(folder: String? = nil) throws(StudioError) {
    self.folder = folder
    guard file(at: "/") != nil else { throw .page(folder: folder ?? "") }
  }

  /// The files in the program.
  static let builtIn: [WebFile] = {
    var count = 0
    let files = UnsafeBufferPointer(start: inertial_page_files(&count), count: count)
    return files.map {
      WebFile(
        name: String(cString: $0.name),
        bytes: compact(UnsafeBufferPointer(start: $0.bytes, count: $0.size)))
    }
  }()

  /// The lines of a file without indentation, empty lines and comment lines.
  private static func compact(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A).map { $0.drop { $0 == 0x20 } }.filter { line in
      let isComment =
        line.starts(with: "// ".utf8)
        || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
      return !line.isEmpty && !isComment
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// The file at a path of the server; `nil` if there is none.
  func file(at path: String) -> WebFile? {
    let name =
      switch path {
      case "/": "index.html"
      case "/phone": "phone.html"
      default: String(path.dropFirst())
      }
    guard let folder else { return Self.builtIn.first { $0.name == name } }
    // A file of the folder itself, such as app.js.
    guard name.wholeMatch(of: /[a-z]+\.(html|css|js|svg)/) != nil,
      let bytes = try? InputFile.read("\(folder)/\(name)")
    else { return nil }
    return WebFile(name: name, bytes: bytes)
  }
}
