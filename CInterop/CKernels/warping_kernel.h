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
#define MOST(a, b) CHOOSE((a) > (b), a, b)

// Adds the squared differences of eight pairs of points to `sum`. A macro, since the calling convention
// of so wide a vector depends on the instruction set.
#define ADD_COST(sum, probe, reversed)                                                             \
  for (int channel = 0; channel < 5; ++channel) {                                                  \
    const LANES difference = *(const LANES *)((probe) + channel * stride) -                        \
                             *(const LANES *)((reversed) + channel * stride);                      \
    (sum) += difference * difference;                                                              \
  }

typedef float LANES __attribute__((vector_size(32), aligned(4), may_alias));
typedef int INTEGERS __attribute__((vector_size(32), aligned(4), may_alias));

TARGET static float KERNEL(const float *probe, const float *upper, const float *lower,
                           const float *reversed, size_t count, int band, float limit) {
  const float outside = __builtin_inff();
  const LANES everywhere = {outside, outside, outside, outside, outside, outside, outside, outside};
  const size_t stride = count + 8;
  // rest[4 + k] is a lower bound of the cost of the first k points of `reversed`: no path avoids a point.
  float rest[count + 12];
  for (size_t index = 0; index < count + 12; ++index) rest[index] = 0;
  for (size_t block = 0; block + 8 <= count; block += 8) {
    LANES sum = {0};
    for (int channel = 0; channel < 5; ++channel) {
      const LANES value = *(const LANES *)(reversed + channel * stride + 4 + block);
      const LANES above = value - *(const LANES *)(upper + channel * count + block);
      const LANES below = *(const LANES *)(lower + channel * count + block) - value;
      const LANES excess = MOST(MOST(above, below), (LANES){0});
      sum += excess * excess;
    }
    *(LANES *)(rest + 5 + block) = sum;
  }
  for (size_t index = 5; index < count + 12; ++index) rest[index] += rest[index - 1];
  // More than the rounding of all sums.
  const float certain = limit * 1.0001f;
  // Outside the band, costs are infinite.
  LANES evenWall, oddWall;
  for (int lane = 0; lane < 8; ++lane) {
    const int even = 2 * lane - 6, odd = 2 * lane - 7;
    evenWall[lane] = even <= band && -even <= band ? 0 : outside;
    oddWall[lane] = odd <= band && -odd <= band ? 0 : outside;
  }
  // The cell before the first one, in the middle of an even antidiagonal, has zero cost. The last lane of
  // an even antidiagonal is outside every band, also as the first one's neighbour.
  LANES even = everywhere, odd = everywhere;
  even[3] = 0;
  for (size_t middle = 0;; ++middle) {
    // Even, s = 2 middle: i = middle - 3 + l, and the reversed j lies at count - 4 - middle + l.
    const LANES left = __builtin_shufflevector(odd, odd, 1, 2, 3, 4, 5, 6, 7, 0);
    LANES cost = evenWall;
    ADD_COST(cost, probe + middle + 1, reversed + (count - middle))
    even = LEAST(LEAST(even, odd), left) + cost;
    if (middle + 1 == count) return even[3] <= limit ? even[3] : outside;
    // Odd, s = 2 middle + 1: i = middle - 3 + l, and the reversed j lies at count - 5 - middle + l.
    const LANES right = __builtin_shufflevector(even, even, 7, 0, 1, 2, 3, 4, 5, 6);
    cost = oddWall;
    ADD_COST(cost, probe + middle + 1, reversed + (count - 1 - middle))
    odd = LEAST(LEAST(odd, even), right) + cost;
    // Every path crosses one of two neighbouring antidiagonals, and then the points before the reversed j.
    if (middle & 1) {
      const float *before = rest + (count - middle);
      const LANES crossing =
          LEAST(even + *(const LANES *)before, odd + *(const LANES *)(before - 1));
      if (__builtin_reduce_and(crossing > certain)) return outside;
    }
  }
}

#undef PASTE
#undef PASTE2
#undef LANES
#undef INTEGERS
#undef ADD_COST
#undef LEAST
#undef MOST
#undef CHOOSE
#undef KERNEL
#undef TARGET
