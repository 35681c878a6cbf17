internal import CKernels
internal import COpenBLAS
public import RotationMath

/// A number that ``LinearScorer`` computes with: `Float` or `Double`.
///
/// The requirements are how C is called; there is no reason to call them, or to conform another type.
public protocol LinearScorerScalar: RealScalar {
  /// Writes over `scores` the sums of one row's products with each class's column.
  ///
  /// - Parameters:
  ///   - columns: For each feature the weights of all classes, then zeros up to `stride`.
  ///   - stride: From one feature's weights to the next's: a multiple of 32 bytes.
  ///   - row: The features.
  ///   - features: How many there are.
  ///   - scores: Where the sums go.
  ///   - classes: How many classes there are.
  static func scoreRow(
    columns: UnsafePointer<Self>, stride: Int, row: UnsafePointer<Self>, features: Int,
    scores: UnsafeMutablePointer<Self>, classes: Int)

  /// Writes over `scores` the products of rows and columns: one matrix product of OpenBLAS.
  ///
  /// - Parameters:
  ///   - columns: As in ``scoreRow(columns:stride:row:features:scores:classes:)``.
  ///   - stride: From one feature's weights to the next's.
  ///   - rows: The first row of features.
  ///   - rowStride: From one row to the next.
  ///   - count: How many rows there are.
  ///   - features: How many features a row has.
  ///   - scores: Where the sums go, row after row.
  ///   - classes: How many classes there are.
  static func scoreRows(
    columns: UnsafePointer<Self>, stride: Int, rows: UnsafePointer<Self>, rowStride: Int,
    count: Int, features: Int, scores: UnsafeMutablePointer<Self>, classes: Int)
}

extension Double: LinearScorerScalar {
  /// One row by the kernel in C.
  public static func scoreRow(
    columns: UnsafePointer<Double>, stride: Int, row: UnsafePointer<Double>, features: Int,
    scores: UnsafeMutablePointer<Double>, classes: Int
  ) {
    inertial_scores_double(columns, stride, row, features, scores, classes)
  }

  /// Many rows by `cblas_dgemm`.
  public static func scoreRows(
    columns: UnsafePointer<Double>, stride: Int, rows: UnsafePointer<Double>, rowStride: Int,
    count: Int, features: Int, scores: UnsafeMutablePointer<Double>, classes: Int
  ) {
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(count), Int32(classes), Int32(features), 1,
      rows, Int32(rowStride), columns, Int32(stride), 0, scores, Int32(classes))
  }
}

extension Float: LinearScorerScalar {
  /// One row by the kernel in C.
  public static func scoreRow(
    columns: UnsafePointer<Float>, stride: Int, row: UnsafePointer<Float>, features: Int,
    scores: UnsafeMutablePointer<Float>, classes: Int
  ) {
    inertial_scores_float(columns, stride, row, features, scores, classes)
  }

  /// Many rows by `cblas_sgemm`.
  public static func scoreRows(
    columns: UnsafePointer<Float>, stride: Int, rows: UnsafePointer<Float>, rowStride: Int,
    count: Int, features: Int, scores: UnsafeMutablePointer<Float>, classes: Int
  ) {
    cblas_sgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(count), Int32(classes), Int32(features), 1,
      rows, Int32(rowStride), columns, Int32(stride), 0, scores, Int32(classes))
  }
}
