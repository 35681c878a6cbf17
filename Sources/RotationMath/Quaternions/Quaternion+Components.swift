// MARK: - Arrays of coefficients, with the order in the name

extension Quaternion {
  /// Creates a quaternion from an array of coefficients with the scalar part last.
  ///
  /// The order of SciPy's default, simd, GLKit, ROS and of Eigen's memory.
  ///
  /// - Precondition: The array has four elements.
  @inlinable public init(xyzw coefficients: [Scalar]) {
    precondition(coefficients.count == 4, "expected 4 coefficients, got \(coefficients.count)")
    self.init(x: coefficients[0], y: coefficients[1], z: coefficients[2], w: coefficients[3])
  }

  /// Creates a quaternion from an array of coefficients with the scalar part first.
  ///
  /// The order of Eigen's constructor, of VQF and of many papers.
  ///
  /// - Precondition: The array has four elements.
  @inlinable public init(wxyz coefficients: [Scalar]) {
    precondition(coefficients.count == 4, "expected 4 coefficients, got \(coefficients.count)")
    self.init(x: coefficients[1], y: coefficients[2], z: coefficients[3], w: coefficients[0])
  }

  /// The coefficients with the scalar part last.
  @inlinable public var xyzw: [Scalar] { [x, y, z, w] }

  /// The coefficients with the scalar part first.
  @inlinable public var wxyz: [Scalar] { [w, x, y, z] }
}
