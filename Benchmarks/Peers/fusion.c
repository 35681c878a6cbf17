// Fusion's own C as one function, compiled against the source of imufusion on PyPI.
#include <stddef.h>

#include "Fusion.h"

/// Filters `count` samples: rad/s and m/s². Writes quaternions w, x, y, z.
void fusion_run(const double *gyr, const double *acc, size_t count, double period, double *out) {
  const float degrees = 57.29577951f, gravities = 1 / 9.80665f;
  FusionAhrs ahrs;
  FusionAhrsInitialise(&ahrs);
  FusionAhrsSetSamplePeriod(&ahrs, (float)period);
  for (size_t i = 0; i < count; ++i) {
    FusionVector rate, force;
    for (int k = 0; k < 3; ++k) {
      rate.array[k] = (float)gyr[3 * i + k] * degrees;
      force.array[k] = (float)acc[3 * i + k] * gravities;
    }
    FusionAhrsUpdateNoMagnetometer(&ahrs, rate, force);
    const FusionQuaternion q = FusionAhrsGetQuaternion(&ahrs);
    for (int k = 0; k < 4; ++k) out[4 * i + k] = q.array[k];
  }
}
