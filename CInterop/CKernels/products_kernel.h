// The products of four quaternions at a time: included with KERNEL and TARGET.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define FOUR PASTE(KERNEL, four)
#define MASK PASTE(KERNEL, mask)
#define SUMS PASTE(KERNEL, sums)
#define ADD PASTE(KERNEL, add)
#define SUM PASTE(KERNEL, sum)
#define BODY PASTE(KERNEL, body)
#define LOAD(pointer) (*(const FOUR *)(pointer))
#define INLINE TARGET __attribute__((always_inline)) static inline

typedef double FOUR __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long MASK __attribute__((vector_size(32)));
typedef struct {
  FOUR products[10], weight, squaredWeight;
  MASK valid;
} SUMS;

INLINE void ADD(const double *q, const double *weights, SUMS *sums) {
  const FOUR q0 = LOAD(q), q1 = LOAD(q + 4), q2 = LOAD(q + 8), q3 = LOAD(q + 12);
  const FOUR xz01 = __builtin_shufflevector(q0, q1, 0, 4, 2, 6);
  const FOUR yw01 = __builtin_shufflevector(q0, q1, 1, 5, 3, 7);
  const FOUR xz23 = __builtin_shufflevector(q2, q3, 0, 4, 2, 6);
  const FOUR yw23 = __builtin_shufflevector(q2, q3, 1, 5, 3, 7);
  const FOUR x = __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5);
  const FOUR z = __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7);
  const FOUR y = __builtin_shufflevector(yw01, yw23, 0, 1, 4, 5);
  const FOUR w = __builtin_shufflevector(yw01, yw23, 2, 3, 6, 7);
  const FOUR squared = x * x + y * y + z * z + w * w;
  sums->valid &= (squared >= 0x1p-1000) & (squared <= 0x1p1000);
  FOUR factor = 1 / squared;
  if (weights) {
    const FOUR weight = LOAD(weights);
    sums->valid &= (weight >= 0) & (weight < __builtin_inf());
    sums->weight += weight;
    sums->squaredWeight += weight * weight;
    factor = weight / squared;
  }
  const FOUR fx = factor * x, fy = factor * y, fz = factor * z, fw = factor * w;
  sums->products[0] += fx * x;
  sums->products[1] += fy * y;
  sums->products[2] += fz * z;
  sums->products[3] += fw * w;
  sums->products[4] += fx * y;
  sums->products[5] += fx * z;
  sums->products[6] += fx * w;
  sums->products[7] += fy * z;
  sums->products[8] += fy * w;
  sums->products[9] += fz * w;
}

// By address: how such a vector is passed depends on the instructions that its callers may use.
INLINE double SUM(const FOUR *v) { return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]); }

// Inlined with and without weights, so that a sum of equal ones does nothing for them.
INLINE bool BODY(const double *restrict quaternions, const double *restrict weights, size_t count,
                   double *restrict total) {
  SUMS sums = {.valid = {-1, -1, -1, -1}};
  const size_t whole = count & ~(size_t)3;
  for (size_t n = 0; n < whole; n += 4)
    ADD(quaternions + 4 * n, weights ? weights + n : 0, &sums);
  if (whole < count) {
    // What the last four lack is the identity, of weight zero.
    double q[16] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    double own[4] = {0};
    memcpy(q, quaternions + 4 * whole, (count - whole) * 4 * sizeof(double));
    for (size_t i = whole; i < count; ++i) own[i - whole] = weights ? weights[i] : 1;
    ADD(q, own, &sums);
  }
  for (int i = 0; i < 10; ++i) total[i] += SUM(&sums.products[i]);
  // Without weights only the last ones, for their padding, were given some.
  const double ones = weights ? 0 : (double)whole;
  total[10] += ones + SUM(&sums.weight);
  total[11] += ones + SUM(&sums.squaredWeight);
  return (sums.valid[0] & sums.valid[1] & sums.valid[2] & sums.valid[3]) != 0;
}

TARGET static bool KERNEL(const double *quaternions, const double *weights, size_t count,
                          double *total) {
  return weights ? BODY(quaternions, weights, count, total) : BODY(quaternions, 0, count, total);
}

#undef PASTE
#undef PASTE2
#undef FOUR
#undef MASK
#undef SUMS
#undef ADD
#undef SUM
#undef BODY
#undef LOAD
#undef INLINE
#undef KERNEL
#undef TARGET
