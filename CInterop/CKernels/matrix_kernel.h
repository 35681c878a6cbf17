// Products of matrices of single precision, four rows by sixteen columns at a time: included with
// KERNEL and TARGET.

#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define LANES PASTE(KERNEL, lanes)

typedef float LANES __attribute__((vector_size(32), aligned(4), may_alias));

// Writes `ROWS` rows of `VECTORS` times eight columns. A macro, so that the sums stay in registers.
#define BLOCK(ROWS, VECTORS)                                                                       \
  do {                                                                                             \
    LANES sums[ROWS][VECTORS] = {{{0}}};                                                           \
    const float *left = a + row * rowStride;                                                       \
    const float *right = b + column;                                                               \
    for (size_t k = 0; k < inner; ++k, left += columnStride, right += columns) {                   \
      for (int i = 0; i < ROWS; ++i) {                                                             \
        const float factor = left[(size_t)i * rowStride];                                          \
        for (int j = 0; j < VECTORS; ++j) sums[i][j] += *(const LANES *)(right + 8 * j) * factor;  \
      }                                                                                            \
    }                                                                                              \
    for (int i = 0; i < ROWS; ++i)                                                                 \
      for (int j = 0; j < VECTORS; ++j)                                                            \
        *(LANES *)(c + (row + (size_t)i) * columns + column + 8 * (size_t)j) = sums[i][j];         \
  } while (0)

TARGET static void KERNEL(const float *a, size_t rowStride, size_t columnStride, const float *b,
                          float *c, size_t rows, size_t inner, size_t columns) {
  for (size_t column = 0; column < columns;) {
    const size_t width = columns - column >= 16 ? 16 : 8;
    size_t row = 0;
    if (width == 16) {
      for (; row + 4 <= rows; row += 4) BLOCK(4, 2);
      for (; row < rows; ++row) BLOCK(1, 2);
    } else {
      for (; row + 4 <= rows; row += 4) BLOCK(4, 1);
      for (; row < rows; ++row) BLOCK(1, 1);
    }
    column += width;
  }
}

#undef PASTE
#undef PASTE2
#undef LANES
#undef BLOCK
#undef KERNEL
#undef TARGET
