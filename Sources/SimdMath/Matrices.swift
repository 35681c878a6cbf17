// The names are those of simd.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !canImport(simd)
  public import RotationMath

  /// The common members of simd's square matrices: columns, elements by column and row, algebra.
  ///
  /// A matrix consists of its columns, in order.
  public protocol SimdSquareMatrix: Hashable, Sendable, CustomDebugStringConvertible {
    /// The matrix of RotationMath.
    associatedtype Math: SquareMatrix
    /// A column.
    associatedtype Column: SIMD where Column.Scalar == Math.Vector.Scalar
    /// Converts a matrix of RotationMath.
    init(_ math: Math)
    /// This matrix as one of RotationMath.
    var math: Math { get }
  }

  extension SimdSquareMatrix {
    public typealias Scalar = Column.Scalar

    /// The zero matrix.
    @inlinable public init() { self.init(Math.zero) }
    /// The identity times `scalar`.
    @inlinable public init(_ scalar: Scalar) { self.init(Math.identity * scalar) }
    /// Creates a diagonal matrix.
    @inlinable public init(diagonal: Column) {
      self.init()
      for index in diagonal.indices { self[index][index] = diagonal[index] }
    }
    /// Creates a matrix from its columns.
    ///
    /// - Precondition: The array has as many columns as rows.
    @inlinable public init(_ columns: [Column]) {
      precondition(
        columns.count == Column.scalarCount,
        "expected \(Column.scalarCount) columns, got \(columns.count)")
      self.init()
      for index in columns.indices { self[index] = columns[index] }
    }
    /// Creates a matrix from its rows.
    ///
    /// - Precondition: The array has as many rows as columns.
    @inlinable public init(rows: [Column]) { self = Self(rows).transpose }

    /// The column at `index`.
    @inlinable public subscript(index: Int) -> Column {
      get { part(index, of: self, count: Column.scalarCount) }
      set { setPart(index, of: &self, count: Column.scalarCount, to: newValue) }
    }
    /// The element in `column` and `row`: simd's order, not ``RotationMath``'s.
    @inlinable public subscript(column: Int, row: Int) -> Scalar {
      get { self[column][row] }
      set { self[column][row] = newValue }
    }

    /// The transpose.
    @inlinable public var transpose: Self { Self(math.transpose) }
    /// The inverse, NaN if the matrix is singular.
    @inlinable public var inverse: Self { Self(math.inverse ?? Math.identity * Scalar.nan) }

    /// The determinant.
    @inlinable public var determinant: Scalar { math.determinant }

    /// The columns, in simd's form.
    public var debugDescription: String {
      let count = Column.scalarCount
      let columns = (0..<count).map { column in (0..<count).map { self[column][$0] } }
      return "simd_\(Scalar.self)".lowercased() + "\(count)x\(count)(\(columns))"
    }
    /// Whether all elements are equal.
    @inlinable public static func == (a: Self, b: Self) -> Bool { a.math == b.math }
    /// Hashes the elements.
    @inlinable public func hash(into hasher: inout Hasher) { math.hash(into: &hasher) }
    /// The sum, element by element.
    @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.math + b.math) }
    /// The difference, element by element.
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.math - b.math) }
    /// The negated matrix.
    @inlinable public static prefix func - (a: Self) -> Self { Self(a.math * -1) }
    /// The matrix product; as a transform it applies `b` first.
    @inlinable public static func * (a: Self, b: Self) -> Self { Self(a.math * b.math) }
    /// Replaces `a` by `a * b`.
    @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
    /// Each element times `scalar`.
    @inlinable public static func * (a: Self, scalar: Scalar) -> Self { Self(a.math * scalar) }
    /// Each element times `scalar`.
    @inlinable public static func * (scalar: Scalar, a: Self) -> Self { a * scalar }
    /// The product of matrix and column vector.
    @inlinable public static func * (a: Self, vector: Column) -> Column {
      var sum = Column.zero
      for index in vector.indices { sum += a[index] * vector[index] }
      return sum
    }
    /// The product of row vector and matrix.
    @inlinable public static func * (vector: Column, a: Self) -> Column {
      var product = Column.zero
      for index in vector.indices { product[index] = (vector * a[index]).sum() }
      return product
    }
  }

  /// simd's `simd_float2x2` and `simd_double2x2`, column-major.
  @frozen public struct SimdMatrix2<Scalar: RealScalar>: SimdSquareMatrix, @unchecked Sendable {
    public typealias Column = SIMD2<Scalar>
    /// The columns.
    public var columns: (SIMD2<Scalar>, SIMD2<Scalar>)

    /// Creates a matrix from its columns.
    @inlinable public init(columns: (SIMD2<Scalar>, SIMD2<Scalar>)) { self.columns = columns }
    /// Creates a matrix from its columns.
    @inlinable public init(_ c0: SIMD2<Scalar>, _ c1: SIMD2<Scalar>) {
      self.init(columns: (c0, c1))
    }
    /// Converts a matrix of RotationMath.
    @inlinable public init(_ math: Matrix2<Scalar>) {
      self.init(columns: (SIMD2(math.c0), SIMD2(math.c1)))
    }

    /// This matrix as one of RotationMath.
    @inlinable public var math: Matrix2<Scalar> {
      Matrix2(columns: Vector2(columns.0), Vector2(columns.1))
    }
  }

  extension Matrix2 {
    /// Converts a matrix of simd.
    @inlinable public init(_ m: SimdMatrix2<Scalar>) { self = m.math }
  }

  public typealias simd_float2x2 = SimdMatrix2<Float>
  public typealias simd_double2x2 = SimdMatrix2<Double>
  public typealias float2x2 = SimdMatrix2<Float>
  public typealias matrix_float2x2 = SimdMatrix2<Float>
  public typealias double2x2 = SimdMatrix2<Double>
  public typealias matrix_double2x2 = SimdMatrix2<Double>
  public let matrix_identity_float2x2 = SimdMatrix2<Float>(1)
  public let matrix_identity_double2x2 = SimdMatrix2<Double>(1)

  /// simd's `simd_float3x3` and `simd_double3x3`, column-major.
  @frozen public struct SimdMatrix3<Scalar: RealScalar>: SimdSquareMatrix {
    public typealias Column = SIMD3<Scalar>
    /// The columns.
    public var columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)

    /// Creates a matrix from its columns.
    @inlinable public init(columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)) {
      self.columns = columns
    }
    /// Creates a matrix from its columns.
    @inlinable public init(_ c0: SIMD3<Scalar>, _ c1: SIMD3<Scalar>, _ c2: SIMD3<Scalar>) {
      self.init(columns: (c0, c1, c2))
    }
    /// Converts a matrix of RotationMath.
    @inlinable public init(_ math: Matrix3<Scalar>) {
      self.init(columns: (SIMD3(math.c0), SIMD3(math.c1), SIMD3(math.c2)))
    }
    /// Creates the rotation matrix of a unit quaternion.
    ///
    /// As in simd, the matrix of a quaternion of another length is multiplied by its squared
    /// length.
    @inlinable public init(_ q: SimdQuaternion<Scalar>) {
      self.init(Matrix3(timesSquaredLengthOf: Quaternion(q)))
    }

    /// This matrix as one of RotationMath.
    @inlinable public var math: Matrix3<Scalar> {
      Matrix3(columns: Vector3(columns.0), Vector3(columns.1), Vector3(columns.2))
    }
  }

  extension Matrix3 {
    /// Converts a matrix of simd.
    @inlinable public init(_ m: SimdMatrix3<Scalar>) { self = m.math }
  }

  public typealias simd_float3x3 = SimdMatrix3<Float>
  public typealias simd_double3x3 = SimdMatrix3<Double>
  public typealias float3x3 = SimdMatrix3<Float>
  public typealias matrix_float3x3 = SimdMatrix3<Float>
  public typealias double3x3 = SimdMatrix3<Double>
  public typealias matrix_double3x3 = SimdMatrix3<Double>
  public let matrix_identity_float3x3 = SimdMatrix3<Float>(1)
  public let matrix_identity_double3x3 = SimdMatrix3<Double>(1)

  /// simd's `simd_float4x4` and `simd_double4x4`, column-major.
  @frozen public struct SimdMatrix4<Scalar: RealScalar>: SimdSquareMatrix {
    public typealias Column = SIMD4<Scalar>
    /// The columns.
    public var columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)

    /// Creates a matrix from its columns.
    @inlinable public init(columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)) {
      self.columns = columns
    }
    /// Creates a matrix from its columns.
    @inlinable public init(
      _ c0: SIMD4<Scalar>, _ c1: SIMD4<Scalar>, _ c2: SIMD4<Scalar>, _ c3: SIMD4<Scalar>
    ) { self.init(columns: (c0, c1, c2, c3)) }
    /// Converts a matrix of RotationMath.
    @inlinable public init(_ math: Matrix4<Scalar>) {
      self.init(columns: (SIMD4(math.c0), SIMD4(math.c1), SIMD4(math.c2), SIMD4(math.c3)))
    }
    /// Creates the homogeneous matrix of a unit quaternion.
    ///
    /// As in simd, the upper left block of a quaternion of another length is multiplied by its
    /// squared length.
    @inlinable public init(_ q: SimdQuaternion<Scalar>) {
      self.init(
        Matrix4(linear: Matrix3(timesSquaredLengthOf: Quaternion(q)), translation: .zero))
    }

    /// This matrix as one of RotationMath.
    @inlinable public var math: Matrix4<Scalar> {
      Matrix4(
        columns: Vector4(columns.0), Vector4(columns.1), Vector4(columns.2), Vector4(columns.3))
    }
  }

  extension Matrix4 {
    /// Converts a matrix of simd.
    @inlinable public init(_ m: SimdMatrix4<Scalar>) { self = m.math }
  }

  public typealias simd_float4x4 = SimdMatrix4<Float>
  public typealias simd_double4x4 = SimdMatrix4<Double>
  public typealias float4x4 = SimdMatrix4<Float>
  public typealias matrix_float4x4 = SimdMatrix4<Float>
  public typealias double4x4 = SimdMatrix4<Double>
  public typealias matrix_double4x4 = SimdMatrix4<Double>
  public let matrix_identity_float4x4 = SimdMatrix4<Float>(1)
  public let matrix_identity_double4x4 = SimdMatrix4<Double>(1)

  // MARK: - Functions

  /// The matrix product.
  @inlinable public func simd_mul<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a * b }
  /// The product of matrix and column vector.
  @inlinable public func simd_mul<M: SimdSquareMatrix>(_ a: M, _ v: M.Column) -> M.Column { a * v }
  /// The product of row vector and matrix.
  @inlinable public func simd_mul<M: SimdSquareMatrix>(_ v: M.Column, _ a: M) -> M.Column { v * a }
  // The older names.
  @inlinable public func matrix_multiply<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a * b }
  @inlinable public func matrix_multiply<M: SimdSquareMatrix>(_ a: M, _ v: M.Column) -> M.Column {
    a * v
  }
  @inlinable public func matrix_multiply<M: SimdSquareMatrix>(_ v: M.Column, _ a: M) -> M.Column {
    v * a
  }
  @inlinable public func matrix_scale<M: SimdSquareMatrix>(_ s: M.Scalar, _ a: M) -> M { a * s }
  @inlinable public func matrix_add<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a + b }
  @inlinable public func matrix_sub<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a - b }
  @inlinable public func matrix_transpose<M: SimdSquareMatrix>(_ m: M) -> M { m.transpose }
  @inlinable public func matrix_invert<M: SimdSquareMatrix>(_ m: M) -> M { m.inverse }
  @inlinable public func matrix_determinant<M: SimdSquareMatrix>(_ m: M) -> M.Scalar {
    m.determinant
  }
  @inlinable public func matrix_equal<M: SimdSquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }
  @inlinable public func simd_equal<M: SimdSquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }
  /// `s` *a* + `t` *b*.
  @inlinable public func simd_linear_combination<M: SimdSquareMatrix>(
    _ s: M.Scalar, _ a: M, _ t: M.Scalar, _ b: M
  ) -> M { a * s + b * t }
  @inlinable public func matrix_linear_combination<M: SimdSquareMatrix>(
    _ s: M.Scalar, _ a: M, _ t: M.Scalar, _ b: M
  ) -> M { a * s + b * t }
  /// Whether all elements differ by at most `tolerance`.
  @inlinable public func simd_almost_equal_elements<M: SimdSquareMatrix>(
    _ a: M, _ b: M, _ tolerance: M.Scalar
  ) -> Bool {
    (0..<M.Column.scalarCount).allSatisfy { index in
      (a[index] - b[index]).indices.allSatisfy { (a[index] - b[index])[$0].magnitude <= tolerance }
    }
  }
  @inlinable public func matrix_almost_equal_elements<M: SimdSquareMatrix>(
    _ a: M, _ b: M, _ tolerance: M.Scalar
  ) -> Bool { simd_almost_equal_elements(a, b, tolerance) }
  /// The determinant.
  @inlinable public func simd_determinant<M: SimdSquareMatrix>(_ m: M) -> M.Scalar { m.determinant }
  /// The inverse.
  @inlinable public func simd_inverse<M: SimdSquareMatrix>(_ m: M) -> M { m.inverse }
  /// The transpose.
  @inlinable public func simd_transpose<M: SimdSquareMatrix>(_ m: M) -> M { m.transpose }
  @inlinable public func simd_add<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a + b }
  @inlinable public func simd_sub<M: SimdSquareMatrix>(_ a: M, _ b: M) -> M { a - b }
  /// The matrix of its columns.
  @inlinable public func simd_matrix<S: RealScalar>(
    _ c0: SIMD2<S>, _ c1: SIMD2<S>
  ) -> SimdMatrix2<S> { SimdMatrix2(c0, c1) }
  @inlinable public func simd_matrix<S: RealScalar>(
    _ c0: SIMD3<S>, _ c1: SIMD3<S>, _ c2: SIMD3<S>
  ) -> SimdMatrix3<S> { SimdMatrix3(c0, c1, c2) }
  @inlinable public func simd_matrix<S: RealScalar>(
    _ c0: SIMD4<S>, _ c1: SIMD4<S>, _ c2: SIMD4<S>, _ c3: SIMD4<S>
  ) -> SimdMatrix4<S> { SimdMatrix4(c0, c1, c2, c3) }
  /// The matrix of its rows.
  @inlinable public func simd_matrix_from_rows<S: RealScalar>(
    _ r0: SIMD3<S>, _ r1: SIMD3<S>, _ r2: SIMD3<S>
  ) -> SimdMatrix3<S> { SimdMatrix3(r0, r1, r2).transpose }
  @inlinable public func simd_matrix_from_rows<S: RealScalar>(
    _ r0: SIMD4<S>, _ r1: SIMD4<S>, _ r2: SIMD4<S>, _ r3: SIMD4<S>
  ) -> SimdMatrix4<S> { SimdMatrix4(r0, r1, r2, r3).transpose }
  /// A diagonal matrix.
  @inlinable public func simd_diagonal_matrix<S: RealScalar>(_ d: SIMD3<S>) -> SimdMatrix3<S> {
    SimdMatrix3(diagonal: d)
  }
  @inlinable public func simd_diagonal_matrix<S: RealScalar>(_ d: SIMD4<S>) -> SimdMatrix4<S> {
    SimdMatrix4(diagonal: d)
  }
  /// The rotation matrix of a unit quaternion.
  @inlinable public func simd_matrix3x3<S>(_ q: SimdQuaternion<S>) -> SimdMatrix3<S> {
    SimdMatrix3(q)
  }
  /// The homogeneous matrix of a unit quaternion.
  @inlinable public func simd_matrix4x4<S>(_ q: SimdQuaternion<S>) -> SimdMatrix4<S> {
    SimdMatrix4(q)
  }
#endif
