internal import LinearAlgebra

/// An error of one matrix of several.
struct MatrixError: Error, CustomStringConvertible {
  let index: Int
  let error: LinearAlgebraError

  var description: String { "matrix \(index): \(error)" }
}
