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
  public typealias simd_float3 = SIMD3<Float>
  public typealias simd_float4 = SIMD4<Float>
  public typealias simd_float8 = SIMD8<Float>
  public typealias simd_double2 = SIMD2<Double>
  public typealias simd_double3 = SIMD3<Double>
  public typealias simd_double4 = SIMD4<Double>
  public typealias simd_double8 = SIMD8<Double>
  public typealias simd_char2 = SIMD2<Int8>
  public typealias simd_char3 = SIMD3<Int8>
  public typealias simd_char4 = SIMD4<Int8>
  public typealias simd_uchar2 = SIMD2<UInt8>
  public typealias simd_uchar3 = SIMD3<UInt8>
  public typealias simd_uchar4 = SIMD4<UInt8>
  public typealias simd_short2 = SIMD2<Int16>
  public typealias simd_short3 = SIMD3<Int16>
  public typealias simd_short4 = SIMD4<Int16>
  public typealias simd_ushort2 = SIMD2<UInt16>
  public typealias simd_ushort3 = SIMD3<UInt16>
  public typealias simd_ushort4 = SIMD4<UInt16>
  public typealias simd_int2 = SIMD2<Int32>
  public typealias simd_int3 = SIMD3<Int32>
  public typealias simd_int4 = SIMD4<Int32>
  public typealias simd_uint2 = SIMD2<UInt32>
  public typealias simd_uint3 = SIMD3<UInt32>
  public typealias simd_uint4 = SIMD4<UInt32>
  public typealias simd_long2 = SIMD2<Int>
  public typealias simd_long3 = SIMD3<Int>
  public typealias simd_long4 = SIMD4<Int>
  public typealias simd_ulong2 = SIMD2<UInt>
  public typealias simd_ulong3 = SIMD3<UInt>
  public typealias simd_ulong4 = SIMD4<UInt>
  public typealias vector_float2 = SIMD2<Float>
  public typealias vector_float3 = SIMD3<Float>
  public typealias vector_float4 = SIMD4<Float>
  public typealias vector_float8 = SIMD8<Float>
  public typealias vector_double2 = SIMD2<Double>
  public typealias vector_double3 = SIMD3<Double>
  public typealias vector_double4 = SIMD4<Double>
  public typealias vector_double8 = SIMD8<Double>
  public typealias vector_char2 = SIMD2<Int8>
  public typealias vector_char3 = SIMD3<Int8>
  public typealias vector_char4 = SIMD4<Int8>
  public typealias vector_uchar2 = SIMD2<UInt8>
  public typealias vector_uchar3 = SIMD3<UInt8>
  public typealias vector_uchar4 = SIMD4<UInt8>
  public typealias vector_short2 = SIMD2<Int16>
  public typealias vector_short3 = SIMD3<Int16>
  public typealias vector_short4 = SIMD4<Int16>
  public typealias vector_ushort2 = SIMD2<UInt16>
  public typealias vector_ushort3 = SIMD3<UInt16>
  public typealias vector_ushort4 = SIMD4<UInt16>
  public typealias vector_int2 = SIMD2<Int32>
  public typealias vector_int3 = SIMD3<Int32>
  public typealias vector_int4 = SIMD4<Int32>
  public typealias vector_uint2 = SIMD2<UInt32>
  public typealias vector_uint3 = SIMD3<UInt32>
  public typealias vector_uint4 = SIMD4<UInt32>
  public typealias vector_long2 = SIMD2<Int>
  public typealias vector_long3 = SIMD3<Int>
  public typealias vector_long4 = SIMD4<Int>
  public typealias vector_ulong2 = SIMD2<UInt>
  public typealias vector_ulong3 = SIMD3<UInt>
  public typealias vector_ulong4 = SIMD4<UInt>
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
  /// The direction of a ray behind the surface with this unit normal, zero for total reflection.
  ///
  /// - Parameters:
  ///   - v: The unit direction of the ray.
  ///   - n: The normal, against the ray.
  ///   - eta: The refractive index before the surface divided by that behind it.
  @inlinable public func refract<V: SimdVector>(_ v: V, n: V, eta: V.Scalar) -> V {
    let cosine = dot(v, n), k = 1 - eta * eta * (1 - cosine * cosine)
    return k < 0 ? .zero : v * eta - n * (eta * cosine + k.squareRoot())
  }
  @inlinable public func simd_refract<V: SimdVector>(_ v: V, _ n: V, _ eta: V.Scalar) -> V {
    refract(v, n: n, eta: eta)
  }
  /// The sum of the absolute values.
  @inlinable public func norm_one<V: SimdVector>(_ v: V) -> V.Scalar { abs(v).sum() }
  @inlinable public func simd_norm_one<V: SimdVector>(_ v: V) -> V.Scalar { abs(v).sum() }
  /// The largest absolute value.
  @inlinable public func norm_inf<V: SimdVector>(_ v: V) -> V.Scalar { abs(v).max() }
  @inlinable public func simd_norm_inf<V: SimdVector>(_ v: V) -> V.Scalar { abs(v).max() }
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
  @inlinable public func simd_step<V: SimdVector>(_ edge: V, _ v: V) -> V { step(v, edge: edge) }
  /// 0 below the first edge, 1 above the second, a cubic between.
  @inlinable public func smoothstep<V: SimdVector>(_ v: V, edge0: V, edge1: V) -> V {
    let t = clamp((v - edge0) / (edge1 - edge0), min: 0, max: 1)
    return t * t * (3 - 2 * t)
  }
  @inlinable public func simd_smoothstep<V: SimdVector>(_ edge0: V, _ edge1: V, _ v: V) -> V {
    smoothstep(v, edge0: edge0, edge1: edge1)
  }
  /// The reciprocal of each component.
  @inlinable public func recip<V: SimdVector>(_ v: V) -> V { V(repeating: 1) / v }
  @inlinable public func simd_recip<V: SimdVector>(_ v: V) -> V { V(repeating: 1) / v }
  /// The reciprocal of the square root of each component.
  @inlinable public func rsqrt<V: SimdVector>(_ v: V) -> V { V(repeating: 1) / v.squareRoot() }
  @inlinable public func simd_rsqrt<V: SimdVector>(_ v: V) -> V {
    V(repeating: 1) / v.squareRoot()
  }
  /// Each component rounded down.
  @inlinable public func floor<V: SimdVector>(_ v: V) -> V { v.rounded(.down) }
  /// Each component rounded up.
  @inlinable public func ceil<V: SimdVector>(_ v: V) -> V { v.rounded(.up) }
  /// Each component rounded towards zero.
  @inlinable public func trunc<V: SimdVector>(_ v: V) -> V { v.rounded(.towardZero) }
  /// *x* *y* + *z*, rounded once.
  @inlinable public func simd_muladd<V: SimdVector>(_ x: V, _ y: V, _ z: V) -> V {
    z.addingProduct(x, y)
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
  /// The vector along *z*: the cross product of two vectors in the plane.
  @inlinable public func cross<S: RealScalar>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> SIMD3<S> {
    SIMD3(0, 0, a.x * b.y - a.y * b.x)
  }
  @inlinable public func simd_cross<S: RealScalar>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> SIMD3<S> {
    cross(a, b)
  }
  /// Whether all components are equal.
  @inlinable public func simd_equal<V: SimdVector>(_ a: V, _ b: V) -> Bool { a == b }

  // MARK: - Fast and precise forms, which are the same here

  @inlinable public func simd_fast_distance<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar {
    distance(a, b)
  }
  @inlinable public func simd_fast_length<V: SimdVector>(_ v: V) -> V.Scalar { length(v) }
  @inlinable public func simd_fast_normalize<V: SimdVector>(_ v: V) -> V { normalize(v) }
  @inlinable public func simd_fast_project<V: SimdVector>(_ a: V, _ b: V) -> V { project(a, b) }
  @inlinable public func simd_fast_recip<V: SimdVector>(_ v: V) -> V { recip(v) }
  @inlinable public func simd_fast_rsqrt<V: SimdVector>(_ v: V) -> V { rsqrt(v) }
  @inlinable public func simd_precise_distance<V: SimdVector>(_ a: V, _ b: V) -> V.Scalar {
    distance(a, b)
  }
  @inlinable public func simd_precise_length<V: SimdVector>(_ v: V) -> V.Scalar { length(v) }
  @inlinable public func simd_precise_normalize<V: SimdVector>(_ v: V) -> V { normalize(v) }
  @inlinable public func simd_precise_project<V: SimdVector>(_ a: V, _ b: V) -> V { project(a, b) }
  @inlinable public func simd_precise_recip<V: SimdVector>(_ v: V) -> V { recip(v) }
  @inlinable public func simd_precise_rsqrt<V: SimdVector>(_ v: V) -> V { rsqrt(v) }

  // MARK: - Vectors of parts

  @inlinable public func simd_make_float2(_ x: Float, _ y: Float) -> SIMD2<Float> { SIMD2(x, y) }
  @inlinable public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Float> {
    SIMD3(x, y, z)
  }
  @inlinable public func simd_make_float3(_ xy: SIMD2<Float>, _ z: Float) -> SIMD3<Float> {
    SIMD3(xy, z)
  }
  /// The first three components.
  @inlinable public func simd_make_float3(_ v: SIMD4<Float>) -> SIMD3<Float> {
    SIMD3(v.x, v.y, v.z)
  }
  @inlinable public func simd_make_float4(
    _ x: Float, _ y: Float, _ z: Float, _ w: Float
  ) -> SIMD4<Float> { SIMD4(x, y, z, w) }
  @inlinable public func simd_make_float4(_ xyz: SIMD3<Float>, _ w: Float) -> SIMD4<Float> {
    SIMD4(xyz, w)
  }
  /// The components, and 0 as the last.
  @inlinable public func simd_make_float4(_ xyz: SIMD3<Float>) -> SIMD4<Float> { SIMD4(xyz, 0) }
  @inlinable public func simd_make_double2(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(x, y)
  }
  @inlinable public func simd_make_double3(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
    SIMD3(x, y, z)
  }
  @inlinable public func simd_make_double3(_ xy: SIMD2<Double>, _ z: Double) -> SIMD3<Double> {
    SIMD3(xy, z)
  }
  /// The first three components.
  @inlinable public func simd_make_double3(_ v: SIMD4<Double>) -> SIMD3<Double> {
    SIMD3(v.x, v.y, v.z)
  }
  @inlinable public func simd_make_double4(
    _ x: Double, _ y: Double, _ z: Double, _ w: Double
  ) -> SIMD4<Double> { SIMD4(x, y, z, w) }
  @inlinable public func simd_make_double4(_ xyz: SIMD3<Double>, _ w: Double) -> SIMD4<Double> {
    SIMD4(xyz, w)
  }
  /// The components, and 0 as the last.
  @inlinable public func simd_make_double4(_ xyz: SIMD3<Double>) -> SIMD4<Double> { SIMD4(xyz, 0) }

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
