extension RealScalar {
  /// An angle in degrees, converted to radians: `.degrees(90)` is π/2.
  @inlinable public static func degrees(_ angle: Self) -> Self { angle / 180 * .pi }

  /// This angle in radians, converted to degrees.
  @inlinable public var inDegrees: Self { self / .pi * 180 }
}
