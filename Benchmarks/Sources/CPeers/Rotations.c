#include "CPeers.h"

#include <math.h>

// The formulas and coefficients of RotationMath's Quaternion+Exponential.swift, for the compiler to
// vectorise.

// sin(θ/2)/θ in two parts and cos(θ/2), for θ² = m + lost.
static inline double half_angle(double m, double lost, double *low, double *cosine) {
  const double m2 = m * m, m4 = m2 * m2;
  const double s1 = -1.550099206348023e-06 + 5.382288909992814e-09 * m;
  const double s2 = -1.2232474422359924e-11 + 1.9603243789387078e-14 * m;
  const double s3 = -2.332754605246207e-17 + 2.083926916569371e-20 * m;
  const double c1 = 9.688120038637714e-08 - 2.691144391930038e-10 * m;
  const double c2 = 5.096846083652991e-13 - 6.998444977303391e-16 * m;
  const double sine = ((0.0002604166666666658 * m + s1 * m2) + (s2 + s3 * m2) * m4) -
                      0.020833333333333332;
  const double rest = ((c1 * m2 - 2.1701388888882422e-05 * m) +
                       (c2 + 7.089898419035732e-19 * m2) * m4) + 0.002604166666666666;
  const double part = m * sine, factor = 0.5 + part;
  *low = (part - (factor - 0.5)) + lost * (sine + 0.00024 * m);
  *cosine = ((1 - m / 8) + m2 * rest) - lost * (factor / 4);
  return factor;
}

// atan(τ)/τ - 1 for u = τ².
static inline double arc_excess(double u) {
  const double u2 = u * u, u4 = u2 * u2, u8 = u4 * u4;
  const double a0 = 0.19999999999999554 - 0.14285714285648404 * u;
  const double a1 = 0.11111111107234752 - 0.09090908969556057 * u;
  const double a2 = 0.07692305354655005 - 0.06666636435501296 * u;
  const double a3 = 0.058820749540984 - 0.052612657220493186 * u;
  const double a4 = 0.04752086711971695 - 0.043081194430402356 * u;
  const double a5 = 0.03872639648475531 - 0.033750120279774226 * u;
  const double a6 = 0.027567923376248537 - 0.020238683303066225 * u;
  const double a7 = 0.01275615016990033 - 0.006575666928280585 * u;
  const double a8 = 0.002622969273568936 - 0.0007518441483333771 * u;
  const double a9 = 0.00013687179949422912 - 1.1832435372262045e-05 * u;
  const double b0 = a0 + a1 * u2, b1 = a2 + a3 * u2, b2 = a4 + a5 * u2, b3 = a6 + a7 * u2;
  const double rest = (b0 + b1 * u4) + ((b2 + b3 * u4) + (a8 + a9 * u2) * u8) * u8;
  return u * (rest * u - 0.3333333333333333);
}

void c_exponential(const double *restrict v, double *restrict out, size_t count) {
  const double rounder = 0x1.8p28;
  for (size_t i = 0; i < count; ++i) {
    const double x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    const double p = (x + rounder) - rounder, q = (y + rounder) - rounder,
                 r = (z + rounder) - rounder;
    const double sum = (p * p + q * q) + r * r;
    const double rest = ((x - p) * (x + p) + (y - q) * (y + q)) + (z - r) * (z + r);
    const double square = sum + rest;
    double low, cosine;
    const double factor = half_angle(square, rest - (square - sum), &low, &cosine);
    out[4 * i] = x * factor + x * low;
    out[4 * i + 1] = y * factor + y * low;
    out[4 * i + 2] = z * factor + z * low;
    out[4 * i + 3] = cosine;
  }
}

void c_logarithm(const double *restrict q, double *restrict out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double x = q[4 * i], y = q[4 * i + 1], z = q[4 * i + 2], w = q[4 * i + 3];
    const double cosine = fabs(w), sum = 1 + cosine, reciprocal = 1 / sum;
    const double excess = arc_excess(((x * x + y * y) + z * z) * (reciprocal * reciprocal));
    const double lost = (cosine - (sum - 1)) * reciprocal;
    const double size = 4 * ((1 + (excess - (1 + excess) * lost)) / sum);
    const double factor = w < 0 ? -size : size;
    out[3 * i] = x * factor;
    out[3 * i + 1] = y * factor;
    out[3 * i + 2] = z * factor;
  }
}

void c_slerp(const double *restrict p, const double *restrict q, double t, double *restrict out,
             size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double *a = p + 4 * i, *b = q + 4 * i;
    const double product = ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) + a[3] * b[3];
    const double cosine = fabs(product), sign = copysign(1, product);
    const double x = b[0] * sign - a[0] * cosine, y = b[1] * sign - a[1] * cosine;
    const double z = b[2] * sign - a[2] * cosine, w = b[3] * sign - a[3] * cosine;
    const double squared_sine = ((x * x + y * y) + z * z) + w * w;
    const double reciprocal = 1 / (1 + cosine);
    const double excess = arc_excess(squared_sine * (reciprocal * reciprocal));
    const double share = 2 * (1 + excess) * reciprocal * t;
    double low, along;
    const double factor = half_angle(4 * (share * share) * squared_sine, 0, &low, &along);
    const double across = 2 * share * (factor + low);
    out[4 * i] = a[0] * along + x * across;
    out[4 * i + 1] = a[1] * along + y * across;
    out[4 * i + 2] = a[2] * along + z * across;
    out[4 * i + 3] = a[3] * along + w * across;
  }
}
