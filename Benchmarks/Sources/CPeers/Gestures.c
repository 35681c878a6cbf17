#include "CPeers.h"

void c_zone_features(const double *points, size_t count, double *out) {
  for (int i = 0; i < 28; ++i) out[i] = 0;
  for (size_t i = 1; i < count; ++i) {
    const double *a = points + 3 * (i - 1), *b = points + 3 * i;
    int column = (int)((a[0] + b[0]) / 2 * 3), row = (int)((a[1] + b[1]) / 2 * 3);
    if (column > 2) column = 2;
    if (row > 2) row = 2;
    double *zone = out + 3 * (3 * row + column);
    zone[0] += b[2] - a[2];
    zone[1] += b[0] - a[0];
    zone[2] += b[1] - a[1];
  }
  const double duration = points[3 * (count - 1) + 2] - points[2];
  for (int k = 0; k < 9; ++k) out[3 * k] /= duration;
  out[27] = 1;
}

int c_argmax(const double *scores, int count) {
  int best = 0;
  for (int k = 1; k < count; ++k)
    if (scores[k] > scores[best]) best = k;
  return best;
}

double c_sum(const double *numbers, size_t count) {
  // Eight sums, so that memory and not addition limits the speed.
  double sums[8] = {0};
  for (size_t i = 0; i + 8 <= count; i += 8)
    for (int k = 0; k < 8; ++k) sums[k] += numbers[i + k];
  double sum = 0;
  for (int k = 0; k < 8; ++k) sum += sums[k];
  return sum;
}
