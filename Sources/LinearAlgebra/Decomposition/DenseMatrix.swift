/// A matrix of any size: column-major, as LAPACK keeps it.
public struct DenseMatrix: Hashable, Sendable {
  /// How many rows there are.
  public let rowCount: Int
  /// How many columns there are.
  public let columnCount: Int
  /// The elements, one column after another.
  public var elements: [Double] { storage }
  @usableFromInline var storage: [Double]

  /// A matrix of `elements`, one column after another.
  ///
  /// - Precondition: There are `rowCount` times `columnCount` elements.
  public init(rowCount: Int, columnCount: Int, elements: [Double]) {
    precondition(
      rowCount >= 0 && columnCount >= 0 && elements.count == rowCount * columnCount,
      "\(elements.count) elements are not \(rowCount) x \(columnCount)")
    self.rowCount = rowCount
    self.columnCount = columnCount
    storage = elements
  }

  /// A matrix of these rows.
  ///
  /// - Precondition: All rows have the same length.
  public init(rows: [[Double]]) {
    let width = rows.first?.count ?? 0
    precondition(rows.allSatisfy { $0.count == width }, "rows of different lengths")
    self.init(
      rowCount: rows.count, columnCount: width,
      elements: (0..<width).flatMap { column in rows.map { $0[column] } })
  }

  /// The element in a row and a column, both from zero.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    get { storage[offset(row, column)] }
    set { storage[offset(row, column)] = newValue }
  }

  @usableFromInline
  func offset(_ row: Int, _ column: Int) -> Int {
    precondition(
      row >= 0 && row < rowCount && column >= 0 && column < columnCount,
      "no element (\(row), \(column)) in a matrix of \(rowCount) x \(columnCount)")
    return column * rowCount + row
  }
}
