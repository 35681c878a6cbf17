// VQF's own C++ as one C function, compiled against the source of its release on PyPI.
#include <cstddef>

#include "vqf.hpp"

/// Filters `count` samples: rad/s, m/s² and, unless null, magnetic fields of any unit. Writes
/// quaternions w, x, y, z.
extern "C" void vqf_run(const double *gyr, const double *acc, const double *mag, size_t count,
                        double period, double *out) {
  VQF filter(period);
  for (size_t i = 0; i < count; ++i) {
    if (mag) {
      filter.update(gyr + 3 * i, acc + 3 * i, mag + 3 * i);
      filter.getQuat9D(out + 4 * i);
    } else {
      filter.update(gyr + 3 * i, acc + 3 * i);
      filter.getQuat6D(out + 4 * i);
    }
  }
}
