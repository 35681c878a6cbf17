#!/usr/bin/env python3
"""Fits the initial guess of the dominant eigenvalue in DavenportMatrix.swift, and shows its errors.

Needs numpy. Usage: fit_eigenvalue_guess.py

The guess is a cubic polynomial in u = det(A) / |A|^3 and t = |adj A|^2 / |A|^4 for the largest root of
x^4 - 2 x^2 - 8 u x + 1 - 4 t. The fit is least squares over 3x3 matrices, half of them random normal, half
means of 16 rotations within about half a radian, with squared errors weighted by 1 / gap to the next
root. The sample of the committed coefficients is not recorded; the script prints those of a new one,
and for both the error of the guess as a fraction of the gap, after 0, 1 and 2 Householder steps. Every
result is checked by its residual: the guess decides how often the slow path runs, not the result.
"""
import numpy

rng = numpy.random.default_rng(1)
committed = [1.06378, 5.95861, -21.8395, 89.3506, 2.54192, -19.8329, 47.066, -4.81495, 0.725398, 2.3829]


def rotations(vectors):
    angle = numpy.linalg.norm(vectors, axis=-1)[..., None, None]
    x, y, z = numpy.moveaxis(vectors, -1, 0)
    zero = numpy.zeros_like(x)
    k = numpy.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).reshape(*x.shape, 3, 3) / angle
    return numpy.eye(3) + numpy.sin(angle) * k + (1 - numpy.cos(angle)) * k @ k


def sample(count):
    random = rng.normal(size=(count, 3, 3))
    means = rotations(0.3 * rng.normal(size=(count, 16, 3))).mean(axis=1)
    return {"random": random, "means": means}


def invariants(a):
    """The unknowns of the polynomial, its largest root and the gap to the next one."""
    u, s, v = numpy.linalg.svd(a)
    s[:, 2] *= numpy.sign(numpy.linalg.det(u) * numpy.linalg.det(v))
    s /= numpy.linalg.norm(s, axis=1)[:, None]
    adjugate = numpy.stack([s[:, 1] * s[:, 2], s[:, 2] * s[:, 0], s[:, 0] * s[:, 1]])
    return s.prod(axis=1), (adjugate**2).sum(axis=0), s.sum(axis=1), 2 * (s[:, 1] + s[:, 2])


def terms(u, t):
    one = numpy.ones_like(u)
    return numpy.stack([one, u, u**2, u**3, t, t * u, t * u**2, t**2, t**2 * u, t**3], axis=1)


def step(x, u, t):
    value = x**4 - 2 * x**2 - 8 * u * x + 1 - 4 * t
    slope = (2 * x**2 - 2) * x - 4 * u
    curved, steep = value * (3 * x**2 - 1), slope**2
    return x - value * (2 * steep - curved) / (4 * slope * (steep - curved) + 2 * value**2 * x)


def show(name, coefficients):
    print(name, " ".join(f"{c:.6g}" for c in coefficients))
    for kind, a in sample(200_000).items():
        u, t, root, gap = invariants(a)
        x = terms(u, t) @ coefficients
        for steps in range(3):
            error = abs(x - root) / gap
            figures = " ".join(f"{q:.1e}" for q in numpy.quantile(error, [0.5, 0.9, 0.99]))
            print(f"  {kind:7} {steps} steps: median, 90 %, 99 % of |error| / gap: {figures}")
            x = step(x, u, t)


u, t, root, gap = (numpy.concatenate(part) for part in zip(*map(invariants, sample(200_000).values())))
show("committed", numpy.array(committed))
show("new fit  ", numpy.linalg.lstsq(terms(u, t) / gap[:, None]**0.5, root / gap**0.5, rcond=None)[0])
