#!/usr/bin/env python3
"""Exponentials of Sim(3), computed with 50 digits.

Needs mpmath 1.3.0. Usage: make_similarity_reference.py > similarity_reference.json
`matrix` has the rows of the matrix exponential of [[g I + hat(angular), linear], [0, 0]], with g the
logarithm of the scale. Inputs are single-precision numbers, for tests in both precisions.
"""
import json
import random
import struct

import mpmath as mp

mp.mp.dps = 50
random.seed(20261125)


def exponential(angular, linear, growth):
    x, y, z = angular
    m = mp.matrix([[growth, -z, y, linear[0]], [z, growth, -x, linear[1]],
                   [-y, x, growth, linear[2]], [0, 0, 0, 0]])
    e = mp.expm(m, method="taylor")
    return [[float(e[i, j]) for j in range(4)] for i in range(3)]


def single(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


SCALES = [1e-9, 1e-6, 1e-3, 0.3, 1e3, 1e6, 1e9]
cases = []
for angle in [0, 1e-9, 1e-4, 0.3, 0.99, 1.01, 3.1]:
    for growth in [0.0, 1e-12, -1e-5, 0.2, -1.5, 1.99, 2.01, -2.01] + [mp.log(s) for s in SCALES]:
        growth = single(growth)
        v = [random.gauss(0, 1) for _ in range(3)]
        n = mp.sqrt(sum(mp.mpf(c) ** 2 for c in v))
        angular = [single(c / n * angle) for c in v]
        linear = [single(random.gauss(0, 1)) for _ in range(3)]
        cases.append({"angular": angular, "linear": linear, "growth": growth,
                      "matrix": exponential(angular, linear, growth)})
print('{"cases": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}")
