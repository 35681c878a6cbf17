/// A sum of numbers, vectors or matrices that carries its rounding errors along.
///
/// The error of the sum is about one rounding, however many terms it has.
///
/// Source: D. E. Knuth, *The Art of Computer Programming* 2, section 4.2.2, theorem B; summed as by
/// A. Neumaier, ZAMM 54, 1974.
struct CompensatedSum<Term: AdditiveArithmetic>: Equatable {
  private var sum = Term.zero
  /// The sum of the rounding errors.
  private var rest = Term.zero

  /// The sum to double precision.
  var value: Term { sum + rest }

  mutating func add(_ term: Term) {
    let next = sum + term
    let part = next - sum
    rest += (sum - (next - part)) + (term - part)
    sum = next
  }

  /// The image of the sum under a linear map.
  func mapped(_ map: (Term) -> Term) -> Self {
    var image = Self()
    (image.sum, image.rest) = (map(sum), map(rest))
    return image
  }

  /// Adds the terms of another sum.
  mutating func add(_ other: Self) {
    add(other.sum)
    rest += other.rest
  }
}

extension CompensatedSum: Hashable where Term: Hashable {}
extension CompensatedSum: Sendable where Term: Sendable {}
extension CompensatedSum: Codable where Term: Codable {}
