#include "CPeers.h"

#include <math.h>

void c_dead_reckoning(const double *times, const double *quaternions, const double *accelerations,
                      size_t count, double alpha, double *out) {
  double vx = 0, vy = 0, vz = 0, px = 0, py = 0, pz = 0;
  // Of the first step: the steps differ by rounding only.
  const double damping = exp(-alpha * (times[1] - times[0]) / 2), whole = damping * damping;
  for (size_t i = 1; i < count; ++i) {
    const double dt = times[i] - times[i - 1], half = dt / 2;
    const double *q = quaternions + 4 * i, *a = accelerations + 3 * i;
    const double tx = 2 * (q[1] * a[2] - q[2] * a[1]), ty = 2 * (q[2] * a[0] - q[0] * a[2]),
                 tz = 2 * (q[0] * a[1] - q[1] * a[0]);
    const double kx = half * -9.80665 * (a[0] + q[3] * tx + q[1] * tz - q[2] * ty);
    const double ky = half * -9.80665 * (a[1] + q[3] * ty + q[2] * tx - q[0] * tz);
    const double kz = half * -9.80665 * (a[2] + q[3] * tz + q[0] * ty - q[1] * tx);
    const double ux = vx * damping + kx, uy = vy * damping + ky, uz = vz * damping + kz;
    px = px * whole + ux * dt, py = py * whole + uy * dt, pz = pz * whole + uz * dt;
    vx = ux * damping + kx, vy = uy * damping + ky, vz = uz * damping + kz;
  }
  out[0] = px, out[1] = py, out[2] = pz, out[3] = vx, out[4] = vy, out[5] = vz;
}
