#include "CPeers.h"

#include <math.h>

typedef struct {
  double vx, vy, vz, px, py, pz;
  // exp(-rate dt) of the first step; the others differ little from it.
  double rate, first, factor;
} State;

static inline void step(State *s, double dt, const double *q, const double *a) {
  // Damping over the actual time: a Taylor polynomial about the first step.
  const double d = (s->first - dt) * s->rate, dd = d * d;
  const double damping = s->factor * ((1 + d) + dd * ((0.5 + d * (1.0 / 6)) + dd * (1.0 / 24)));
  const double whole = damping * damping;
  const double half = dt / 2;
  const double tx = 2 * (q[1] * a[2] - q[2] * a[1]), ty = 2 * (q[2] * a[0] - q[0] * a[2]),
               tz = 2 * (q[0] * a[1] - q[1] * a[0]);
  const double kx = half * -9.80665 * (a[0] + q[3] * tx + q[1] * tz - q[2] * ty);
  const double ky = half * -9.80665 * (a[1] + q[3] * ty + q[2] * tx - q[0] * tz);
  const double kz = half * -9.80665 * (a[2] + q[3] * tz + q[0] * ty - q[1] * tx);
  const double ux = s->vx * damping + kx, uy = s->vy * damping + ky,
               uz = s->vz * damping + kz;
  s->px = s->px * whole + ux * dt, s->py = s->py * whole + uy * dt;
  s->pz = s->pz * whole + uz * dt;
  s->vx = ux * damping + kx, s->vy = uy * damping + ky, s->vz = uz * damping + kz;
}

static inline State begin(const double *times, double alpha) {
  State s = {0};
  s.rate = alpha / 2;
  s.first = times[1] - times[0];
  s.factor = exp(-s.rate * s.first);
  return s;
}

static inline void end(const State *s, double *out) {
  out[0] = s->px, out[1] = s->py, out[2] = s->pz, out[3] = s->vx, out[4] = s->vy, out[5] = s->vz;
}

void c_dead_reckoning(const double *times, const double *quaternions, const double *accelerations,
                      size_t count, double alpha, double *out) {
  State s = begin(times, alpha);
  for (size_t i = 1; i < count; ++i)
    step(&s, times[i] - times[i - 1], quaternions + 4 * i, accelerations + 3 * i);
  end(&s, out);
}

long c_dead_reckoning_with_rest(const double *times, const double *quaternions,
                                const double *accelerations, const double *rates, size_t count,
                                double alpha, double *out) {
  // A power of two more than come in the time, as the caller promises.
  enum { size = 64 };
  const double window = 0.1, limit = 1 / (0.05 * 0.05), turn = 1 / (0.5 * 0.5);
  State s = begin(times, alpha);
  double ring[size][2], energy = 0;
  size_t oldest = 0;
  long resting = 0;
  for (size_t i = 0; i < count; ++i) {
    const double *a = accelerations + 3 * i, *w = rates + 3 * i, time = times[i];
    if (i > 0) step(&s, time - times[i - 1], quaternions + 4 * i, a);
    const double aa = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    const double ww = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    const double e = aa * limit + ww * turn;
    energy += e;
    ring[i % size][0] = time, ring[i % size][1] = e;
    for (; time - ring[oldest % size][0] > window; ++oldest) energy -= ring[oldest % size][1];
    resting += time - times[0] >= window && energy < (double)(i + 1 - oldest);
  }
  end(&s, out);
  return resting;
}
