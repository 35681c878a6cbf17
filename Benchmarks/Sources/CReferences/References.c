#include "CReferences.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef long double R;

int reference_digits(void) { return LDBL_MANT_DIG; }

static double in_eps(R error, R size) {
  if (error == 0) return 0;
  R value = error / size * 0x1p52L;
  return value >= 0 && value < INFINITY ? (double)value : INFINITY;
}

static R norm(const R *v, int n) {
  R sum = 0;
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return sqrtl(sum);
}

static R distance(const R *a, const R *b, int n) {
  R sum = 0;
  for (int i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrtl(sum);
}

static void load(const double *in, R *out, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i];
}

static void unit(const double *in, R q[4]) {
  load(in, q, 4);
  const R length = norm(q, 4);
  for (int i = 0; i < 4; ++i) q[i] /= length;
}

static void multiply(const R p[4], const R q[4], R out[4]) {
  out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
  out[1] = p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2];
  out[2] = p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0];
  out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

// Column-major, of a unit quaternion.
static void matrix_of(const R q[4], R m[9]) {
  const R x = q[0], y = q[1], z = q[2], w = q[3];
  const R values[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
                       2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
                       2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
  memcpy(m, values, sizeof values);
}

static void apply(const R m[9], const R v[3], R out[3]) {
  for (int i = 0; i < 3; ++i) out[i] = m[i] * v[0] + m[3 + i] * v[1] + m[6 + i] * v[2];
}

// The distance of two vectors, or of one and the negative of the other.
static R up_to_sign(const R *a, const R *b, int n) {
  R negative[4];
  for (int i = 0; i < n; ++i) negative[i] = -b[i];
  return fminl(distance(a, b, n), distance(a, negative, n));
}

double error_of_product(const double *in, const double *out) {
  R p[4], q[4], r[4], found[4];
  load(in, p, 4), load(in + 4, q, 4), load(out, found, 4);
  multiply(p, q, r);
  return in_eps(distance(found, r, 4), 1);
}

double error_of_action(const double *in, const double *out) {
  R q[4], m[9], v[3], r[3], found[3];
  unit(in, q), load(in + 4, v, 3), load(out, found, 3);
  matrix_of(q, m), apply(m, v, r);
  return in_eps(distance(found, r, 3), norm(v, 3));
}

double error_of_slerp(const double *in, const double *out) {
  R p[4], q[4], sum[4], difference[4], r[4], found[4], dot = 0;
  const R t = in[8];
  unit(in, p), unit(in + 4, q), load(out, found, 4);
  for (int i = 0; i < 4; ++i) dot += p[i] * q[i];
  for (int i = 0; i < 4; ++i) {
    if (dot < 0) q[i] = -q[i];
    sum[i] = p[i] + q[i], difference[i] = q[i] - p[i];
  }
  const R angle = 2 * atan2l(norm(difference, 4), norm(sum, 4));
  const R a = angle < 1e-9L ? 1 - t : sinl((1 - t) * angle) / sinl(angle);
  const R b = angle < 1e-9L ? t : sinl(t * angle) / sinl(angle);
  for (int i = 0; i < 4; ++i) r[i] = a * p[i] + b * q[i];
  return in_eps(distance(found, r, 4), 1);
}

double error_of_distance(const double *in, const double *out) {
  R p[4], q[4], r[4];
  load(in, p, 4), load(in + 4, q, 4);
  for (int i = 0; i < 3; ++i) p[i] = -p[i];
  multiply(p, q, r);
  return in_eps(fabsl(out[0] - 2 * atan2l(norm(r, 3), fabsl(r[3]))), 1);
}

static void turn(const R v[3], R q[4]) {
  const R angle = norm(v, 3), factor = angle > 0 ? sinl(angle / 2) / angle : 0.5L;
  for (int i = 0; i < 3; ++i) q[i] = v[i] * factor;
  q[3] = cosl(angle / 2);
}

double error_of_exponential(const double *in, const double *out) {
  R v[3], q[4], found[4];
  load(in, v, 3), load(out, found, 4), turn(v, q);
  return in_eps(distance(found, q, 4), 1);
}

double error_of_logarithm(const double *in, const double *out) {
  R q[4], v[3], found[3];
  load(in, q, 4), load(out, found, 3);
  const R sine = norm(q, 3), angle = 2 * atan2l(sine, fabsl(q[3]));
  for (int i = 0; i < 3; ++i) v[i] = sine > 0 ? q[i] / sine * (q[3] < 0 ? -angle : angle) : 0;
  // The vectors of a half turn are equally good.
  const R error = fabsl(q[3]) < 1e-15L ? up_to_sign(found, v, 3) : distance(found, v, 3);
  return in_eps(error, angle);
}

double error_of_rodrigues(const double *in, const double *out) {
  R q[4], v[3], found[3];
  unit(in, q), load(out, found, 3);
  for (int i = 0; i < 3; ++i) v[i] = q[i] / (q[3] < 0 ? q[3] - 1 : q[3] + 1);
  return in_eps(distance(found, v, 3), norm(v, 3));
}

double error_of_euler(const double *in, const double *out) {
  R q[4] = {0, 0, 0, 1}, found[4];
  unit(out, found);
  for (int i = 0; i < 3; ++i) {
    R v[3] = {0}, step[4], next[4];
    v[(int)in[3 + i]] = in[i];
    turn(v, step), multiply(q, step, next);
    memcpy(q, next, sizeof q);
  }
  return in_eps(up_to_sign(found, q, 4), 1);
}

double error_of_matrix(const double *in, const double *out) {
  R q[4], m[9], found[9];
  unit(in, q), matrix_of(q, m), load(out, found, 9);
  return in_eps(distance(found, m, 9), 1);
}

double error_of_same_rotation(const double *in, const double *out) {
  R q[4], found[4];
  unit(in, q), load(out, found, 4);
  return in_eps(up_to_sign(found, q, 4), 1);
}

double error_of_turn(const double *in, const double *out) {
  R q[4], m[9], a[3], b[3], r[3];
  unit(out, q), matrix_of(q, m), load(in, a, 3), load(in + 3, b, 3);
  const R la = norm(a, 3), lb = norm(b, 3);
  for (int i = 0; i < 3; ++i) a[i] /= la, b[i] /= lb;
  apply(m, a, r);
  return in_eps(distance(r, b, 3), 1);
}

double error_of_nearest(const double *in, const double *out) {
  R a[9], r[9], skew = 0, off = 0;
  load(in, a, 9), load(out, r, 9);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      R one = 0, other = 0, dot = 0;
      for (int k = 0; k < 3; ++k) {
        one += r[3 * i + k] * a[3 * j + k], other += r[3 * j + k] * a[3 * i + k];
        dot += r[3 * i + k] * r[3 * j + k];
      }
      skew += (one - other) * (one - other) / 4;
      off = fmaxl(off, fabsl(dot - (i == j)));
    }
  return fmax(in_eps(sqrtl(skew), norm(a, 9)), in_eps(off, 1));
}

static double error_of_inverse(const double *in, const double *out, int n) {
  R a[16], x[16], residual[16], sum = 0;
  load(in, a, n * n), load(out, x, n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      R e = i == j ? -1 : 0;
      for (int k = 0; k < n; ++k) e += a[n * k + i] * x[n * j + k];
      residual[n * j + i] = e;
    }
  // The inverse times A X - I is X minus the inverse; X in its place changes that by rounding.
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      R e = 0;
      for (int k = 0; k < n; ++k) e += x[n * k + i] * residual[n * j + k];
      sum += e * e;
    }
  const R size = norm(x, n * n);
  return in_eps(sqrtl(sum), norm(a, n * n) * size * size);
}

double error_of_inverse3(const double *in, const double *out) { return error_of_inverse(in, out, 3); }
double error_of_inverse4(const double *in, const double *out) { return error_of_inverse(in, out, 4); }

double error_of_eigen(const double *in, const double *out) {
  R a[9], v[9], error[9];
  load(in, a, 9), load(out + 3, v, 9);
  for (int j = 0; j < 3; ++j) {
    apply(a, v + 3 * j, error + 3 * j);
    for (int i = 0; i < 3; ++i) error[3 * j + i] -= out[j] * v[3 * j + i];
  }
  return in_eps(norm(error, 9), norm(a, 9));
}

double error_of_composition(const double *in, const double *out) {
  R p[4], m[9], t[3], u[3], turned[3], found[3];
  unit(in, p), matrix_of(p, m), load(in + 4, t, 3), load(in + 11, u, 3), load(out + 4, found, 3);
  apply(m, u, turned);
  for (int i = 0; i < 3; ++i) turned[i] += t[i];
  const double rotation[8] = {in[0], in[1], in[2], in[3], in[7], in[8], in[9], in[10]};
  return fmax(error_of_product(rotation, out),
              in_eps(distance(found, turned, 3), norm(t, 3) + norm(u, 3)));
}

// The exponential of a 4 x 4 matrix: the series of a part, squared.
static void exponential(const R in[16], R out[16]) {
  int squarings = 0;
  R part[16], term[16], next[16];
  for (R size = norm(in, 16); size > 0.25L; size /= 2) ++squarings;
  for (int i = 0; i < 16; ++i) {
    part[i] = ldexpl(in[i], -squarings);
    out[i] = term[i] = i % 5 == 0;
  }
  for (int n = 1; n <= 20 + squarings; ++n) {
    // The last products are squarings of the sum.
    const R *a = n <= 20 ? term : out, *b = n <= 20 ? part : out;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        R sum = 0;
        for (int k = 0; k < 4; ++k) sum += a[4 * k + i] * b[4 * j + k];
        next[4 * j + i] = n <= 20 ? sum / n : sum;
      }
    for (int i = 0; i < 16; ++i)
      if (n <= 20) term[i] = next[i], out[i] += next[i];
      else out[i] = next[i];
  }
}

double error_of_motion(const double *in, const double *out) {
  const R x = in[0], y = in[1], z = in[2], scale = expl(in[6]);
  const R hat[16] = {in[6], z, -y, 0, -z, in[6], x, 0, y, -x, in[6], 0, in[3], in[4], in[5], 0};
  R m[16], q[4], r[9], linear[9], t[3];
  exponential(hat, m), unit(out, q), matrix_of(q, r), load(out + 4, t, 3);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      linear[3 * j + i] = m[4 * j + i], r[3 * j + i] *= out[7];
  const R path = norm(hat + 12, 3) * (in[6] == 0 ? 1 : expm1l(in[6]) / in[6]);
  return fmax(in_eps(distance(linear, r, 9), scale), in_eps(distance(m + 12, t, 3), path));
}
