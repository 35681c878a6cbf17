#!/usr/bin/env python3
"""Nearest rotations and chordal means of hard cases, from 50 digits.

Needs mpmath 1.3.0. Usage: make_averaging_reference.py OUTDIR [CASES_PER_CLASS]
Writes nearest_rotation.json and mean_chordal.json, the layout of `inertial validate --reference`, and
rotations.txt, the cases of CInterop/CResources. Inputs are doubles, taken exactly;
the nearest rotation is U diag(1, 1, s) V^T.
"""
import json
import random
import sys

import mpmath as mp

mp.mp.dps = 50
random.seed(20261121)
out = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 12


def quaternion():
    q = [mp.mpf(random.gauss(0, 1)) for _ in range(4)]
    n = mp.sqrt(sum(x * x for x in q))
    return [x / n for x in q]


def matrix(q):
    n = sum(x * x for x in q)
    x, y, z, w = q
    s = 2 / n
    return mp.matrix([[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
                      [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
                      [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]])


def rows(m):
    return [[float(m[i, j]) for j in range(3)] for i in range(3)]


def scaled(values, scale=1):
    u, v = matrix(quaternion()), matrix(quaternion())
    return u * mp.diag([mp.mpf(x) * mp.mpf(scale) for x in values]) * v


def decomposition(a):
    """The singular value decomposition; where its iteration stalls, of a with its axes turned."""
    turn = mp.eye(3)
    for _ in range(8):
        try:
            u, s, v = mp.svd_r(turn * a)
            return turn.T * u, s, v
        except RuntimeError:
            turn = matrix([mp.mpf(x) for x in (1, 2, 3, 4)]) * turn
    raise RuntimeError(f"no decomposition of {a}")


def nearest(a):
    """The nearest rotation of the stored matrix, its singular values and gap."""
    # Near-one elements, so that 50 digits are digits of the answer.
    size = max(abs(x) for x in a)
    u, s, v = decomposition(a / size)
    sign = 1 if mp.det(u) * mp.det(v) > 0 else -1
    d = mp.diag([1, 1, sign])
    return u * d * v, [x * size for x in s], (s[1] + sign * s[2]) * size


classes = {
    "random": lambda: mp.matrix([[random.gauss(0, 1) for _ in range(3)] for _ in range(3)]),
    "near-rotation": lambda: matrix(quaternion()) + mp.matrix(
        [[random.gauss(0, 1) * 10.0 ** -random.randint(1, 12) for _ in range(3)]
         for _ in range(3)]),
    "reflection": lambda: scaled([3, 2, -random.uniform(0.1, 1.5)]),
    "near-reflection": lambda: scaled([2, 1, -1 + 10.0 ** -random.randint(2, 9)]),
    "equal-singular-values": lambda: scaled(
        random.choice([[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 1, 1 - 1e-12]])),
    "nearly-rank-one": lambda: scaled([1, 10.0 ** -random.randint(3, 10), 1e-12]),
    "rank-two": lambda: scaled([1, random.uniform(0.1, 1), 0]),
    "huge": lambda: scaled([3, 2, random.uniform(-1, 1)], mp.mpf(10) ** random.randint(150, 307)),
    "tiny": lambda: scaled([3, 2, random.uniform(-1, 1)], mp.mpf(10) ** -random.randint(150, 306)),
    "subnormal": lambda: scaled([3, 2, random.uniform(-1, 1)],
                                mp.mpf(2) ** -random.randint(1020, 1060)),
    "half-turns": lambda: sum((matrix(quaternion()[:3] + [0]) for _ in range(4)), mp.zeros(3)),
    "graded": lambda: mp.matrix([[random.gauss(0, 1) * 10.0 ** random.uniform(-12, 12)
                                  for _ in range(3)] for _ in range(3)]),
}
nearest_cases = []
for name, make in classes.items():
    for _ in range(count):
        stored = mp.matrix(rows(make()))
        r, s, gap = nearest(stored)
        nearest_cases.append({"class": name, "matrix": rows(stored), "sv": [float(x) for x in s],
                              "nearest": rows(r), "gap": float(gap)})

mean_cases = []
for name, spread in {"close": 0.05, "half-radian": 0.5, "two-radians": 2.0,
                     "half-turn": 3.0}.items():
    for k in range(count):
        n = random.randint(1, 12)
        base = quaternion()
        quats = []
        for _ in range(n):
            v = [mp.mpf(random.gauss(0, 1)) * spread for _ in range(3)]
            t = mp.sqrt(sum(x * x for x in v))
            q = [x * mp.sin(t / 2) / t for x in v] + [mp.cos(t / 2)]
            a, b, c, d = base[:3], base[3], q[:3], q[3]
            cross = [a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2],
                     a[0] * c[1] - a[1] * c[0]]
            quats.append([float(b * x + d * y + z) for x, y, z in zip(c, a, cross)]
                         + [float(b * d - sum(x * y for x, y in zip(a, c)))])
        weights = [random.uniform(0, 2) for _ in range(n)] if k % 2 else None
        total = mp.zeros(3)
        for q, w in zip(quats, weights or [1] * n):
            total += matrix([mp.mpf(x) for x in q]) * mp.mpf(w)
        r, s, gap = nearest(total)
        # The mean as a quaternion: the largest column of 4 q q^T.
        m = rows(r)
        trace = [1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2],
                 1 - r[0, 0] - r[1, 1] + r[2, 2], 1 + r[0, 0] + r[1, 1] + r[2, 2]]
        k4 = [[trace[0], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[2, 1] - r[1, 2]],
              [r[0, 1] + r[1, 0], trace[1], r[1, 2] + r[2, 1], r[0, 2] - r[2, 0]],
              [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], trace[2], r[1, 0] - r[0, 1]],
              [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], trace[3]]]
        column = k4[max(range(4), key=lambda i: trace[i])]
        length = mp.sqrt(sum(x * x for x in column))
        mean_cases.append({"class": name, "quats": quats, "weights": weights,
                           "mean": [float(x / length) for x in column], "gap": float(gap)})


def text(suite, cases):
    note = f"correctly rounded from {mp.mp.dps} digits, mpmath {mp.__version__}"
    return json.dumps({"suite": suite, "note": note, "cases": cases},
                      separators=(",", ":")).replace("},{", "},\n{")


for name, cases in (("nearest_rotation", nearest_cases), ("mean_chordal", mean_cases)):
    with open(f"{out}/{name}.json", "w") as file:
        file.write(text(name, cases) + "\n")


def numbers(*lists):
    return " ".join(repr(x) for values in lists for x in values)


with open(f"{out}/rotations.txt", "w") as file:
    file.write("# Reference cases from 50 digits, by "
               "Tests/ReferenceData/rotation-averaging/make_averaging_reference.py.\n"
               "# nearest: category, matrix by rows, nearest rotation by rows, singular values, gap.\n"
               "# mean: category, then x, y, z, w and weight of each rotation, then x, y, z, w of the "
               "mean.\n")
    for case in nearest_cases:
        file.write(f"nearest {case['class']} " + numbers(
            *case["matrix"], *case["nearest"], case["sv"], [case["gap"]]) + "\n")
    for case in mean_cases:
        weights = case["weights"] or [1.0] * len(case["quats"])
        file.write(f"mean {case['class']} " + numbers(
            *([*q, w] for q, w in zip(case["quats"], weights)), case["mean"]) + "\n")
