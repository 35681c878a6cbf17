internal import Foundation

/// Decodes lines of numbers separated by commas: the time in seconds, the components and, where the
/// source has a touch, 1 or 0.
struct SeriesLineDecoder {
  /// One sample of any sensor.
  struct Sample {
    var time: Double
    var components: [Double]
    var isTouching: Bool
  }

  /// The names of a last column with the touch.
  private static let touchNames: Set = ["touch", "touching", "is_touching", "hold"]

  private let name: String
  private let isSkipping: Bool
  private var lineCount = 0
  /// The number of components; `nil` before the first sample, whose number it becomes.
  private(set) var dimension: Int?
  /// Whether the last number is the touch; `nil` before the first line, whose header says it.
  private(set) var hasTouch: Bool?
  /// The number of skipped lines that are not samples.
  private(set) var skippedCount = 0

  init(name: String, dimension: Int?, hasTouch: Bool?, skippingBadLines: Bool) {
    self.name = name
    self.dimension = dimension
    self.hasTouch = hasTouch
    isSkipping = skippingBadLines
  }

  /// The sample of a line; `nil` for an empty line, for a first line that does not begin with a
  /// number, and for a bad line that is skipped.
  mutating func decode(_ line: [UInt8]) throws(ToolError) -> Sample? {
    lineCount += 1
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map { field in
      field.filter { !$0.isWhitespace }
    }
    let fields = words.map { Double($0) }
    if fields.count == 1, text.allSatisfy(\.isWhitespace) { return nil }
    if lineCount == 1, fields.first == .some(nil) {
      hasTouch = hasTouch ?? words.last.map { Self.touchNames.contains($0.lowercased()) }
      return nil
    }
    let isTouched = hasTouch ?? false
    hasTouch = isTouched
    let numbers = fields.compactMap { $0 }
    let others = isTouched ? 2 : 1
    guard numbers.count == fields.count, numbers.count > others,
      numbers.count == (dimension ?? numbers.count - others) + others
    else {
      try reject()
      return nil
    }
    let count = numbers.count - others
    dimension = count
    return Sample(
      time: numbers[0], components: Array(numbers[1...count]),
      isTouching: isTouched && numbers[count + 1] != 0)
  }

  /// Counts the last line as bad.
  ///
  /// - Throws: ``ToolError`` for the line, unless bad lines are skipped.
  mutating func reject() throws(ToolError) {
    skippedCount += 1
    guard !isSkipping else { return }
    let isTouched = hasTouch ?? false
    let components = dimension.map { "\($0) \($0 == 1 ? "component" : "components")" }
    throw ToolError(
      .badData,
      "\(name):\(lineCount): expected a time, \(components ?? "one component or more")"
        + "\(isTouched ? " and 1 or 0 for touching" : ""), separated by commas")
  }
}
