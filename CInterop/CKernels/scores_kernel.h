// One kernel per instruction set: included with KERNEL, TARGET and WIDEST, the number of vectors of 32
// bytes that fit into the registers beside the operands.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define VECTOR PASTE(KERNEL, vector)
#define LANES (sizeof(VECTOR) / sizeof(double))

typedef double VECTOR __attribute__((vector_size(32), aligned(sizeof(double)), may_alias));

// Keeps the sums of COUNT vectors of classes in registers over all features.
#define PASS(COUNT)                                                                                \
  case COUNT: {                                                                                    \
    VECTOR sum[COUNT];                                                                             \
    for (size_t i = 0; i < COUNT; ++i) sum[i] = (VECTOR){0};                                       \
    for (size_t j = 0; j < features; ++j) {                                                        \
      const VECTOR *column = (const VECTOR *)(columns + j * stride + first);                       \
      const VECTOR x = row[j] - (VECTOR){0};                                                       \
      _Pragma("clang loop unroll(full)") for (size_t i = 0; i < COUNT; ++i) sum[i] +=              \
          column[i] * x;                                                                           \
    }                                                                                              \
    const size_t room = classes - first;                                                           \
    const size_t kept = COUNT * LANES < room ? COUNT * LANES : room;                               \
    memcpy(scores + first, sum, kept * sizeof(double));                                            \
    break;                                                                                         \
  }

TARGET static void KERNEL(const double *restrict columns, size_t stride, const double *restrict row,
                          size_t features, double *restrict scores, size_t classes) {
  const size_t vectors = (classes + LANES - 1) / LANES;
  const size_t passes = (vectors + WIDEST - 1) / WIDEST;
  size_t first = 0;
  for (size_t pass = 0, left = vectors; pass < passes; ++pass) {
    // Passes of equal length: the additions of a short last pass would depend on each other.
    const size_t count = (left + passes - pass - 1) / (passes - pass);
    switch (count) {
      PASS(1)
      PASS(2)
      PASS(3)
      PASS(4)
      PASS(5)
      PASS(6)
      PASS(7)
#if WIDEST > 7
      PASS(8)
      PASS(9)
      PASS(10)
      PASS(11)
      PASS(12)
      PASS(13)
#endif
    }
    first += count * LANES;
    left -= count;
  }
}

#undef PASS
#undef LANES
#undef VECTOR
#undef PASTE
#undef PASTE2
#undef KERNEL
#undef TARGET
#undef WIDEST
