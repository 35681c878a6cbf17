public import RealModule

// Sums of products that the compiler may reorder and contract to fused multiply-adds, as C and C++
// compilers do by default. Results differ by rounding between processors, so nothing that relies on
// exact cancellation may use these functions.

/// *ab* + *cd*.
@inlinable
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(c, d, Relaxed.product(a, b))
}

/// *ab* + *cd* + *ef*.
@inlinable
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar, _ e: Scalar, _ f: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(e, f, sumOfProducts(a, b, c, d))
}

/// *ab* + *cd* + *ef* + *gh*, as two independent halves.
@inlinable
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar,
  _ e: Scalar, _ f: Scalar, _ g: Scalar, _ h: Scalar
) -> Scalar {
  Relaxed.sum(sumOfProducts(a, b, c, d), sumOfProducts(e, f, g, h))
}
