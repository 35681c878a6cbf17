package import GestureRecognition

/// The state that all pages share and a restart keeps: the text of each mode, settings and model.
package struct StudioMemory: Hashable, Sendable {
  /// An entry of the text: a letter, a name, or a space.
  package struct Entry: Sendable, Hashable {
    /// Chosen by whoever adds it: an entry that is sent twice is one.
    package var id: String
    package var label: String
    package var isGesture: Bool
    /// The likely classes, for words.
    package var scores: [Recognition.Alternative]
    package var isSpotted: Bool
    /// The number of the gesture in the air, while its samples are kept.
    package var gesture: Int?

    package init(
      id: String, label: String, isGesture: Bool, scores: [Recognition.Alternative],
      isSpotted: Bool, gesture: Int?
    ) {
      (self.id, self.label, self.isGesture) = (id, label, isGesture)
      (self.scores, self.isSpotted, self.gesture) = (scores, isSpotted, gesture)
    }

    init(_ json: JSON) throws(RequestFailure) {
      id = try json.required("id") { $0.text }
      label = try json.required("label") { $0.text }
      isGesture = try json.required("isGesture") { $0.flag }
      scores = try json.required("scores") { $0.list.flatMap { [Recognition.Alternative]($0) } }
      isSpotted = try json.required("isSpotted") { $0.flag }
      gesture = try json.optional("gesture") { $0.integer }
    }

    package var json: JSON {
      [
        "id": JSON(id), "label": JSON(label), "isGesture": JSON(isGesture),
        "scores": JSON(scores) { $0.json }, "isSpotted": JSON(isSpotted),
        "gesture": gesture.map { JSON($0) },
      ]
    }
  }

  /// A change of the text.
  package struct Change {
    enum Action: String {
      /// Adds the entry at the end, unless there is one of its number.
      case add
      case remove, correct
      /// Empties the text; `restore` undoes this.
      case clear, restore
    }

    var action: Action
    /// The mode whose line changes.
    package let line: Mode
    var id: String?
    var label: String?
    var entry: Entry?

    package init(_ json: JSON) throws(RequestFailure) {
      action = try json.required("action") { Action($0) }
      line = try json.optional("line") { Mode($0) } ?? .screen
      id = try json.optional("id") { $0.text }
      label = try json.optional("label") { $0.text }
      guard let entry = json["entry"], entry != .null else { return }
      self.entry = try Entry(entry)
    }
  }

  /// A mode of the page. Each has a line of text of its own.
  package enum Mode: String, Sendable, Hashable, CaseIterable {
    case screen, air
  }

  /// A line of text.
  package struct Line: Sendable, Hashable {
    package fileprivate(set) var entries: [Entry] = []
    /// The entries before the line was emptied.
    package fileprivate(set) var cleared: [Entry]?

    fileprivate init(entries: [Entry] = [], cleared: [Entry]? = nil) {
      (self.entries, self.cleared) = (entries, cleared)
    }
  }

  package var model: ModelShelf.Choice?
  package var settings = StudioSettings()
  private var screen = Line()
  private var air = Line()

  package private(set) subscript(mode: Mode) -> Line {
    get { mode == .air ? air : screen }
    set { if mode == .air { air = newValue } else { screen = newValue } }
  }

  /// The most entries that are kept.
  package static let longest = 2000
  package init() {}

  // MARK: - In parts

  /// The most entries of a part: a letter changes one part, however long the text is.
  private static let partLength = 50

  private static func key(_ mode: Mode, isCleared: Bool, _ part: Int) -> String {
    "text/\(mode.rawValue)/\(isCleared ? "cleared" : "entries")/\(part)"
  }

  /// The parts that differ from an earlier state, by key; `null` removes one.
  func changes(since other: StudioMemory) -> [(key: String, value: JSON)] {
    var changes: [(key: String, value: JSON)] = []
    if model != other.model || settings != other.settings {
      changes.append(
        ("memory", ["model": model.map { JSON($0.rawValue) }, "settings": settings.json]))
    }
    for mode in Mode.allCases {
      for isCleared in [false, true] {
        let now = isCleared ? self[mode].cleared ?? [] : self[mode].entries
        let before = isCleared ? other[mode].cleared ?? [] : other[mode].entries
        for start in stride(from: 0, to: max(now.count, before.count), by: Self.partLength) {
          let part = now.dropFirst(start).prefix(Self.partLength)
          guard part != before.dropFirst(start).prefix(Self.partLength) else { continue }
          changes.append(
            (
              Self.key(mode, isCleared: isCleared, start / Self.partLength),
              part.isEmpty ? .null : JSON(part) { $0.json }
            ))
        }
      }
    }
    return changes
  }

  /// The state of the ``parts``.
  package init(parts: JSON) throws(RequestFailure) {
    let choices = parts["memory"] ?? [:]
    model = try choices.optional("model") { ModelShelf.Choice($0) }
    settings = try StudioSettings(choices["settings"] ?? [:])
    for mode in Mode.allCases {
      var lines: [[Entry]] = [[], []]
      for isCleared in [false, true] {
        var part = 0
        while let list = parts[Self.key(mode, isCleared: isCleared, part)]?.list {
          for entry in list { lines[isCleared ? 1 : 0].append(try Entry(entry)) }
          part += 1
        }
      }
      self[mode] = Line(entries: lines[0], cleared: lines[1].isEmpty ? nil : lines[1])
    }
  }

  /// All parts that differ from those of a new state.
  package var parts: JSON {
    .object(changes(since: StudioMemory()).map { JSON.Member(name: $0.key, value: $0.value) })
  }

  /// Adds an entry to the line of a mode, with its likely classes only.
  package mutating func add(_ entry: Entry, to mode: Mode) {
    guard !self[mode].entries.contains(where: { $0.id == entry.id }) else { return }
    var entry = entry
    entry.scores = Array(
      entry.scores.sorted { $0.confidence > $1.confidence }.prefix { $0.confidence >= 1e-4 }
        .prefix(12))
    self[mode] = Line(entries: (self[mode].entries + [entry]).suffix(Self.longest))
  }

  /// Applies a change that a page requested.
  package mutating func apply(_ change: Change) throws(RequestFailure) {
    let mode = change.line
    switch change.action {
    case .add:
      guard let entry = change.entry, (1...64).contains(entry.id.utf8.count),
        (1...64).contains(entry.label.utf8.count), entry.scores.count <= 4096,
        entry.scores.allSatisfy({ $0.label.utf8.count <= 64 && 0...1 ~= $0.confidence })
      else { throw .badRequest("expected an entry with a number and a label of at most 64 bytes") }
      add(entry, to: mode)
    case .remove: self[mode].entries.removeAll { $0.id == change.id }
    case .correct:
      let label = try StoredExample.checked(change.label ?? "")
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

extension [Recognition.Alternative] {
  /// The classes in JSON; `nil` for anything else.
  package init?(_ json: [JSON]) {
    self = json.compactMap { value in
      guard let label = value["label"]?.text, let score = value["score"]?.number,
        let confidence = value["confidence"]?.number
      else { return nil }
      return Recognition.Alternative(label: label, score: score, confidence: confidence)
    }
    guard count == json.count else { return nil }
  }
}
