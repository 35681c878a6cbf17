// Banded dynamic time warping along antidiagonals of eight cells: included with KERNEL and TARGET.
//
// Lane l of an antidiagonal s = i + j is the cell whose i - j is 2 l - 6 where s is even and 2 l - 7 where
// it is odd. A cell depends on the two previous antidiagonals only.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define LANES PASTE(KERNEL, lanes)
#define INTEGERS PASTE(KERNEL, integers)
#define CHOOSE(mask, a, b) ((LANES)(((INTEGERS)(a) & (mask)) | ((INTEGERS)(b) & ~(mask))))
// `__builtin_elementwise_min` handles NaN too; in WebAssembly it calls fminf for each lane.
#define LEAST(a, b) CHOOSE((a) < (b), a, b)

// Adds the squared differences of eight pairs of points to `sum`. A macro, since the calling convention
// of so wide a vector depends on the instruction set.
#define ADD_COST(sum, probe, reversed)                                                             \
  for (size_t start = 0; start < 5 * stride; start += stride) {                                    \
    const LANES difference =                                                                       \
        *(const LANES *)((probe) + start) - *(const LANES *)((reversed) + start);                  \
    (sum) += difference * difference;                                                              \
  }

typedef float LANES __attribute__((vector_size(32), aligned(4), may_alias));
typedef int INTEGERS __attribute__((vector_size(32), aligned(4), may_alias));

TARGET static float KERNEL(const float *probe, const float *reversed, size_t count, int band,
                           float limit) {
  const float outside = __builtin_inff();
  const LANES everywhere = {outside, outside, outside, outside, outside, outside, outside, outside};
  INTEGERS evenInside, oddInside;
  for (int lane = 0; lane < 8; ++lane) {
    const int even = 2 * lane - 6, odd = 2 * lane - 7;
    evenInside[lane] = -(even <= band && -even <= band);
    oddInside[lane] = -(odd <= band && -odd <= band);
  }
  const size_t stride = count + 8;
  // The cell before the first one, in the middle of an even antidiagonal, has zero cost.
  LANES even = everywhere, odd = everywhere;
  even[3] = 0;
  for (size_t middle = 0;; ++middle) {
    // Even, s = 2 middle: i = middle - 3 + l, and the reversed j lies at count - 4 - middle + l.
    const LANES left = __builtin_shufflevector(odd, everywhere, 1, 2, 3, 4, 5, 6, 7, 8);
    LANES cost = {0};
    ADD_COST(cost, probe + middle + 1, reversed + (count - middle))
    even = LEAST(even, LEAST(odd, left)) + cost;
    even = CHOOSE(evenInside, even, everywhere);
    if (middle + 1 == count) return even[3] <= limit ? even[3] : outside;
    // Odd, s = 2 middle + 1: i = middle - 3 + l, and the reversed j lies at count - 5 - middle + l.
    const LANES right = __builtin_shufflevector(even, everywhere, 8, 0, 1, 2, 3, 4, 5, 6);
    cost = (LANES){0};
    ADD_COST(cost, probe + middle + 1, reversed + (count - 1 - middle))
    odd = LEAST(odd, LEAST(even, right)) + cost;
    odd = CHOOSE(oddInside, odd, everywhere);
    // Every path crosses one of two neighbouring antidiagonals.
    if (middle & 1) {
      const LANES crossing = LEAST(even, odd);
      if (__builtin_reduce_and(crossing > limit)) return outside;
    }
  }
}

#undef PASTE
#undef PASTE2
#undef LANES
#undef INTEGERS
#undef ADD_COST
#undef LEAST
#undef CHOOSE
#undef KERNEL
#undef TARGET
