#!/usr/bin/env python3
"""Nearest rotations of 3x3 matrices, computed with 50 digits.

Needs mpmath 1.3.0. Usage: make_nearest_reference.py > nearest_reference.json
Matrices are lists of rows of doubles, taken exactly. `quaternion` is x, y, z, w of the nearest
rotation, with the largest coefficient positive; `condition` is s1 / (s2 + s s3) with s the sign of the
determinant.
"""
import json
import random

import mpmath as mp

mp.mp.dps = 50
random.seed(20261125)


def rotation():
    v = mp.matrix([random.gauss(0, 1) for _ in range(3)])
    w = mp.matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return mp.expm(w)


def quaternion(r):
    a, b, c = r[0, 0], r[1, 1], r[2, 2]
    squares = [1 + a - b - c, 1 + b - a - c, 1 + c - a - b, 1 + a + b + c]
    k = max(range(4), key=lambda i: squares[i])
    x, y, z = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    xy, xz, yz = r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1]
    q = [[squares[0], xy, xz, x], [xy, squares[1], yz, y], [xz, yz, squares[2], z],
         [x, y, z, squares[3]]][k]
    return [float(e / mp.sqrt(sum(e * e for e in q))) for e in q]


def case(kind, m):
    rows = [[float(m[i, j]) for j in range(3)] for i in range(3)]
    exact = mp.matrix(rows)
    u, s, v = mp.svd_r(exact)
    sign = 1 if mp.det(exact) > 0 else -1
    r = u * mp.diag([1, 1, mp.det(u) * mp.det(v)]) * v
    return {"kind": kind, "matrix": rows, "quaternion": quaternion(r),
            "condition": float(s[0] / (s[1] + sign * s[2]))}


cases = []
for _ in range(12):
    for scale in ["2", "0.25", "0.01", "1e-150", "1e150", "1.0000001"]:
        cases.append(case("scaled", rotation() * mp.mpf(scale)))
    shear = mp.matrix([[1, 0.3, -0.1], [0, 1.2, 0.4], [0, 0, 0.7]])
    cases.append(case("sheared", rotation() * shear))
    cases.append(case("reflected", rotation() * mp.diag([3, 2, -0.5]) * rotation()))
    cases.append(case("nearly singular", rotation() * mp.diag([1, 1e-6, 1e-9]) * rotation()))
    printed = rotation()
    cases.append(case("printed", mp.matrix([[float(mp.nstr(printed[i, j], 7)) for j in range(3)]
                                            for i in range(3)])))
print('{"cases": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}")
