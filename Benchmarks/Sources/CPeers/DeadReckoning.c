#include "CPeers.h"

#include <math.h>

enum { window = 32 };

void c_dead_reckoning(const double *quaternions, const double *accelerations, size_t count,
                      double dt, double alpha, double *out) {
  double vx = 0, vy = 0, vz = 0, px = 0, py = 0, pz = 0, sum = 0, squares = 0, at_rest = 0;
  double ring[window] = {0};
  const double damping = exp(-alpha * dt), half = dt / 2;
  for (size_t i = 0; i < count; ++i) {
    const double *q = quaternions + 4 * i, *a = accelerations + 3 * i;
    const double tx = 2 * (q[1] * a[2] - q[2] * a[1]), ty = 2 * (q[2] * a[0] - q[0] * a[2]),
                 tz = 2 * (q[0] * a[1] - q[1] * a[0]);
    const double ax = -9.80665 * (a[0] + q[3] * tx + q[1] * tz - q[2] * ty);
    const double ay = -9.80665 * (a[1] + q[3] * ty + q[2] * tx - q[0] * tz);
    const double az = -9.80665 * (a[2] + q[3] * tz + q[0] * ty - q[1] * tx);
    const double ux = (vx + ax * half) * damping, uy = (vy + ay * half) * damping,
                 uz = (vz + az * half) * damping;
    px += ux * dt, py += uy * dt, pz += uz * dt;
    vx = ux + ax * half, vy = uy + ay * half, vz = uz + az * half;
    const double power = ax * ax + ay * ay + az * az, old = ring[i % window];
    ring[i % window] = power;
    sum += power - old, squares += power * power - old * old;
    const double mean = sum / window, variance = squares / window - mean * mean;
    at_rest += mean < 0.05 && variance < 0.01;
  }
  out[0] = px, out[1] = py, out[2] = pz, out[3] = vx, out[4] = vy, out[5] = vz, out[6] = at_rest;
}
