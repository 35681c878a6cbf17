internal import GestureRecognition
internal import MotionRecordings
internal import Platform
internal import WebServer

/// The folder of a studio: two studios would overwrite each other's text.
final class StudioFolder: Sendable {
  private let lock: Int32

  /// Takes the folder until this object is released.
  ///
  /// - Throws: ``StudioError/folder(path:cause:)`` while another studio has it.
  init(_ path: String) throws(StudioError) {
    lock = open("\(path)/.studio-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno == EWOULDBLOCK ? "another studio uses this folder" : systemReason(errno)
      close(lock)
      throw .folder(path: path, cause: FileError.unreadable(path: path, reason: reason))
    }
  }

  deinit { close(lock) }

  /// Creates the folder, which only this user can read.
  ///
  /// - Throws: ``StudioError/folder(path:cause:)`` for a folder that every user may write to: others
  ///   could replace the examples and the models.
  static func make(_ path: String) throws(StudioError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(
        path: path, cause: FileError.cannotCreate(path: path, reason: systemReason(errno)))
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o002 == 0 else {
      throw .folder(
        path: path,
        cause: FileError.unreadable(
          path: path, reason: "expected a folder that other users cannot write to (chmod o-w)"))
    }
  }
}

/// The state that all pages share and a restart keeps: the text of each mode, settings and model.
struct StudioMemory: Sendable, Codable {
  /// An entry of the text: a letter, a name, or a space.
  struct Entry: Sendable, Hashable, Codable {
    /// Chosen by whoever adds it: an entry that is sent twice is one.
    var id: String
    var label: String
    var isGesture: Bool
    /// The likely classes, for words.
    var scores: [Recognition.Alternative]
    var isSpotted: Bool
    /// The number of the gesture in the air, while its samples are kept.
    var gesture: Int?
  }

  /// A change of the text.
  struct Change: Decodable {
    enum Action: String, Decodable {
      /// Adds the entry at the end, unless there is one of its number.
      case add
      case remove, correct
      /// Empties the text; `restore` undoes this.
      case clear, restore
    }

    var action: Action
    /// The mode whose line changes; `nil` is the screen.
    var line: Mode?
    var id: String?
    var label: String?
    var entry: Entry?
  }

  /// A mode of the page. Each has a line of text of its own.
  enum Mode: String, Sendable, Hashable, Codable {
    case screen, air
  }

  /// A line of text.
  struct Line: Sendable, Hashable, Codable {
    fileprivate(set) var entries: [Entry] = []
    /// The entries before the line was emptied.
    fileprivate(set) var cleared: [Entry]?
  }

  var model: ModelShelf.Choice?
  var settings = StudioSettings()
  private var screen = Line()
  private var air = Line()

  private(set) subscript(mode: Mode) -> Line {
    get { mode == .air ? air : screen }
    set { if mode == .air { air = newValue } else { screen = newValue } }
  }

  /// The most entries that are kept.
  static let longest = 2000
  private static let fileName = "studio.json"

  init() {}

  /// The state stored in the folder; the default state if it is missing or damaged.
  init(folder: String) {
    guard let path = try? InputFile.regular("\(folder)/\(Self.fileName)"),
      let bytes = try? InputFile.read(path),
      let memory = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      let settings = try? memory.settings.checked()
    else { return }
    self = memory
    self.settings = settings
  }

  /// Writes the file.
  func save(in folder: String) throws(FileError) {
    try OutputFile.write(WebAnswer.json(self), to: "\(folder)/\(Self.fileName)")
  }

  /// Adds an entry to the line of a mode, with its likely classes only.
  mutating func add(_ entry: Entry, to mode: Mode) {
    guard !self[mode].entries.contains(where: { $0.id == entry.id }) else { return }
    var entry = entry
    entry.scores = Array(
      entry.scores.sorted { $0.confidence > $1.confidence }.prefix { $0.confidence >= 1e-4 }
        .prefix(12))
    self[mode] = Line(entries: (self[mode].entries + [entry]).suffix(Self.longest))
  }

  /// Applies a change that a page requested.
  mutating func apply(_ change: Change) throws(RequestFailure) {
    let mode = change.line ?? .screen
    switch change.action {
    case .add:
      guard let entry = change.entry, (1...64).contains(entry.id.utf8.count),
        (1...64).contains(entry.label.utf8.count), entry.scores.count <= 4096,
        entry.scores.allSatisfy({ $0.label.utf8.count <= 64 && 0...1 ~= $0.confidence })
      else { throw .badRequest("expected an entry with a number and a label of at most 64 bytes") }
      add(entry, to: mode)
    case .remove: self[mode].entries.removeAll { $0.id == change.id }
    case .correct:
      let label = try ExampleStore.checked(change.label ?? "")
      guard let index = self[mode].entries.firstIndex(where: { $0.id == change.id }) else { return }
      self[mode].entries[index].label = label
      self[mode].entries[index].isGesture = true
      // Words treat the correction as certain.
      self[mode].entries[index].scores = []
    case .clear:
      guard !self[mode].entries.isEmpty else { return }
      self[mode] = Line(cleared: self[mode].entries)
    case .restore:
      guard let cleared = self[mode].cleared else { return }
      self[mode] = Line(entries: cleared + self[mode].entries)
    }
  }
}
