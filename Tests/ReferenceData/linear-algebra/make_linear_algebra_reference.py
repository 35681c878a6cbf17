#!/usr/bin/env python3
"""Similarities of point sets and averages of rotations from 50 digits.

Needs mpmath 1.3.0. Usage: make_linear_algebra_reference.py OUTDIR
Writes similarities.json and averages.json. Inputs are doubles, taken exactly.
"""
import json
import random
import sys

import mpmath as mp

mp.mp.dps = 50
random.seed(4)
out = sys.argv[1]


def write(name, cases):
    with open(f"{out}/{name}", "w") as file:
        file.write('{"cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]}\n")


# Similarities: Umeyama's closed form with 50 digits.

def quaternion_matrix(q):
    n = sum(x * x for x in q)
    x, y, z, w = q
    s = 2 / n
    return mp.matrix([[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
                      [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
                      [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]])


def similarity(a, b, weights, with_scale, with_reflection):
    w = [mp.mpf(x) for x in weights]
    total = sum(w)
    a = [mp.matrix(x) for x in a]
    b = [mp.matrix(x) for x in b]
    ca = sum((x * k for x, k in zip(a, w)), mp.zeros(3, 1)) / total
    cb = sum((x * k for x, k in zip(b, w)), mp.zeros(3, 1)) / total
    profile = sum(((x - ca) * (y - cb).T * k for x, y, k in zip(a, b, w)), mp.zeros(3, 3))
    u, s, vt = mp.svd_r(profile)
    sign = 1 if with_reflection or mp.det(u) * mp.det(vt) > 0 else -1
    q = u * mp.diag([1, 1, sign]) * vt
    variance = sum(k * mp.norm(y - cb) ** 2 for y, k in zip(b, w))
    c = (s[0] + s[1] + sign * s[2]) / variance if with_scale else mp.mpf(1)
    t = ca - c * (q * cb)
    rest = sum(k * mp.norm(x - (c * (q * y) + t)) ** 2 for x, y, k in zip(a, b, w))
    return {"matrix": [[float(q[i, j]) for j in range(3)] for i in range(3)], "scale": float(c),
            "translation": [float(x) for x in t], "residual": float(mp.sqrt(rest / total))}


cases = []
for n in [3, 4, 15]:
    for mirrored in [False, True]:
        for noise, unit in [(0.05, 1.0), (1e-6, 1.0), (0.3, 1e-160), (0.3, 1e150)]:
            b = [[random.gauss(0, 1) * unit for _ in range(3)] for _ in range(n)]
            q = quaternion_matrix([random.gauss(0, 1) for _ in range(4)])
            turn = [[float(q[i, j]) * (-1 if mirrored else 1) for j in range(3)] for i in range(3)]
            shift = [random.gauss(0, 3) * unit for _ in range(3)]
            a = [[2.5 * sum(r * y for r, y in zip(row, p)) + s + random.gauss(0, noise) * unit
                  for row, s in zip(turn, shift)] for p in b]
            weights = [random.choice([0.5, 1, 2, 7.25]) for _ in range(n)]
            for options in [(True, False), (False, False), (True, True)]:
                cases.append({"a": a, "b": b, "weights": weights, "estimates_scale": options[0],
                              "allows_reflection": options[1], **similarity(a, b, weights, *options)})
write("similarities.json", cases)


# Averages without a closed form: the root of the gradient by Newton's method on 50 digits.

def product(p, q):
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return [pw * qx + px * qw + py * qz - pz * qy, pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw, pw * qw - px * qx - py * qy - pz * qz]


def exponential(v):
    angle = mp.sqrt(sum(x * x for x in v))
    k = mp.sin(angle / 2) / angle if angle else mp.mpf(1) / 2
    return [x * k for x in v] + [mp.cos(angle / 2)]


def logarithm(q):
    if q[3] < 0:
        q = [-x for x in q]
    s = mp.sqrt(sum(x * x for x in q[:3]))
    angle = 2 * mp.atan2(s, q[3])
    return [x * (angle / s if s else 2) for x in q[:3]], angle


def gradient(method, estimate, rotations, weights):
    total = [mp.mpf(0)] * 3
    back = [-x for x in estimate[:3]] + [estimate[3]]
    for q, w in zip(rotations, weights):
        v, angle = logarithm(product(back, q))
        k = {"geodesic-l2": mp.mpf(1), "geodesic-l1": 1 / angle,
             "chordal-l1": mp.cos(angle / 2) / angle}[method] * w
        total = [t + k * x for t, x in zip(total, v)]
    return total


def average(method, rotations, weights):
    n = len(rotations)
    start = [sum(q[i] * w for q, w in zip(rotations, weights)) for i in range(4)]
    length = mp.sqrt(sum(x * x for x in start))
    start = [x / length for x in start]
    # Gradient steps first, then Newton's method.
    for _ in range(60):
        g = gradient(method, start, rotations, weights)
        scale = sum(w if method == "geodesic-l2" else w / logarithm(product(
            [-x for x in start[:3]] + [start[3]], q))[1] for q, w in zip(rotations, weights))
        start = product(start, exponential([x / scale for x in g]))
    root = mp.findroot(
        lambda x, y, z: gradient(method, product(start, exponential([x, y, z])), rotations, weights),
        (mp.mpf("1e-9"), mp.mpf("-1e-9"), mp.mpf("2e-9")), tol=1e-70)
    q = product(start, exponential(list(root)))
    length = mp.sqrt(sum(x * x for x in q))
    return [float(x / length) for x in q]


def draw(n, sigma):
    center = [random.gauss(0, 1) for _ in range(4)]
    length = mp.sqrt(sum(x * x for x in center))
    center = [x / length for x in center]
    rotations = []
    for _ in range(n):
        q = product(center, exponential([mp.mpf(random.gauss(0, sigma)) for _ in range(3)]))
        rotations.append([float(x) for x in q])
    return rotations, [random.choice([1.0, 1.5, 2.0]) for _ in range(n)]


def exact(q):
    length = mp.sqrt(sum(mp.mpf(x) ** 2 for x in q))
    return [mp.mpf(x) / length for x in q]


cases = []
for method in ["geodesic-l2", "geodesic-l1", "chordal-l1"]:
    for n, sigma in [(4, 0.1), (5, 0.5), (8, 0.5), (12, 1e-3)]:
        while True:
            rotations, weights = draw(n, sigma)
            try:
                found = average(method, [exact(q) for q in rotations], weights)
            except ValueError:
                continue  # a median that is one of the rotations has no vanishing gradient
            cases.append({"method": method, "rotations": rotations, "weights": weights, "average": found})
            break
write("averages.json", cases)
