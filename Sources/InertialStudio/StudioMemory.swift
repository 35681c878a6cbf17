internal import GestureRecognition
internal import MotionRecordings
internal import Platform
internal import WebServer

/// The state that all pages share and a restart keeps: text, settings and model.
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
    var id: String?
    var label: String?
    var entry: Entry?
  }

  var model: ModelShelf.Choice?
  var settings = StudioSettings()
  private(set) var text: [Entry] = []
  /// The text before it was emptied.
  private(set) var cleared: [Entry]?

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

  /// Adds an entry, with its likely classes only.
  mutating func add(_ entry: Entry) {
    guard !text.contains(where: { $0.id == entry.id }) else { return }
    var entry = entry
    entry.scores = Array(
      entry.scores.sorted { $0.confidence > $1.confidence }.prefix { $0.confidence >= 1e-4 }
        .prefix(12))
    text = (text + [entry]).suffix(Self.longest)
    cleared = nil
  }

  /// Applies a change that a page requested.
  mutating func apply(_ change: Change) throws(RequestFailure) {
    switch change.action {
    case .add:
      guard let entry = change.entry, (1...64).contains(entry.id.utf8.count),
        (1...64).contains(entry.label.utf8.count), entry.scores.count <= 4096,
        entry.scores.allSatisfy({ $0.label.utf8.count <= 64 && 0...1 ~= $0.confidence })
      else { throw .badRequest("expected an entry with a number and a label of at most 64 bytes") }
      add(entry)
    case .remove: text.removeAll { $0.id == change.id }
    case .correct:
      let label = try ExampleStore.checked(change.label ?? "")
      guard let index = text.firstIndex(where: { $0.id == change.id }) else { return }
      text[index].label = label
      text[index].isGesture = true
      // Words treat the correction as certain.
      text[index].scores = []
    case .clear:
      if !text.isEmpty { cleared = text }
      text = []
    case .restore:
      if let cleared { text = cleared + text }
      cleared = nil
    }
  }
}
