/// The number of cases of a fault, with the line of the first.
struct Occurrences {
  private(set) var total = 0
  private(set) var firstLine: Int?

  mutating func count(line: Int) {
    total += 1
    if firstLine == nil { firstLine = line }
  }
}
