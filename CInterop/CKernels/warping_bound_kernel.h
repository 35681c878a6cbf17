// A lower bound of the distance of dynamic time warping, eight points at a time: included with KERNEL and
// TARGET.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define LANES PASTE(KERNEL, lanes)
#define INTEGERS PASTE(KERNEL, integers)
// As LEAST in warping_kernel.h.
#define LARGEST(a, b)                                                                              \
  ((LANES)(((INTEGERS)(a) & ((a) > (b))) | ((INTEGERS)(b) & ~((a) > (b)))))

typedef float LANES __attribute__((vector_size(32), aligned(4), may_alias));
typedef int INTEGERS __attribute__((vector_size(32), aligned(4), may_alias));

TARGET static float KERNEL(const float *upper, const float *lower, const float *reversed,
                           size_t count) {
  const LANES zero = {0};
  LANES sums = {0};
  float rest = 0;
  for (int channel = 0; channel < 5; ++channel, upper += count, lower += count) {
    const float *values = reversed + (size_t)channel * (count + 8) + 4;
    size_t point = 0;
    for (; point + 8 <= count; point += 8) {
      const LANES value = *(const LANES *)(values + point);
      const LANES above = value - *(const LANES *)(upper + point);
      const LANES below = *(const LANES *)(lower + point) - value;
      const LANES farther = LARGEST(above, below);
      const LANES excess = LARGEST(farther, zero);
      sums += excess * excess;
    }
    for (; point < count; ++point) {
      const float above = values[point] - upper[point], below = lower[point] - values[point];
      const float excess = above > below ? above : below;
      if (excess > 0) rest += excess * excess;
    }
  }
  for (int lane = 0; lane < 8; ++lane) rest += sums[lane];
  return rest;
}

#undef PASTE
#undef PASTE2
#undef LANES
#undef INTEGERS
#undef LARGEST
#undef KERNEL
#undef TARGET
