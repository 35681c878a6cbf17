/// The number of cases of a fault, with the line of the first.
struct Occurrences {
  private(set) var total = 0
  private(set) var firstLine: Int?

  mutating func count(line: Int) {
    total += 1
    if firstLine == nil { firstLine = line }
  }

  /// Adds cases that follow these.
  mutating func add(_ other: Occurrences) {
    total += other.total
    if firstLine == nil { firstLine = other.firstLine }
  }
}
