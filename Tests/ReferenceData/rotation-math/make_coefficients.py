#!/usr/bin/env python3
"""Coefficients of the polynomials and series in RotationMath, and a check of the committed ones.

Needs mpmath 1.3.0. Usage: make_coefficients.py
Prints each list of coefficients, lowest degree first, and exits with status 1 if a source file of
Sources/RotationMath lacks one of them.

Half-angle functions, for m = theta^2 on [0, pi^2 (1 + 1e-6)] (Quaternion+Exponential.swift):
  (sin(theta/2)/theta - 1/2)/m is interpolated at 8 Chebyshev nodes, and
  (cos(theta/2) - 1 + m/8)/m^2 at 7. Every coefficient is rounded to double. The coefficients of m and
  m^2 then compensate for the rounding of the first one: in the sine by least squares of m times
  the error at the nodes, in the cosine by shifts of 8 and -292 units in the last place, which
  lower the largest error from 6.9e-17 to 5.9e-17. The errors before and after are printed.

Arctangent, for u = tan(phi/2)^2 on [0, 1 + 1e-6] (Quaternion+Exponential.swift):
  (atan(sqrt u)/sqrt u - 1)/u is interpolated at 21 Chebyshev nodes; the error is below 1.1e-17.

Angle coefficients (AngleCoefficients.swift): Taylor series in m, rounded to double.
"""
import math
import pathlib
import sys

import mpmath as mp

mp.mp.dps = 60
LIMIT = mp.pi ** 2 * (1 + mp.mpf("1e-6"))
SOURCES = pathlib.Path(__file__).parents[3] / "Sources/RotationMath"
EXPONENTIAL = "Quaternions/Quaternion+Exponential.swift"
ANGLES = "LieGroups/AngleCoefficients.swift"


def sine(m):
    """(sin(theta/2)/theta - 1/2)/m."""
    t = mp.sqrt(m)
    return (mp.sin(t / 2) / t - mp.mpf(1) / 2) / m


def cosine(m):
    """(cos(theta/2) - 1 + m/8)/m^2."""
    return (mp.cos(mp.sqrt(m) / 2) - 1 + m / 8) / m ** 2


def arc(u):
    """(atan(sqrt u)/sqrt u - 1)/u."""
    t = mp.sqrt(u)
    return (mp.atan(t) / t - 1) / u


def chebyshev_nodes(n, limit=LIMIT):
    return [limit / 2 * (1 + mp.cos(mp.pi * (2 * k + 1) / (2 * n))) for k in range(n)]


def value(coefficients, m):
    return sum(mp.mpf(c) * m ** k for k, c in enumerate(coefficients))


def interpolate(f, n, limit=LIMIT):
    nodes = chebyshev_nodes(n, limit)
    powers = mp.matrix([[x ** k for k in range(n)] for x in nodes])
    return list(mp.lu_solve(powers, mp.matrix([f(x) for x in nodes])))


def refit(f, exact):
    """Coefficients 1 and 2 by least squares of m times the error at the nodes, the others rounded."""
    rounded = [mp.mpf(float(c)) for c in exact]
    rounded[1] = rounded[2] = mp.mpf(0)
    normal, right = mp.zeros(2, 2), mp.zeros(2, 1)
    for x in chebyshev_nodes(len(exact)):
        rest = f(x) - value(rounded, x)
        for p in range(2):
            right[p] += x ** 2 * rest * x ** (p + 1)
            for q in range(2):
                normal[p, q] += x ** 2 * x ** (p + q + 2)
    solution = mp.lu_solve(normal, right)
    return [float(c) for c in [rounded[0], *solution, *rounded[3:]]]


def shift(coefficients, units):
    """Coefficients moved by whole units in the last place: {degree: units}."""
    return [c + units.get(k, 0) * math.ulp(c) for k, c in enumerate(coefficients)]


def largest_error(f, coefficients, power):
    """The largest error of m^power times the polynomial, at 2000 points."""
    points = [LIMIT * k / 2000 for k in range(1, 2001)]
    return max(abs(x ** power * (f(x) - value(coefficients, x))) for x in points)


def taylor(numerator, count):
    """The first coefficients in m of a function given by its coefficient at each k, rounded."""
    return [float(numerator(k)) for k in range(count)]


def fact(n):
    return mp.factorial(n)


exact_sine, exact_cosine = interpolate(sine, 8), interpolate(cosine, 7)
half_sine = refit(sine, exact_sine)
half_cosine = shift([float(c) for c in exact_cosine], {1: 8, 2: -292})
for name, f, exact, chosen, power in [("sine", sine, exact_sine, half_sine, 1),
                                      ("cosine", cosine, exact_cosine, half_cosine, 2)]:
    before = largest_error(f, [float(c) for c in exact], power)
    print(f"{name}: largest error {mp.nstr(before, 3)} rounded, "
          f"{mp.nstr(largest_error(f, chosen, power), 3)} with the coefficients of m and m^2 refitted")

LISTS = [
    ("sin(theta/2)/theta", EXPONENTIAL, half_sine),
    ("cos(theta/2)", EXPONENTIAL, half_cosine),
    ("arcExcess", EXPONENTIAL, [float(c) for c in interpolate(arc, 21, 1 + mp.mpf("1e-6"))]),
    # (theta - sin theta)/theta^3
    ("sineTail", ANGLES, taylor(lambda k: (-1) ** k / fact(2 * k + 3), 11)),
    # (2(1 - cos theta) - theta sin theta)/theta^4
    ("cotangentTail", ANGLES,
     taylor(lambda k: (-1) ** k * (1 / fact(2 * k + 3) - 2 / fact(2 * k + 4)), 12)),
    # (2 theta - 3 sin theta + theta cos theta)/(2 theta^5)
    ("mixedTail", ANGLES,
     taylor(lambda k: (-1) ** k * (1 / fact(2 * k + 4) - 3 / fact(2 * k + 5)) / 2, 11)),
]

missing = 0
for name, file, coefficients in LISTS:
    print(name)
    text = (SOURCES / file).read_text()
    for c in coefficients:
        found = repr(abs(c)) in text
        missing += not found
        print(f"  {c!r}" + ("" if found else f"  not in {file}"))
sys.exit(1 if missing else 0)
