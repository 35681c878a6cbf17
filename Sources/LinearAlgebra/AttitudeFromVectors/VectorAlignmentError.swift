/// What keeps vectors from being aligned.
public enum VectorAlignmentError: Error, Hashable, Sendable {
  /// There is no pair of vectors with a positive weight.
  case empty
  /// The numbers of vectors and weights differ.
  case countMismatch(a: Int, b: Int, weights: Int)
  /// A component of the pair at this index is not finite.
  case notFinite(index: Int)
  /// The weight at this index is negative or NaN, or a second one that is infinite.
  case invalidWeight(index: Int)
  /// The pair at this index has infinite weight, and one of its vectors no direction.
  case noDirection(index: Int)
}

extension VectorAlignmentError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .empty: "there is no pair of vectors with a positive weight"
    case .countMismatch(let a, let b, let weights):
      "\(a) and \(b) vectors with \(weights) weights; there must be as many of each"
    case .notFinite(let index): "the pair of vectors \(index) is not finite"
    case .invalidWeight(let index):
      "weight \(index) is negative, NaN, or a second infinite one; at most one may be infinite"
    case .noDirection(let index):
      "the pair of vectors \(index) has infinite weight and no direction"
    }
  }
}
