// Sums the products of four quaternions at a time: included with KERNEL and TARGET.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define TWO PASTE(KERNEL, two)
#define FOUR PASTE(KERNEL, four)
#define MASK PASTE(KERNEL, mask)
#define QUATERNIONS PASTE(KERNEL, quaternions)
#define SUMS PASTE(KERNEL, sums)
#define READ PASTE(KERNEL, read)
#define TURN PASTE(KERNEL, turn)
#define ADD_UNITS PASTE(KERNEL, add_units)
#define ADD PASTE(KERNEL, add)
#define MERGE PASTE(KERNEL, merge)
#define SUM PASTE(KERNEL, sum)
#define BODY PASTE(KERNEL, body)
#define INLINE TARGET __attribute__((always_inline)) static inline

typedef double TWO __attribute__((vector_size(16), aligned(8), may_alias));
typedef double FOUR __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long MASK __attribute__((vector_size(32)));
typedef struct {
  FOUR x, y, z, w, squared;
} QUATERNIONS;
typedef struct {
  // The ten products, the weights and their squares.
  FOUR terms[12];
  MASK valid;
} SUMS;

// Quaternions whose products are summed before rounding errors are carried along.
#define BLOCK 512

// Joins two halves as they are loaded, which saves half of the shuffles.
#define HALVES(a, b)                                                                               \
  __builtin_shufflevector(*(const TWO *)(a), *(const TWO *)(b), 0, 1, 2, 3)

INLINE void READ(const double *q, QUATERNIONS *four) {
  const FOUR xy02 = HALVES(q, q + 8), zw02 = HALVES(q + 2, q + 10);
  const FOUR xy13 = HALVES(q + 4, q + 12), zw13 = HALVES(q + 6, q + 14);
  const FOUR x = __builtin_shufflevector(xy02, xy13, 0, 4, 2, 6);
  const FOUR y = __builtin_shufflevector(xy02, xy13, 1, 5, 3, 7);
  const FOUR z = __builtin_shufflevector(zw02, zw13, 0, 4, 2, 6);
  const FOUR w = __builtin_shufflevector(zw02, zw13, 1, 5, 3, 7);
  *four = (QUATERNIONS){x, y, z, w, x * x + y * y + z * z + w * w};
}

// Multiplies four quaternions from the left by `b`.
INLINE void TURN(const double *b, QUATERNIONS *four) {
  const FOUR x = four->x, y = four->y, z = four->z, w = four->w;
  four->x = (b[3] * x + b[0] * w) + (b[1] * z - b[2] * y);
  four->y = (b[3] * y + b[1] * w) + (b[2] * x - b[0] * z);
  four->z = (b[3] * z + b[2] * w) + (b[0] * y - b[1] * x);
  four->w = (b[3] * w - b[0] * x) - (b[1] * y + b[2] * z);
}

// Adds groups of four unit quaternions from `n` on, and returns the first group that has a quaternion
// whose length is not one to a few roundings.
//
// Unit quaternions need no division, and the sum of w w follows from their number. Not inlined, so that
// the nine sums stay in registers.
TARGET __attribute__((noinline)) static size_t ADD_UNITS(const double *q, const double *b,
                                                         size_t n, size_t whole, SUMS *sums) {
  FOUR xx = {0}, yy = {0}, zz = {0}, xy = {0}, xz = {0}, xw = {0}, yz = {0}, yw = {0}, zw = {0};
  const size_t first = n;
  for (; n < whole; n += 4) {
    QUATERNIONS four;
    READ(q + 4 * n, &four);
    const MASK near = (four.squared >= 1 - 0x1p-49) & (four.squared <= 1 + 0x1p-49);
    if (!__builtin_reduce_and(near)) break;
    TURN(b, &four);
    const FOUR x = four.x, y = four.y, z = four.z, w = four.w;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    xw += x * w;
    yz += y * z;
    yw += y * w;
    zw += z * w;
  }
  const FOUR ww = (double)((n - first) / 4) - ((xx + yy) + zz);
  const FOUR added[10] = {xx, yy, zz, ww, xy, xz, xw, yz, yw, zw};
  for (int i = 0; i < 10; ++i) sums->terms[i] += added[i];
  return n;
}

INLINE void ADD(const double *q, const double *b, const double *weights, SUMS *sums) {
  QUATERNIONS four;
  READ(q, &four);
  TURN(b, &four);
  const FOUR x = four.x, y = four.y, z = four.z, w = four.w, squared = four.squared;
  sums->valid &= (squared >= 0x1p-301) & (squared <= 0x1p301);
  FOUR factor = 1 / squared;
  if (weights) {
    const FOUR weight = *(const FOUR *)weights;
    sums->valid &= (weight >= 0) & (weight < __builtin_inf());
    sums->terms[10] += weight;
    sums->terms[11] += weight * weight;
    factor = weight / squared;
  }
  const FOUR fx = factor * x, fy = factor * y, fz = factor * z, fw = factor * w;
  sums->terms[0] += fx * x;
  sums->terms[1] += fy * y;
  sums->terms[2] += fz * z;
  sums->terms[3] += fw * w;
  sums->terms[4] += fx * y;
  sums->terms[5] += fx * z;
  sums->terms[6] += fx * w;
  sums->terms[7] += fy * z;
  sums->terms[8] += fy * w;
  sums->terms[9] += fz * w;
}

// Adds the sums of a block, and to `rest` their rounding errors by Knuth's theorem B.
INLINE void MERGE(SUMS *sums, SUMS *rest, const SUMS *block) {
  for (int i = 0; i < 12; ++i) {
    const FOUR sum = sums->terms[i], term = block->terms[i];
    const FOUR next = sum + term, part = next - sum;
    rest->terms[i] += (sum - (next - part)) + (term - part);
    sums->terms[i] = next;
  }
  sums->valid &= block->valid;
}

// By address: the calling convention of such a vector depends on the instruction set.
INLINE double SUM(const FOUR *v) { return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]); }

// Inlined twice, with and without weights.
INLINE bool BODY(const double *restrict quaternions, const double *restrict weights, size_t count,
                 const double *restrict left, double *restrict total) {
  SUMS sums = {.valid = {-1, -1, -1, -1}}, rest = {0};
  const size_t whole = count & ~(size_t)3;
  for (size_t n = 0; n < whole;) {
    SUMS block = {.valid = {-1, -1, -1, -1}};
    const size_t blockEnd = whole - n < BLOCK ? whole : n + BLOCK;
    while (n < blockEnd) {
      if (!weights) n = ADD_UNITS(quaternions, left, n, blockEnd, &block);
      // The neighbours of a quaternion of another length are likely to have other lengths too.
      const size_t end = weights || blockEnd - n < 64 ? blockEnd : n + 64;
      for (; n < end; n += 4) ADD(quaternions + 4 * n, left, weights ? weights + n : 0, &block);
    }
    MERGE(&sums, &rest, &block);
  }
  if (whole < count) {
    // Pads the last four with identities of weight zero.
    double q[16] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    double own[4] = {0};
    memcpy(q, quaternions + 4 * whole, (count - whole) * 4 * sizeof(double));
    for (size_t i = whole; i < count; ++i) own[i - whole] = weights ? weights[i] : 1;
    ADD(q, left, own, &sums);
  }
  // Without weights only the last four have weights, for their padding.
  const double ones = weights ? 0 : (double)whole;
  for (int i = 0; i < 12; ++i) {
    total[i] += (i < 10 ? 0 : ones) + (SUM(&sums.terms[i]) + SUM(&rest.terms[i]));
  }
  return (sums.valid[0] & sums.valid[1] & sums.valid[2] & sums.valid[3]) != 0;
}

TARGET static bool KERNEL(const double *quaternions, const double *weights, size_t count,
                          const double *left, double *total) {
  return weights ? BODY(quaternions, weights, count, left, total)
                 : BODY(quaternions, 0, count, left, total);
}

#undef PASTE
#undef PASTE2
#undef TWO
#undef FOUR
#undef MASK
#undef QUATERNIONS
#undef SUMS
#undef READ
#undef TURN
#undef HALVES
#undef ADD_UNITS
#undef ADD
#undef BLOCK
#undef MERGE
#undef SUM
#undef BODY
#undef INLINE
#undef KERNEL
#undef TARGET
