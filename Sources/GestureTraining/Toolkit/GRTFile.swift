internal import MotionRecordings

/// Writes a text file of the Gesture Recognition Toolkit, or reads it: one list of fields does
/// both. Values to write are computed in writing only.
struct GRTFile {
  /// The written text.
  private(set) var text = ""
  /// The words of a file that is read.
  private var words: WordScanner?
  private var isReading: Bool { words != nil }

  /// An empty file to write.
  init() {}

  /// A file to read, which messages call `file`.
  init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    words = try WordScanner(bytes, file: file)
  }

  /// An error at the last word.
  func error(_ message: String) -> RecordingError {
    words?.error(message) ?? RecordingError(file: "", problem: .malformed(message))
  }

  /// The next word that is read.
  mutating func word(_ what: String) throws(RecordingError) -> String {
    try words?.word(what) ?? ""
  }

  /// A line of fixed words.
  mutating func line(_ fixed: String...) throws(RecordingError) {
    text += fixed.joined(separator: " ") + "\n"
    for word in fixed { try words?.expect([word]) }
  }

  /// A whole number after a name.
  mutating func count(
    _ name: String, _ value: @autoclosure () -> Int
  ) throws(RecordingError) -> Int {
    guard !isReading else {
      try words?.expect([name])
      return try words?.count("a whole number after \(name)", in: 0...1_000_000) ?? 0
    }
    let count = value()
    text += "\(name) \(count)\n"
    return count
  }

  /// A finite number after a name.
  mutating func value(
    _ name: String, _ value: @autoclosure () -> some CustomStringConvertible
  ) throws(RecordingError) -> Double {
    try vector(name, [value()], count: 1)[0]
  }

  /// Finite numbers after a name, which may be blank.
  mutating func vector<Value: CustomStringConvertible>(
    _ name: String, _ values: @autoclosure () -> [Value], count: Int, separator: String = " "
  ) throws(RecordingError) -> [Double] {
    guard isReading else {
      let values = values().map(\.description)
      text += name + values.map { separator + $0 }.joined() + "\n"
      return values.compactMap(Double.init)
    }
    let name = name.filter { !$0.isWhitespace }
    if !name.isEmpty { try words?.expect([name]) }
    var numbers: [Double] = []
    for _ in 0..<count {
      guard let number = try words?.number(), number.isFinite else {
        throw error("expected finite numbers after \(name)")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// A name with a text that is not read, and the name after it.
  mutating func skip(
    _ name: String, _ skipped: String, to next: String
  ) throws(RecordingError) {
    text += "\(name)\(skipped)\n\(next)"
    try words?.expect([name])
    while isReading, try words?.word(next) != next {}
  }

  /// The names of modules after a name, which is empty if `skip` read it.
  mutating func modules<Module: GRTModule>(
    _ name: String, _ modules: [Module]?, count: Int, _ what: String
  ) throws(RecordingError) -> [Module] {
    if let modules {
      text += name + modules.map { "\t\($0.rawValue)" }.joined() + "\n"
      return modules
    }
    if !name.isEmpty { try words?.expect([name]) }
    var found: [Module] = []
    for _ in 0..<count {
      let name = try word("the name of \(what)")
      guard let module = Module(rawValue: name) else {
        let names = Module.allCases.map(\.rawValue).joined(separator: ", ")
        throw error("expected \(what) of \(names), got \(name), which cannot be read")
      }
      found.append(module)
    }
    return found
  }

  mutating func requireTrained() throws(RecordingError) {
    guard try count("Trained:", 1) == 1 else {
      throw error("expected a trained pipeline, got one that is not trained")
    }
  }
}

/// A kind of module of the toolkit, by its name in files.
protocol GRTModule: RawRepresentable<String>, CaseIterable {
  /// The first word of its part of a file.
  var head: String { get }
}

extension GRTModule {
  /// The head of its part of a file, for samples of `dimension` components, which a file repeats.
  func begin(in file: inout GRTFile, dimension: Int) throws(RecordingError) {
    try file.line(head)
    _ = try file.count("NumInputDimensions:", dimension)
    _ = try file.count("NumOutputDimensions:", dimension)
  }
}
