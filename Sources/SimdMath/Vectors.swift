// The names are those of simd.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(simd)
  @_exported public import simd
#else
  @_exported public import RotationMath

  // simd's functions of vectors and scalars by name, with and without the prefix. A name without
  // documentation is another one for that above it.

  public typealias simd_float2 = SIMD2<Float>
  public typealias simd_double2 = SIMD2<Double>
  public typealias simd_float3 = SIMD3<Float>
  public typealias simd_double3 = SIMD3<Double>
  public typealias simd_float4 = SIMD4<Float>
  public typealias simd_double4 = SIMD4<Double>
  public typealias vector_float2 = SIMD2<Float>
  public typealias vector_float3 = SIMD3<Float>
  public typealias vector_float4 = SIMD4<Float>
  public typealias vector_double2 = SIMD2<Double>
  public typealias vector_double3 = SIMD3<Double>
  public typealias vector_double4 = SIMD4<Double>
  public typealias float2 = SIMD2<Float>
  public typealias float3 = SIMD3<Float>
  public typealias float4 = SIMD4<Float>
  public typealias double2 = SIMD2<Double>
  public typealias double3 = SIMD3<Double>
  public typealias double4 = SIMD4<Double>

  /// A vector with real components.
  public protocol SimdVector: SIMD where Scalar: RealScalar {}

  extension SIMD2: SimdVector where Scalar: RealScalar {}
  extension SIMD3: SimdVector where Scalar: RealScalar {}
  extension SIMD4: SimdVector where Scalar: RealScalar {}
  extension SIMD8: SimdVector where Scalar: RealScalar {}
  extension SIMD16: SimdVector where Scalar: RealScalar {}

  // MARK: - Vectors

  /// The dot product.
  @inlinable public func dot<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar { (a * b).sum() }
  @inlinable public func simd_dot<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar { (a * b).sum() }
  /// The dot product of the vector with itself.
  @inlinable public func length_squared<V: SimdVector>(_ v: V) -> V.Scalar { (v * v).sum() }
  @inlinable public func simd_length_squared<V: SimdVector>(_ v: V) -> V.Scalar { (v * v).sum() }
  /// The Euclidean length.
  @inlinable public func length<V: SimdVector>(_ v: V) -> V.Scalar { dot(v, v).squareRoot() }
  @inlinable public func simd_length<V: SimdVector>(_ v: V) -> V.Scalar { dot(v, v).squareRoot() }
  /// The distance of two points.
  @inlinable public func distance<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar { length(a - b) }
  @inlinable public func simd_distance<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar { length(a - b) }
  /// The square of the distance.
  @inlinable public func distance_squared<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar {
    length_squared(a - b)
  }
  @inlinable public func simd_distance_squared<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar {
    length_squared(a - b)
  }
  /// The unit vector in the direction of `v`, NaN for zero.
  @inlinable public func normalize<V: SimdVector>(_ v: V) -> V { v / length(v) }
  @inlinable public func simd_normalize<V: SimdVector>(_ v: V) -> V { v / length(v) }
  /// The component of `a` along `b`.
  @inlinable public func project<V: SimdVector>(_ a: V, _ b: V) -> V { b * (dot(a, b) / dot(b, b)) }
  @inlinable public func simd_project<V: SimdVector>(_ a: V, _ b: V) -> V {
    b * (dot(a, b) / dot(b, b))
  }
  /// The reflection in the plane with this unit normal.
  @inlinable public func reflect<V: SimdVector>(_ v: V, n: V) -> V { v - n * (2 * dot(v, n)) }
  @inlinable public func simd_reflect<V: SimdVector>(_ v: V, _ n: V) -> V {
    v - n * (2 * dot(v, n))
  }
  /// Linear interpolation from `a` to `b`.
  @inlinable public func mix<V: SimdVector>(_ a: V, _ b: V, t: V.Scalar) -> V { a + (b - a) * t }
  /// Linear interpolation, with a fraction for each component.
  @inlinable public func mix<V: SimdVector>(_ a: V, _ b: V, t: V) -> V { a + (b - a) * t }
  @inlinable public func simd_mix<V: SimdVector>(_ a: V, _ b: V, _ t: V) -> V { a + (b - a) * t }
  /// Each component, clamped to a range.
  @inlinable public func clamp<V: SimdVector>(_ v: V, min: V, max: V) -> V {
    v.clamped(lowerBound: min, upperBound: max)
  }
  /// Each component, clamped to a range.
  @inlinable public func clamp<V: SimdVector>(_ v: V, min: V.Scalar, max: V.Scalar) -> V {
    v.clamped(lowerBound: V(repeating: min), upperBound: V(repeating: max))
  }
  @inlinable public func simd_clamp<V: SimdVector>(_ v: V, _ min: V, _ max: V) -> V {
    v.clamped(lowerBound: min, upperBound: max)
  }
  /// The componentwise minimum.
  @inlinable public func min<V: SimdVector>(_ a: V, _ b: V) -> V {
    a.replacing(with: b, where: b .< a)
  }
  @inlinable public func simd_min<V: SimdVector>(_ a: V, _ b: V) -> V {
    a.replacing(with: b, where: b .< a)
  }
  /// The componentwise maximum.
  @inlinable public func max<V: SimdVector>(_ a: V, _ b: V) -> V {
    a.replacing(with: b, where: b .> a)
  }
  @inlinable public func simd_max<V: SimdVector>(_ a: V, _ b: V) -> V {
    a.replacing(with: b, where: b .> a)
  }
  /// The absolute value of each component.
  @inlinable public func abs<V: SimdVector>(_ v: V) -> V { v.replacing(with: -v, where: v .< 0) }
  @inlinable public func simd_abs<V: SimdVector>(_ v: V) -> V {
    v.replacing(with: -v, where: v .< 0)
  }
  /// -1, 0 or 1 for each component.
  @inlinable public func sign<V: SimdVector>(_ v: V) -> V {
    V.zero.replacing(with: 1, where: v .> 0).replacing(with: -1, where: v .< 0)
  }
  @inlinable public func simd_sign<V: SimdVector>(_ v: V) -> V {
    V.zero.replacing(with: 1, where: v .> 0).replacing(with: -1, where: v .< 0)
  }
  /// The fractional part of each component.
  @inlinable public func fract<V: SimdVector>(_ v: V) -> V { v - v.rounded(.down) }
  @inlinable public func simd_fract<V: SimdVector>(_ v: V) -> V { v - v.rounded(.down) }
  /// 0 where a component is less than the edge, otherwise 1.
  @inlinable public func step<V: SimdVector>(_ v: V, edge: V) -> V {
    V(repeating: 1).replacing(with: 0, where: v .< edge)
  }
  /// 0 below the first edge, 1 above the second, a cubic between.
  @inlinable public func smoothstep<V: SimdVector>(_ v: V, edge0: V, edge1: V) -> V {
    let t = clamp((v - edge0) / (edge1 - edge0), min: 0, max: 1)
    return t * t * (3 - 2 * t)
  }
  @inlinable public func simd_smoothstep<V: SimdVector>(_ edge0: V, _ edge1: V, _ v: V) -> V {
    smoothstep(v, edge0: edge0, edge1: edge1)
  }
  /// The sum of the components.
  @inlinable public func simd_reduce_add<V: SimdVector>(_ v: V) -> V.Scalar { v.sum() }
  /// The sum of the components.
  @inlinable public func reduce_add<V: SimdVector>(_ v: V) -> V.Scalar { v.sum() }
  /// The least component.
  @inlinable public func reduce_min<V: SimdVector>(_ v: V) -> V.Scalar { v.min() }
  @inlinable public func simd_reduce_min<V: SimdVector>(_ v: V) -> V.Scalar { v.min() }
  /// The greatest component.
  @inlinable public func reduce_max<V: SimdVector>(_ v: V) -> V.Scalar { v.max() }
  @inlinable public func simd_reduce_max<V: SimdVector>(_ v: V) -> V.Scalar { v.max() }
  /// The right-handed cross product.
  @inlinable public func cross<S: RealScalar>(_ a: SIMD3<S>, _ b: SIMD3<S>) -> SIMD3<S> {
    SIMD3(Vector3(a).cross(Vector3(b)))
  }
  @inlinable public func simd_cross<S: RealScalar>(_ a: SIMD3<S>, _ b: SIMD3<S>) -> SIMD3<S> {
    SIMD3(Vector3(a).cross(Vector3(b)))
  }
  /// Whether all components are equal.
  @inlinable public func simd_equal<V: SimdVector>(_ a: V, _ b: V) -> Bool { a == b }

  // MARK: - Scalars

  @inlinable public func simd_mix<S: RealScalar>(_ a: S, _ b: S, _ t: S) -> S { a + (b - a) * t }
  /// Linear interpolation from `a` to `b`.
  @inlinable public func mix<S: RealScalar>(_ a: S, _ b: S, t: S) -> S { a + (b - a) * t }
  /// A number clamped to a range.
  @inlinable public func simd_clamp<S: RealScalar>(_ x: S, _ min: S, _ max: S) -> S {
    Swift.min(Swift.max(x, min), max)
  }
  /// A number clamped to a range.
  @inlinable public func clamp<S: RealScalar>(_ x: S, min: S, max: S) -> S {
    Swift.min(Swift.max(x, min), max)
  }
  @inlinable public func simd_smoothstep<S: RealScalar>(_ edge0: S, _ edge1: S, _ x: S) -> S {
    let t = simd_clamp((x - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)
  }
  /// 0 below the first edge, 1 above the second, a cubic between.
  @inlinable public func smoothstep<S: RealScalar>(_ x: S, edge0: S, edge1: S) -> S {
    simd_smoothstep(edge0, edge1, x)
  }
  /// -1, 0 or 1.
  @inlinable public func simd_sign<S: RealScalar>(_ x: S) -> S { x > 0 ? 1 : x < 0 ? -1 : 0 }
#endif
