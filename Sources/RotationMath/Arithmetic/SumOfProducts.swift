public import RealModule

// Sums of products in which the compiler may fuse a multiplication and an addition where the
// processor can, as C and C++ compilers do by default, and add in the order that it can do most
// of at once. The result differs by rounding from one processor to another; nothing that relies
// on exact cancellation may use these.

/// *ab* + *cd*.
@inlinable @inline(__always)
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(c, d, Relaxed.product(a, b))
}

/// *ab* + *cd* + *ef*.
@inlinable @inline(__always)
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar, _ e: Scalar, _ f: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(e, f, sumOfProducts(a, b, c, d))
}

/// *ab* + *cd* + *ef* + *gh*, in two halves that do not wait for each other.
@inlinable @inline(__always)
func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar,
  _ e: Scalar, _ f: Scalar, _ g: Scalar, _ h: Scalar
) -> Scalar {
  Relaxed.sum(sumOfProducts(a, b, c, d), sumOfProducts(e, f, g, h))
}
