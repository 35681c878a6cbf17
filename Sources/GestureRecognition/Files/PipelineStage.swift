/// A stage of a pipeline by its name and numbers, in a model file and as a text such as
/// `label-filter=5/10`.
package protocol PipelineStage {
  /// The texts of all stages of this kind.
  static var grammar: String { get }
  /// The names of stages whose last number is the sample rate in hertz, which a text does not have.
  static var ratedNames: [String] { get }

  /// The stage of a name and its numbers.
  init(_ stage: NamedNumbers) throws(ModelError)

  /// Its name and its numbers.
  var named: NamedNumbers { get }
}

extension PipelineStage {
  package static var ratedNames: [String] { [] }

  /// The stage of a text, for samples at 1 Hz; `nil` for a text outside the grammar.
  package init?(_ text: String) {
    guard var stage = NamedNumbers(text: text) else { return nil }
    if Self.ratedNames.contains(stage.name) { stage.numbers.append(1) }
    // The numbers of the stage show whether the text has too many.
    guard let found = try? Self(stage), found.named == stage else { return nil }
    self = found
  }
}

extension ModelPart where Self: PipelineStage {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(file.coded(part?.named))
  }
}

package struct NamedNumbers: Hashable, Sendable, ModelPart {
  let name: String
  package fileprivate(set) var numbers: [Double]

  init(_ name: String, _ numbers: Double...) { (self.name, self.numbers) = (name, numbers) }

  package init(_ part: NamedNumbers?, in file: inout ModelCoder) throws(ModelError) {
    name = try file.coded(part?.name)
    numbers = try file.coded(part?.numbers)
  }

  /// A name, and finite numbers after an equals sign, with `/` or `x` between them; `nil` for any
  /// other text.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    let values =
      parts.count == 2
      ? parts[1].split(omittingEmptySubsequences: false, whereSeparator: { "/x".contains($0) }) : []
    numbers = values.compactMap { Double($0) }.filter { $0.isFinite }
    guard numbers.count == values.count else { return nil }
  }

  func number(_ index: Int) throws(ModelError) -> Double {
    guard index < numbers.count else {
      throw .malformed("expected \(index + 1) numbers of \(name), got \(numbers.count)")
    }
    return numbers[index]
  }

  func integer(_ index: Int) throws(ModelError) -> Int {
    let number = try number(index)
    guard let integer = Int32(exactly: number) else {
      throw .malformed("expected a whole number of \(name), got \(number)")
    }
    return Int(integer)
  }
}
