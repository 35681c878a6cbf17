// The products of four quaternions at a time: included with KERNEL and TARGET.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define FOUR PASTE(KERNEL, four)
#define MASK PASTE(KERNEL, mask)
#define LOAD(pointer) (*(const FOUR *)(pointer))

typedef double FOUR __attribute__((vector_size(32), aligned(8), may_alias));
typedef long MASK __attribute__((vector_size(32)));

TARGET static bool KERNEL(const double *restrict quaternions, const double *restrict weights,
                          size_t count, double *restrict sums) {
  FOUR sum[12];
  for (int i = 0; i < 12; ++i) sum[i] = (FOUR){0};
  MASK valid = {-1, -1, -1, -1};
  for (size_t n = 0; n < count; n += 4) {
    // What the last four lack is the identity, of weight zero.
    double rest[16] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    double restOfWeights[4] = {0};
    const double *q = quaternions + 4 * n;
    const double *own = weights ? weights + n : 0;
    const size_t left = count - n;
    if (left < 4) {
      memcpy(rest, q, left * 4 * sizeof(double));
      for (size_t i = 0; i < left; ++i) restOfWeights[i] = weights ? own[i] : 1;
      q = rest;
      own = restOfWeights;
    }
    const FOUR q0 = LOAD(q), q1 = LOAD(q + 4), q2 = LOAD(q + 8), q3 = LOAD(q + 12);
    const FOUR xz01 = __builtin_shufflevector(q0, q1, 0, 4, 2, 6);
    const FOUR yw01 = __builtin_shufflevector(q0, q1, 1, 5, 3, 7);
    const FOUR xz23 = __builtin_shufflevector(q2, q3, 0, 4, 2, 6);
    const FOUR yw23 = __builtin_shufflevector(q2, q3, 1, 5, 3, 7);
    const FOUR x = __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5);
    const FOUR z = __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7);
    const FOUR y = __builtin_shufflevector(yw01, yw23, 0, 1, 4, 5);
    const FOUR w = __builtin_shufflevector(yw01, yw23, 2, 3, 6, 7);
    const FOUR weight = own ? LOAD(own) : (FOUR){1, 1, 1, 1};
    const FOUR squared = x * x + y * y + z * z + w * w;
    valid &= (squared >= 0x1p-1000) & (squared <= 0x1p1000) & (weight >= 0) &
             (weight < __builtin_inf());
    const FOUR factor = weight / squared;
    const FOUR fx = factor * x, fy = factor * y, fz = factor * z, fw = factor * w;
    sum[0] += fx * x;
    sum[1] += fy * y;
    sum[2] += fz * z;
    sum[3] += fw * w;
    sum[4] += fx * y;
    sum[5] += fx * z;
    sum[6] += fx * w;
    sum[7] += fy * z;
    sum[8] += fy * w;
    sum[9] += fz * w;
    sum[10] += weight;
    sum[11] += weight * weight;
  }
  for (int i = 0; i < 12; ++i) sums[i] += (sum[i][0] + sum[i][1]) + (sum[i][2] + sum[i][3]);
  return (valid[0] & valid[1] & valid[2] & valid[3]) != 0;
}

#undef PASTE
#undef PASTE2
#undef FOUR
#undef MASK
#undef LOAD
#undef KERNEL
#undef TARGET
