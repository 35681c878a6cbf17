#!/usr/bin/env python3
"""Correctly rounded reference values for RotationMath, computed with 50 digits.

Needs mpmath 1.3.0. Usage: make_rotation_reference.py > rotation_reference.json
Inputs are doubles, taken exactly; results are the doubles nearest to the exact ones. Quaternions
are x, y, z, w; matrices are lists of rows.
"""
import itertools
import json
import random

import mpmath as mp

mp.mp.dps = 50
random.seed(20261121)
AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [-1, 1, 1], [1, 2, -3], [1e-9, 1, 0],
        [1, 1e-17, 0], [1e-160, 0, 1]]
ANGLES = [0, 1e-300, 1e-160, 1e-20, 1e-16, 1e-12, 1e-8, 1e-6, 1e-4, 1e-3, 0.1, 1, 2, 3,
          float(mp.pi) - 1e-3, float(mp.pi) - 1e-8, float(mp.pi) - 1e-12, float(mp.pi),
          float(mp.pi) + 1e-8, 4.0, 6.0, 20.0, 1000.0]


def floats(v):
    return [float(x) for x in v]


def norm(v):
    return mp.sqrt(sum(x * x for x in v))


def unit(v):
    n = norm(v)
    return [x / n for x in v]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def exact(v):
    return [mp.mpf(x) for x in v]


def random_vector():
    return [random.gauss(0, 1) for _ in range(3)]


def random_quaternion():
    return floats(unit(exact([random.gauss(0, 1) for _ in range(4)])))


def product(p, q):
    a, b, c, d = p[:3], p[3], q[:3], q[3]
    v = [b * x + d * y + z for x, y, z in zip(c, a, cross(a, c))]
    return v + [b * d - dot(a, c)]


def exponential(v):
    n = norm(v)
    factor = mp.sin(n / 2) / n if n else mp.mpf(1) / 2
    return [factor * x for x in v] + [mp.cos(n / 2)]


def matrix(q):
    x, y, z, w = unit(q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def rows(m):
    return [floats(r) for r in m]


cases = {}

vectors = [[float(a * mp.mpf(t)) for a in unit(exact(axis))] for axis in AXES for t in ANGLES]
vectors += [random_vector() for _ in range(100)]
cases["exponential"] = [
    {"rotationVector": v, "quaternion": floats(exponential(exact(v))),
     "matrix": rows(matrix(exponential(exact(v))))} for v in vectors]

logarithms = []
for v in vectors:
    q = floats(exponential(exact(v)))
    u = exact(q)
    s = norm(u[:3])
    angle = 2 * mp.atan2(s, abs(u[3]))
    sign = -1 if q[3] < 0 else 1
    logarithms.append({"quaternion": q, "angle": float(angle),
                       "rotationVector": floats([sign * angle * x / s if s else 2 * x
                                                 for x in u[:3]])})
cases["logarithm"] = logarithms

# Nearly parallel and nearly opposite directions, where the arccosine of the dot product fails.
between = []
for k in range(60):
    a = random_vector()
    b = random_vector()
    if k % 3:
        tilt = 10.0 ** -random.randint(1, 16)
        b = [(1 if k % 3 == 1 else -1) * x + tilt * y for x, y in zip(a, b)]
    scale = [1.0, 2.0 ** 600, 2.0 ** -600][k % 3]
    b = [x * scale for x in b]
    u, v = unit(exact(a)), unit(exact(b))
    angle = 2 * mp.atan2(norm([x - y for x, y in zip(u, v)]), norm([x + y for x, y in zip(u, v)]))
    half = unit([x + y for x, y in zip(u, v)])
    between.append({"a": a, "b": b, "angle": float(angle),
                    "rotation": floats(cross(u, half) + [dot(u, half)])})
cases["between"] = between

# Rotations of Euler angles in all sequences, at and near gimbal lock.
TURNS = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}
euler = []
for triple in itertools.product("xyz", repeat=3):
    if triple[0] == triple[1] or triple[1] == triple[2]:
        continue
    for intrinsic in (False, True):
        lock = 0.0 if triple[0] == triple[2] else float(mp.pi / 2)
        for distance in (None, 0.0, 1e-12, 1e-8, 1e-5):
            angles = [random.uniform(-3, 3) for _ in range(3)]
            angles[1] = (abs(angles[1]) if triple[0] == triple[2] else angles[1] / 2) \
                if distance is None else lock - (distance if lock else -distance)
            qs = [exponential([mp.mpf(t) * x for x in TURNS[a]]) for t, a in zip(angles, triple)]
            q = product(product(qs[0], qs[1]), qs[2]) if intrinsic \
                else product(product(qs[2], qs[1]), qs[0])
            name = "".join(triple)
            euler.append({"sequence": name.upper() if intrinsic else name, "angles": angles,
                          "quaternion": floats(q)})
cases["euler"] = euler

slerps = []
for k in range(60):
    p = random_quaternion()
    q = random_quaternion()
    if k % 2:
        q = floats(unit(product(exact(p), exponential([mp.mpf(10) ** -random.randint(0, 17) * x
                                                       for x in random_vector()]))))
    t = random.random()
    a, b = unit(exact(p)), unit(exact(q))
    if dot(a, b) < 0:
        b = [-x for x in b]
    angle = 2 * mp.atan2(norm([x - y for x, y in zip(a, b)]), norm([x + y for x, y in zip(a, b)]))
    value = [(mp.sin((1 - mp.mpf(t)) * angle) * x + mp.sin(mp.mpf(t) * angle) * y) / mp.sin(angle)
             for x, y in zip(a, b)] if angle else a
    slerps.append({"start": p, "end": q, "t": t, "value": floats(value)})
cases["slerp"] = slerps

twists = []
for k in range(40):
    q, axis = random_quaternion(), random_vector()
    u = unit(exact(axis))
    along = dot(exact(q[:3]), u)
    twist = unit([along * x for x in u] + [mp.mpf(q[3])])
    conjugate = [-x for x in twist[:3]] + [twist[3]]
    twists.append({"quaternion": q, "axis": axis, "twist": floats(twist),
                   "swing": floats(product(unit(exact(q)), conjugate))})
cases["swingTwist"] = twists

eigen = []
for k in range(40):
    turn = mp.matrix(matrix(exact(random_quaternion())))
    values = [[3, 2, 1], [1, 1, -2], [1, 1 - 1e-9, 0], [1e8, 1, 1e-8]][k % 4]
    scale = mp.mpf(2) ** [0, 600, -600][k % 3]
    a = turn * mp.diag([v * scale for v in values]) * turn.T
    stored = [[float(a[i, j]) for j in range(3)] for i in range(3)]
    for i in range(3):
        for j in range(i):
            stored[i][j] = stored[j][i]
    w = mp.eigsy(mp.matrix(stored), eigvals_only=True)
    eigen.append({"matrix": stored, "values": sorted(floats(w), reverse=True)})
cases["symmetricEigen"] = eigen

inverses = []


def add_inverse(a):
    n = len(a)
    # With fewer digits mpmath takes badly scaled matrices for singular.
    with mp.workdps(500):
        inverse = mp.matrix(a) ** -1
    condition = mp.mnorm(mp.matrix(a), "f") * mp.mnorm(inverse, "f")
    inverses.append({"matrix": a, "condition": float(condition),
                     "inverse": [[float(inverse[i, j]) for j in range(n)] for i in range(n)]})


for k in range(40):
    n = [2, 3, 4][k % 3]
    add_inverse([[random.gauss(0, 1) for _ in range(n)] for _ in range(n)])
# Two or more small singular values, and elements whose products underflow.
for sizes in ([1, 1e-8, 1e-8], [1, 1e-6, 1e-10], [1, 1e-11, 1e-12], [1, 1, 1e-6, 1e-6],
              [1, 1e-5, 1e-5, 1e-5], [1, 1e-3, 1e-6, 1e-9]):
    n = len(sizes)
    for k in range(3):
        gauss = [mp.matrix([[random.gauss(0, 1) for _ in range(n)] for _ in range(n)])
                 for _ in range(2)]
        u, v = (mp.qr(g)[0] for g in gauss)
        a = u * mp.diag(sizes) * v * mp.mpf(2) ** [0, 300, -300][k]
        add_inverse([[float(a[i, j]) for j in range(n)] for i in range(n)])
add_inverse([[1.0, 0.0, 0.0], [0.0, 1e-170, 2e-171], [0.0, 1e-171, 3e-170]])
add_inverse([[0.0, 0.0, 1e-200, 0.0], [1.0, 0.0, 0.0, 2.0], [0.0, 1e-200, 0.0, 0.0],
             [3.0, 0.0, 0.0, 1.0]])
cases["inverse"] = inverses

# Quaternions of any length, some close to 1.
exponentials = []
for k in range(60):
    q = [x * 10.0 ** -random.randint(0, 12) for x in [random.gauss(0, 1) for _ in range(4)]]
    if k % 6 == 0:
        # exp(w) is infinite or subnormal, but the coefficients are finite.
        q = [0.5, 0.5, -0.6, [709.9, -709.0, -730.0][k // 6 % 3]]
    v = exact(q[:3])
    n = norm(v)
    growth = mp.exp(mp.mpf(q[3]))
    value = [growth * (mp.sin(n) / n) * x for x in v] + [growth * mp.cos(n)]
    exponentials.append({"quaternion": q, "value": floats(value)})
cases["quaternionExponential"] = exponentials

logarithms = []
for k in range(60):
    q = [0.0, 0.0, 0.0, 1.0] if k % 3 else random_quaternion()
    q = [x + random.gauss(0, 1) * 10.0 ** -random.randint(0, 14) for x in q]
    if k % 10 == 0:
        q = [x * [1e200, 1e-200][k // 10 % 2] for x in q]
    u = exact(q)
    s = norm(u[:3])
    angle = mp.atan2(s, u[3])
    logarithms.append({"quaternion": q,
                       "value": floats([angle * x / s for x in u[:3]] + [mp.log(norm(u))])})
cases["quaternionLogarithm"] = logarithms

print(json.dumps({"mpmath": mp.__version__, "digits": mp.mp.dps, **cases},
                 separators=(",", ":")).replace("},{", "},\n{"))
