internal import MotionRecordings

/// A kind of module of the toolkit, by its name in files.
protocol GRTModule: RawRepresentable<String>, CaseIterable {}

extension WordScanner {
  /// The integer after a name.
  mutating func number(after name: String) throws(RecordingError) -> Int {
    try expect([name])
    return try count("a whole number after \(name)", in: 0...1_000_000)
  }

  mutating func expectTrained() throws(RecordingError) {
    guard try number(after: "Trained:") == 1 else {
      throw error("expected a trained pipeline, got one that is not trained")
    }
  }

  /// The numbers after a name, one a component.
  mutating func vector(
    after name: String, count: Int
  ) throws(RecordingError) -> [Double] {
    try expect([name])
    var values: [Double] = []
    for _ in 0..<count {
      let value = try number()
      guard value.isFinite else { throw error("expected finite numbers after \(name)") }
      values.append(value)
    }
    return values
  }

  /// The number after a name, finite.
  mutating func value(after name: String) throws(RecordingError) -> Double {
    try vector(after: name, count: 1)[0]
  }

  /// A module that can be read.
  mutating func module<Module: GRTModule>(_ what: String) throws(RecordingError) -> Module {
    let name = try word("the name of \(what)")
    guard let module = Module(rawValue: name) else {
      let names = Module.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("expected \(what) of \(names), got \(name), which cannot be read")
    }
    return module
  }

  /// The head of a module's part, and the numbers of dimensions, which the pipeline knows.
  mutating func expectModule(_ head: String) throws(RecordingError) {
    try expect([head])
    _ = try number(after: "NumInputDimensions:")
    _ = try number(after: "NumOutputDimensions:")
  }
}
