/// An error of an alignment of vectors or points.
public enum VectorAlignmentError: Error, Hashable, Sendable {
  /// There is no pair of vectors with a positive weight.
  case empty
  /// The numbers of vectors and weights differ.
  case countMismatch(a: Int, b: Int, weights: Int)
  /// A component of the pair of vectors at this index is not finite.
  case notFinite(index: Int)
  /// The weight at this index is negative, NaN, or the second infinite weight.
  case invalidWeight(index: Int)
  /// The pair at this index has infinite weight and a zero vector.
  case noDirection(index: Int)
}

extension VectorAlignmentError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .empty: "no pair of vectors has a positive weight; an alignment needs at least one"
    case .countMismatch(let a, let b, let weights):
      "expected equal counts, got \(a) and \(b) vectors with \(weights) weights"
    case .notFinite(let index): "pair \(index) has a component that is not finite"
    case .invalidWeight(let index):
      "weight \(index) is negative, NaN, or the second infinite weight; expected zero or more"
    case .noDirection(let index):
      "pair \(index) has infinite weight and a zero vector; expected two directions"
    }
  }
}
