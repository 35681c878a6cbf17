internal import CResources
internal import Dispatch
internal import MotionRecordings
internal import Platform
internal import WebServer

/// A request that is rejected: the status of HTTP, and the reason for a person.
struct RequestFailure: Error, Hashable, Sendable {
  var status: Int
  var reason: String

  static func badRequest(_ reason: String) -> Self { Self(status: 400, reason: reason) }
  static func notFound(_ reason: String) -> Self { Self(status: 404, reason: reason) }
  static func unprocessable(_ reason: String) -> Self { Self(status: 422, reason: reason) }
  static func tooLarge(limit: Int) -> Self {
    Self(status: 413, reason: "expected at most \(limit) bytes")
  }
}

extension WebAnswer {
  /// An error in plain English, as `{"error": …}`.
  init(_ failure: RequestFailure) {
    self.init(failure.status, json: ["error": failure.reason])
  }
}

extension WebRequest {
  /// The body as JSON.
  func decoded<Value: Decodable>(_ type: Value.Type) throws(RequestFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw .badRequest("the JSON is not as expected: \(Self.reason(of: error))")
    } catch {
      throw .badRequest("expected JSON")
    }
  }

  private static func reason(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "expected JSON with numbers in range"
        : "at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
    @unknown default: "unexpected content"
    }
  }

  /// The kind of examples of `?kind=`.
  var kind: StoredExample.Kind {
    get throws(RequestFailure) {
      guard let kind = query["kind"].flatMap(StoredExample.Kind.init(rawValue:)) else {
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
  private let queue = DispatchQueue(label: "inertial.studio.work", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Reads uploaded files one at a time, concurrently with all other work.
actor UploadReader {
  /// The most bytes of what a zip archive holds; the archive itself is an upload.
  private static let largestUnpacked = StudioService.largestUpload
  private let folder: String

  init(folder: String) { self.folder = folder }

  /// The recordings for replay, and what there is to say about them.
  func recordings(
    _ bytes: [UInt8], name: String, columns: ColumnMap?
  ) throws(RequestFailure) -> (recordings: [StudioRecording], warnings: [String]) {
    let reader = reader(columns)
    return try checked(bytes, name) {
      guard bytes.count > 1 << 20, !ZipArchive.recognizes(bytes) else {
        let content = try reader.read(file: bytes, name: name)
        return try StudioRecording.all(in: StreamedRecordings(content), name: name, first: 0)
      }
      // A file is read piece by piece.
      let path = "\(folder)/.upload-\(AccessToken.make())"
      try OutputFile.write(bytes, to: path)
      defer { unlink(path) }
      do {
        return try StudioRecording.all(in: reader.open(path), name: name, first: 0)
      } catch let error as RecordingError {
        throw RecordingError(file: name, line: error.line, problem: error.problem)
      }
    }
  }

  /// The content of a file of examples.
  func content(_ bytes: [UInt8], name: String) throws(RequestFailure) -> Recordings {
    try checked(bytes, name) { try reader(nil).read(file: bytes, name: name) }
  }

  private func reader(_ columns: ColumnMap?) -> RecordingReader {
    RecordingReader(options: ReadingOptions(damage: .skip, columns: columns))
  }

  /// What `body` reads; an archive is unpacked to a bounded size only.
  private func checked<Value>(
    _ bytes: [UInt8], _ name: String, _ body: () throws -> Value
  ) throws(RequestFailure) -> Value {
    do {
      if let size = try ZipArchive.unpackedSize(of: bytes, name: name),
        size > Self.largestUnpacked
      {
        throw RequestFailure(
          status: 413,
          reason: "\(name) unpacks to \(size >> 20) MB; expected at most "
            + "\(Self.largestUnpacked >> 20)")
      }
      return try body()
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      throw .unprocessable("\(error)")
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
        bytes: compact(
          UnsafeBufferPointer(start: $0.bytes, count: $0.size),
          isStyle: String(cString: $0.name).hasSuffix(".css")))
    }
  }()

  /// The lines of a file without indentation, empty lines and comment lines; a style sheet also
  /// without the blanks after its punctuation.
  private static func compact(_ bytes: UnsafeBufferPointer<UInt8>, isStyle: Bool) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A).map { $0.drop { $0 == 0x20 } }
    let text = Array(
      lines.filter { line in
        let isComment =
          line.starts(with: "// ".utf8)
          || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
        return !line.isEmpty && !isComment
      }.joined(separator: [0x0A]))
    guard isStyle else { return text }
    return text.indices.filter { index in
      guard text[index] == 0x20, index > 0, index + 1 < text.count else { return true }
      return !("{};:,".utf8.contains(text[index - 1]) || text[index + 1] == UInt8(ascii: "{"))
    }.map { text[$0] }
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
